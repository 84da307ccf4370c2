// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import Glibc

/// The program `focus-bridge`.
package enum Program {
    /// Serves until SIGTERM or SIGINT, the end of the session bus, or the time at which the bridge
    /// is not needed any more.
    ///
    /// - Parameter arguments: The arguments without the program's name.
    /// - Returns: The exit code: 0 after a clean end, 1 if the program cannot continue, 2 for an
    ///   invalid command line.
    package static func run(_ arguments: [String]) -> Int32 {
        Options.parser.run(arguments, complain: log, reading: Options.init) { options in
            signal(SIGPIPE, SIG_IGN)
            return LoopActor.run {
                do {
                    let ports = try Ports(options) { LoopActor.quit($0) }
                    running = ports
                    try ports.start()
                } catch {
                    log("\(error)")
                    LoopActor.quit(1)
                }
            }
        }
    }

    /// Writes a line to standard error. No line contains a notification's text.
    static func log(_ text: String) {
        OpenFile.log("focus-bridge: \(text)")
    }

    /// The ports, kept for as long as the loop runs.
    @LoopActor private static var running: Ports?
}
