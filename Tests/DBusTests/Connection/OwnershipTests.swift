// SPDX-License-Identifier: Apache-2.0
import DBus
import GLibLoop
import Synchronization
import TestSupport
import Testing

/// The release of dropped objects.
@LoopActor @Suite(.serialized) struct OwnershipTests {
    let bus: PrivateBus

    init() throws {
        bus = try PrivateBus()
    }

    private func call(_ member: MemberName, of service: Connection) -> Message {
        Message.methodCall(
            destination: service.uniqueName, path: Echo.path, interface: Echo.name, member: member)
    }

    /// An object that lives as long as its captors.
    private final class Witness: Sendable {}

    @Test func `a dropped connection leaves the bus`() async throws {
        let watcher = try bus.connect()
        let names = Recorder<String>()
        let subscription = watcher.subscribe(
            MatchRule(sender: .bus, member: "NameOwnerChanged", arguments: [2: ""])
        ) { message in
            var reader = message.reader
            names.record((try? reader.string()) ?? "")
        }
        _ = try watcher.busID()
        var connection: Connection? = try bus.connect()
        weak let reference = connection
        let name = try #require(connection?.uniqueName.rawValue)
        connection = nil
        #expect(reference == nil)
        #expect(try await names.next() == name)
        subscription.cancel()
    }

    @Test func `handlers are released with the connection`() throws {
        var witness: Witness? = Witness()
        weak let reference = witness
        var connection: Connection? = try bus.connect()
        let interface = try Interface(
            "org.example.B",
            xml: "<node><interface name='org.example.B'><method name='Do'/></interface></node>")
        var tokens: [AnyObject?] = [
            connection?.subscribe(MatchRule(member: "X")) { [witness] _ in _ = witness },
            connection?.export(interface, at: "/b") { [witness] _ in _ = witness },
        ]
        connection?.onBatchEnd = { [witness] in _ = witness }
        connection?.onDisconnect = { [witness] in _ = witness }
        witness = nil
        #expect(reference != nil)
        connection = nil
        #expect(reference != nil, "\(tokens.count) tokens still hold it")
        tokens = []
        #expect(reference == nil)
    }

    @Test func `a token that is dropped releases its handler`() throws {
        let connection = try bus.connect()
        var witness: Witness? = Witness()
        weak let reference = witness
        var subscription: Subscription? = connection.subscribe(MatchRule(member: "X")) {
            [witness] _ in _ = witness
        }
        witness = nil
        #expect(reference != nil)
        withExtendedLifetime(subscription) {}
        subscription = nil
        #expect(reference == nil)
    }

    @Test func `a completion is released when its call ends, however it ends`() async throws {
        let service = try bus.connect()
        let echo = try Echo(on: service)
        for end in ["answer", "deadline", "cancel", "close"] {
            let client = try bus.connect()
            let ended = Recorder<String>()
            var witness: Witness? = Witness()
            weak let reference = witness
            let message = call(end == "answer" ? "Fail" : "Never", of: service)
            var pending: PendingCall? = client.call(
                message, timeout: end == "deadline" ? .milliseconds(20) : .testDeadline
            ) { [witness] _ in
                _ = witness
                ended.record(end)
            }
            weak let call = pending
            witness = nil
            switch end {
            case "cancel": pending?.cancel()
            case "close":
                client.close()
                _ = try await ended.next()
            default: _ = try await ended.next()
            }
            pending = nil
            #expect(reference == nil, "\(end)")
            #expect(call == nil, "\(end)")
        }
        withExtendedLifetime(echo) {}
    }

    /// The export ends on the loop, after its owner: calls may arrive in between.
    @Test func `an exporter may be dropped on another thread while calls arrive`() async throws {
        let service = try bus.connect()
        let client = try bus.connect()
        for _ in 0..<50 {
            var echo: Echo? = try Echo(on: service)
            for _ in 0..<20 {
                let note = call("Note", of: service)
                try note.append(.string("x"))
                note.setNoReply()
                client.send(note)
            }
            weak let reference = echo
            let last = Task.detached { [echo] in withExtendedLifetime(echo) {} }
            echo = nil
            await last.value
            // The task may hold it a moment longer than its value takes.
            while reference != nil { await Task.yield() }
            let error = await #expect(throws: CallError.self) {
                try await client.call(call("Fail", of: service))
            }
            // The service's own error would be `accessDenied`.
            #expect(error?.code == .unknownMethod)
        }
    }

    @Test func `a message is released after its handler`() async throws {
        let service = try bus.connect()
        let client = try bus.connect()
        let echo = try Echo(on: service)
        weak var received: Message?
        service.onUnhandledCall = { call in
            received = call.message
            call.reply()
            return true
        }
        let message = Message.methodCall(
            destination: service.uniqueName, path: "/", interface: "org.example.X", member: "Do")
        _ = try await client.call(message)
        #expect(received == nil)
        withExtendedLifetime(echo) {}
    }

    @Test func `messages leave nothing behind in libdbus`() async throws {
        let service = try bus.connect()
        let client = try bus.connect()
        let echo = try Echo(on: service)
        let payload = Value.variant(.bytes([UInt8](repeating: 7, count: 1 << 20)))
        // libdbus stops reading at 63 MiB of unreleased messages. If either side kept some
        // messages, the last calls would get no answer.
        for _ in 0..<70 {
            let message = call("Echo", of: service)
            try message.append(payload)
            #expect(
                try await client.call(message, timeout: .testDeadline).arguments() == [payload])
        }
        withExtendedLifetime(echo) {}
    }

    private final class Keeper: Sendable {
        let list = Mutex<[Message]>([])
    }

    @Test func `messages may be released on other threads, however many there were`() async throws {
        let service = try bus.connect()
        let client = try bus.connect()
        // libdbus stops reading at 63 MiB of unreleased messages, and continues after their
        // release.
        let kept = Recorder<Message>()
        service.onUnhandledCall = { call in
            kept.record(call.message)
            call.reply()
            return true
        }
        for _ in 0..<16 {
            let message = Message.methodCall(
                destination: service.uniqueName, path: "/", interface: "org.example.X", member: "Do"
            )
            try message.append(.bytes([UInt8](repeating: 1, count: 8 << 20)))
            message.setNoReply()
            client.send(message)
        }
        let messages = Keeper()
        for number in 1...16 {
            let message = try await kept.next()
            #expect(try message.arguments().count == 1)
            messages.list.withLock { $0.append(message) }
            if number % 8 == 0 {
                await Task.detached { messages.list.withLock { $0.removeAll() } }.value
            }
        }
        _ = try await client.call(
            Message.methodCall(
                destination: service.uniqueName, path: "/", interface: "org.example.X", member: "Do"
            ))
    }
}
