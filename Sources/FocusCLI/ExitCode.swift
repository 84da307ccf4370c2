// SPDX-License-Identifier: Apache-2.0

/// What the program's exit status says; part of what scripts rely on.
package enum ExitCode: Int32, Sendable {
    case done = 0
    /// Refused by focusd, by a file, or by what the command checks.
    case refused = 1
    /// The command line is not one that the program knows.
    case usage = 2
    /// focusd does not run, or does not answer.
    case notReachable = 3
    /// A predicate that parses could not be evaluated.
    case evaluation = 4
}

/// A command that ends otherwise than done.
struct CommandFailure: Error, Hashable {
    let code: ExitCode
    /// A sentence for standard error, printable; nil where all has been said.
    let message: String?
    /// Lines below the sentence, printable.
    let details: [String]

    init(_ code: ExitCode, _ message: String?, details: [String] = []) {
        self.code = code
        self.message = message
        self.details = details
    }

    static func usage(_ message: String) -> CommandFailure {
        CommandFailure(.usage, message)
    }

    static func refused(_ message: String) -> CommandFailure {
        CommandFailure(.refused, message)
    }
}
