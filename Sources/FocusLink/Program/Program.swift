// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Glibc

/// The program `focus-link`: the service, and the commands of `focus-switch link`.
package enum Program {
    static let parser = OptionParser(
        command: "focus-link", parameters: "[COMMAND]",
        summary: "Shares the Focus that you turn on with your other machines, over an MQTT broker."
            + " Without a command, it runs until the session ends; focus-switch link setup starts"
            + " it with each session.",
        description: "The commands are those of focus-switch link: " + LinkCommand.names
            + ". Each has --help.",
        options: [
            .init(
                "session-bus", .string, placeholder: "ADDRESS",
                help: "Find focusd on this bus"),
            .init("help", short: "h", help: "Show this help"),
            .init("version", help: "Show the version"),
        ], stopsAtFirstArgument: true)

    /// Runs the service until SIGTERM, SIGINT or the end of the session bus, or runs a command.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    /// - Returns: The exit code: 0 after a clean end, or if the link is off, 1 if something failed,
    ///   2 for an invalid command line, 3 if the link does not run, 78 if the files of the link
    ///   cannot be used.
    package static func run(_ arguments: [String]) -> Int32 {
        parser.run(arguments, complain: log, reading: { $0 }) { values in
            signal(SIGPIPE, SIG_IGN)
            let bus = values.string("session-bus")
            limitMemory()
            guard let name = values.arguments.first else {
                return LoopActor.run { serve(bus) }
            }
            guard let command = LinkCommand(rawValue: name) else {
                log(LinkCommand.unknown(values.arguments))
                return 2
            }
            let rest = Array(values.arguments.dropFirst())
            return LoopActor.run {
                Task {
                    finish(await command.run(rest, bus: bus))
                }
            }
        }
    }

    /// Maximum bytes of data of the process. A hostile broker could announce a message of 256 MB,
    /// and libmosquitto allocates its memory at once. With this limit, the connection ends instead.
    private static let dataBytes: rlim_t = 192 << 20

    private static func limitMemory() {
        var limit = rlimit(rlim_cur: dataBytes, rlim_max: dataBytes)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
    }

    @LoopActor private static func serve(_ bus: String?) {
        terminations = [SIGTERM, SIGINT].map { number in
            UnixSignalSource(signal: number) {
                running?.stop()
                finish(0)
            }
        }
        Task { await start(bus) }
    }

    @LoopActor private static func start(_ bus: String?) async {
        do {
            let service = try await LinkService(bus)
            running = service
            try service.start()
        } catch let problem as LinkProblem {
            let code: Int32 = problem.mayPass ? 1 : 78
            finish(problem == .off ? 0 : code, saying: problem.description)
        } catch {
            finish(1, saying: "\(error)")
        }
    }

    /// Ends the program.
    static func finish(_ code: Int32, saying text: String? = nil) {
        if let text { log(text) }
        LoopActor.quit(code)
    }

    /// Writes a message to standard error: one line, or on a terminal lines that fit it. No
    /// message contains a secret or a notification's text.
    static func log(_ text: String) {
        OpenFile.log(fitted("focus-link: \(text)", STDERR_FILENO))
    }

    /// Prints a message to standard output, on a terminal in lines that fit it.
    static func say(_ text: String) {
        print(fitted(text, STDOUT_FILENO))
    }

    private static func fitted(_ text: String, _ descriptor: Int32) -> String {
        guard let width = TerminalText.columns(of: descriptor) else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { line in
                String(line).messageLines(
                    width: width, program: line.contains(": rm ") ? "rm" : "focus-switch")
            }
            .joined(separator: "\n")
    }

    @LoopActor private static var terminations: [UnixSignalSource] = []

    /// The service, kept for as long as the loop runs.
    @LoopActor private static var running: LinkService?
}
