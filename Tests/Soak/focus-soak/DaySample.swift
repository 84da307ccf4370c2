// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The figures of focusd at the end of an hour.
struct DaySample {
    let hour: Int
    /// The active Focus.
    let focus: String
    let acknowledged: Int
    /// Private memory, in KiB.
    let memory: Int
    let descriptors: Int
    let threads: Int

    init(hour: Int, focus: String, of process: Int32, acknowledged: Int) throws {
        self.hour = hour
        self.focus = focus
        self.acknowledged = acknowledged
        let directory = "/proc/\(process)"
        descriptors = try FileManager.default.contentsOfDirectory(atPath: directory + "/fd").count
        let text = try String(contentsOfFile: directory + "/status", encoding: .utf8)
        func field(_ name: String) -> Int {
            let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
            return line?.split(whereSeparator: { !$0.isNumber }).compactMap { Int($0) }.first ?? 0
        }
        memory = field("RssAnon:")
        threads = field("Threads:")
    }

    static let head = Table.pad(["hour, Focus", "sent", "fds", "threads", "private memory"])

    var line: String {
        Table.pad(
            [
                "\(hour) \(focus)", "\(acknowledged)", "\(descriptors)", "\(threads)",
                "\(memory) KiB",
            ])
    }

    /// Maximum KiB of memory by which the last quarter of the day may exceed the second one. The
    /// store's pages and the allocator's vary by that much.
    static let slack = 2_048

    /// Returns a sentence for each figure that has grown.
    ///
    /// The first quarter of the day fills caches and tables, so the second one is the reference.
    static func growth(_ samples: [DaySample]) -> [String] {
        let quarter = samples.count / 4
        guard quarter > 0 else { return ["the day was too short"] }
        let usual = samples[quarter..<(2 * quarter)]
        let last = samples.suffix(quarter)
        func compare(_ what: String, _ figure: (DaySample) -> Int, _ slack: Int) -> String? {
            let before = usual.map(figure).max() ?? 0
            let after = last.map(figure).min() ?? 0
            return after > before + slack ? "\(what) grew from \(before) to \(after)" : nil
        }
        return [
            compare("memory in KiB", \.memory, slack), compare("descriptors", \.descriptors, 0),
            compare("threads", \.threads, 1),
        ].compactMap(\.self)
    }
}
