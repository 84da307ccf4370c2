// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Second words that users expect of a group of commands, as in `schedule disable`, with the
/// command that does it here.
extension NearMiss {
    /// The step for the name and the place of a rule, which only its file can change.
    static let renamingRules =
        "The first rule that matches decides. To move or rename rules in the file of their Focus:"
        + " focus-switch edit FOCUS"

    /// Returns the failure for such words; nil for others.
    ///
    /// - Parameter rest: the words behind the second one.
    static func failure(group: String, _ word: String, _ rest: [String]) -> CommandFailure? {
        let name = rest.first { !$0.hasPrefix("-") }.map(shellQuoted) ?? "NAME"
        let steps: [String]
        switch (group, word.lowercased()) {
        case ("schedule", "disable"), ("schedule", "off"), ("schedule", "stop"),
            ("schedule", "pause"), ("schedule", "skip"), ("schedule", "end"):
            steps = [
                "To skip one window of it: focus-switch skip FOCUS \(name)",
                "To remove it: focus-switch schedule remove \(name) --focus FOCUS",
            ]
        case ("schedule", "enable"), ("schedule", "on"):
            steps = ["To let a skipped window take place: focus-switch skip --undo"]
        case ("schedule", "show"):
            steps = ["To list the schedules: focus-switch schedule list"]
        case ("schedule", "rename"):
            steps = ["To give it another name in the file of its Focus: focus-switch edit FOCUS"]
        case ("rule", "move"), ("rule", "up"), ("rule", "down"), ("rule", "order"),
            ("rule", "sort"), ("rule", "rename"):
            steps = [renamingRules]
        case ("rule", "show"):
            steps = ["To list the rules: focus-switch rule list --focus FOCUS"]
        case ("rule", "disable"), ("rule", "off"):
            steps = ["To remove it: focus-switch rule remove \(name) --focus FOCUS"]
        case ("badge", "off"), ("badge", "hide"), ("badge", "disable"), ("badge", "never"):
            steps = [
                "To hide all badges while a Focus is on: focus-switch set hide-badges on",
                "To count no notifications of an app: [Badge] Never= of focusd.conf(5)",
                "To bring a badge to 0: focus-switch badge clear \(name == "NAME" ? "APP" : name)",
            ]
        default: return nil
        }
        return .usage("there is no command “\(group) \(word.printable)”", details: steps)
    }
}
