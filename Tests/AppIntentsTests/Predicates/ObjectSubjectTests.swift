// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing

@testable import AppIntents

@Suite("Objects under a predicate") struct ObjectSubjectTests {
    private enum Kind: String { case work, home }

    private struct Sender {
        let name: String
        let tags: [String]
        let address: String?
    }

    private class Item {
        let title = "invoice"
        var count = 3
        let flag = true
        let date = Date(timeIntervalSinceReferenceDate: 100)
        let kind = Kind.work
    }

    private final class Message: Item {
        let sender = Sender(name: "Robin", tags: ["a", "b"], address: nil)
        let senders = [
            Sender(name: "Robin", tags: [], address: "r"),
            Sender(name: "Kim", tags: [], address: nil),
        ]
        var parent: Message?
    }

    @Test(
        "have their stored properties as keys",
        arguments: [
            "title == 'invoice'", "count == 3", "count > 2.5", "flag == YES", "flag == 1",
            "kind == 'work'", "sender.name BEGINSWITH 'R'", "'a' IN sender.tags",
            "ANY sender.tags == 'b'", "sender.address == nil", "parent == nil",
            "parent.title == nil", "ANY senders.name == 'Kim'", "senders.@count == 2",
            "SUBQUERY(senders, $s, $s.address != nil).@count == 1", "SELF.title == 'invoice'",
            "date < CAST(101, 'NSDate')", "title.length == 7", "senders[0].name == 'Robin'",
        ])
    func properties(_ format: String) {
        #expect(NSPredicate(format: format).evaluate(with: Message()))
        #expect(!NSPredicate(format: "NOT (\(format))").evaluate(with: Message()))
    }

    @Test(
        "of every kind can be the subject itself",
        arguments: [
            ("SELF == 'x'", "x"), ("SELF == 3", 3), ("SELF == 3", NSNumber(value: 3)),
            ("SELF == 1.5", 1.5), ("SELF == YES", true), ("SELF == nil", NSNull()),
            ("'x' IN SELF", ["x", "y"]), ("ANY SELF == 'y'", Set(["x", "y"])),
            ("a.b == 1", ["a": ["b": 1]]), ("missing == nil", ["a": 1]),
            ("SELF == CAST(5, 'NSDate')", Date(timeIntervalSinceReferenceDate: 5)),
            ("name == 'Robin'", [["name": "Robin"]][0]), ("ANY name == 'Kim'", [["name": "Kim"]]),
        ] as [(String, any Sendable)])
    func subjects(_ format: String, _ subject: any Sendable) {
        #expect(NSPredicate(format: format).evaluate(with: subject))
    }

    @Test("of Foundation's collections can be the subject too")
    func foundation() {
        #expect(NSPredicate(format: "SELF.@count == 2").evaluate(with: NSArray(array: [1, 2])))
        #expect(NSPredicate(format: "'x' IN SELF").evaluate(with: NSSet(array: ["x"])))
        let dictionary = NSDictionary(dictionary: ["a": "v"])
        #expect(NSPredicate(format: "a == 'v' AND b == nil").evaluate(with: dictionary))
    }

    @Test("an object that refers to itself is looked through only so deep")
    func cycles() {
        let message = Message()
        message.parent = message
        #expect(NSPredicate(format: "parent.parent.title == 'invoice'").evaluate(with: message))
        #expect(NSPredicate(format: "SELF != nil").evaluate(with: message))
        message.parent = nil
    }
}
