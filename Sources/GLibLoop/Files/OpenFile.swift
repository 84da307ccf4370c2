// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Reads and writes files whole: one read(2) or write(2) may handle a part of the bytes only.
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

    /// Writes the bytes for which a pipe, socket or terminal has room, and leaves out the others.
    ///
    /// For logs: a program must not stall because nobody reads what it reports.
    /// - Returns: Number of bytes that are written.
    @discardableResult
    public static func writeWithoutWaiting(_ bytes: Span<UInt8>, to descriptor: Int32) -> Int {
        var written = 0
        while written < bytes.count {
            // A writable pipe takes so many bytes at once (`pipe(7)`).
            let part = bytes.extracting(written..<min(written + Int(PIPE_BUF), bytes.count))
            var poller = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard unsafe poll(&poller, 1, 0) == 1, poller.revents & Int16(POLLOUT) != 0 else {
                break
            }
            let count = unsafe part.withUnsafeBytes {
                unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
            }
            guard count > 0 else { break }
            written += count
        }
        return written
    }

    /// Writes a line to the standard error as ``writeWithoutWaiting(_:to:)`` does.
    public static func log(_ line: String) {
        writeWithoutWaiting((line + "\n").utf8.span, to: STDERR_FILENO)
    }

    /// Reads a file from its beginning as ``read(_:upTo:)`` does. A pipe without a writer is empty.
    ///
    /// - Parameter flags: further flags of open(2).
    package static func read(path: String, upTo limit: Int, flags: Int32 = 0) -> [UInt8]? {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        return read(descriptor, upTo: limit)
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
