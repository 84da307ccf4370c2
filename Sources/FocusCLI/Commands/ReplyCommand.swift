// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The command `missed reply`, which answers a notification with a text.
enum ReplyCommand {
    static let reply = Command(
        "missed reply", "ID TEXT…",
        summary: "Send a text to the app, as a popup's reply field does",
        details: """
            For notifications with the action inline-reply, while the app is on the bus. The \
            notification ends, unless its app made it resident.
            """,
        examples: ["focus-switch missed reply 12 On my way"]
    ) { invocation, values throws(CommandFailure) in
        let words = try values.arguments(2...Int.max, "the id of a notification and a text")
        let text = words.dropFirst().joined(separator: " ")
        guard !text.allSatisfy(\.isWhitespace) else { throw .usage("the text is empty") }
        let entry = try invocation.entry(MissedCommands.id(words[0]))
        let id = entry.record.id
        guard entry.record.actions.contains(where: { $0.key == Action.inlineReplyKey }) else {
            throw .refused(
                "notification \(id.rawValue) takes no written reply",
                details: entry.record.actions.isEmpty
                    ? [] : ["Its actions: focus-switch missed show \(id.rawValue)"])
        }
        guard entry.isLive else {
            let reason =
                entry.record.ended == nil ? "the app has left" : Wording.state(entry.record.state)
            throw .refused("no reply can be sent to notification \(id.rawValue): \(reason)")
        }
        let sender = invocation.isJSON ? "" : invocation.sender(of: entry)
        try invocation.ask(.reply(to: id, text))
        invocation.report(["id": .integer(Int64(id.rawValue)), "text": .string(text)]) {
            invocation.output.sentence("Sent the reply to \(sender).")
        }
    }
}
