// SPDX-License-Identifier: Apache-2.0

import Glibc

/// An open file with one payload, for any thread: reading and writing many megabytes, or anything
/// on a slow disk, would hold up the loop.
///
/// A payload that is written before its notification is decided has a file without a name, which
/// the store names later (`linkat`). Without a name the file ends with its last descriptor, also
/// after a kill.
package final class PayloadFile: Sendable {
    let descriptor: Int32
    /// Length of the payload in bytes.
    package let count: Int

    /// Takes ownership of the descriptor.
    init(taking descriptor: Int32, count: Int) {
        self.descriptor = descriptor
        self.count = count
    }

    /// Closes the file, which takes milliseconds if it has no name: its pages are freed.
    deinit { close(descriptor) }

    /// Creates a file without a name in a directory, for a payload of `count` bytes. Returns nil if
    /// the file system cannot do that.
    static func unnamed(in directory: Int32, count: Int) -> PayloadFile? {
        let file = unsafe openat(
            directory, ".", FileFlags.unnamed | O_RDWR | O_CLOEXEC, 0o600)
        return file < 0 ? nil : PayloadFile(taking: file, count: count)
    }

    /// Gives the file a name, in place of anything with that name. Returns false if it cannot have
    /// one.
    func link(as name: String, in directory: Int32) -> Bool {
        let own = "/proc/self/fd/\(descriptor)"
        if unsafe linkat(AT_FDCWD, own, directory, name, AT_SYMLINK_FOLLOW) == 0 { return true }
        guard errno == EEXIST, unsafe unlinkat(directory, name, 0) == 0 else { return false }
        return unsafe linkat(AT_FDCWD, own, directory, name, AT_SYMLINK_FOLLOW) == 0
    }

    /// Writes the payload from the beginning of the file. Returns false if the disk refuses it.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Bool {
        unsafe StoreFile.write(bytes, to: descriptor, at: 0)
    }

    /// Returns the payload; nil if the file is incomplete, as after a power failure.
    package func read() -> [UInt8]? {
        read(first: count)
    }

    /// Returns the first bytes of the payload; nil if the file is shorter.
    package func read(first count: Int) -> [UInt8]? {
        let bytes = StoreFile.read(descriptor, count: count)
        return bytes.count == count ? bytes : nil
    }

    /// Returns the last bytes of the payload; nil if the file is shorter.
    package func read(last count: Int) -> [UInt8]? {
        guard count <= self.count else { return nil }
        let bytes = StoreFile.read(descriptor, count: count, from: self.count - count)
        return bytes.count == count ? bytes : nil
    }
}

private enum FileFlags {
    /// `O_TMPFILE` of <fcntl.h>, which Swift's module of the C library lacks.
    static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY
}
