// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// Output of `focus-switch` without arguments: the state in a line or two, and the next steps.
enum BriefStatus {
    @LoopActor static func print(_ invocation: Invocation) throws(CommandFailure) {
        let status: ServiceStatus
        do throws(CommandFailure) {
            status = try invocation.ask(.status)
        } catch {
            guard !invocation.isJSON, error.code == .notReachable, let facts = invocation.session?()
            else { throw error }
            printWithoutFocusd(error, facts, invocation.output)
            throw CommandFailure(.notReachable, nil)
        }
        invocation.report(StatusCommands.json(status, invocation)) { print(status, invocation) }
    }

    @LoopActor private static func print(_ status: ServiceStatus, _ invocation: Invocation) {
        let output = invocation.output
        output.sentence(StatusCommands.focusLine(status, invocation))
        StatusCommands.tellLoss(status, invocation)
        if status.missed > 0 {
            output.line("\(Wording.count(status.missed, "notification")) missed.")
        }
        if let muted = StatusCommands.mutedText(invocation) {
            output.sentence("Muted: \(muted).")
        }
        if status.server.isPaused {
            let server = status.server
            output.sentence("\(server.pauseCause) and shows no popups: \(server.pauseRemedy)")
        }
        StatusCommands.tellUndecided(status.server, invocation)
        var hints: [(String, String)] = []
        if status.activation == nil {
            hints.append(("FOCUS", "turn on a Focus (focus-switch list)"))
        } else {
            hints.append(("off", "turn off the current Focus"))
        }
        if status.missed > 0 { hints.append(("missed", "list what was silenced")) }
        let hasServer = status.server.isRunning || status.server.isStarting
        if !status.problems.isEmpty || !hasServer {
            hints.append(("doctor", "see what does not work"))
        }
        show(hints + [("--help", "list all commands")], output)
    }

    @LoopActor private static func printWithoutFocusd(
        _ failure: CommandFailure, _ facts: SessionFacts, _ output: Output
    ) {
        let message = (failure.message ?? "focusd is not running").printable
        // The program's name stays in lower case.
        let first =
            message.hasPrefix("focusd") ? message.prefix(1) : message.prefix(1).uppercased()[...]
        output.sentence("\(first)\(message.dropFirst()).")
        guard facts.hasBus, facts.ownFile != nil else {
            failure.details.forEach { output.sentence($0) }
            return show([("demo", "see a Focus at work in this terminal")], output)
        }
        show(
            [
                ("setup", facts.setupPurpose),
                ("demo", "see a Focus at work first, in this terminal"),
                ("doctor", "check this session"), ("--help", "list all commands"),
            ], output)
    }

    @LoopActor private static func show(_ hints: [(String, String)], _ output: Output) {
        var table = Table()
        for (command, purpose) in hints {
            table.add("  focus-switch \(command)", purpose.printable)
        }
        // Aligned in a pipe as well: these lines are for people only.
        table.lines(width: output.width ?? HelpText.width).forEach { output.line($0) }
    }
}
