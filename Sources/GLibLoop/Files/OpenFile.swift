// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Reads and writes open files whole: one read(2) or write(2) may handle a part of the bytes only.
public enum OpenFile {
    private static let chunkBytes = 64 << 10

    /// Writes all bytes, and waits while a pipe or terminal has no room.
    ///
    /// - Returns: True if all bytes are written; false with the reason in `errno`.
    public static func write(_ bytes: Span<UInt8>, to descriptor: Int32) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[written...])
                return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if count > 0 {
                written += count
            } else if count < 0, errno == EAGAIN {
                // Another program has made the shared file non-blocking.
                var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                unsafe poll(&poller, 1, -1)
            } else if count == 0 || errno != EINTR {
                return false
            }
        }
        return true
    }

    /// Writes all bytes of a text, as ``write(_:to:)-(Span<UInt8>,_)`` does.
    @discardableResult
    public static func write(_ text: String, to descriptor: Int32) -> Bool {
        write(text.utf8.span, to: descriptor)
    }

    /// Reads from the current position to the end, or until `limit` bytes are read.
    ///
    /// - Returns: The bytes; nil with the reason in `errno`.
    public static func read(_ descriptor: Int32, upTo limit: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: min(limit, chunkBytes))
        while bytes.count < limit {
            let wanted = min(chunk.count, limit - bytes.count)
            let count = unsafe Glibc.read(descriptor, &chunk, wanted)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            if count == 0 { break }
            bytes += chunk[..<count]
        }
        return bytes
    }
}
