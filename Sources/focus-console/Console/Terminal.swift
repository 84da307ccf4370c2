// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// The terminal's keyboard, read key by key without an echo. Releasing it restores the terminal.
final class Keyboard {
    private let descriptor: Int32
    private let original: termios

    /// Returns nil if the descriptor is not a terminal, or if another program has the terminal.
    init?(_ descriptor: Int32) {
        var settings = termios()
        guard unsafe tcgetattr(descriptor, &settings) == 0 else { return nil }
        // The attempt would stop a program in the background. A terminal that controls no process
        // (ENOTTY) has no foreground.
        let foreground = tcgetpgrp(descriptor)
        guard foreground < 0 || foreground == getpgrp() else { return nil }
        self.descriptor = descriptor
        original = settings
        grab()
    }

    deinit {
        release()
    }

    /// Takes the keyboard. Control-C stays a signal. Control-Z becomes a key, so that the program
    /// can restore the terminal first. Control-\ has no effect, because it would leave the terminal
    /// changed.
    func grab() {
        var settings = original
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        let disabled: cc_t = 0
        unsafe withUnsafeMutableBytes(of: &settings.c_cc) { characters in
            unsafe characters[Int(VSUSP)] = disabled
            unsafe characters[Int(VQUIT)] = disabled
            unsafe characters[Int(VMIN)] = 1
            unsafe characters[Int(VTIME)] = 0
        }
        unsafe tcsetattr(descriptor, TCSADRAIN, &settings)
    }

    func release() {
        var settings = original
        unsafe tcsetattr(descriptor, TCSADRAIN, &settings)
    }

    /// Returns the typed bytes; empty at the end of the input.
    func read() -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 256)
        let count = unsafe Glibc.read(descriptor, &bytes, bytes.count)
        return Array(bytes.prefix(max(0, count)))
    }
}

/// The destination of the output.
struct Sink {
    let descriptor: Int32

    var isTerminal: Bool { isatty(descriptor) != 0 }

    /// The terminal's width; nil if the output is not a terminal or if its width is unknown.
    var columns: Int? { TerminalText.columns(of: descriptor) }

    /// Writes the whole text. Returns false if the output is closed.
    func write(_ text: String) -> Bool { OpenFile.write(text, to: descriptor) }
}
