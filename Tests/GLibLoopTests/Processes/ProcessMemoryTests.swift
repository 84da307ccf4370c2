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

    /// Issue 15: each message of 16 MB was new memory, which took as long as reading the message.
    @Test(.disabled(if: hasOtherAllocator, "sanitizers have an allocator of their own"))
    func `freed blocks are kept for long messages, until memory is returned`() async {
        await #expect(processExitsWith: .success) {
            let size = 8 << 10
            /// Returns the KiB that stay mapped after a block of `size` KiB was used and freed.
            func left() throws -> Int {
                let before = try ProcessMemoryTests.resident()
                let count = size << 10
                let block = UnsafeMutableRawPointer.allocate(byteCount: count, alignment: 16)
                unsafe block.initializeMemory(as: UInt8.self, repeating: 1, count: count)
                unsafe block.deallocate()
                return try ProcessMemoryTests.resident() - before
            }
            ProcessMemory.share()
            _ = try left()
            #expect(try left() < size / 2)
            ProcessMemory.keepFreed()
            #expect(try left() > size / 2)
            ProcessMemory.releaseHere()
            #expect(try left() < size / 2)
        }
    }

    /// True under a sanitizer.
    private static let hasOtherAllocator = ["ASAN_OPTIONS", "TSAN_OPTIONS"].contains {
        ProcessInfo.processInfo.environment[$0] != nil
    }

    /// Returns the KiB of this process's mapped pages.
    static func resident() throws -> Int {
        let rollup = try String(contentsOfFile: "/proc/self/smaps_rollup", encoding: .utf8)
        let line = try #require(rollup.split(separator: "\n").first { $0.hasPrefix("Rss:") })
        return try #require(line.split(separator: " ").compactMap { Int($0) }.first)
    }
}
