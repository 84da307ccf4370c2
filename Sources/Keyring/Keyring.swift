// SPDX-License-Identifier: Apache-2.0

import CSecret

/// The desktop's keyring (GNOME Keyring, KWallet, KeePassXC): one secret text for each program.
///
/// Each call asks the secret service on the session bus and waits for its answer. If the keyring is
/// locked, the desktop asks the user for the password first, so a call can take minutes. Every
/// thread may call.
///
/// Source: freedesktop.org's Secret Service specification; libsecret's reference.
package enum Keyring {
    /// Returns the program's text; nil if the keyring has none.
    package static func text(of program: String) throws(KeyringError) -> String? {
        var error: UnsafeMutablePointer<GError>?
        let text = unsafe csecret_lookup(program, &error)
        try unsafe check(error)
        guard let text = unsafe text else { return nil }
        defer { unsafe secret_password_free(text) }
        return unsafe String(cString: text)
    }

    /// Stores the program's text in place of an earlier one.
    ///
    /// - Parameter label: The name of the secret in the keyring's own window.
    package static func store(
        _ text: String, of program: String, label: String
    ) throws(KeyringError) {
        var error: UnsafeMutablePointer<GError>?
        _ = unsafe csecret_store(program, label, text, &error)
        try unsafe check(error)
    }

    /// Removes the program's text, if there is one.
    package static func removeText(of program: String) throws(KeyringError) {
        var error: UnsafeMutablePointer<GError>?
        _ = unsafe csecret_clear(program, &error)
        try unsafe check(error)
    }

    private static func check(_ error: UnsafeMutablePointer<GError>?) throws(KeyringError) {
        guard let error = unsafe error else { return }
        defer { unsafe g_error_free(error) }
        throw unsafe KeyringError(message: String(cString: error.pointee.message))
    }
}

/// The reason why the keyring did not do as asked: there is none on the bus, or it stays locked.
package struct KeyringError: Error, Hashable, CustomStringConvertible {
    /// The words of libsecret or of the secret service.
    package let message: String

    package var description: String { "the keyring: \(message)" }
}
