// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Glibc
import Synchronization
import Tray

/// The program `focus-tray`: the icon on the main thread, the bus on the loop's own.
enum Program {
    static let parser = OptionParser(
        command: "focus-tray",
        summary: "Shows the Focus in the tray: which one is on, what was missed, and a menu to"
            + " switch.",
        description: "It needs a display, and goes on while focusd restarts.",
        options: [
            .init("help", short: "h", help: "Show this help"),
            .init("version", help: "Show the version"),
        ])

    /// Shows the icon until the session bus or the display goes, or a signal ends the program.
    ///
    /// - Parameter arguments: without the program's name.
    /// - Returns: the exit code: 0 where an icon is there already, 1 when it cannot go on, 2 for a
    ///   command line that makes no sense.
    static func run(_ arguments: [String]) -> Int32 {
        let values: OptionValues
        do throws(OptionError) {
            values = try parser.parse(arguments)
        } catch {
            complain("\(error.message); see focus-tray --help")
            return 2
        }
        if let extra = values.arguments.first {
            complain("“\(extra.singleLine)”: the program takes no such word; see focus-tray --help")
            return 2
        }
        if values.flag("help") {
            print(parser.help, terminator: "")
            return 0
        }
        if values.flag("version") {
            print("focus-tray \(Release.version)")
            return 0
        }
        guard TrayIcon.openDisplay() else {
            complain("there is no display")
            return 1
        }
        Task { @LoopActor in
            do throws(TrayError) {
                running = try Controller()
            } catch {
                finish(error.exitCode, saying: error.message)
            }
        }
        TrayActor.executor.run()
        return exitCode.load(ordering: .relaxed)
    }

    /// Ends the program.
    static func finish(_ code: Int32, saying text: String) {
        complain(text)
        exitCode.store(code, ordering: .relaxed)
        TrayActor.executor.quit()
    }

    /// Says something on standard error.
    static func complain(_ text: String) {
        let line = Array("focus-tray: \(text)\n".utf8)
        // Where nobody reads it there is nobody to tell.
        _ = unsafe write(STDERR_FILENO, line, line.count)
    }

    /// Set on the bus's thread, read when the main thread's loop has ended.
    private static let exitCode = Atomic<Int32>(0)

    /// Keeps the controller for as long as the program runs.
    @LoopActor private static var running: Controller?
}

/// Why there is to be no icon.
struct TrayError: Error {
    let exitCode: Int32
    let message: String
}
