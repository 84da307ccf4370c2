// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// The file with the state in which the desktop's switch and the Focus were last alike. A Focus
/// that ends while the user is logged out then ends the switch at the next login.
struct AgreedState {
    /// `$XDG_STATE_HOME/focusd/do-not-disturb`; nil without a home directory.
    private let path: String?

    init() {
        // The XDG Base Directory Specification requires that a relative path is ignored.
        let state =
            Self.directory("XDG_STATE_HOME") ?? Self.directory("HOME").map { $0 + "/.local/state" }
        path = state.map { $0 + "/focusd/do-not-disturb" }
    }

    /// Returns the stored state; nil if there is none.
    func read() -> Bool? {
        guard let path, let bytes = OpenFile.read(path: path, upTo: 16, flags: O_NOFOLLOW)
        else { return nil }
        switch String(decoding: bytes, as: UTF8.self) {
        case "on\n": return true
        case "off\n": return false
        default: return nil
        }
    }

    /// Stores a state. On a full disk there is no state for the next bridge.
    func write(_ isOn: Bool) {
        guard let path else { return }
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
        let descriptor = unsafe open(path, flags, 0o600)
        guard descriptor >= 0 else { return }
        OpenFile.write(isOn ? "on\n" : "off\n", to: descriptor)
        close(descriptor)
    }

    private static func directory(_ variable: String) -> String? {
        Environment.variable(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
}
