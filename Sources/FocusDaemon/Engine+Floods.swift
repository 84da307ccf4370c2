// SPDX-License-Identifier: Apache-2.0

// A client or an app that sends more than `SendingRate` allows: what comes beyond is stored in the
// missed list, and one notification of focusd's own says how many that are. It comes with the first
// that is kept back, changes in place once a second at most, and stays as it is when the flood is over;
// the next flood gets a new one.

import DBus
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

extension Engine {
    /// The limits have been read anew; everybody has the whole of them again when they changed.
    func setRate(_ rate: SendingRate) {
        guard rate != self.rate else { return }
        self.rate = rate
        allowance = SendingAllowance(rate)
    }

    /// The decision, after the allowance of the sender was asked.
    ///
    /// Only what is to be shown uses it up. What the user trusts with level critical is always shown.
    func limited(_ decision: Decision, _ notify: NotifyCall, _ sender: Sender) -> Decision {
        guard case .deliver = decision.verdict else { return decision }
        if case .critical = decision.reason { return decision }
        let notification = notify.notification
        let now = ContinuousClock.now
        let addsPopup =
            !notification.isFeedback
            && !proxy.replaces(notify.untrustedReplaces, from: sender)
        guard
            let exhausted = allowance.take(
                client: sender.peer, app: notification.app, addsPopup: addsPopup, at: now)
        else { return decision }
        _ = floods.add(exhausted, app: notification.app, appName: notification.appName, at: now)
        return Decision(
            verdict: .silence, reason: .tooMany, level: decision.level, faults: decision.faults)
    }

    /// Tells the user of floods that have begun.
    func tellFloods() {
        guard !floods.isEmpty, floodTimer == nil else { return }
        troubles.note(.appLimited, isPresent: true, at: .now)
        tellFloods(isFirst: true)
        waitForFloods()
    }

    private func tellFloods(isFirst: Bool) {
        for (key, flood) in floods.untold(isFirst: isFirst) {
            guard let message = try? summary(of: flood) else { continue }
            let app = AppID("org.focusd")
            let admission = proxy.admit(
                app: app, from: Sender(peer: PeerName(rawValue: "")),
                replaces: flood.summary?.rawValue ?? 0, verdict: .deliver, isFeedback: true)
            settle(admission, verdict: .deliver)
            let entry = admission.entry
            floods.told(key, flood.count, as: entry.id)
            if messages.holdUnstored(message, bytes: 0, for: entry.key, of: .own) {
                outbox.show(entry.key, entry.id)
            } else {
                proxy.end(entry.id, key: entry.key)
            }
        }
    }

    private func waitForFloods() {
        floodTimer = Timer(after: Limits.floodUpdate) { [weak self] in
            guard let self else { return }
            tellFloods(isFirst: false)
            floods.end(before: .now - Limits.floodPause)
            if floods.isEmpty {
                floodTimer = nil
                troubles.note(.appLimited, isPresent: false, at: .now)
            } else {
                waitForFloods()
            }
            pump()
        }
    }

    private func summary(of flood: Floods.Flood) throws(MarshalError) -> Message {
        let message = Message.methodCall(
            destination: nil, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "Notify")
        let count = flood.count == 1 ? "1 more notification" : "\(flood.count) more notifications"
        let known = flood.app.flatMap { desktopFiles.name(of: $0) }
        let sent = flood.appName.isEmpty ? flood.app?.rawValue ?? "" : flood.appName
        let name = known ?? sent.scalars(inBytes: Limits.seenNameBytes)
        let source = flood.app == nil ? "one program" : name
        try message.append(
            .string("focusd"), .uint32(0), .string(""), .string("\(count) from \(source)"),
            .string("Too many at once to show them one by one: they are in the missed list."),
            .strings([]), .vardict(["category": .string("presence"), "urgency": .byte(0)]),
            .int32(-1))
        return message
    }
}

extension Decision {
    /// Whether the badge counts it only when the Focus has ended: what the Focus silenced.
    var isHeldFromBadge: Bool { if case .silenced = counter { true } else { false } }

    /// What counts it.
    var counter: Counter {
        // A pattern, since `==` would compare what other reasons hold.
        if case .tooMany = reason { return .limited }
        return switch verdict {
        case .deliver: .delivered
        case .silence: .silenced
        }
    }
}
