// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import TestSupport
import Testing

@testable import FocusFiles

@LoopActor @Suite struct FilesInForceWatchTests {
    /// Found by review: a folder full of texts with mistakes was read in one turn.
    @Test func whatOneScanLeavesFollowsInTheNextTurns() async throws {
        let directory = try ConfigurationDirectory()
        try directory.makeFocuses()
        let kind = FilesInForce<String>.Kind(
            ending: ".focus", limit: 20, noun: "texts", bytes: 100
        ) { _, bytes, path in
            let text = String(decoding: bytes, as: UTF8.self)
            let problem = FileProblem(file: path, reason: "a mistake")
            return text.hasPrefix("bad")
                ? .failure(FileProblems(problems: [problem])) : .success(text)
        }
        let bad = "bad" + String(repeating: "x", count: 37)
        for number in 0..<9 { try directory.write(bad, to: "focuses/b\(number).focus") }
        try directory.write("a good text of 27 bytes yet", to: "focuses/d.focus")
        let changes = Recorder<Void>()
        let watch = try FilesInForceWatch(
            kind, directory: directory.focuses.path, absenceWait: .seconds(60)
        ) {
            changes.record(())
        }
        #expect(watch.table.isUnfinished)
        #expect(watch.table.entries["d.focus"]?.good == nil)
        while watch.table.isUnfinished { try await changes.next() }
        #expect(watch.table.entries["d.focus"]?.good == "a good text of 27 bytes yet")
        #expect(watch.table.problems.map(\.reason) == Array(repeating: "a mistake", count: 9))
        withExtendedLifetime(watch) {}
    }
}
