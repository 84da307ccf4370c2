// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop

/// Words behind the apps of `allow` and `silence` that name no app but an end or a Focus: `silence
/// Slack for 1h`, `allow Slack in reading`.
@LoopActor struct ListHabits {
    private let values: OptionValues
    private let invocation: Invocation
    private let verb: String

    private var words: [String] { values.arguments }

    init(_ values: OptionValues, _ invocation: Invocation, _ mode: ListPolicy<AppID>.Mode) {
        self.values = values
        self.invocation = invocation
        verb = mode == .allow ? "allow" : "silence"
    }

    /// Throws for such words, with the command that was meant.
    func refuse() throws(CommandFailure) {
        guard words.count > 1, !isApp(words.joined(separator: " ")) else { return }
        try refuseEnd()
        try refuseFocus()
    }

    private func refuseEnd() throws(CommandFailure) {
        try TrailingEnd.refuse(words, invocation, "a list has no end") { apps in
            verb == "silence"
                ? nil : "To \(verb) without an end: focus-switch \(verb) \(apps)\(focusOption)"
        }
    }

    /// The option ` --focus`, as the user typed it.
    private var focusOption: String {
        values.string("focus").map { " --focus \(shellQuoted($0))" } ?? ""
    }

    private func refuseFocus() throws(CommandFailure) {
        guard values.string("focus") == nil else { return }
        let editor = FocusEditor(invocation)
        for start in 1..<words.count {
            let last = Array(words[start...])
            let name = last.joined(separator: " ")
            guard !isApp(name),
                let focus = last.count > 1
                    ? editor.name(in: last) : (try? editor.focus(named: name)) != nil ? name : nil
            else { continue }
            let lead = words[start - 1].lowercased()
            let hasLead = start > 1 && ["in", "for", "during"].contains(lead)
            let apps = Array(words[..<(hasLead ? start - 1 : start)])
            let manner = ["only", "remove"].filter { values.flag($0) }.map { " --\($0)" }.joined()
            throw CommandFailure(
                .usage, "“\(focus.printable)” is a Focus, not an app",
                details: [
                    "For that Focus: focus-switch \(verb)\(manner) \(Self.quoted(apps)) --focus"
                        + " \(shellQuoted(focus))",
                    "For an app of that name: focus-switch \(verb)\(manner) \(Self.quoted(apps))"
                        + " --app \(shellQuoted(focus))",
                ].map(\.printable))
        }
    }

    private func isApp(_ name: String) -> Bool { invocation.apps.isName(name) }

    private static func quoted(_ words: [String]) -> String {
        words.map(shellQuoted).joined(separator: " ")
    }
}
