// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import GLibLoop

/// Returning memory to the kernel.
@Suite struct ProcessMemoryTests {
    @Test func `unmapped pages return unchanged`() async {
        // In a process of its own: the tests of this one use and free memory at the same time.
        await #expect(processExitsWith: .success) {
            let sentence = "the quick brown fox"
            let before = try ProcessMemoryTests.resident()
            ProcessMemory.releaseHere()
            #expect(try ProcessMemoryTests.resident() < before)
            // Code, constants, relocated data and libraries still work.
            #expect(sentence.split(separator: " ").map(\.count) == [3, 5, 5, 3])
            #expect(try KeyFile(contents: "[a]\nb=c\n").string("a", "b") == "c")
            #expect(String(format: "%.2f", 1.5) == "1.50")
        }
    }

    /// Returns the KiB of this process's mapped pages.
    static func resident() throws -> Int {
        let rollup = try String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)
        let line = try #require(rollup.split(separator: "\n").first { $0.hasPrefix("Rss:") })
        return try #require(line.split(separator: " ").compactMap { Int($0) }.first)
    }
}
