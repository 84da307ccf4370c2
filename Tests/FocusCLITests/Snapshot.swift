// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

/// Texts for people, stored beside the tests for review.
///
/// With `UPDATE_SNAPSHOTS=1` a run writes the texts again; git then shows the changes.
enum Snapshot {
    /// Compares a text with the snapshot of that name.
    static func check(_ text: String, _ name: String) throws {
        let directory = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Snapshots")
        let file = directory.appendingPathComponent(name + ".txt")
        if ProcessInfo.processInfo.environment["UPDATE_SNAPSHOTS"] == "1" {
            try FileManager.default.createDirectory(
                at: directory, withIntermediateDirectories: true)
            try text.write(to: file, atomically: true, encoding: .utf8)
        }
        let kept = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let keptLines = kept.split(separator: "\n", omittingEmptySubsequences: false)
        let changed = zip(lines, keptLines).first { $0 != $1 }
        #expect(
            text == kept,
            "\(name): “\(changed?.0 ?? "…")” is not “\(changed?.1 ?? "…")”; UPDATE_SNAPSHOTS=1 writes it"
        )
    }
}
