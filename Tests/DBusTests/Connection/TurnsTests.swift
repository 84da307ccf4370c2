// SPDX-License-Identifier: Apache-2.0
import GLibLoop
import TestSupport
import Testing

@testable import DBus

/// Senders take turns. The messages of each sender stay in order.
@Suite struct TurnsTests {
    /// Returns the messages of all batches, as one text per batch.
    private func batches(_ turns: inout Turns<String>, limit: Int = 100) -> [String] {
        var batches: [String] = []
        while turns.hasNext {
            turns.beginBatch()
            var batch = ""
            while let element = turns.next(limit: limit) { batch += element }
            batches.append(batch)
        }
        return batches
    }

    private func turns(_ elements: String...) -> Turns<String> {
        var turns = Turns<String> { String($0.prefix(1)) }
        for element in elements { turns.append(element) }
        return turns
    }

    @Test func `one sender alone has all turns`() {
        var turns = turns("a1", "a2", "a3")
        #expect(batches(&turns) == ["a1a2a3"])
        #expect(turns.count == 0)
    }

    @Test func `a batch has a limit`() {
        var turns = turns("a1", "a2", "a3", "a4", "a5")
        #expect(batches(&turns, limit: 2) == ["a1a2", "a3a4", "a5"])
    }

    @Test func `who has sent little does not wait for those who have sent much`() {
        var turns = turns("a1", "a2", "a3", "a4", "b1")
        #expect(batches(&turns) == ["a1b1", "a2a3a4"])
    }

    @Test func `who has all answers ends the batch, after a turn of everybody`() {
        var turns = turns("a1", "a2", "b1", "c1", "d1", "d2")
        #expect(batches(&turns) == ["a1b1c1d1", "a2d2"])
    }

    @Test func `those who have sent as much as each other share a batch`() {
        var turns = turns("a1", "a2", "a3", "b1", "b2", "b3")
        #expect(batches(&turns) == ["a1b1a2b2a3b3"])
    }

    @Test func `who comes in the middle of a batch has a turn in it`() {
        var turns = turns("a1", "a2", "a3", "a4")
        turns.beginBatch()
        #expect(turns.next(limit: 100) == "a1")
        #expect(turns.next(limit: 100) == "a2")
        turns.append("b1")
        #expect(turns.next(limit: 100) == "a3")
        #expect(turns.next(limit: 100) == "b1")
        #expect(turns.next(limit: 100) == nil)
        #expect(batches(&turns) == ["a4"])
    }

    @Test func `who is held waits in order, and the others go on`() {
        var turns = turns("a1", "a2", "b1")
        turns.pause("a")
        turns.append("a3")
        turns.pause("c")
        turns.append("c1")
        #expect(batches(&turns) == ["b1"])
        #expect(turns.count == 4)
        #expect(turns.isWaiting("a") && !turns.isWaiting("b"))
        turns.resume("a")
        turns.resume("a")
        turns.resume("d")
        #expect(batches(&turns) == ["a1a2a3"])
        turns.resume("c")
        #expect(batches(&turns) == ["c1"])
    }

    @Test func `a sender held for two reasons waits for the end of both`() {
        var turns = turns("a1", "b1")
        turns.pause("a", .cost)
        turns.pause("a", .identity)
        #expect(batches(&turns) == ["b1"])
        turns.resume("a", .identity)
        #expect(!turns.hasNext)
        turns.resume("a", .cost)
        #expect(batches(&turns) == ["a1"])
    }

    @Test func `bytes that wait are counted for each sender`() {
        var turns = Turns<String>(by: { String($0.prefix(1)) }, size: \.utf8.count)
        turns.append("a1")
        #expect(turns.bytes == 2)
        #expect(turns.waiting(of: "a") == (1, 2))
        turns.append("a22")
        turns.append("b333")
        #expect(turns.bytes == 9)
        #expect(turns.waiting(of: "a") == (2, 5))
        #expect(turns.waiting(of: "c") == (0, 0))
        turns.beginBatch()
        while turns.next(limit: 100) != nil {}
        turns.beginBatch()
        while turns.next(limit: 100) != nil {}
        #expect(turns.bytes == 0 && turns.count == 0)
        #expect(turns.waiting(of: "a") == (0, 0))
    }

    @Test func `who is alone is waiting, and can be held`() {
        var turns = turns("a1")
        #expect(turns.hasNext && turns.count == 1)
        #expect(turns.isWaiting("a") && !turns.isWaiting("b"))
        turns.pause("a")
        #expect(!turns.hasNext && turns.count == 1)
        #expect(turns.isWaiting("a"))
        turns.append("b1")
        #expect(batches(&turns) == ["b1"])
        turns.resume("a")
        #expect(batches(&turns) == ["a1"])
        #expect(turns.count == 0 && !turns.isWaiting("a"))
    }

    @Test func `one that comes when all have had their turns is of the same batch`() {
        var turns = turns("a1")
        turns.beginBatch()
        #expect(turns.next(limit: 2) == "a1")
        turns.append("b1")
        #expect(turns.next(limit: 2) == "b1")
        turns.append("c1")
        #expect(turns.next(limit: 2) == nil, "the batch is as long as it may be")
        #expect(batches(&turns) == ["c1"])
    }

    @Test func `a long queue keeps its order and gives its room back`() {
        var queue = Queue<Int>()
        for number in 0..<1_000 {
            queue.append(2 * number)
            queue.append(2 * number + 1)
            #expect(queue.removeFirst() == number)
        }
        for number in 1_000..<2_000 { #expect(queue.removeFirst() == number) }
        #expect(queue.isEmpty && queue.first == nil)
    }
}

/// A service whose clients do not wait for each other.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct TakingTurnsTests {
    let bus: PrivateBus
    let service: Connection

    private static var interface: Interface {
        get throws {
            try Interface(
                Echo.name,
                xml: """
                    <node><interface name="org.example.Echo">
                    <method name="Note"><arg type="s" direction="in"/></method>
                    </interface></node>
                    """)
        }
    }

    init() throws {
        bus = try PrivateBus()
        service = try bus.connect()
    }

    private func send(
        _ numbers: Range<Int>, from client: Connection, as name: String
    ) throws {
        for number in numbers {
            let call = Message.methodCall(
                destination: service.uniqueName, path: Echo.path, interface: Echo.name,
                member: "Note")
            try call.append(.string("\(name)\(number)"))
            call.setNoReply()
            client.send(call)
        }
        // After this answer, the bus has received all earlier calls.
        _ = try client.busID()
    }

    /// Records the calls to the service, and the ends of batches.
    private func serve(_ events: Recorder<String>) throws -> Registration {
        service.onBatchEnd = { events.record("end") }
        return service.export(try Self.interface, at: Echo.path) { call in
            var reader = call.arguments
            events.record((try? reader.string()) ?? "?")
        }
    }

    private func calls(_ count: Int, _ events: Recorder<String>) async throws -> [String] {
        var calls: [String] = []
        while calls.count < count {
            let event = try await events.next()
            if event != "end" { calls.append(event) }
        }
        return calls
    }

    @Test(arguments: [true, false])
    func `one call does not wait for a hundred`(takesTurns: Bool) async throws {
        service.callRules.takesTurns = takesTurns
        let events = Recorder<String>()
        let registration = try serve(events)
        let loud = try bus.connect()
        let other = try bus.connect()
        // The loop does not run meanwhile, so the service has not read the calls yet. Its socket
        // has room for them.
        try send(0..<150, from: loud, as: "loud")
        try send(0..<1, from: other, as: "other")
        let calls = try await calls(151, events)
        let before = try #require(calls.firstIndex(of: "other0"))
        if takesTurns {
            // On a busy machine, the first batch can end before everything is read.
            #expect(before <= 2 * LoopBinding.maximumTurns)
        } else {
            #expect(before == 150, "as they came")
        }
        #expect(calls.filter { $0 != "other0" } == (0..<150).map { "loud\($0)" })
        registration.cancel()
    }

    @Test func `batches are short`() async throws {
        service.callRules.takesTurns = true
        let events = Recorder<String>()
        let registration = try serve(events)
        let loud = try bus.connect()
        try send(0..<100, from: loud, as: "")
        var calls = 0
        var batch = 0
        while calls < 100 {
            if try await events.next() == "end" {
                batch = 0
            } else {
                calls += 1
                batch += 1
                #expect(batch <= LoopBinding.maximumTurns)
            }
        }
        registration.cancel()
    }

    @Test func `what waits is handled before the end`() async throws {
        service.callRules.takesTurns = true
        let events = Recorder<String>()
        let registration = service.export(
            try Self.interface, at: Echo.path
        ) { [service] call in
            var reader = call.arguments
            let text = (try? reader.string()) ?? ""
            events.record("\(text) \(service.waitingCalls > 0)")
        }
        let loud = try bus.connect()
        try send(0..<60, from: loud, as: "")
        #expect(try await events.next() == "0 true")
        service.handleWaitingCalls()
        #expect(service.waitingCalls == 0)
        for number in 1..<59 { #expect(try await events.next() == "\(number) true") }
        #expect(try await events.next() == "59 false")
        registration.cancel()
    }

    /// Issue 15: the file of a long call was written while everybody waited.
    @Test func `a call that is prepared holds its own sender's calls alone`() async throws {
        service.callRules.takesTurns = true
        var preparing: [@LoopActor (Duration) -> Void] = []
        service.prepareCalls(from: 1_000) { call, whenDone in
            call.companion = "prepared"
            preparing.append(whenDone)
            return true
        }
        let events = Recorder<String>()
        let registration = service.export(try Self.interface, at: Echo.path) { call in
            var reader = call.arguments
            let text = (try? reader.string()) ?? ""
            events.record("\(text.prefix(4)) \(call.message.companion as? String ?? "-")")
        }
        let long = try bus.connect()
        let other = try bus.connect()
        let filling = String(repeating: "x", count: 1_000)
        try send(0..<2, from: long, as: "lon\(filling)")
        try send(0..<1, from: long, as: "end")
        try send(0..<1, from: other, as: "oth")
        #expect(try await events.next() == "oth0 -")
        #expect(preparing.count == 2)
        preparing[0](.zero)
        try send(1..<2, from: other, as: "oth")
        #expect(try await events.next() == "oth1 -")
        preparing[1](.zero)
        for text in ["lonx prepared", "lonx prepared", "end0 -"] {
            #expect(try await events.next() == text)
        }
        registration.cancel()
    }

    @Test func `a call whose preparation is not done is handled before the end`() async throws {
        service.callRules.takesTurns = true
        var preparing: [@LoopActor (Duration) -> Void] = []
        let begun = Recorder<Void>()
        service.prepareCalls(from: 1_000) { _, whenDone in
            preparing.append(whenDone)
            begun.record(())
            return true
        }
        let events = Recorder<String>()
        let registration = try serve(events)
        try send(0..<1, from: bus.connect(), as: String(repeating: "x", count: 1_000))
        _ = try await begun.next()
        service.binding.takeAllTurns(within: .testDeadline)
        #expect(try await calls(1, events).count == 1)
        preparing[0](.zero)
        registration.cancel()
    }

    /// Sends calls that the service's connection has received, and has not read.
    private func sendUnread(_ count: Int, as text: String) throws {
        let client = try bus.connect()
        try send(0..<count, from: client, as: text)
        // The bus has passed them on before it answers these calls.
        _ = try client.busID()
        _ = try service.busID()
        #expect(service.waitingCalls == 0)
    }

    @Test func `a call that needs a preparation and was not read is handled before the end`() throws
    {
        service.callRules.takesTurns = true
        service.prepareCalls(from: 1_000) { _, _ in true }
        var handled = 0
        let registration = service.export(try Self.interface, at: Echo.path) { _ in handled += 1 }
        try sendUnread(2, as: String(repeating: "x", count: 1_000))
        service.binding.takeAllTurns(within: .testDeadline)
        #expect(handled == 2)
        registration.cancel()
    }

    @Test func `calls of a client that pauses again and again are handled before the end`() throws {
        service.callRules.takesTurns = true
        var handled = 0
        let registration = service.export(
            try Self.interface, at: Echo.path
        ) { [service] call in
            handled += 1
            service.charge(.seconds(10), for: call.message)
        }
        try sendUnread(20, as: "")
        service.binding.takeAllTurns(within: .testDeadline)
        #expect(handled == 20)
        registration.cancel()
    }
}
