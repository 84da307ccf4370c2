// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DBus

/// Groups of senders take turns, and the senders of a group share its turns (issue 15).
@Suite struct GroupTurnsTests {
    /// Takes all elements, in batches without a limit.
    private func all(_ turns: inout Turns<String>) -> [String] {
        var taken: [String] = []
        while turns.hasNext {
            turns.beginBatch()
            while let element = turns.next(limit: 100) { taken.append(element) }
        }
        return taken
    }

    /// Elements such as "ax1": of the sender "ax" in the group "a".
    private func turns(_ elements: String...) -> Turns<String> {
        var turns = Turns<String>(by: { String($0.prefix(2)) }, in: { String($0.prefix(1)) })
        for element in elements { turns.append(element) }
        return turns
    }

    @Test func `many senders of a group have no more turns than the only one of another`() {
        var turns = turns("ax1", "ay1", "az1", "ax2", "ay2", "az2", "bx1", "bx2", "bx3")
        #expect(
            all(&turns) == ["ax1", "bx1", "ay1", "bx2", "az1", "bx3", "ax2", "ay2", "az2"])
        #expect(turns.count == 0)
    }

    @Test func `a group whose only sender pauses has no turns until it goes on`() {
        var turns = turns("ax1", "bx1", "ax2", "by1")
        turns.pause("ax")
        turns.pause("bx")
        #expect(all(&turns) == ["by1"])
        turns.resume("bx")
        turns.append("by2")
        #expect(all(&turns) == ["bx1", "by2"])
        turns.resume("ax")
        #expect(all(&turns) == ["ax1", "ax2"])
        #expect(!turns.hasNext && turns.count == 0)
    }

    @Test func `senders of an unknown group share turns until it is known`() {
        var known: Set<String> = []
        var turns = Turns<String>(
            by: { String($0.prefix(2)) },
            in: { known.contains($0) ? String($0.prefix(1)) : nil })
        for element in ["ax1", "ax2", "ax3", "bx1", "by1", "by2"] { turns.append(element) }
        turns.beginBatch()
        #expect(turns.next(limit: 100) == "ax1")
        known = ["by"]
        #expect(turns.next(limit: 100) == "bx1")
        turns.beginBatch()
        // Its next turn is of the unknown group still, and then it has its own.
        #expect(turns.next(limit: 100) == "by1")
        #expect(turns.next(limit: 100) == "ax2")
        #expect(turns.next(limit: 100) == "by2")
        #expect(all(&turns) == ["ax3"])
    }
}
