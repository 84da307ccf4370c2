// SPDX-License-Identifier: Apache-2.0
import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

@LoopActor @Suite struct LongWorkTests {
    @Test func `one part at a time, by turns`() async throws {
        let recorder = Recorder<String>()
        let works = ["a", "b", "c"].map { name in
            var part = 0
            return LongWork {
                part += 1
                recorder.record("\(name)\(part)")
                return part < 3
            }
        }
        for work in works { work.begin() }
        works[0].begin()
        for part in 1...3 {
            for name in ["a", "b", "c"] { #expect(try await recorder.next() == "\(name)\(part)") }
        }
        #expect(recorder.pending.isEmpty)
    }

    @Test func `other events come between two parts`() async throws {
        let recorder = Recorder<String>()
        var part = 0
        let timer = Timer { recorder.record("event") }
        let work = LongWork {
            part += 1
            recorder.record("part")
            timer.reset(after: .zero)
            return part < 2
        }
        work.begin()
        for event in ["part", "event", "part", "event"] {
            #expect(try await recorder.next() == event)
        }
    }
}
