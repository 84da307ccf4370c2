// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GLibLoop

/// Giving memory back.
@Suite(.serialized) struct ProcessMemoryTests {
    @Test func `what was unmapped comes back as it was`() throws {
        let sentence = "the quick brown fox"
        let before = try resident()
        ProcessMemory.releaseHere()
        // What the runner's threads touch meanwhile is little of what was mapped.
        #expect(try resident() < before)
        // Code, constants, relocated data and libraries alike still do what they did.
        #expect(sentence.split(separator: " ").map(\.count) == [3, 5, 5, 3])
        #expect(try KeyFile(contents: "[a]\nb=c\n").string("a", "b") == "c")
        #expect(String(format: "%.2f", 1.5) == "1.50")
    }

    /// KiB of this process that are mapped.
    private func resident() throws -> Int {
        let rollup = try String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)
        let line = try #require(rollup.split(separator: "\n").first { $0.hasPrefix("Rss:") })
        return try #require(line.split(separator: " ").compactMap { Int($0) }.first)
    }
}
