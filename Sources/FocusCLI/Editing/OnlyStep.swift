// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// The step with `--only`, for words such as “nobody but Ann” and “everyone except Ann”.
struct OnlyStep {
    /// `allow` or `silence`.
    let verb: String
    /// The members of the list as arguments, apps before people.
    let members: String

    /// Returns the line with the step.
    ///
    /// - Parameters:
    ///   - options: the typed options with further members, and the option that names the Focus.
    ///   - focus: the Focus; nil without one.
    func line(_ options: String, in focus: Focus?) -> String {
        "To \(verb) nothing else: \(command(options, in: focus))"
    }

    /// Returns the command. With a list of silenced people alone, a Focus that allows some apps, or
    /// none, still silences all the others: a second command lets them through. So it is with a
    /// list of silenced apps and a Focus that allows some people.
    func command(_ options: String, in focus: Focus?) -> String {
        let arguments = [members, options].filter { !$0.isEmpty }.joined(separator: " ")
        let command = "focus-switch \(verb) --only \(arguments)"
        let hasPeople = arguments.contains("--person ")
        let hasApps = arguments.contains("--app ") || !arguments.hasPrefix("--")
        guard verb == "silence", hasPeople != hasApps, let focus,
            (hasPeople ? focus.apps.mode == .allow : focus.people.mode == .allow)
        else { return command }
        let option = "--focus \(shellQuoted(focus.id.rawValue))"
        let others = hasPeople ? "apps" : "people"
        return "\(command) && focus-switch allow --all-\(others) \(option)"
    }
}
