// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Files of the kernel's, which are short and read at once.
enum SmallFile {
    /// The most that is read.
    static let maximumBytes = 64 << 10
    /// What one read asks for; nearly every such file is shorter.
    private static let chunkBytes = 4_096

    /// The file's text; nil when it cannot be read or is longer than ``maximumBytes``.
    static func read(_ path: String, in directory: Int32 = AT_FDCWD) -> String? {
        bytes(path, in: directory).map { String(decoding: $0, as: UTF8.self) }
    }

    /// What the file holds; nil when it cannot be read or is longer than ``maximumBytes``.
    static func bytes(_ path: String, in directory: Int32) -> [UInt8]? {
        // Nonblocking, and looked at: what has such a name elsewhere may be a pipe or a device.
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

    /// The text of an open file, from where it stands.
    static func text(of descriptor: Int32) -> String? {
        bytes(of: descriptor).map { String(decoding: $0, as: UTF8.self) }
    }

    private static func bytes(of descriptor: Int32) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count <= maximumBytes {
            let chunk = unsafe [UInt8](unsafeUninitializedCapacity: chunkBytes) { buffer, count in
                count = unsafe max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
            }
            let isLast = chunk.count < chunkBytes
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            // The kernel gives such a file whole where it fits, so what is shorter was the last.
            if isLast { return bytes.count <= maximumBytes ? bytes : nil }
        }
        return nil
    }
}
