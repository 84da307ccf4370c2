// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Glibc

/// Writes pictures and sounds that came in a message, on the loop: the content is in memory, and
/// the message's reply follows the file.
enum IncomingFile {
    /// Writes the content to a file of that name in focusd's own directory.
    /// - Returns: the length; nil for an empty or too long content, and if the file cannot be made.
    static func write(
        _ file: GateNotification.File, as name: String, in path: String
    ) -> Int? {
        switch file {
        case .bytes(let bytes): write(bytes, as: name, in: path)
        case .descriptor(let descriptor):
            read(descriptor.number).flatMap { write($0, as: name, in: path) }
        }
    }

    /// The command of fcntl(2) that returns a file's seals, and two seals: the file cannot become
    /// shorter, and its content cannot change. As in <linux/fcntl.h>: Swift's module of the C
    /// library lacks them.
    private static let getSeals: Int32 = 1024 + 10
    private static let sealShrink: Int32 = 2
    private static let sealWrite: Int32 = 8

    /// Reads a sealed file in memory, as the portal sends them. Any other file could be on a disk
    /// that sleeps, or change while it is read.
    private static func read(_ descriptor: Int32) -> [UInt8]? {
        let seals = fcntl(descriptor, getSeals)
        var status = stat()
        guard seals >= 0, seals & sealWrite != 0, seals & sealShrink != 0,
            unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            (1...GateLimits.fileBytes).contains(Int(status.st_size))
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    descriptor, buffer.baseAddress?.advanced(by: done), buffer.count - done,
                    off_t(done))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
            done += count
        }
        return bytes
    }

    private static func write(_ bytes: [UInt8], as name: String, in path: String) -> Int? {
        guard (1...GateLimits.fileBytes).contains(bytes.count) else { return nil }
        _ = unsafe mkdir(path, 0o700)
        guard let directory = try? OwnDirectory(path), let output = try? directory.make(name) else {
            return nil
        }
        defer { close(output) }
        guard OpenFile.write(bytes.span, to: output) else {
            directory.remove(name)
            return nil
        }
        return bytes.count
    }
}
