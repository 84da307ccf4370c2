// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A file descriptor of its own, closed when the last reference goes.
public final class UnixFD: Hashable, Sendable {
    /// The number of the descriptor; valid as long as the object lives.
    public let number: Int32

    /// Takes over `number`, which is closed in the end.
    public init(taking number: Int32) {
        self.number = number
    }

    /// Duplicates `number` (close-on-exec), which stays the caller's; nil when the process has no
    /// descriptor left or there is no such one.
    public init?(duplicating number: Int32) {
        let copy = fcntl(number, F_DUPFD_CLOEXEC, 0)
        guard copy >= 0 else { return nil }
        self.number = copy
    }

    deinit {
        close(number)
    }

    /// Whether both are the same object; two descriptors of one file are different.
    public static func == (left: UnixFD, right: UnixFD) -> Bool { left === right }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
