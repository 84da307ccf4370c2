// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Reader of short files: the kernel's, and focusd's copies of texts.
enum SmallFile {
    /// Maximum length of a file.
    static let maximumBytes = 64 << 10
    /// Bytes to ask for in one read. Nearly all of these files are shorter.
    private static let chunkBytes = 4_096

    /// Returns the text of a file, or nil if it cannot be read or is longer than ``maximumBytes``.
    static func read(_ path: String, in directory: Int32 = AT_FDCWD) -> String? {
        bytes(path, in: directory).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns the bytes of a file, or nil if it cannot be read or is longer than ``maximumBytes``.
    static func bytes(_ path: String, in directory: Int32) -> [UInt8]? {
        // Nonblocking and checked for its type: outside the kernel's file systems, the name may be
        // a pipe or a device.
        let descriptor = unsafe openat(
            directory, path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return nil
        }
        return bytes(of: descriptor)
    }

    /// Returns the text of an open file from its current position.
    static func text(of descriptor: Int32) -> String? {
        bytes(of: descriptor).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func bytes(of descriptor: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count <= maximumBytes {
            var hasFailed = false
            let chunk = unsafe [UInt8](unsafeUninitializedCapacity: chunkBytes) { buffer, count in
                let got = unsafe Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                hasFailed = got < 0
                count = max(0, got)
            }
            if hasFailed { return nil }
            let isLast = chunk.count < chunkBytes
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            // A file is returned as far as it fits, so a short read is the last one.
            if isLast { return bytes.count <= maximumBytes ? bytes : nil }
        }
        return nil
    }
}
