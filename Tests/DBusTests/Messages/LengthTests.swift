// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DBus

/// The length of a message, which is known without a copy (issue 15).
@Suite struct LengthTests {
    private func message(_ values: [Value]) throws -> Message {
        let call = Message.methodCall(
            destination: "org.example.App", path: "/a/bc", interface: "org.example.I",
            member: "Do")
        try call.append(contentsOf: values)
        return call
    }

    /// Checks the length of an unsent message, and of the same as a received one.
    private func check(_ message: Message) throws {
        let bytes = try message.marshalled()
        #expect(message.byteCount == bytes.count)
        #expect(try Message.demarshal(bytes).byteCount == bytes.count)
    }

    @Test(arguments: 0..<300) func `the length is that of the bytes`(seed: Int) throws {
        var random = RandomValues(seed: UInt64(seed))
        let values = try (0..<random.below(6)).map { _ in try random.value(random.type()) }
        try check(message(values))
    }

    @Test func `empty arrays have the alignment of their elements`() throws {
        for type in ["y", "n", "i", "x", "s", "v", "(y)", "{yy}", "ay"] {
            for before in 0..<8 {
                let bytes = (0..<before).map { Value.byte(UInt8($0)) }
                let empty =
                    type == "{yy}"
                    ? Value.dictionary(key: "y", value: "y", [])
                    : Value.array(of: try Signature(type), [])
                try check(message(bytes + [empty, .byte(1)]))
                try check(message(bytes + [.variant(empty)]))
            }
        }
    }

    @Test func `all fields of the header count`() throws {
        for length in 0..<17 {
            let path = try ObjectPath("/p" + String(repeating: "x", count: length))
            try check(.signal(path: path, interface: "org.example.I", member: "S"))
            try check(
                .signal(
                    path: path, interface: "org.example.I", member: "S", destination: ":1.234"))
        }
        let call = try Message.demarshal(message([]).marshalled())
        try check(call.methodReturn())
        try check(call.errorReply("org.example.Error", "text"))
    }

    @Test func `a later argument counts, too`() throws {
        let message = try message([.string("x")])
        let before = message.byteCount
        try message.append(.string("x"))
        #expect(message.byteCount > before)
    }

    /// Before, a call of 16 MB was copied to learn that it is too long.
    @Test func `a long message is not copied for its length`() throws {
        let bytes = [UInt8](repeating: 7, count: 1 << 20)
        let values: [Value] = [
            .bytes(bytes), .variant(.variant(.bytes(bytes))), .structure([.bytes(bytes)]),
        ]
        for value in values {
            let message = try Message.demarshal(message([value]).marshalled())
            #expect(message.byteCount > bytes.count)
            let kept = unsafe message.kept?.bytes.count
            #expect(kept == nil)
        }
    }
}
