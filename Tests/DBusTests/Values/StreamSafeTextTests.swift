// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DBus

/// Text whose comparison takes linear time (issue 15).
@Suite struct StreamSafeTextTests {
    private static func safe(_ text: String) -> String {
        unsafe Array(text.utf8).withUnsafeBytes { unsafe StreamSafeText.string($0) }
    }

    @Test(arguments: [
        "", "plain", "é", "e\u{301}\u{302}", String(repeating: "語", count: 1_000),
        "a" + String(repeating: "\u{301}", count: 30), String(repeating: "e\u{301}", count: 500),
    ])
    func usualTextIsUnchanged(text: String) {
        #expect(Self.safe(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test func runOfMarksIsBrokenAfterEveryThirty() {
        let marks = String(repeating: "\u{301}", count: 75)
        let scalars = Array(Self.safe("a" + marks + "b").unicodeScalars)
        let joiners = scalars.indices.filter { scalars[$0] == "\u{34F}" }
        #expect(joiners == [31, 62])
        #expect(scalars.filter { $0 != "\u{34F}" } == Array(("a" + marks + "b").unicodeScalars))
    }

    @Test(arguments: 0..<64) func runIsFoundWhereverItBegins(offset: Int) {
        let text = String(repeating: "x", count: offset) + String(repeating: "\u{316}", count: 31)
        #expect(Self.safe(text).unicodeScalars.contains("\u{34F}"))
    }

    @Test func messagesGiveStreamSafeText() throws {
        let marks = String(repeating: "\u{301}", count: 40)
        let call = Message.methodCall(destination: nil, path: "/a", interface: nil, member: "B")
        try call.append(.string(marks), .variant(.string(marks)))
        let received = try Message.demarshal(call.marshalled())
        var reader = received.reader
        let safe = Self.safe(marks)
        #expect(try reader.string() == safe)
        #expect(try reader.stringVariant(upTo: 1_024) == safe)
    }

    @Test func everyMarkIsKnown() {
        for value in UInt32(0x300)..<0x20000 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            var run = String.UnicodeScalarView()
            run.append(contentsOf: repeatElement(scalar, count: 31))
            let isMark = scalar.properties.canonicalCombiningClass != .notReordered
            // The joiner itself is no mark.
            let hasJoiner = Self.safe(String(run)).unicodeScalars.count > 31
            #expect(hasJoiner == isMark, "U+\(String(value, radix: 16))")
        }
    }

    /// Issue 15: actions of 10 MiB of marks took a second, although none of them was used.
    @Test func textPastTheCallersLimitIsNotRead() throws {
        let marks = String(repeating: "\u{301}", count: 5_000)
        let call = Message.methodCall(destination: nil, path: "/a", interface: nil, member: "B")
        try call.append(.string(marks), .string("short"))
        var reader = call.reader
        let text = try reader.string(upTo: 1_000)
        #expect(text.utf8.count > 1_000 && text.utf8.count <= 1_004)
        #expect(try reader.string(upTo: 5) == "short")
    }

    @Test func aTextOfCBeyondItsLimitIsRefused() {
        let text = unsafe "12345".withCString { text in
            (
                unsafe StreamSafeText.string(text, limit: 5),
                unsafe StreamSafeText.string(text, limit: 4)
            )
        }
        #expect(text.0 == "12345")
        #expect(text.1 == nil)
    }

    @Test(arguments: ["aé", "a語", "a🙂"]) func prefixEndsWithAScalar(text: String) {
        for limit in 0...text.utf8.count {
            let prefix = text.prefix(bytes: limit)
            #expect(prefix.utf8.count <= limit)
            #expect(text.unicodeScalars.starts(with: prefix.unicodeScalars))
            #expect(limit - prefix.utf8.count < 4)
        }
        #expect(text.prefix(bytes: text.utf8.count) == text)
    }

    /// Issue 15: joiners made the cut reason of an inhibition longer than its limit.
    @Test func prefixHasItsLimitWithJoiners() {
        let text = "a" + String(repeating: "\u{301}", count: 2_000)
        let prefix = text.prefix(bytes: 1_024)
        #expect((1_023...1_024).contains(prefix.utf8.count))
        #expect(prefix.unicodeScalars.contains("\u{34F}"))
    }

    /// Issue 15: the copy of a 30 MiB category took a quarter of the call's time.
    @Test func textPastTheLimitLosesItsEndAndIsStillTooLong() {
        for character in ["x", "é", "語", "😀"] {
            let count = 3 * StreamSafeText.maximumBytes / character.utf8.count
            let text = Self.safe(String(repeating: character, count: count))
            #expect(text.utf8.count > StreamSafeText.maximumBytes)
            #expect(text.utf8.count <= StreamSafeText.maximumBytes + 4)
            #expect(text.last.map(String.init) == character)
        }
    }

    /// Issue 15: such a text was cut, but had no joiners. One comparison with it took minutes.
    @Test(arguments: [100, StreamSafeText.maximumBytes])
    func textPastTheLimitHasNoLongRunEither(limit: Int) throws {
        let marks = String(repeating: "\u{301}", count: limit)
        let call = Message.methodCall(destination: nil, path: "/a", interface: nil, member: "B")
        try call.append(.string("a" + marks))
        var reader = call.reader
        let text = try reader.string(upTo: limit)
        #expect(text.utf8.count > limit && text.utf8.count <= limit + 4)
        let runs = text.unicodeScalars.split(separator: "\u{34F}").map(\.count)
        #expect(runs.max() == StreamSafeText.maximumMarks + 1)
        #expect(text != "a" && !text.hasPrefix("/"))
    }
}
