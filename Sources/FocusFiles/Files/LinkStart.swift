// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The commands that start focus-link, in a session with systemd and in one without.
package enum LinkStart {
    /// A command line that starts the program without systemd.
    package static let commandLine = "setsid focus-link >/dev/null 2>&1 &"

    /// Returns the command that starts the program.
    ///
    /// - Parameter hasManager: true if systemd runs for the user.
    package static func start(hasManager: Bool) -> String {
        hasManager ? "systemctl --user enable --now focus-link" : commandLine
    }

    /// Returns the command that ends a program without an answer, and starts it again.
    ///
    /// - Parameter hasManager: true if systemd runs for the user.
    package static func restart(hasManager: Bool) -> String {
        hasManager
            ? "systemctl --user restart focus-link"
            : "pkill -KILL -u \"$USER\" -x focus-link && \(commandLine)"
    }
}

extension BaseDirectories {
    /// True if systemd runs for the user: it creates this socket.
    package var hasUserManager: Bool {
        runtime.map { unsafe access("\($0)/systemd/private", F_OK) == 0 } ?? false
    }
}
