// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GLibLoop

/// Returning memory to the kernel.
@Suite(.serialized) struct ProcessMemoryTests {
    @Test func `unmapped pages return unchanged`() throws {
        let sentence = "the quick brown fox"
        let before = try resident()
        ProcessMemory.releaseHere()
        // The runner's threads touch only a small part of the mapped pages meanwhile.
        #expect(try resident() < before)
        // Code, constants, relocated data and libraries still work.
        #expect(sentence.split(separator: " ").map(\.count) == [3, 5, 5, 3])
        #expect(try KeyFile(contents: "[a]\nb=c\n").string("a", "b") == "c")
        #expect(String(format: "%.2f", 1.5) == "1.50")
    }

    /// Returns the KiB of this process's mapped pages.
    private func resident() throws -> Int {
        let rollup = try String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)
        let line = try #require(rollup.split(separator: "\n").first { $0.hasPrefix("Rss:") })
        return try #require(line.split(separator: " ").compactMap { Int($0) }.first)
    }
}
