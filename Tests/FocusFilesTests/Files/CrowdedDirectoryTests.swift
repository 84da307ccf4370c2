// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// Issue 15: 20,000 files in the directory of the Focus files stopped the loop.
@LoopActor @Suite(.serialized, .timeLimit(.minutes(5))) struct CrowdedDirectoryTests {
    let directory: ConfigurationDirectory
    let changes = Recorder<FocusCatalog>()

    init() throws {
        directory = try ConfigurationDirectory()
        try directory.makeFocuses()
    }

    /// Creates files outside the loop.
    nonisolated func make(_ numbers: Range<Int>, _ name: String) async throws {
        for number in numbers {
            let path = "\(directory.focuses.path)/\(name)\(10_000 + number).focus"
            try Data("[Focus]\n".utf8).write(to: URL(fileURLWithPath: path))
        }
    }

    /// Creates empty files outside the loop, because all tests share the loop.
    nonisolated func makeEmpty(_ count: Int) async throws {
        for number in 0..<count {
            let path = "\(directory.focuses.path)/\(number)"
            let file = unsafe open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
            try #require(file >= 0)
            close(file)
        }
    }

    private func ids(_ catalog: FocusCatalog, _ prefix: String) -> Set<FocusID> {
        Set(catalog.focuses.keys.filter { $0.rawValue.hasPrefix(prefix) })
    }

    @Test func filesInForceStayInForceWhateverComesBesideThem() async throws {
        try await make(0..<250, "m")
        let watch = try directory.focuses.watch { [changes] in changes.record($0) }
        let before = ids(watch.catalog, "m")
        #expect(before.count == 250)
        try await make(0..<300, "a")
        let full = try await changes.next { !$0.problems.isEmpty && $0.focuses.count >= 256 }
        #expect(ids(full, "m") == before)
        // The limit, and Do Not Disturb with its built-in text.
        #expect(watch.catalog.focuses.count <= FocusFileLimits.files + 1)
        // A deleted file makes room.
        try directory.remove("focuses/m10000.focus")
        let next = try await changes.next { $0.focuses[FocusID("m10000")] == nil }
        #expect(ids(next, "m").count == 249)
        try directory.write("[Focus]\nName=Changed\n", to: "focuses/m10001.focus")
        _ = try await changes.next { $0.focuses[FocusID("m10001")]?.name == "Changed" }
        withExtendedLifetime(watch) {}
    }

    @Test func aStormOfFilesLeavesTheLoopItsTurns() async throws {
        try directory.write("[Focus]\nName=Work\n", to: "focuses/work.focus")
        let watch = try directory.focuses.watch { [changes] in changes.record($0) }
        var turns = 0
        let beat = Beat(every: .milliseconds(1)) { turns += 1 }
        // A tenth of the number in the manual trial, because the tests share one loop.
        try await make(0..<2_000, "a")
        try directory.write("[Focus]\nName=After\n", to: "focuses/work.focus")
        _ = try await changes.next { $0.focuses[FocusID("work")]?.name == "After" }
        beat.cancel()
        // Before the fix, the loop had no turn while it handled events.
        #expect(turns > 2)
        #expect(watch.catalog.focuses.count == FocusFileLimits.files + 1)
        // One report for each reload, with pauses between reloads.
        #expect(changes.pending.count < 20)
        withExtendedLifetime(watch) {}
    }

    @Test func noMoreNamesAreLookedAtThanTheLimit() async throws {
        try await makeEmpty(FocusFileLimits.scannedNames + 1_000)
        try directory.write("[Focus]\nName=Work\n", to: "focuses/work.focus")
        let focuses = directory.focuses
        let problems = await Task.detached { focuses.load().problems.map(\.reason) }.value
        #expect(problems == ["more than 32768 files; some may not be seen"])
        let watch = try directory.focuses.watch { [changes] in changes.record($0) }
        // A file that is read by name is found at any place in the directory.
        try directory.write("[Focus]\nName=Late\n", to: "focuses/late.focus")
        _ = try await changes.next { $0.focuses[FocusID("late")] != nil }
        #expect(watch.catalog.problems.map(\.reason) == problems)
        withExtendedLifetime(watch) {}
    }
}
