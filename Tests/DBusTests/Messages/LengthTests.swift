// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import DBus

/// The length of a message, of which most is known without a copy (issue 15).
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
        let received = try Message.demarshal(bytes)
        #expect(received.leastByteCount == bytes.count)
        #expect(received.byteCount == bytes.count)
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
    @Test func `a long message is not copied to know how long it is at least`() throws {
        let long = Value.bytes([UInt8](repeating: 7, count: 1 << 20))
        let values: [Value] = [
            long, .variant(.variant(long)), .structure([.byte(1), long]),
            .variant(.structure([.structure([.string("x"), long]), .byte(1)])),
        ]
        for value in values {
            let bytes = try message([value]).marshalled()
            let message = try Message.demarshal(bytes)
            #expect(message.computedLength == bytes.count)
            #expect(message.leastByteCount == bytes.count)
            // The length of a copy is kept.
            #expect(message.length == nil)
        }
    }

    @Test func `the length of very many values is that of a copy`() throws {
        let fields = [Value](repeating: .byte(7), count: 200)
        let values = [Value](repeating: .variant(.structure(fields)), count: 6)
        #expect(values.count * fields.count > Message.maximumSteps)
        let bytes = try message(values).marshalled()
        let received = try Message.demarshal(bytes)
        #expect(received.computedLength == nil)
        #expect(received.leastByteCount == bytes.count)
    }

    /// Before, such a field made the length of a long notification differ from that of its bytes,
    /// so that the loop wrote it to the disk.
    @Test(arguments: [HeaderField.noDescriptors, .emptySignature, .unknown(100_000)])
    func `a field that libdbus tells nothing of counts`(field: HeaderField) throws {
        let bytes = try field.bytes(in: message([]))
        let received = try Message.demarshal(bytes)
        #expect(received.leastByteCount < bytes.count)
        #expect(received.byteCount == bytes.count)
        let other = try Message.demarshal(bytes)
        #expect(try unsafe other.keptBytes().count == bytes.count)
        #expect(other.leastByteCount == bytes.count)
    }
}

/// Header fields of which libdbus tells nothing, although a message may have them.
enum HeaderField {
    case noDescriptors
    case emptySignature
    /// A text of that length.
    case unknown(Int)

    private func content(_ number: (Int) -> [UInt8]) -> [UInt8] {
        switch self {
        case .noDescriptors: [9, 1, UInt8(ascii: "u"), 0] + number(0)
        case .emptySignature: [8, 1, UInt8(ascii: "g"), 0, 0, 0]
        case .unknown(let count):
            [100, 1, UInt8(ascii: "s"), 0] + number(count)
                + [UInt8](repeating: UInt8(ascii: "x"), count: count) + [0]
        }
    }

    /// Returns the bytes of a message with this field as the last one of its header.
    func bytes(in message: Message) throws -> [UInt8] {
        var bytes = try message.marshalled()
        let isLittle = bytes[0] == UInt8(ascii: "l")
        func number(_ value: Int) -> [UInt8] {
            let bigEndian = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
            return isLittle ? bigEndian.reversed() : bigEndian
        }
        // The length of the fields is at 12. The fields are from 16 on, at multiples of 8.
        let length = isLittle ? bytes[12..<16].reversed() : Array(bytes[12..<16])
        let fields = length.reduce(0) { $0 << 8 | Int($1) }
        let place = (16 + fields + 7) & ~7
        let content = content(number)
        let padding = [UInt8](repeating: 0, count: -content.count & 7)
        bytes.insert(contentsOf: content + padding, at: place)
        bytes.replaceSubrange(12..<16, with: number(place - 16 + content.count))
        return bytes
    }
}
