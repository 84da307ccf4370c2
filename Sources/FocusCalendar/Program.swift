// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// The program `focus-calendar`: prints the names of the calendars whose user is busy now, and
/// again after each change. focusd runs it while a Focus has the trigger `calendar`.
///
/// libical reads calendars, which may come from strangers, in this process and not in focusd.
package enum Program {
    /// Prints until SIGTERM or SIGINT, or until nobody reads.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    /// - Returns: The exit code: 0 after a clean end, 1 if the program cannot continue, 2 for an
    ///   invalid command line.
    package static func run(_ arguments: [String]) -> Int32 {
        Options.parser.run(arguments, complain: log, reading: Options.init) { options in
            signal(SIGPIPE, SIG_IGN)
            return LoopActor.run {
                endings = [SIGTERM, SIGINT].map { number in
                    UnixSignalSource(signal: number) { LoopActor.quit() }
                }
                do throws(SystemCallError) {
                    calendars = try BusyCalendars(options, write: write)
                } catch {
                    log("there is no timer: \(error)")
                    LoopActor.quit(1)
                }
            }
        }
    }

    /// Writes a line to standard error. No line contains an event's text.
    static func log(_ text: String) {
        OpenFile.log("focus-calendar: \(text)")
    }

    /// Writes a line to standard output. Ends the program if nobody reads it.
    @LoopActor private static func write(_ line: String) {
        if !OpenFile.write(line + "\n", to: STDOUT_FILENO) { LoopActor.quit() }
    }

    @LoopActor private static var endings: [UnixSignalSource] = []
    /// The calendars, kept for as long as the loop runs.
    @LoopActor private static var calendars: BusyCalendars?
}

/// The options of the command line.
struct Options {
    var folder: String?
    var folderMayBeMissing = false
    var addresses: Set<String> = []
    var sessionBus: String?

    static let parser = OptionParser(
        command: "focus-calendar",
        summary: "Prints the calendars in which you are busy now, and each change. focusd starts"
            + " this program while a Focus has the trigger “calendar”.",
        description:
            "Each line of the output is a JSON object with four arrays: “busy” has the names of the"
            + " calendars in which you are busy, “calendars” the names of all calendars,"
            + " “problems” a sentence for each calendar that cannot be read, and “steps” the"
            + " commands that make calendars readable.",
        options: [
            .init(
                "folder", .string, placeholder: "PATH",
                help: "Read .ics files, and folders of them, from here"),
            .init("optional-folder", help: "Report no problem if the folder is missing"),
            .init(
                "addresses", .string, placeholder: "ADDRESS;…",
                help: "Your addresses, to tell events that you declined"),
            .init(
                "session-bus", .string, placeholder: "ADDRESS",
                help: "Ask Evolution Data Server on this bus for more calendars"),
            .init("help", short: "h", help: "Show this help"),
            .init("version", help: "Show the version"),
        ])

    /// Reads the values of ``parser``. Throws for a command line that names no place of calendars.
    init(_ values: OptionValues) throws(OptionError) {
        folder = values.string("folder")
        folderMayBeMissing = values.flag("optional-folder")
        let list = (values.string("addresses") ?? "").split(separator: ";")
        addresses = Set(list.map { $0.lowercased() })
        sessionBus = values.string("session-bus")
        let isQuestion = values.flag("help") || values.flag("version")
        guard folder != nil || sessionBus != nil || isQuestion else {
            throw OptionError("expected a place of calendars: --folder or --session-bus")
        }
    }
}
