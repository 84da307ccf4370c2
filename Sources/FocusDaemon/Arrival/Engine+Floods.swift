// SPDX-License-Identifier: Apache-2.0

// A flood begins when a client or an app sends more than `SendingRate` allows. Further
// notifications go to the missed list, and one notification of focusd's own counts them. That
// notification appears with the first limited one, changes in place at most once a second, and
// stays after the flood. The next flood gets a new notification.

import DBus
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

extension Engine {
    /// Applies the configured limits. If they changed, all clients and apps start with a full
    /// allowance.
    func setRate(_ rate: SendingRate) {
        guard rate != self.rate else { return }
        self.rate = rate
        allowance = SendingAllowance(rate)
    }

    /// Returns the decision after checking the allowance of the sender.
    ///
    /// Only notifications to be delivered use the allowance. Notifications with reason critical,
    /// which the user trusts, are always delivered.
    func limited(_ decision: Decision, _ notify: NotifyCall, _ sender: Sender) -> Decision {
        guard case .deliver = decision.verdict else { return decision }
        if case .critical = decision.reason { return decision }
        let notification = notify.notification
        let now = ContinuousClock.now
        let addsPopup =
            !notification.isFeedback
            && !live.replaces(notify.untrustedReplaces, from: sender)
        guard
            let exhausted = allowance.take(
                client: sender.peer, app: notification.app, addsPopup: addsPopup, at: now)
        else { return decision }
        _ = floods.add(exhausted, app: notification.app, appName: notification.appName, at: now)
        return Decision(
            verdict: .silence, reason: .tooMany, level: decision.level, faults: decision.faults)
    }

    /// Notifies the user of floods that have begun.
    func tellFloods() {
        guard !floods.isEmpty, floodTimer == nil else { return }
        problems.note(.appLimited, isPresent: true, at: .now)
        tellFloods(isFirst: true)
        waitForFloods()
    }

    private func tellFloods(isFirst: Bool) {
        for (key, flood) in floods.untold(isFirst: isFirst) {
            guard let message = try? summary(of: flood) else { continue }
            let app = AppID("org.focusd")
            let admission = live.admit(
                app: app, from: Sender(peer: PeerName(rawValue: "")),
                replaces: flood.summary?.rawValue ?? 0, verdict: .deliver, isFeedback: true)
            endDisplaced(by: admission, verdict: .deliver)
            let entry = admission.entry
            floods.told(key, flood.count, as: entry.id)
            if messages.holdUnstored(message, bytes: 0, for: entry.key, of: .own) {
                outbox.show(entry.key, entry.id)
            } else {
                live.end(entry.id, key: entry.key)
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
                problems.note(.appLimited, isPresent: false, at: .now)
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
    /// True if the badge counts the notification only after the Focus ends, because the Focus
    /// silenced it.
    var isHeldFromBadge: Bool { if case .silenced = counter { true } else { false } }

    /// Counter for this decision.
    var counter: Counter {
        // A pattern, since `==` would also compare the values inside other reasons.
        if case .tooMany = reason { return .limited }
        return switch verdict {
        case .deliver: .delivered
        case .silence: .silenced
        }
    }
}
