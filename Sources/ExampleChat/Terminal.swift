// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// Standard input and output.
enum Terminal {
    /// Whether somebody types.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// The lines of standard input, until its end.
    static func lines() -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream<String>.makeStream()
        // readLine waits for as long as nobody types, so it has a thread of its own.
        let thread = Thread {
            while let line = readLine() {
                continuation.yield(line)
            }
            continuation.finish()
        }
        thread.start()
        return lines
    }

    /// Prints lines at once, also where the output is a pipe.
    static func print(_ lines: [String]) {
        write(lines.map { $0 + "\n" }.joined())
    }

    /// Prints lines in the place of the prompt, and the prompt below them.
    static func printAbovePrompt(_ lines: [String], isDark: Bool) {
        // The dark look: white on black (SGR 97;40), to the end of each line (EL).
        let drawn = lines.map { isDark ? "\u{1B}[97;40m\($0)\u{1B}[K\u{1B}[0m" : $0 }
        write("\r\u{1B}[K" + drawn.map { $0 + "\n" }.joined() + "> ")
    }

    private static func write(_ text: String) {
        // Nobody is left to be told when nobody reads.
        try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }
}
