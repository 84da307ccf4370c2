// SPDX-License-Identifier: Apache-2.0

import DBus
import Testing

/// Arrays that are appended element by element.
@Suite struct ArrayAppenderTests {
    private static func message() -> Message {
        .signal(path: "/a", interface: "a.b", member: "C")
    }

    private static let entries: [Value] = [
        .vardict(["text": .string("a"), "list": .strings(["b", "c"])]), .vardict([:]),
    ]

    @Test func messageIsTheSameAsWithAWholeArray() throws {
        for entries in [[], Self.entries] {
            let whole = Self.message()
            try whole.append(.uint32(1), .array(of: "a{sv}", entries), .string("end"))
            let message = Self.message()
            try message.append(.uint32(1))
            let list = try message.appendArray(of: "a{sv}")
            for entry in entries { try list.append(entry) }
            try list.close()
            try message.append(.string("end"))
            #expect(try message.marshalled() == whole.marshalled())
        }
    }

    @Test func elementOfAnotherTypeIsLeftOut() throws {
        let message = Self.message()
        let list = try message.appendArray(of: "a{sv}")
        try list.append(Self.entries[0])
        #expect(throws: MarshalError.self) { try list.append(.string("text")) }
        #expect(throws: MarshalError.self) { try list.append(.vardict(["a": .string("\0")])) }
        try list.append(Self.entries[1])
        try list.close()
        #expect(try message.arguments() == [.array(of: "a{sv}", Self.entries)])
        #expect(throws: MarshalError.self) { _ = try Self.message().appendArray(of: "ss") }
    }

    @Test func unfinishedArrayIsGivenUp() throws {
        let message = Self.message()
        do {
            let list = try message.appendArray(of: "a{sv}")
            try list.append(Self.entries[0])
        }
        #expect(try message.arguments().isEmpty)
    }
}
