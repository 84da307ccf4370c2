// SPDX-License-Identifier: Apache-2.0
import DBus
import GLibLoop
import Glibc
import TestSupport
import Testing

/// File descriptors in messages.
@LoopActor @Suite(.serialized) struct UnixFDTests {
    /// Returns the two ends of a new pipe.
    private func makePipe() throws -> (read: UnixFD, write: UnixFD) {
        var ends: [Int32] = [-1, -1]
        let result = unsafe pipe(&ends)
        try #require(result == 0)
        return (UnixFD(taking: ends[0]), UnixFD(taking: ends[1]))
    }

    /// Returns the device and the number of an open file; nil for a closed descriptor. Another test
    /// may open another file under the number of a descriptor that was just closed.
    private func file(_ descriptor: Int32) -> [UInt64]? {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return nil }
        return [UInt64(status.st_dev), UInt64(status.st_ino)]
    }

    @Test func `a descriptor arrives as another of the same file`() async throws {
        let bus = try PrivateBus()
        let service = try bus.connect()
        let client = try bus.connect()
        let echo = try Echo(on: service)
        let pipe = try makePipe()
        let message = Message.methodCall(
            destination: service.uniqueName, path: Echo.path, interface: Echo.name, member: "Echo")
        try message.append(.variant(.structure([.unixFD(pipe.write), .string("w")])))
        #expect(message.carriesFileDescriptors)
        let reply = try await client.call(message)
        guard case .variant(.structure(let fields))? = try reply.arguments().first,
            case .unixFD(let received)? = fields.first
        else {
            Issue.record("no descriptor came back")
            return
        }
        #expect(received != pipe.write)
        var byte: UInt8 = 42
        let written = unsafe write(received.number, &byte, 1)
        #expect(written == 1)
        byte = 0
        let count = unsafe read(pipe.read.number, &byte, 1)
        #expect(count == 1)
        #expect(byte == 42)
        withExtendedLifetime(echo) {}
    }

    @Test func `reading twice gives two descriptors, closed when dropped`() throws {
        let pipe = try makePipe()
        let original = try #require(file(pipe.read.number))
        let message = Message.signal(path: "/", interface: "org.example.I", member: "S")
        try message.append(.unixFD(pipe.read))
        var first = message.reader
        var second = message.reader
        var one: UnixFD? = try first.unixFD()
        let two = try second.unixFD()
        let number = try #require(one?.number)
        #expect(number != two.number)
        #expect(file(number) == original)
        #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
        one = nil
        #expect(file(number) != original)
        #expect(file(two.number) == original)
    }

    @Test func `a service that closes descriptors reads what stands beside them`() async throws {
        let bus = try PrivateBus()
        let service = try bus.connect()
        service.callRules.closesDescriptors = true
        let seen = Recorder<[Value]>()
        let hasDescriptor = Recorder<Bool>()
        service.onUnhandledCall = { call in
            var reader = call.message.reader
            let text = (try? reader.string()) ?? ""
            reader.skip()
            let number = (try? reader.uint32()) ?? 0
            seen.record([.string(text), .uint32(number)])
            hasDescriptor.record(call.message.carriesFileDescriptors)
            call.reply(.uint32(number))
            return true
        }
        let client = try bus.connect()
        let pipe = try makePipe()
        for count in [1, 16] {
            let call = Message.methodCall(
                destination: service.uniqueName, path: "/a", interface: "org.example.I",
                member: "M")
            try call.append(
                .string("before"),
                .array(of: "h", Array(repeating: .unixFD(pipe.write), count: count)), .uint32(7))
            _ = try await client.call(call)
            #expect(try await seen.next() == [.string("before"), .uint32(7)])
            #expect(try await hasDescriptor.next() == false)
        }
    }

    @Test func `a descriptor that is none is not duplicated`() {
        #expect(UnixFD(duplicating: -1) == nil)
        #expect(UnixFD(duplicating: 1_000_000) == nil)
    }
}
