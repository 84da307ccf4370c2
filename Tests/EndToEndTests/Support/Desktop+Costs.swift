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

    /// Processor time of focusd's loop since its start, whatever else the machine does.
    func loopTime() throws -> Duration {
        guard let daemon else { throw TestSupportError("focusd does not run") }
        let text = try String(contentsOfFile: "/proc/\(daemon.pid)/schedstat", encoding: .utf8)
        guard let time = text.split(separator: " ").first.flatMap({ Int64($0) }) else {
            throw TestSupportError("no times: \(text)")
        }
        return .nanoseconds(time)
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
