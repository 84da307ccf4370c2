// SPDX-License-Identifier: Apache-2.0

/// Exit status of the program. Scripts rely on these values.
package enum ExitCode: Int32, Sendable {
    case done = 0
    /// focusd, a file or a check of the command refused the request.
    case refused = 1
    /// The command line is invalid.
    case usage = 2
    /// focusd does not run or does not answer.
    case notReachable = 3
    /// A valid predicate could not be evaluated.
    case evaluation = 4
}

/// Failure of a command.
struct CommandFailure: Error, Hashable {
    let code: ExitCode
    /// Sentence for standard error, or nil if the command has already printed its message.
    /// Printable.
    let message: String?
    /// Lines below the sentence. Printable.
    let details: [String]

    init(_ code: ExitCode, _ message: String?, details: [String] = []) {
        self.code = code
        self.message = message
        self.details = details.map(\.printable)
    }

    /// End of a rehearsed command where its effect would begin.
    static let rehearsed = CommandFailure(.done, nil)

    /// Returns the failure of an invalid command line, with lines below its sentence.
    static func usage(_ message: String, _ details: String...) -> CommandFailure {
        CommandFailure(.usage, message, details: details)
    }

    static func usage(_ message: String, details: [String]) -> CommandFailure {
        CommandFailure(.usage, message, details: details)
    }

    /// Returns the failure of a refused request, with lines below its sentence.
    static func refused(_ message: String, _ details: String...) -> CommandFailure {
        CommandFailure(.refused, message, details: details)
    }

    static func refused(_ message: String, details: [String]) -> CommandFailure {
        CommandFailure(.refused, message, details: details)
    }

    /// Returns the failure with further lines below it.
    func adding(_ details: [String]) -> CommandFailure {
        CommandFailure(code, message, details: self.details + details)
    }

    /// Returns the failure with the way to the command's help, if the command line was invalid.
    func naming(_ command: Command) -> CommandFailure {
        guard code == .usage, message != nil, details.isEmpty else { return self }
        return CommandFailure(code, message, details: [command.nextStep])
    }
}
