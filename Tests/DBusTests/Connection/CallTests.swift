// SPDX-License-Identifier: Apache-2.0
import DBus
import GLibLoop
import TestSupport
import Testing

/// Calls from one connection to another.
@LoopActor @Suite(.serialized) struct CallTests {
    let bus: PrivateBus
    let service: Connection
    let client: Connection
    let echo: Echo

    init() throws {
        bus = try PrivateBus()
        service = try bus.connect()
        client = try bus.connect()
        echo = try Echo(on: service)
    }

    private func message(_ member: MemberName, _ values: Value...) throws -> Message {
        let message = Message.methodCall(
            destination: service.uniqueName, path: Echo.path, interface: Echo.name, member: member)
        try message.append(contentsOf: values)
        return message
    }

    private func failure(
        _ message: Message, timeout: Duration = .testDeadline
    ) async -> CallError? {
        await #expect(throws: CallError.self) { try await client.call(message, timeout: timeout) }
    }

    @Test func `an answer arrives`() async throws {
        let reply = try await client.call(try message("Add", .uint32(2), .uint32(3)))
        #expect(try reply.arguments() == [.uint32(5)])
        #expect(reply.sender == service.uniqueName.rawValue)
    }

    @Test func `an error that is too long is not read`() async throws {
        let long = String(repeating: "x", count: CallError.maximumBytes)
        let object: ObjectPath = "/org/example/Errors"
        let interface = try Interface(
            "org.example.Errors",
            xml: """
                <node><interface name="org.example.Errors">
                  <method name="Note"><arg name="text" type="s" direction="in"/></method>
                </interface></node>
                """)
        let registration = service.export(interface, at: object) { call in
            var arguments = call.arguments
            call.fail("org.example.Error.Mine", (try? arguments.string()) ?? "")
        }
        for text in [String(long.dropLast(1_024)), long] {
            let call = Message.methodCall(
                destination: service.uniqueName, path: object, interface: interface.name,
                member: "Note")
            try call.append(.string(text))
            let error = await failure(call)
            let whole = CallError(name: "org.example.Error.Mine", message: text)
            #expect(error == (text == long ? CallError.tooLong : whole))
        }
        withExtendedLifetime(registration) {}
    }

    @Test func `an answer arrives without a task`() async throws {
        let replies = Recorder<Message?>()
        client.call(try message("Add", .uint32(2), .uint32(3)), timeout: .testDeadline) {
            replies.record(try? $0.get())
        }
        #expect(replies.pending.isEmpty)
        #expect(try await replies.next()?.arguments() == [.uint32(5)])
    }

    @Test func `calls that are open at once are waited for in any order, blocking`() throws {
        var answers: [Int: Result<Message, CallError>] = [:]
        let calls = (0..<20).map { index in
            // Every second call names a method that the bus does not have.
            let message = Message.methodCall(
                destination: "org.freedesktop.DBus", path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", member: index % 2 == 0 ? "GetId" : "GetNothing")
            return client.call(message, timeout: .testDeadline) { answers[index] = $0 }
        }
        #expect(answers.isEmpty)
        for (index, call) in calls.enumerated().reversed() {
            call.waitBlocking()
            #expect(answers[index].map { (try? $0.get()) != nil } == (index % 2 == 0))
        }
        #expect(answers.count == 20)
        calls[0].waitBlocking()
    }

    @Test func `a call that nobody answers is waited for until its deadline`() throws {
        var answer: Result<Message, CallError>?
        // The service cannot answer while the loop is blocked.
        let call = client.call(
            try message("Add", .uint32(2), .uint32(3)), timeout: .milliseconds(50)
        ) { answer = $0 }
        call.waitBlocking()
        #expect(throws: CallError.self) { try answer?.get() }
    }

    @Test func `a blocking call keeps what arrives meanwhile`() async throws {
        let names = Recorder<String>()
        let subscription = client.subscribe(
            MatchRule(interface: "org.freedesktop.DBus", member: "NameOwnerChanged")
        ) { message in
            var reader = message.reader
            names.record((try? reader.string()) ?? "")
        }
        _ = try client.busID()
        #expect(try service.requestName("org.example.Named") == .primaryOwner)
        // The service cannot answer while the loop is blocked, but the bus can.
        #expect(try client.nameOwner("org.example.Named") == service.uniqueName)
        #expect(try await names.next { $0 == "org.example.Named" } == "org.example.Named")
        subscription.cancel()
    }

    @Test func `many calls are answered in order`() async throws {
        let sums = Recorder<UInt32>()
        for number in 0..<500 as Range<UInt32> {
            client.call(try message("Add", .uint32(number), .uint32(1))) { result in
                var reader = (try? result.get())?.reader
                sums.record((try? reader?.uint32()) ?? 0)
            }
        }
        for number in 1...500 as ClosedRange<UInt32> { #expect(try await sums.next() == number) }
    }

    @Test func `an error arrives with its name and text`() async throws {
        let error = await failure(try message("Fail"))
        #expect(error?.code == .accessDenied)
        #expect(error?.name == .accessDenied)
        #expect(error?.message == "Not today")
    }

    @Test func `a call without an answer ends at its deadline`() async throws {
        let error = await failure(try message("Never"), timeout: .milliseconds(50))
        #expect(error?.code == .timedOut)
        // The service may read the call after its end.
        #expect(try await echo.received.next() == "Never")
        #expect(echo.unanswered.count == 1)
    }

    @Test func `each call has a deadline of its own`() async throws {
        let order = Recorder<Int>()
        // However long the machine stalls between two of the calls, the first one ends last.
        for (number, time) in [(1, 3_600_000), (2, 40), (3, 80)] {
            client.call(try message("Never"), timeout: .milliseconds(time)) { _ in
                order.record(number)
            }
        }
        #expect(try await order.next() == 2)
        #expect(try await order.next() == 3)
        client.close()
        #expect(try await order.next() == 1)
    }

    @Test func `a late answer is ignored`() async throws {
        _ = await failure(try message("Never"), timeout: .milliseconds(20))
        // The service may read the call after its end.
        #expect(try await echo.received.next() == "Never")
        try #require(echo.unanswered.first).reply()
        _ = try await client.call(try message("Add", .uint32(0), .uint32(0)))
    }

    @Test func `a call to nobody fails`() async throws {
        let message = Message.methodCall(
            destination: "org.example.Nobody", path: "/", interface: nil, member: "Do")
        #expect(await failure(message)?.code == .serviceUnknown)
        let error = #expect(throws: CallError.self) { try client.nameOwner("org.example.Nobody") }
        #expect(error?.code == .nameHasNoOwner)
    }

    @Test func `a callee that leaves gives no reply`() async throws {
        let other = try bus.connect()
        let waiting = try Echo(on: other)
        let call = Message.methodCall(
            destination: other.uniqueName, path: Echo.path, interface: Echo.name, member: "Never")
        async let error = failure(call)
        #expect(try await waiting.received.next() == "Never")
        other.close()
        #expect(await error?.code == .noReply)
        withExtendedLifetime(waiting) {}
    }

    @Test func `a cancelled task gives its call up`() async throws {
        let message = try message("Never")
        let client = client
        let task = Task { @LoopActor in
            await #expect(throws: CallError.self) { try await client.call(message) }
        }
        _ = try await client.call(try self.message("Add", .uint32(0), .uint32(0)))
        task.cancel()
        #expect(await task.value?.code == .cancelled)
    }

    @Test func `a task that is cancelled before it calls gives up at once`() async throws {
        let message = try message("Never")
        let client = client
        let task = Task { @LoopActor in
            unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
            return await #expect(throws: CallError.self) { try await client.call(message) }
        }
        #expect(await task.value?.code == .cancelled)
    }

    @Test func `a call that is given up completes no more`() async throws {
        let results = Recorder<Bool>()
        let call = client.call(try message("Add", .uint32(1), .uint32(1))) { _ in
            results.record(true)
        }
        call.cancel()
        _ = try await client.call(try message("Add", .uint32(0), .uint32(0)))
        #expect(results.pending.isEmpty)
    }

    @Test func `a call that wants no reply gets none`() async throws {
        let call = try message("Note", .string("x"))
        call.setNoReply()
        client.send(call)
        _ = try await client.call(try message("Add", .uint32(0), .uint32(0)))
        #expect(echo.calls == ["Note", "Add"])
    }

    @Test(arguments: [
        (Duration.zero, 1), (.microseconds(1), 1), (.milliseconds(20), 20), (.seconds(-5), 1),
    ])
    func `a timeout is at least a millisecond`(timeout: Duration, milliseconds: Int) async throws {
        let error = await failure(try message("Never"), timeout: timeout)
        #expect(error?.code == .timedOut)
    }

    @Test func `a timeout of centuries is none`() async throws {
        let reply = try await client.call(
            try message("Add", .uint32(1), .uint32(1)), timeout: .seconds(1 << 40))
        #expect(try reply.arguments() == [.uint32(2)])
    }
}

/// The errors that callers can distinguish.
@Suite struct CallErrorTests {
    @Test(arguments: [
        (ErrorName.disconnected, CallError.Code.disconnected), (.noReply, .noReply),
        (.timeout, .timedOut), (.timedOut, .timedOut), (.serviceUnknown, .serviceUnknown),
        (.nameHasNoOwner, .nameHasNoOwner), (.unknownMethod, .unknownMethod),
        (.unknownObject, .unknownMethod), (.unknownInterface, .unknownMethod),
        (.unknownProperty, .unknownMethod), (.invalidArgs, .invalidArgs),
        (.accessDenied, .accessDenied), (.failed, .other), ("org.example.Error.Mine", .other),
    ])
    func `every error name has a code`(name: ErrorName, code: CallError.Code) {
        #expect(CallError(name: name, message: "").code == code)
    }
}
