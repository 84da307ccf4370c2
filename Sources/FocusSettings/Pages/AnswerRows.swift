// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire
import Presentation

/// The answers that the app of a notification waits for: opening it, its buttons, a written reply.
extension SettingsState {
    /// The key of the action for a click on the notification itself.
    private static var openingKey: String { "default" }

    /// Returns the actions that a button can stand for: without a click on the notification itself
    /// and a written reply. None of a notification that is over.
    private func actions(of entry: EntryWire) -> [Action] {
        guard entry.isLive else { return [] }
        return entry.record.actions.filter {
            $0.key != Self.openingKey && $0.key != Action.inlineReplyKey && !$0.label.isEmpty
        }
    }

    private func has(_ entry: EntryWire, _ key: String) -> Bool {
        entry.isLive && entry.record.actions.contains { $0.key == key }
    }

    /// Returns the buttons for a notification's actions, the one that opens it first.
    ///
    /// - Parameters:
    ///   - title: The title of the notification.
    ///   - limit: Maximum number of letters of a button.
    func answerButtons(
        _ entry: EntryWire, _ title: String, upTo limit: Int
    ) -> [SettingsButton] {
        let id = entry.record.id
        let opening =
            has(entry, Self.openingKey)
            ? [
                SettingsButton(
                    tr("Open"), name: tr("Open “\(title)” in its app"), .act(id, Self.openingKey))
            ] : []
        return opening
            + actions(of: entry).map { action in
                SettingsButton(
                    action.label.line(upTo: limit), name: "\(action.label), \(title)",
                    .act(id, action.key))
            }
    }

    /// Returns the field for a written reply; nil for a notification that takes none.
    func replyRow(_ entry: EntryWire, _ title: String) -> SettingsRow? {
        guard has(entry, Action.inlineReplyKey) else { return nil }
        let id = entry.record.id
        let refused = pageRefusals[place]?.replies[id]
        var row = SettingsRow(
            "reply \(entry.record.key.rawValue)", tr("Reply to “\(title)”"),
            .entry(refused?.text ?? "", apply: .reply(id)))
        row.subtitle = refused?.reason ?? ""
        row.isFaulty = refused != nil
        row.cancel = refused.map { _ in .giveUpReply(id) }
        row.needsEnter = true
        return row
    }

    /// Returns the ways to answer a notification, for its own page; nil for one without any.
    func answerGroup(_ entry: EntryWire) -> Group? {
        let title = entry.record.headline ?? tr("(no text)")
        let buttons = answerButtons(entry, title, upTo: 24)
        var rows: [SettingsRow] = []
        if !buttons.isEmpty {
            rows.append(
                SettingsRow("answers", tr("In its app"), buttons: Array(buttons.prefix(3))))
        }
        if let reply = replyRow(entry, title) { rows.append(reply) }
        return rows.isEmpty ? nil : Group("answers", rows)
    }

    /// Sends what the user has typed.
    mutating func reply(to id: ClientID, _ text: String, into effects: inout [Effect]) {
        pageRefusals[place]?.replies[id] = nil
        let reply = text.trimmed
        guard !reply.isEmpty else {
            let reason = tr("Type a reply first")
            pageRefusals[place, default: PageRefusals()].replies[id] = (reason, "")
            return
        }
        effects.append(.reply(id, reply))
    }
}
