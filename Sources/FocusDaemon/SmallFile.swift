// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Files of the kernel's, which are short and read at once.
enum SmallFile {
    /// The most that is read.
    static let maximumBytes = 64 << 10

    /// The file's text; nil when it cannot be read or is longer than ``maximumBytes``.
    static func read(_ path: String) -> String? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while bytes.count < maximumBytes {
            let chunk = unsafe [UInt8](unsafeUninitializedCapacity: 4_096) { buffer, count in
                count = unsafe max(0, Glibc.read(descriptor, buffer.baseAddress, buffer.count))
            }
            guard !chunk.isEmpty else { return String(decoding: bytes, as: UTF8.self) }
            bytes += chunk
        }
        return nil
    }
}
