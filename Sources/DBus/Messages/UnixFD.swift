// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Owns a file descriptor, and closes it with the last reference.
public final class UnixFD: Hashable, Sendable {
    /// The number of the descriptor; valid as long as the object lives.
    public let number: Int32

    /// Takes ownership of `number`.
    public init(taking number: Int32) {
        self.number = number
    }

    /// Duplicates `number` (close-on-exec), which the caller still owns. Returns nil if the process
    /// has no descriptor left or `number` is not open.
    public init?(duplicating number: Int32) {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        self.number = copy
    }

    deinit {
        close(number)
    }

    /// Returns true for the same object; two descriptors of one file are different.
    public static func == (left: UnixFD, right: UnixFD) -> Bool { left === right }

    /// Hashes the identity that `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
