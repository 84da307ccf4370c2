// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import Glibc

/// The program `focus-console`.
enum Program {
    /// Serves until SIGTERM, SIGINT, SIGHUP, the key that ends the program, or the loss of the name
    /// or the bus.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    /// - Returns: The exit code: 0 after a clean end, 1 if the program cannot continue, 2 for an
    ///   invalid command line.
    static func run(_ arguments: [String]) -> Int32 {
        Options.parser.run(
            arguments, complain: { complain($0.harmlessLine) }, reading: Options.init
        ) { options in
            // A closed output becomes an error of write(2), after which the program restores the
            // terminal.
            signal(SIGPIPE, SIG_IGN)
            return LoopActor.run {
                do {
                    running = try Console(options) { LoopActor.quit($0) }
                } catch {
                    complain("\(error)")
                    LoopActor.quit(1)
                }
            }
        }
    }

    /// Prints the reason of a failure on standard error.
    static func complain(_ text: String) {
        OpenFile.log("focus-console: \(text)")
    }

    /// The console, kept for as long as the loop runs.
    @LoopActor private static var running: Console?
}

/// The reason why the program cannot work.
struct ConsoleError: Error, CustomStringConvertible {
    let description: String
}
