// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Commands and orders behind a Focus: `work allow Slack`, `work let Ann through`.
extension FocusWords {
    /// Turns the Focus on or off. Throws for a command behind it, `work allow Slack`, and returns
    /// false for other words.
    func performOrRefuseOrder() throws(CommandFailure) -> Bool {
        if try perform() { return true }
        guard let (name, rest) = split,
            let failure = commandFailure(name, rest) ?? orderFailure(name, rest)
        else { return false }
        throw failure
    }

    /// Words behind “unless” that mean nothing of their own, in lower case.
    private static let beings: Set = ["from", "is", "it", "it's", "it’s", "its"]

    /// Returns the error for a command behind its Focus: `work allow Firefox`.
    func commandFailure(_ name: String, _ rest: [String]) -> CommandFailure? {
        let fitting = CommandTable.all.filter { rest.starts(with: $0.words.map(String.init)) }
        guard let command = fitting.max(by: { $0.words.count < $1.words.count }) else { return nil }
        var words = rest
        if command.options.contains(where: { $0.name == "focus" }) {
            let end = words.firstIndex(of: "--") ?? words.endIndex
            words.insert(contentsOf: ["--focus", name], at: end)
        } else if command.name != "off",
            ["FOCUS", "[FOCUS]"].contains(where: { command.parameters.hasPrefix($0) })
        {
            words.insert(name, at: command.words.count)
        } else if command.parameters.isEmpty, words.count == command.words.count {
            return .usage(
                "“\(command.name)” is a command, and takes no Focus",
                "Without the Focus: focus-switch \(command.name)")
        } else {
            return nil
        }
        let message = "“\(command.name)” is a command, which comes before its Focus"
        if ListCommands.all.contains(where: { $0.name == command.name }) {
            return .usage(
                message,
                details: OwnVerbs.steps(
                    [("For “\(name)”", command.name)], Array(words.dropFirst()), invocation))
        }
        let line = words.map(shellQuoted).joined(separator: " ")
        return .usage(message, "For “\(name)”: focus-switch \(line)")
    }

    /// Returns the error for an order behind a Focus: `let Ann through`, `only Ann`, `mute Slack`,
    /// `color red`.
    func orderFailure(_ name: String, _ rest: [String]) -> CommandFailure? {
        let order = rest.drop { $0.means(.and) }
        guard order.count > 1, let verb = order.first?.lowercased() else { return nil }
        let message =
            "unexpected “\(rest.joined(separator: " ").printable)” after “\(name.printable)”"
        let turnOn = "To turn it on: focus-switch on \(shellQuoted(name))\(end)"
        if verb == "unless" {
            // “unless it's Ann”.
            let others = order.dropFirst().drop { Self.beings.contains($0.lowercased()) }
            let members = SpokenMembers(Array(others), invocation)
            guard members.isSorted, members.hasNames else { return nil }
            return SpokenPhrase.failure(behind: name, ["except"] + others, end, invocation)
                .map { .usage(message, details: $0.details) }
        }
        let change =
            SessionWords.setting(verb) == nil
            ? [] : SessionWords.changeSteps([name] + order, invocation, needsFocus: true)
        if !change.isEmpty {
            return .usage(message, details: change + (end.isEmpty ? [] : [turnOn]))
        }
        guard verb.means(.allow, .only, .silence) else { return nil }
        // “only” says more than the verb.
        let names = Sentence.withoutThrough(Array(order.dropFirst(verb.means(.only) ? 0 : 1)))
        let steps = OwnVerbs.steps(
            [("For “\(name)”", verb.means(.silence) ? "silence" : "allow")],
            names + ["--focus", name], invocation)
        guard !end.isEmpty else { return .usage(message, details: steps) }
        return .usage(message, details: [SpokenPhrase.endlessList] + steps + [turnOn])
    }
}
