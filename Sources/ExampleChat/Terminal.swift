// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// The standard input and output.
enum Terminal {
    /// True if a user types the input.
    static var isInteractive: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// Returns the lines of the standard input until its end.
    static func lines() -> AsyncStream<String> {
        let (lines, continuation) = AsyncStream<String>.makeStream()
        // readLine blocks until the user types a line, so it has a thread of its own.
        let thread = Thread {
            while let line = readLine() {
                continuation.yield(line)
            }
            continuation.finish()
        }
        thread.start()
        return lines
    }

    /// Prints lines immediately, also to a pipe.
    static func print(_ lines: [String]) {
        write(lines.map { $0 + "\n" }.joined())
    }

    /// Replaces the prompt by lines, and prints the prompt below them.
    static func printAbovePrompt(_ lines: [String], isDark: Bool) {
        // The dark look is white on black (SGR 97;40) to the end of each line (EL).
        let drawn = lines.map { isDark ? "\u{1B}[97;40m\($0)\u{1B}[K\u{1B}[0m" : $0 }
        write("\r\u{1B}[K" + drawn.map { $0 + "\n" }.joined() + "> ")
    }

    private static func write(_ text: String) {
        // A failure is ignored, because no reader exists.
        try? FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
    }
}
