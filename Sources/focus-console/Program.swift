// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import Glibc
import Synchronization

/// The program `focus-console`.
enum Program {
    /// Serves until SIGTERM, SIGINT, SIGHUP, the key that ends it, or the loss of the name or the
    /// bus.
    ///
    /// - Parameter arguments: without the program's name.
    /// - Returns: the exit code: 0 after a clean end, 1 when it cannot go on, 2 for a command line
    ///   that makes no sense.
    static func run(_ arguments: [String]) -> Int32 {
        let options: Options
        do throws(UsageError) {
            options = try Options(arguments)
        } catch {
            complain("\(error.message); see focus-console --help")
            return 2
        }
        if options.showsHelp {
            print(Options.parser.help, terminator: "")
            return 0
        }
        if options.showsVersion {
            print("focus-console \(Version.text)")
            return 0
        }
        // A reader that has gone is an error of write(2), after which the terminal is put right.
        signal(SIGPIPE, SIG_IGN)
        LoopActor.run {
            do {
                let console = try Console(options) { code in
                    exitCode.store(code, ordering: .relaxed)
                    LoopActor.quit()
                }
                running = console
            } catch {
                complain("\(error)")
                exitCode.store(1, ordering: .relaxed)
                LoopActor.quit()
            }
        }
        return exitCode.load(ordering: .relaxed)
    }

    /// Says on standard error why the program does not do what it should.
    static func complain(_ text: String) {
        _ = Sink(descriptor: STDERR_FILENO).write("focus-console: \(text)\n")
    }

    /// Set on the loop, read when it has ended.
    private static let exitCode = Atomic<Int32>(0)

    /// Keeps the console for as long as the loop runs.
    @LoopActor private static var running: Console?
}

/// Why the program cannot do its work.
struct ConsoleError: Error, CustomStringConvertible {
    let description: String
}
