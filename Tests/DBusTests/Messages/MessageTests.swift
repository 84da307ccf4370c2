// SPDX-License-Identifier: Apache-2.0
import DBus
import Testing

/// Messages without a connection.
@Suite struct MessageTests {
    private func call() -> Message {
        .methodCall(
            destination: "org.example.App", path: "/a/b", interface: "org.example.I", member: "Do")
    }

    @Test func `a call has the header it was made with`() {
        let call = call()
        #expect(call.kind == .methodCall)
        #expect(call.destination == "org.example.App")
        #expect(call.path == "/a/b")
        #expect(call.interface == "org.example.I")
        #expect(call.member == "Do")
        #expect(call.sender == nil)
        #expect(call.errorName == nil)
        #expect(call.serial == 0)
        #expect(call.signature == "")
        #expect(call.expectsReply)
        #expect(!call.noAutoStart)
        #expect(call.hasSignature(""))
        call.setNoReply()
        call.setNoAutoStart()
        #expect(!call.expectsReply)
        #expect(call.noAutoStart)
    }

    @Test func `a signal may be for one connection`() {
        let signal = Message.signal(
            path: "/", interface: "org.example.I", member: "S", destination: ":1.7")
        #expect(signal.kind == .signal)
        #expect(signal.destination == ":1.7")
        #expect(signal.interface == "org.example.I" && signal.member == "S")
        #expect(!signal.expectsReply)
    }

    @Test func `a message keeps everything in bytes`() throws {
        let call = call()
        try call.append(.string("x"), .vardict(["a": .uint32(1)]))
        let copy = try Message.demarshal(call.marshalled())
        #expect(copy.member == "Do")
        #expect(copy.destination == "org.example.App")
        #expect(try copy.arguments() == call.arguments())
        #expect(try copy.marshalled() == call.marshalled())
    }

    @Test func `the fast ways to append are the same as the others`() throws {
        let fast = call()
        let slow = call()
        try fast.append(UInt32(7))
        try fast.append("text")
        try slow.append(.uint32(7), .string("text"))
        #expect(try fast.marshalled() == slow.marshalled())
    }

    @Test func `a copy goes elsewhere with the same arguments`() throws {
        let call = call()
        try call.append(.string("x"))
        let received = try Message.demarshal(call.marshalled())
        let copy = received.copy(destination: "org.example.Other")
        #expect(copy.destination == "org.example.Other")
        #expect(copy.serial == 0)
        #expect(copy.sender == nil)
        #expect(try copy.arguments() == [.string("x")])
        #expect(received.copy(destination: nil).destination == nil)
    }

    @Test func `a reply answers its call`() throws {
        let call = try Message.demarshal(call().marshalled())
        let reply = call.methodReturn()
        #expect(reply.kind == .methodReturn)
        #expect(reply.replySerial == call.serial)
        let error = call.errorReply(.failed, "why\u{0}never seen")
        #expect(error.errorName == "org.freedesktop.DBus.Error.Failed")
        #expect(try error.arguments() == [.string("why")])
    }

    @Test func `a relayed answer answers the first call`() throws {
        let first = try Message.demarshal(call().marshalled())
        let second = try Message.demarshal(call().marshalled())
        let answer = second.methodReturn()
        try answer.append(.byte(9))
        let relayed = answer.copy(asReplyTo: first)
        #expect(relayed.replySerial == first.serial)
        #expect(try relayed.arguments() == [.byte(9)])
    }

    /// The bytes of a call of `M` on "/a" with a u of 258 and an s of "hi", in big-endian order.
    private static let bigEndian: [UInt8] = [
        0x42, 1, 0, 1, 0, 0, 0, 11, 0, 0, 0, 5, 0, 0, 0, 40,
        1, 1, 0x6F, 0, 0, 0, 0, 2, 0x2F, 0x61, 0, 0, 0, 0, 0, 0,
        3, 1, 0x73, 0, 0, 0, 0, 1, 0x4D, 0, 0, 0, 0, 0, 0, 0,
        8, 1, 0x67, 0, 2, 0x75, 0x73, 0,
        0, 0, 1, 2, 0, 0, 0, 2, 0x68, 0x69, 0,
    ]

    @Test func `a message of the other byte order is read`() throws {
        let message = try Message.demarshal(Self.bigEndian)
        #expect(message.path == "/a")
        #expect(message.member == "M")
        #expect(message.serial == 5)
        #expect(try message.arguments() == [.uint32(258), .string("hi")])
    }

    @Test func `bytes that are no message are refused`() throws {
        #expect(throws: UnmarshalError.self) { try Message.demarshal([]) }
        #expect(throws: UnmarshalError.self) { try Message.demarshal([1, 2, 3]) }
        let bytes = try call().marshalled()
        #expect(throws: UnmarshalError.self) { try Message.demarshal(Array(bytes.dropLast())) }
    }

    @Test func `damaged bytes are refused or read, and never crash`() throws {
        let message = call()
        for value in ValueTests.samples
        where value != .string(String(repeating: "x", count: 100_000)) {
            try message.append(.variant(value))
        }
        let bytes = try message.marshalled()
        var random = RandomValues(seed: 1)
        var refused = 0
        var reread = 0
        for _ in 0..<20_000 {
            var damaged = bytes
            for _ in 0...random.below(3) {
                damaged[random.below(damaged.count)] = UInt8(random.below(256))
            }
            guard let read = try? Message.demarshal(damaged) else {
                refused += 1
                continue
            }
            // The values that were read are written again unchanged, or are refused with an error.
            let copy = call()
            guard let values = try? read.arguments(),
                (try? copy.append(contentsOf: values)) != nil
            else { continue }
            #expect(try String(describing: copy.arguments()) == String(describing: values))
            reread += 1
        }
        // Most damage falls on the content of the large array, where any byte is valid.
        #expect(refused > 100)
        #expect(reread > 100)
    }

    /// Issue 15: a copy by way of values took seconds for a message of many megabytes.
    @Test func `arguments of any type are copied from one message to another`() throws {
        var random = RandomValues(seed: 15)
        for _ in 0..<200 {
            let values = try (0..<4).map { _ in try random.value(random.type()) }
            let original = try message(with: values)
            let copy = try message(with: [])
            try unsafe copy.append(
                argumentsOf: original, changes: [2: .string("changed")], entriesOf: -1
            ) { _ in .keep }
            #expect(
                try copy.arguments() == values[..<2] + [.string("changed")] + values[3...])
        }
    }

    @Test func `entries of a dictionary are kept, removed and replaced`() throws {
        let entries: [String: Value] = [
            "kept": .array(of: "(si)", []), "gone": .bytes([1, 2, 3]), "new": .uint32(1),
        ]
        let original = try message(with: [.vardict(entries), .vardict(entries)])
        let copy = try message(with: [])
        try unsafe copy.append(argumentsOf: original, changes: [:], entriesOf: 0) { name in
            switch unsafe String(decoding: name, as: UTF8.self) {
            case "gone": .remove
            case "new": .replace(.string("text"))
            default: .keep
            }
        }
        let values = try copy.arguments()
        let changed = try #require(values[0].entries)
        #expect(changed.map { $0.key.asString } == ["kept", "new"])
        #expect(values[0]["kept"] == entries["kept"])
        #expect(values[0]["new"] == Value.string("text"))
        let arguments = try original.arguments()
        #expect(values[1] == arguments[1])
    }

    @Test func `a value that a message cannot have is refused in a copy, too`() throws {
        let original = try message(with: [.uint32(1), .vardict(["a": .uint32(1)])])
        for position in 0..<2 {
            let copy = try message(with: [])
            #expect(throws: MarshalError.self) {
                try unsafe copy.append(
                    argumentsOf: original, changes: position == 0 ? [0: .string("a\0b")] : [:],
                    entriesOf: 1
                ) { _ in .replace(.string("a\0b")) }
            }
        }
    }

    private func message(with values: [Value]) throws -> Message {
        let message = Message.signal(path: "/a", interface: "org.example.A", member: "B")
        try message.append(contentsOf: values)
        return message
    }
}
