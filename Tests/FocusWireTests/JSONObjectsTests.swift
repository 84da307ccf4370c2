// SPDX-License-Identifier: Apache-2.0

import FocusWire
import Testing

/// JSON objects in a stream of pieces.
@Suite struct JSONObjectsTests {
    @Test(arguments: [1, 2, 3, 7, 1_000])
    func objectsComeWhereverTheStreamIsCut(_ size: Int) {
        let text = """
            [
              { "id": 1, "text": "a } \\" { \\\\" }, {"id":2,"in":{"a":[{}, "]"]}}
            ]
            {"id":3} [ ]
            """
        var objects = JSONObjects()
        var found: [JSONValue] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            found += objects.take(rest.prefix(size))
            rest = rest.dropFirst(size)
        }
        #expect(found.map { $0["id"] } == [.integer(1), .integer(2), .integer(3)])
        #expect(found.first?["text"] == .string("a } \" { \\"))
        #expect(objects.isAtEnd)
    }

    @Test func arrayIsOpenUntilItEnds() {
        var objects = JSONObjects()
        #expect(objects.take("[ {}".utf8).count == 1)
        #expect(!objects.isAtEnd)
        #expect(objects.take(", {} ] ]".utf8).count == 1)
        #expect(objects.isAtEnd, "what is closed too often is closed")
    }

    @Test func textBetweenObjectsIsLeftOut() {
        var objects = JSONObjects()
        #expect(objects.take("nonsense {nonsense} } {\"a\":1}".utf8) == [["a": 1]])
    }

    @Test func objectIsAtMostAsLongAsATextThatIsParsed() {
        let frame = #"{"a":""}"#.utf8.count
        for length in [JSONValue.maximumBytes, JSONValue.maximumBytes + 1] {
            var objects = JSONObjects()
            let text = String(repeating: "x", count: length - frame)
            let found = objects.take("{\"a\":\"\(text)\"}{\"b\":1}".utf8)
            #expect(found.count == (length > JSONValue.maximumBytes ? 1 : 2))
            #expect(found.last == ["b": 1])
        }
    }
}
