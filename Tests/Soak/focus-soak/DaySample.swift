// SPDX-License-Identifier: Apache-2.0

import Foundation

/// What focusd holds at the end of an hour.
struct DaySample {
    let hour: Int
    /// The Focus that is on.
    let focus: String
    let acknowledged: Int
    /// Memory of its own, in KiB.
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

    /// How much more memory the last quarter of the day may hold than the second: the store's pages
    /// and the allocator's come and go by that much.
    static let slack = 2_048

    /// What has grown, in sentences; nothing where all stayed flat.
    ///
    /// The first quarter of the day fills caches and tables, so the second one is the measure.
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
