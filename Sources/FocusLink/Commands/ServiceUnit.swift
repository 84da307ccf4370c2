// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import GLibLoop
import Glibc

/// The user unit `focus-link.service`.
enum ServiceUnit {
    private static let name = "focus-link.service"

    /// The command that starts the program in this session.
    static var startCommand: String { LinkStart.start(hasManager: hasManager) }

    /// Starts the service, and says how it starts with the session.
    /// - Parameter isRunning: True if focus-link runs already.
    static func start(isRunning: Bool) throws(LinkProblem) {
        guard hasManager else {
            guard !isRunning else {
                return Program.say("focus-link runs, and reads these files now.")
            }
            Program.say("There is no systemd for this session. To start the link:")
            print("  \(LinkStart.commandLine)")
            Program.say("Let your desktop run the same line at the start of each session.")
            return
        }
        // A running service notices its changed files by itself.
        try run(["enable", "--now", name])
        Program.say("focus-link runs, and starts with focusd in each session.")
    }

    /// Ends the service, and its start with each session.
    /// - Returns: False if there is no systemd.
    static func stop() throws(LinkProblem) -> Bool {
        guard hasManager else { return false }
        try run(["disable", "--now", name])
        return true
    }

    private static var hasManager: Bool { BaseDirectories().hasUserManager }

    private static func run(_ arguments: [String]) throws(LinkProblem) {
        let words = ["systemctl", "--user"] + arguments
        guard let status = try? Command.run(words) else {
            throw LinkProblem("systemctl cannot be run")
        }
        guard status == 0 else {
            throw LinkProblem("this failed: \(words.joined(separator: " "))")
        }
    }
}

/// A program that is waited for.
enum Command {
    /// Returns the exit code; throws if the program cannot be started.
    static func run(_ words: [String]) throws(LinkProblem) -> Int32 {
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var pid: pid_t = 0
        let result = unsafe posix_spawnp(&pid, words[0], nil, nil, &arguments, environ)
        guard result == 0 else { throw LinkProblem("\(words[0]) cannot be run") }
        var status: Int32 = 0
        while unsafe waitpid(pid, &status, 0) < 0, errno == EINTR {}
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }
}
