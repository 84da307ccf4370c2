// SPDX-License-Identifier: Apache-2.0
import GLibLoop
import Glibc
import TestSupport
import Testing

@testable import DBus

/// Replies that are sent together.
@LoopActor @Suite(.serialized, .timeLimit(.minutes(5))) struct ReplyBufferTests {
    let bus: PrivateBus
    let service: Connection
    let client: Connection

    init() throws {
        bus = try PrivateBus()
        service = try bus.connect()
        client = try bus.connect()
    }

    private func call(_ number: UInt32) throws -> Message {
        let message = Message.methodCall(
            destination: service.uniqueName, path: Echo.path, interface: Echo.name, member: "Add")
        try message.append(.uint32(number), .uint32(1))
        return message
    }

    /// Serves `Add`: passes each call and its sum to `body`.
    private func serve(
        _ body: @escaping @LoopActor (MethodCall, UInt32) -> Void
    ) throws -> Registration {
        service.export(try Interface(Echo.name, xml: Self.xml), at: Echo.path) { call in
            var reader = call.arguments
            let sum = ((try? reader.uint32()) ?? 0) + ((try? reader.uint32()) ?? 0)
            body(call, sum)
        }
    }

    private static let xml = """
        <node><interface name="org.example.Echo">
        <method name="Add">
        <arg type="u" direction="in"/><arg type="u" direction="in"/><arg type="u" direction="out"/>
        </method>
        </interface></node>
        """

    /// Returns a call as the service receives it: with a serial, and with the sender that the bus
    /// adds.
    private func received(from sender: String, serial: UInt32) throws -> Message {
        var bytes = try Message.signal(
            path: "/", interface: "org.example.Echo", member: "Noted",
            destination: try BusName(sender)
        ).marshalled()
        // Replaces the destination field (6) by the sender field (7) of the bus.
        let field = try #require(
            bytes.indices.first {
                $0 % 8 == 0 && $0 >= 16 && bytes[$0...].starts(with: [6, 1, 0x73, 0])
            })
        bytes[field] = 7
        unsafe withUnsafeBytes(of: serial) { unsafe bytes.replaceSubrange(8..<12, with: $0) }
        return try Message.demarshal(bytes)
    }

    @Test(arguments: [":1.1", ":1.12", ":1.123", ":1.1234567", ":1.12345678", ":1.123456789012"])
    func `an answer is what libdbus makes of it`(sender: String) throws {
        let replies = ReplyBuffer()
        #expect(replies.isEmpty)
        let call = try received(from: sender, serial: 0x0102_0304)
        replies.append(0x0506_0708, to: call)
        let reply = try Message.demarshal(Array(replies.bytes))
        #expect(reply.kind == .methodReturn)
        #expect(reply.destination == sender)
        #expect(reply.replySerial == 0x0102_0304)
        #expect(reply.signature == "u")
        #expect(try reply.arguments() == [.uint32(0x0506_0708)])
        #expect(reply.serial > 0x8000_0000)
        let length = replies.bytes.count
        replies.append(9, to: call)
        let second = try Message.demarshal(Array(replies.bytes[length...]))
        #expect(second.serial == reply.serial + 1)
        #expect(try second.arguments() == [.uint32(9)])
        replies.removeAll()
        #expect(replies.isEmpty && replies.bytes.isEmpty)
    }

    @Test func `it is full when it holds as much as may be sent at once`() throws {
        let replies = ReplyBuffer()
        let call = try received(from: ":1.1", serial: 1)
        while replies.bytes.count < ReplyBuffer.capacity {
            #expect(!replies.isFull)
            replies.append(1, to: call)
        }
        #expect(replies.isFull)
    }

    @Test func `a socket that takes nothing is left to libdbus`() throws {
        var ends: [Int32] = [0, 0]
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue)
        try #require(unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        let replies = ReplyBuffer()
        replies.append(1, to: try received(from: ":1.1", serial: 1))
        var sent = 0
        while replies.send(to: ends[0]) { sent += 1 }
        #expect(sent > 0 && errno == EAGAIN)
        // The socket has only whole replies.
        var bytes = [UInt8](repeating: 0, count: replies.bytes.count)
        for _ in 0..<sent {
            try #require(unsafe read(ends[1], &bytes, bytes.count) == bytes.count)
            #expect(bytes[...] == replies.bytes)
        }
        #expect(unsafe read(ends[1], &bytes, 1) < 0)
    }

    @Test(arguments: [1, 2, 100]) func `each caller has its own answer`(count: Int) async throws {
        let registration = try serve { call, sum in call.queueReply(uint32: sum) }
        let other = try bus.connect()
        let answers = Recorder<[Value]?>()
        for number in 0..<UInt32(count) {
            for caller in [client, other] {
                caller.call(try call(number), timeout: .seconds(20)) { reply in
                    let values = try? reply.get().arguments()
                    answers.record(values == [.uint32(number + 1)] ? values : nil)
                }
            }
        }
        for _ in 0..<2 * count { #expect(try await answers.next() != nil) }
        registration.cancel()
    }

    @Test func `what is sent later comes later`() async throws {
        let order = Recorder<String>()
        let subscription = client.subscribe(MatchRule(interface: Echo.name, member: "Noted")) {
            _ in order.record("signal")
        }
        _ = try client.busID()
        let registration = try serve { [service] call, sum in
            call.queueReply(uint32: sum)
            let signal = Message.signal(path: Echo.path, interface: Echo.name, member: "Noted")
            try? signal.append(.string(""))
            service.send(signal)
        }
        client.call(try call(1), timeout: .seconds(20)) { _ in order.record("answer") }
        #expect(try await order.next() == "answer")
        #expect(try await order.next() == "signal")
        registration.cancel()
        subscription.cancel()
    }

    @Test func `who wants no answer has none`() async throws {
        let calls = Recorder<UInt32>()
        let registration = try serve { [service] call, sum in
            call.queueReply(uint32: sum)
            #expect(service.replies.isEmpty == (sum == 2))
            calls.record(sum)
        }
        let silent = try call(1)
        silent.setNoReply()
        client.send(silent)
        #expect(try await calls.next() == 2)
        let reply = try await client.call(try call(2), timeout: .seconds(20))
        #expect(try reply.arguments() == [.uint32(3)])
        registration.cancel()
    }

    @Test func `while the bus does not read, answers wait behind what waits already`() async throws
    {
        let held = Recorder<Bool>()
        var waiting: [MethodCall] = []
        let registration = try serve { call, _ in
            waiting.append(call)
            held.record(true)
        }
        let answers = Recorder<UInt32?>()
        for number in 0..<3 as Range<UInt32> {
            client.call(try call(number), timeout: .seconds(20)) { reply in
                answers.record(try? reply.get().arguments().first?.asUInt32)
            }
        }
        for _ in 0..<3 { _ = try await held.next() }
        kill(bus.pid, SIGSTOP)
        // More bytes than a socket holds.
        let long = Message.signal(path: Echo.path, interface: Echo.name, member: "Noted")
        try long.append(.bytes([UInt8](repeating: 0, count: 4 << 20)))
        service.send(long)
        #expect(service.binding.idleSocket == nil)
        for (number, call) in waiting.enumerated() { call.queueReply(uint32: UInt32(number)) }
        service.sendReplies()
        #expect(service.replies.isEmpty)
        kill(bus.pid, SIGCONT)
        for number in 0..<3 as Range<UInt32> { #expect(try await answers.next() == number) }
        registration.cancel()
    }

    @Test func `a connection that is closed sends nothing`() async throws {
        let calls = Recorder<Bool>()
        let registration = try serve { [service] call, sum in
            call.queueReply(uint32: sum)
            service.close()
            service.sendReplies()
            calls.record(service.replies.isEmpty)
        }
        client.call(try call(1), timeout: .seconds(20)) { _ in }
        #expect(try await calls.next())
        registration.cancel()
    }
}
