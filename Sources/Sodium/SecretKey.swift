// SPDX-License-Identifier: Apache-2.0

import CSodium

/// A key for ``seal(_:)`` and ``open(_:)``: libsodium's secretbox (XSalsa20 and Poly1305).
///
/// The description hides the bytes, so that no log can show them.
package struct SecretKey: Hashable, Sendable, CustomStringConvertible {
    private let bytes: [UInt8]

    /// Number of bytes of a key.
    package static let byteCount = 32
    private static let nonceBytes = 24
    private static let tagBytes = 16
    /// Number of bytes that sealing adds.
    package static let overhead = nonceBytes + tagBytes

    /// Returns nil for another number of bytes than ``byteCount``.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.byteCount else { return nil }
        self.bytes = bytes
    }

    package var description: String { "secret key" }

    /// Encrypts and authenticates a message, with a random nonce in front.
    package func seal(_ message: [UInt8]) -> [UInt8] {
        let nonce = Sodium.randomBytes(Self.nonceBytes)
        var box = [UInt8](repeating: 0, count: message.count + Self.tagBytes)
        // The sizes are those that crypto_secretbox_easy(3) requires; it fails for no other reason.
        _ = unsafe crypto_secretbox_easy(&box, message, UInt64(message.count), nonce, bytes)
        return nonce + box
    }

    /// Returns the message; nil if it was not sealed with this key, or was changed.
    package func open(_ untrusted: [UInt8]) -> [UInt8]? {
        guard untrusted.count >= Self.overhead else { return nil }
        let nonce = Array(untrusted[..<Self.nonceBytes])
        let box = Array(untrusted[Self.nonceBytes...])
        var message = [UInt8](repeating: 0, count: box.count - Self.tagBytes)
        let result = unsafe crypto_secretbox_open_easy(
            &message, box, UInt64(box.count), nonce, bytes)
        return result == 0 ? message : nil
    }
}

/// Random bytes and keyed hashes.
package enum Sodium {
    /// True once the library is ready. It fails only where the system has no random numbers.
    private static let isReady: Bool = sodium_init() >= 0

    /// Returns random bytes for keys.
    package static func randomBytes(_ count: Int) -> [UInt8] {
        precondition(isReady, "libsodium finds no source of random numbers")
        var bytes = [UInt8](repeating: 0, count: count)
        unsafe randombytes_buf(&bytes, count)
        return bytes
    }

    /// Derives bytes (16 to 64) from a secret for a purpose: BLAKE2b of the label, keyed with the
    /// secret of 16 to 64 bytes. Nobody can tell the secret, or other derived bytes, from the
    /// result.
    package static func derive(_ count: Int, from secret: [UInt8], for label: String) -> [UInt8] {
        precondition(isReady, "libsodium finds no source of random numbers")
        var bytes = [UInt8](repeating: 0, count: count)
        let text = Array(label.utf8)
        let result = unsafe crypto_generichash(
            &bytes, count, text, UInt64(text.count), secret, secret.count)
        precondition(result == 0, "16 to 64 bytes of secret and of result")
        return bytes
    }
}
