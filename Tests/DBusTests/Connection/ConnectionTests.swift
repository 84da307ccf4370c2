// SPDX-License-Identifier: Apache-2.0
import DBus
import GLibLoop
import TestSupport
import Testing

/// A connection's life: its beginning, its names, its batches, its end.
@LoopActor @Suite(.serialized) struct ConnectionTests {
    let bus: PrivateBus

    init() throws {
        bus = try PrivateBus()
    }

    private func call(
        _ member: MemberName, of service: Connection, _ values: Value...
    ) throws -> Message {
        let message = Message.methodCall(
            destination: service.uniqueName, path: Echo.path, interface: Echo.name, member: member)
        try message.append(contentsOf: values)
        return message
    }

    @Test(arguments: ["", "nonsense", "unix:path=/nonexistent/socket", "unix:", "tcp:host=\u{0}"])
    func `a bus that is not there is an error`(address: String) {
        #expect(throws: ConnectionError.self) { try Connection(address: address) }
    }

    @Test func `every connection has a name of its own on the same bus`() throws {
        let first = try bus.connect()
        let second = try bus.connect()
        #expect(first.uniqueName.isUnique)
        #expect(first.uniqueName != second.uniqueName)
        #expect(try first.busID() == second.busID())
        let other = try PrivateBus()
        #expect(try first.busID() != other.connect().busID())
        withExtendedLifetime(other) {}
    }

    @Test func `names are owned, waited for, refused and given back`() throws {
        let first = try bus.connect()
        let second = try bus.connect()
        #expect(try first.requestName("org.example.App") == .primaryOwner)
        #expect(try first.requestName("org.example.App") == .alreadyOwner)
        #expect(try second.requestName("org.example.App", .doNotQueue) == .exists)
        #expect(try second.requestName("org.example.App") == .inQueue)
        #expect(try first.releaseName("org.example.App") == .released)
        #expect(try second.nameOwner("org.example.App") == second.uniqueName)
        #expect(try first.releaseName("org.example.App") == .notOwner)
        #expect(try first.releaseName("org.example.Other") == .nonExistent)
        let error = #expect(throws: CallError.self) { try first.requestName(":1.1") }
        #expect(error?.code == .invalidArgs)
    }

    @Test func `a batch ends after all of its messages`() async throws {
        let service = try bus.connect()
        let client = try bus.connect()
        let events = Recorder<String>()
        let interface = try Interface(
            "org.example.B",
            xml: "<node><interface name='org.example.B'><method name='Do'/></interface></node>")
        let registration = service.export(interface, at: "/b") { _ in events.record("call") }
        service.onBatchEnd = { events.record("end") }
        for _ in 0..<100 {
            let message = Message.methodCall(
                destination: service.uniqueName, path: "/b", interface: "org.example.B",
                member: "Do")
            message.setNoReply()
            client.send(message)
        }
        // After this answer, the service's socket has all calls. The loop has read none of them.
        _ = try client.busID()
        var calls = 0
        var batches = 0
        while calls < 100 || events.pending.first == "end" {
            let event = try await events.next()
            if event == "call" { calls += 1 } else { batches += 1 }
        }
        #expect(batches >= 2, "a batch is bounded")
        #expect(batches < 50, "messages that came together are one batch")
        registration.cancel()
    }

    @Test func `the end of the bus fails open calls and is told once`() async throws {
        let service = try bus.connect()
        let client = try bus.connect()
        let echo = try Echo(on: service)
        let events = Recorder<String>()
        client.onDisconnect = { events.record("gone") }
        client.call(try call("Never", of: service)) { result in
            if case .failure(let error) = result { events.record(error.code.description) }
        }
        _ = try await client.call(try call("Add", of: service, .uint32(1), .uint32(1)))
        #expect(client.isConnected)
        try await bus.stopAndWait()
        #expect(try await events.next() == "disconnected")
        #expect(try await events.next() == "gone")
        #expect(!client.isConnected)
        #expect(!client.send(try call("Never", of: service)))
        let error = await #expect(throws: CallError.self) {
            try await client.call(try call("Never", of: service))
        }
        #expect(error?.code == .disconnected)
        let blocking = #expect(throws: CallError.self) { try client.busID() }
        #expect(blocking?.code == .disconnected)
        #expect(events.pending.isEmpty)
        withExtendedLifetime(echo) {}
    }

    @Test func `closing fails open calls and calls nobody else`() async throws {
        let service = try bus.connect()
        let client = try bus.connect()
        let echo = try Echo(on: service)
        let events = Recorder<String>()
        client.onDisconnect = { events.record("gone") }
        client.call(try call("Never", of: service)) { result in
            if case .failure(let error) = result { events.record(error.code.description) }
        }
        client.close()
        client.close()
        #expect(try await events.next() == "disconnected")
        #expect(!client.isConnected)
        _ = try service.busID()
        #expect(events.pending.isEmpty)
        withExtendedLifetime(echo) {}
    }

    @Test func `a handler may close its connection`() async throws {
        let service = try bus.connect()
        let client = try bus.connect()
        let echo = try Echo(on: service)
        let codes = Recorder<String>()
        client.call(try call("Never", of: service)) { result in
            if case .failure(let error) = result { codes.record(error.code.description) }
        }
        client.call(try call("Add", of: service, .uint32(1), .uint32(1))) { _ in
            codes.record("answered")
            client.close()
        }
        #expect(try await codes.next() == "answered")
        #expect(try await codes.next() == "disconnected")
        withExtendedLifetime(echo) {}
    }

    @Test func `a message of an unknown kind is ignored`() async throws {
        let service = try bus.connect()
        let client = try bus.connect()
        let echo = try Echo(on: service)
        var bytes = try call("Never", of: service).marshalled()
        bytes[1] = 5
        let strange = try Message.demarshal(bytes)
        #expect(strange.kind == nil)
        client.send(strange)
        let reply = try await client.call(try call("Add", of: service, .uint32(1), .uint32(1)))
        #expect(try reply.arguments() == [.uint32(2)])
        #expect(echo.calls == ["Add"])
    }

    @Test func `an answer to nothing is ignored`() async throws {
        let service = try bus.connect()
        let client = try bus.connect()
        let echo = try Echo(on: service)
        let question = try Message.demarshal(call("Never", of: service).marshalled())
        let answer = question.methodReturn().copy(destination: service.uniqueName)
        client.send(answer)
        let reply = try await client.call(try call("Add", of: service, .uint32(1), .uint32(1)))
        #expect(try reply.arguments() == [.uint32(2)])
        withExtendedLifetime(echo) {}
    }
}
