// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

// A program of the user that a hook leaves running keeps the pipe as its standard error, and a pipe
// without a reader ends the program that writes to it. So the object lives until the last writer
// closes the pipe. Programs beyond a maximum write to focusd's standard error directly.

/// Standard error of one hook: passes it on to focusd's own, and keeps the first line.
@LoopActor final class HookErrors {
    /// The end of the pipe to write to, for the program; -1 after ``start()``.
    private(set) var descriptor: Int32
    private let reader: Int32
    private var source: FileDescriptorSource?
    private var line: [UInt8] = []
    private var isComplete = false

    /// The pipes that are read.
    private static var open: [ObjectIdentifier: HookErrors] = [:]
    private static let maximumOpen = 16
    /// Maximum number of bytes of the kept line.
    private static let lineBytes = 200
    /// Bytes of one read: the loop serves others between two reads.
    private static let chunk = 4 << 10
    /// Bytes that a pipe holds at most, to read after the program's end.
    private static let pipeBytes = 64 << 10

    /// Makes the pipe. Returns nil if no pipe can be made or too many are read.
    init?() {
        guard Self.open.count < Self.maximumOpen else { return nil }
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        (reader, descriptor) = (ends[0], ends[1])
    }

    /// Begins to read. Call this once the program has its copy of ``descriptor``.
    func start() {
        close(descriptor)
        descriptor = -1
        Self.open[ObjectIdentifier(self)] = self
        source = FileDescriptorSource(fd: reader, events: .readable) { [weak self] _ in
            _ = self?.readSome()
        }
    }

    /// Reads the rest of what an ended program wrote. Returns the first line, without the line
    /// break; nil if the program wrote none.
    func finish() -> String? {
        for _ in 0..<(Self.pipeBytes / Self.chunk) where !readSome() { break }
        isComplete = true
        let text = String(decoding: line, as: UTF8.self)
        return text.contains { !$0.isWhitespace } ? text : nil
    }

    /// - Returns: true if there was something to read.
    private func readSome() -> Bool {
        guard source != nil else { return false }
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        let count = unsafe read(reader, &bytes, bytes.count)
        guard count > 0 else {
            if count == 0 || (errno != EINTR && errno != EAGAIN) { stop() }
            return false
        }
        keep(bytes.prefix(count))
        OpenFile.writeWithoutWaiting(bytes.span.extracting(..<count), to: STDERR_FILENO)
        return true
    }

    private func keep(_ bytes: ArraySlice<UInt8>) {
        guard !isComplete else { return }
        var bytes = bytes
        let newline = UInt8(ascii: "\n")
        if line.isEmpty { bytes = bytes.drop { $0 == newline } }
        let part = bytes.prefix { $0 != newline }
        line += part.prefix(Self.lineBytes - line.count)
        isComplete = part.count < bytes.count || line.count == Self.lineBytes
    }

    private func stop() {
        source?.cancel()
        source = nil
        close(reader)
        Self.open[ObjectIdentifier(self)] = nil
    }

    isolated deinit {
        // After the start, the object lives until the pipe has ended and both ends are closed.
        guard descriptor >= 0 else { return }
        close(descriptor)
        close(reader)
    }
}
