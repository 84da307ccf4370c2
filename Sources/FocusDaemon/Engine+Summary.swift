// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire

extension Engine {
    /// Apps that a summary names; the others are counted together.
    nonisolated static let summaryApps = 5

    /// One notification that tells what a Focus has silenced, when it ends (`Summary=true`).
    ///
    /// It is focusd's own: shown, neither stored nor counted.
    func summarize(_ focus: Focus) {
        var records: [EntryRecord] = []
        attempt {
            records = try store.entries(
                HistoryQuery(state: .silenced, limit: Limits.liveNotifications))
        }
        let held = records.filter { $0.isHeldFromBadge && $0.focus == focus.id }
        guard !held.isEmpty, let message = try? Self.summary(of: held, focus) else { return }
        let admission = proxy.admit(
            app: AppID("org.focusd"), from: Sender(peer: PeerName(rawValue: "")), replaces: 0,
            verdict: .deliver, isFeedback: true)
        guard messages.holdUnstored(message, bytes: 0, for: admission.entry.key) else { return }
        outbox.show(admission.entry.key, admission.entry.id)
    }

    private static func summary(
        of records: [EntryRecord], _ focus: Focus
    ) throws(MarshalError) -> Message {
        let message = Message.methodCall(
            destination: nil, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "Notify")
        try message.append(
            .string("focusd"), .uint32(0), .string(focus.icon ?? ""),
            .string("While \(focus.name) was on"), .string(summaryText(records)), .strings([]),
            .vardict(["category": .string("presence"), "urgency": .byte(0)]), .int32(-1))
        return message
    }

    /// `3 from Chat, 1 from Mail`, the app with the most first.
    nonisolated static func summaryText(_ records: [EntryRecord]) -> String {
        var counts: [String: Int] = [:]
        for record in records {
            counts[record.appName.isEmpty ? record.app.rawValue : record.appName, default: 0] += 1
        }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        var parts = sorted.prefix(summaryApps).map { "\($0.value) from \(escaped($0.key))" }
        let others = sorted.dropFirst(summaryApps).reduce(0) { $0 + $1.value }
        if others > 0 { parts.append("\(others) from others") }
        return parts.joined(separator: ", ")
    }

    /// Body text is markup on most servers ("Markup" of the notification specification).
    private nonisolated static func escaped(_ text: String) -> String {
        text.reduce(into: "") { result, character in
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
    }
}
