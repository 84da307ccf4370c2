// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop
import TestSupport

extension Desktop {
    /// Descriptors that focusd has open.
    func descriptors() throws -> Int {
        guard let daemon else { throw TestSupportError("focusd does not run") }
        return try FileManager.default.contentsOfDirectory(atPath: "/proc/\(daemon.pid)/fd").count
    }

    /// Bytes of memory that focusd has for itself.
    func residentBytes() throws -> Int {
        guard let daemon else { throw TestSupportError("focusd does not run") }
        let text = try String(
            contentsOfFile: "/proc/\(daemon.pid)/smaps_rollup", encoding: .utf8)
        let fields = text.split(separator: "\n").filter { $0.hasPrefix("Private") }
        return fields.reduce(0) { sum, line in
            sum + (line.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) << 10
        }
    }
}
