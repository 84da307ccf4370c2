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

    /// Takes so many elements in batches of 16 and charges each with the time of its group.
    private func take(
        _ number: Int, of turns: inout Turns<String>, times: [Character: Duration],
        isClosed: Bool = false
    ) -> [Character: Int] {
        var taken: [Character: Int] = [:]
        while taken.values.reduce(0, +) < number, turns.hasNext {
            turns.beginBatch()
            var answered: [String] = []
            while let element = turns.next(limit: 16), let group = element.first {
                taken[group, default: 0] += 1
                turns.charge(times[group] ?? .zero)
                answered.append(element)
            }
            // Its sender has waited for the answer.
            if isClosed { for element in answered { turns.append(element) } }
        }
        return taken
    }

    @Test func `groups share the time, not the number of turns`() {
        let short = CallAccounts.freeTime / 20
        let times: [Character: Duration] = ["a": short * 10, "b": short]
        var turns = turns()
        for number in 0..<200 {
            turns.append("ax\(number)")
            turns.append("bx\(number)")
        }
        let taken = take(110, of: &turns, times: times)
        #expect((8...14).contains(taken["a"] ?? 0))
        #expect(taken["b"] ?? 0 >= 90)
        // Alone again, the group has all turns at once.
        let rest = take(290, of: &turns, times: times)
        #expect(rest["a"] == 200 - (taken["a"] ?? 0) && rest["b"] == 200 - (taken["b"] ?? 0))
    }

    /// The expensive group has only one element at a time, and none while it is answered.
    @Test func `a group owes its time while nothing of it waits`() {
        let short = CallAccounts.freeTime / 20
        var turns = turns("ax1")
        for number in 0..<300 { turns.append("bx\(number)") }
        let taken = take(
            110, of: &turns, times: ["a": short * 10, "b": short], isClosed: true)
        #expect((6...16).contains(taken["a"] ?? 0))
    }

    @Test func `one long turn lets a group wait only a little`() {
        var turns = turns("ax1", "ax2")
        for number in 0..<100 { turns.append("bx\(number)") }
        turns.beginBatch()
        #expect(turns.next(limit: 1) == "ax1")
        turns.charge(.seconds(60))
        var others = 0
        while true {
            turns.beginBatch()
            guard let element = turns.next(limit: 1), element.hasPrefix("b") else { break }
            turns.charge(Turns<String>.maximumLead / 20)
            others += 1
        }
        #expect(others == 20)
    }

    /// Found by review: each process of notify-send is a group of its own.
    @Test func `groups that are new each time do not come first without an end`() {
        let time = CallAccounts.freeTime
        var turns = turns("Ax1", "Ax2", "Bx1")
        turns.beginBatch()
        #expect(turns.next(limit: 1) == "Ax1")
        turns.charge(time)
        var others = 0
        for letter in "BCDEFGHIJKLMNOPQRSTUVWXYZ" {
            turns.append("\(letter)x2")
            turns.beginBatch()
            guard let element = turns.next(limit: 1), element != "Ax2" else { break }
            turns.charge(time)
            others += 1
        }
        #expect((1...4).contains(others))
    }

    @Test func `nobody owes anything once nothing waits`() {
        var turns = turns("ax1", "bx1")
        turns.beginBatch()
        #expect(turns.next(limit: 1) == "ax1")
        turns.charge(CallAccounts.freeTime)
        #expect(all(&turns) == ["bx1"])
        for element in ["ax2", "bx2"] { turns.append(element) }
        #expect(all(&turns) == ["ax2", "bx2"])
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
