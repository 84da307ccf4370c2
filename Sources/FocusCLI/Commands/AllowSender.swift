// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The command `missed allow`, which lets notifications such as a silenced one through.
enum AllowSender {
    static let allow = Command(
        "missed allow", "ID",
        summary: "Allow the app, person or site for which a notification was silenced",
        details: """
            Puts the sender on the list of the Focus that silenced the notification, or ends the mute \
            of its app. What a rule or an app's own filter has silenced needs a command of yours, which \
            is shown. “focus-switch missed deliver” shows the notification itself.
            """,
        examples: ["focus-switch missed allow 12"]
    ) { invocation, values throws(CommandFailure) in
        let id = try MissedCommands.id(values.argument("the id of a notification"))
        let record = try invocation.entry(id).record
        guard record.verdict == .silence else {
            throw .refused(
                "notification \(id.rawValue) was not silenced, so there is nothing to allow")
        }
        let advice = AllowAdvice(invocation, record.reason, record.notification, record.focus)
        guard let command = advice.command else {
            throw .refused(
                "no command allows notifications such as \(id.rawValue) now; the reason:"
                    + " focus-switch explain \(id.rawValue)")
        }
        guard let words = try? shellWords(command), ["allow", "unmute"].contains(words[1]),
            !words.contains("--word")
        else {
            throw .refused(
                "notification \(id.rawValue) needs a command of yours:",
                "  \(command.printable)")
        }
        let json = invocation.isJSON ? ["--json"] : []
        let code = Program.run(json + words.dropFirst(), invocation)
        // The inner command has printed its message.
        guard code == .done else { throw CommandFailure(code ?? .refused, nil) }
        guard json.isEmpty else { return }
        if record.state == .silenced {
            invocation.output.advice(
                "To show this notification now: focus-switch missed deliver \(id.rawValue)")
        }
        if words[1] == "unmute" { return advice.printFocusBehindMute() }
        // “allow” tells of the mutes of the apps that it allows.
        if words.contains("--person") || words.contains("--site") { advice.printMuteBesides() }
    }
}
