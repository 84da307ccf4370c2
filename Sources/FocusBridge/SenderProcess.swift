// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The process behind a name on the bus.
enum SenderProcess {
    /// The kernel's name of a process.
    static func program(of pid: UInt32?) -> String {
        let unknown = "Notification"
        guard let pid else { return unknown }
        let descriptor = unsafe open("/proc/\(pid)/comm", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return unknown }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: BridgeLimits.nameBytes)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        let name = text.prefix { !$0.isNewline && $0 != "\0" }
        return name.isEmpty ? unknown : String(name)
    }
}

/// The reason why the bridge cannot work.
struct PortError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
