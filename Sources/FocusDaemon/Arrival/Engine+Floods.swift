// SPDX-License-Identifier: Apache-2.0

// A flood begins when a client or an app sends more than its `SendingAllowance`. Further
// notifications go to the missed list, and one notification of focusd's own counts them. That
// notification appears with the first limited one, changes in place at most once a second, and
// stays after the flood. The next flood gets a new notification.

import DBus
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

extension Engine {
    /// Notifies the user of floods that have begun.
    func tellFloods() {
        guard !state.floods.isEmpty, floodTimer == nil else { return }
        problems.note(.appLimited, isPresent: true, at: .now)
        tellFloods(isFirst: true)
        waitForFloods()
    }

    private func tellFloods(isFirst: Bool) {
        for (key, flood) in state.floods.untold(isFirst: isFirst) {
            guard let message = try? summary(of: flood) else { continue }
            let entry = showOwn(message, replacing: flood.summary)
            update { $0.floodTold(key, flood.count, as: entry.id) }
        }
    }

    /// Queues a notification of focusd's own for delivery. Returns it, even if there is no room for
    /// its message and it is not shown.
    @discardableResult
    func showOwn(_ message: Message, replacing predecessor: ClientID?) -> EntryFacts {
        let entry = change { $0.admitOwn(replacing: predecessor, into: &$1) }
        let isKept = messages.keepUnstored(message, bytes: 0, for: entry.key, of: .own)
        update { if isKept { $0.queue(entry) } else { $0.endLive(entry) } }
        return entry
    }

    private func waitForFloods() {
        floodTimer = Timer(after: Limits.floodUpdate) { [weak self] in
            guard let self else { return }
            tellFloods(isFirst: false)
            update { $0.endFloods(before: .now - Limits.floodPause) }
            if state.floods.isEmpty {
                floodTimer = nil
                problems.note(.appLimited, isPresent: false, at: .now)
            } else {
                waitForFloods()
            }
            pump()
        }
    }

    private func summary(of flood: Floods.Flood) throws(MarshalError) -> Message {
        let count = flood.count == 1 ? "1 more notification" : "\(flood.count) more notifications"
        let known = flood.app.flatMap { desktopFiles.name(of: $0) }
        let sent = flood.appName.isEmpty ? flood.app?.rawValue ?? "" : flood.appName
        let name = known ?? sent.scalars(inBytes: Limits.seenNameBytes)
        let source = flood.app == nil ? "one program" : name
        return try OwnNotification(
            summary: "\(count) from \(source)",
            body: "Too many at once to show them one by one: they are in the missed list."
        ).message()
    }
}
