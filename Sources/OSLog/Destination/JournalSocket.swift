// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Fields in the journal's native protocol (systemd's *Native Journal Protocol*).
struct JournalFields {
    private(set) var bytes: [UInt8] = []

    /// Adds a field. A value of several lines is sent with its length, in 64 bits little-endian.
    mutating func add(_ name: String, _ value: String) {
        bytes += name.utf8
        if value.utf8.contains(UInt8(ascii: "\n")) {
            bytes.append(UInt8(ascii: "\n"))
            let count = UInt64(value.utf8.count)
            for shift in stride(from: 0, to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: count >> UInt64(shift)))
            }
        } else {
            bytes.append(UInt8(ascii: "="))
        }
        bytes += value.utf8
        bytes.append(UInt8(ascii: "\n"))
    }
}

/// A datagram socket to journald.
final class JournalSocket: Sendable {
    private let descriptor: Int32
    private let path: [UInt8]

    /// Opens a socket. Returns nil if there is no journal at the path.
    init?(path: String) {
        let bytes = Array(path.utf8)
        // One byte of the address after the path stays 0.
        guard bytes.count < MemoryLayout.size(ofValue: sockaddr_un().sun_path),
            unsafe access(path, W_OK) == 0
        else { return nil }
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
        self.path = bytes
    }

    deinit {
        close(descriptor)
    }

    /// Sends one message. Returns false if it was not accepted. Never waits: a log must not stop an
    /// app.
    func send(_ message: [UInt8]) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { place in
            unsafe place.copyBytes(from: path)
        }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        // The system reads both only during the call.
        return unsafe withUnsafePointer(to: &address) { address in
            unsafe address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe sendto(
                    descriptor, message, message.count,
                    Int32(MSG_DONTWAIT | MSG_NOSIGNAL), address, length)
                    == message.count
            }
        }
    }
}
