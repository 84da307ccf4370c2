// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Glibc

/// The program `focus-link`, which performs the commands of `focus-switch link`: this program links
/// no network library.
enum LinkProgram {
    static let all = [link]

    /// The commands of focus-link.
    static let commands = [
        "setup", "join", "status", "words", "rotate", "off", "phone", "restore", "delete",
    ]

    /// For the list of commands and the help. The arguments go to the other program as they are.
    static let link = Command(
        "link", "COMMAND…",
        summary: "Share the active Focus with your other machines, over an MQTT broker",
        details: """
            setup (first machine), join (further machines), status, words, rotate, off, phone, \
            restore, delete. Each has --help. Exit status 3 of status, restore and delete: no link \
            runs on this machine. The package focusd-link has the program that does it; see \
            focus-link(1).
            """,
        options: [.init("json", help: "Print JSON; only with status")],
        examples: ["focus-switch link status"]
    ) { _, _ throws(CommandFailure) in
        throw .usage(
            "expected a command: setup, join, status, words, rotate, off, phone, restore or delete")
    }

    /// Replaces this process if the words behind `link` are a command.
    ///
    /// - Returns: a message if the program is missing; nil if the words are for this program.
    static func run(_ words: ArraySlice<String>) -> String? {
        var rest = Array(words)
        // Alone, it shows the state, as `mute` does.
        if rest.allSatisfy({ $0 == "--json" }) { rest.insert("status", at: 0) }
        guard !rest[0].hasPrefix("-") else { return nil }
        let program = ProgramFile.beside("focus-link") ?? "focus-link"
        var arguments = unsafe ([program] + rest).map { unsafe strdup($0) } + [nil]
        // Returns only if it fails. The process ends then, and with it these texts.
        _ = unsafe execvp(program, &arguments)
        return "focus-link is not installed; install the package focusd-link"
    }

    /// True if the user turned the link off.
    private static func isOff(_ path: String) -> Bool {
        let file = (try? FocusDirectory.contents(at: path)).flatMap { try? KeyFile(bytes: $0) }
        return (try? file?.boolean("Link", "Enabled")) == false
    }

    /// The checks of `doctor`; none if the link is not set up, or off.
    @LoopActor static func checks() -> [DoctorCheck] {
        guard let client = try? LinkClient() else { return [] }
        guard client.isRunning else {
            return [notRunning(BaseDirectories())].compactMap { $0 }
        }
        guard let status = try? client.status() else {
            let hasManager = BaseDirectories().hasUserManager
            return [failing("it does not answer", LinkStart.restart(hasManager: hasManager))]
        }
        guard status.problems.isEmpty else {
            return status.problems.map { problem in
                let parts = problem.split(separator: "; to do: ", maxSplits: 1)
                return failing(
                    String(parts.first ?? ""),
                    parts.count > 1
                        ? String(parts[1])
                        : "to see later whether that has ended: focus-switch link status")
            }
        }
        let online = status.machines.count { $0.isOnline }
        let machines = Wording.count(online, "other machine")
        return [SessionFacts.good("link", "connected with \(status.broker), \(machines) online")]
    }

    /// Returns the check of a link that does not run; nil if it is not set up, or off.
    static func notRunning(_ directories: BaseDirectories) -> DoctorCheck? {
        let file = directories.focusd + "/focus-link.conf"
        guard unsafe access(file, F_OK) == 0, !isOff(file) else { return nil }
        return failing(
            "it is set up, and does not run",
            LinkStart.start(hasManager: directories.hasUserManager))
    }

    private static func failing(_ detail: String, _ remedy: String) -> DoctorCheck {
        SessionFacts.bad("link", detail, .linkFailing, remedy)
    }
}
