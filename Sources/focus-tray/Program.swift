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
        summary: "Shows the active Focus and the missed notifications in the tray, with a menu to"
            + " switch.",
        description: "It needs a display, and keeps running while focusd restarts.",
        options: [
            .init("help", short: "h", help: "Show this help"),
            .init("version", help: "Show the version"),
        ])

    /// Shows the icon until the session bus or the display closes, or a signal ends the program.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    /// - Returns: The exit code: 0 if another process shows the icon, 1 if the program cannot
    ///   continue, 2 for an invalid command line.
    static func run(_ arguments: [String]) -> Int32 {
        parser.run(arguments, complain: { complain($0.singleLine) }, reading: { $0 }) { _ in
            guard TrayIcon.openDisplay() else {
                complain("no display: set DISPLAY or WAYLAND_DISPLAY")
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
    }

    /// Ends the program.
    static func finish(_ code: Int32, saying text: String) {
        complain(text)
        exitCode.store(code, ordering: .relaxed)
        TrayActor.executor.quit()
    }

    /// Prints a message on standard error.
    static func complain(_ text: String) {
        OpenFile.log("focus-tray: \(text)")
    }

    /// Set on the bus's thread, read after the main thread's loop has ended.
    private static let exitCode = Atomic<Int32>(0)

    /// The controller, kept for as long as the program runs.
    @LoopActor private static var running: Controller?
}

/// The reason why the program shows no icon.
struct TrayError: Error {
    let exitCode: Int32
    let message: String
}
