// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

@testable import OSLog

/// A datagram socket in a new directory, in place of journald's.
final class FakeJournal {
    let path: String
    private let directory: URL
    private let descriptor: Int32

    init() throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("oslog-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        path = directory.appendingPathComponent("socket").path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
            unsafe place.copyBytes(from: path.utf8)
        }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let bound = unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(descriptor, $0, length)
            }
        }
        guard bound == 0 else { throw POSIXError(.EIO) }
    }

    deinit {
        close(descriptor)
        try? FileManager.default.removeItem(at: directory)
    }

    /// Returns the fields of the next message; nil if there is none. A message to a socket of the
    /// same machine has arrived when `send` returns, so no wait is needed.
    func next() -> [String: String]? {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        let count = unsafe recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
        guard count > 0 else { return nil }
        var rest = buffer[..<count]
        var fields: [String: String] = [:]
        while let end = rest.firstIndex(where: { $0 == UInt8(ascii: "=") || $0 == 10 }) {
            let name = String(decoding: rest[..<end], as: UTF8.self)
            var value = rest[(end + 1)...]
            if rest[end] == 10 {
                let size = value.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
                value = value.dropFirst(8)
                fields[name] = String(decoding: value.prefix(size), as: UTF8.self)
                rest = value.dropFirst(size + 1)
            } else {
                let line = value.prefix { $0 != 10 }
                fields[name] = String(decoding: line, as: UTF8.self)
                rest = value.dropFirst(line.count + 1)
            }
        }
        return fields
    }

    /// Returns a destination that sends to this journal, and writes to a descriptor the messages
    /// that it cannot send.
    func destination(
        _ environment: [String: String] = [:], descriptor: Int32 = STDERR_FILENO
    ) -> LogDestination {
        LogDestination(
            settings: LogSettings(environment: environment), journalPath: path,
            descriptor: descriptor, program: "test-program")
    }
}

/// A pipe whose write end replaces stderr.
final class ErrorPipe {
    private let pipe = Pipe()
    var descriptor: Int32 { pipe.fileHandleForWriting.fileDescriptor }

    /// Returns the written text. Nothing can be written afterwards.
    func text() throws -> String {
        try pipe.fileHandleForWriting.close()
        return String(
            decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    }
}

extension Logger {
    /// Creates a logger with its own destination.
    init(_ destination: LogDestination) {
        self.init(
            OSLog(subsystem: "org.example.Chat", category: "filter", destination: destination))
    }
}
