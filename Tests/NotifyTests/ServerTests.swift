// SPDX-License-Identifier: Apache-2.0
import DBus
import GLibLoop
import Notify
import Synchronization
import TestSupport
import Testing

extension LibnotifyTests {
    /// The caller learns the server's events, its loss and its return.
    @LoopActor @Suite struct Server {
        @Test func `capabilities and information are the server's`() async throws {
            let fixture = try await Fixture()
            fixture.server.capabilities = ["x-z", "body", "actions"]
            fixture.server.information = ["name", "vendor", "2.5", "1.3"]
            #expect(try await fixture.forwarder.capabilities() == ["x-z", "body", "actions"])
            let information = try await fixture.forwarder.serverInformation()
            #expect(information.name == "name")
            #expect(information.vendor == "vendor")
            #expect(information.version == "2.5")
            #expect(information.specVersion == "1.3")
            fixture.server.capabilities = []
            #expect(try await fixture.forwarder.capabilities() == [])
            await fixture.finish()
        }

        /// Issue 15: focusd kept, and repeated to each client, all that a server said.
        @Test func `capabilities and information have limits`() async throws {
            let fixture = try await Fixture()
            let long = String(repeating: "x", count: ServerInformation.maximumCapabilityBytes)
            let many = (0...ServerInformation.maximumCapabilities).map { "x-\($0)" }
            fixture.server.capabilities = [long + "x", long] + many
            let most = ServerInformation.maximumCapabilities - 1
            #expect(try await fixture.forwarder.capabilities() == [long] + many.prefix(most))
            let name = String(repeating: "é", count: ServerInformation.maximumBytes)
            fixture.server.information = [name, name, name, name]
            let information = try await fixture.forwarder.serverInformation()
            let cut = String(repeating: "é", count: ServerInformation.maximumBytes / 2)
            #expect(information.name == cut && information.vendor == cut)
            #expect(information.version == cut && information.specVersion == cut)
            await fixture.finish()
        }

        @Test func `signals arrive in their order`() async throws {
            let fixture = try await Fixture()
            let big = UInt32.max
            try fixture.server.emitAction(3, "default", token: "wayland-1")
            try fixture.server.emitReply(big, "an answer")
            try fixture.server.emitClosed(3, reason: 2)
            try fixture.server.emitClosed(0, reason: 99)
            #expect(
                await fixture.log.first(6).dropFirst() == [
                    .activationToken(id: 3, token: "wayland-1"),
                    .actionInvoked(id: 3, key: "default"), .replied(id: big, text: "an answer"),
                    .closed(id: 3, reason: 2), .closed(id: 0, reason: 99),
                ])
            await fixture.finish()
        }

        @Test func `signals with other arguments, and a stranger's, are ignored`() async throws {
            let fixture = try await Fixture()
            try fixture.server.emit("NotificationClosed", .uint32(1))
            try fixture.server.emit("ActionInvoked", .string("default"), .uint32(1))
            try fixture.server.emit("Unknown", .uint32(1), .string("x"))
            let stranger = try Connection(address: fixture.bus.address)
            let signal = Message.signal(
                path: FakeServer.path, interface: "org.freedesktop.Notifications",
                member: "NotificationClosed")
            try signal.append(.uint32(1), .uint32(2))
            stranger.send(signal)
            _ = try stranger.busID()
            try fixture.server.emitClosed(5)
            #expect(await fixture.log.first(2).last == .closed(id: 5, reason: 2))
            stranger.close()
            await fixture.finish()
        }

        @Test func `events before an answer are reported before show returns, later ones after`()
            async throws
        {
            let fixture = try await Fixture()
            fixture.server.beforeAnswer = { [server = fixture.server] _ in
                try? server.emitClosed(41)
            }
            let log = fixture.log
            let forwarder = fixture.forwarder
            let message = try Sample().message()
            let (id, before) = try await Task { @NotifyActor in
                let id = try forwarder.show(ShowRequest(message: message, replaces: 41))
                return (id, log.events)
            }.value
            #expect(id == 41)
            #expect(before == [.serverAppeared, .closed(id: 41, reason: 2)])
            try fixture.server.emitClosed(41, reason: 1)
            #expect(await log.first(3).last == .closed(id: 41, reason: 1))
            await fixture.finish()
        }

        @Test func `a refusal carries the server's error`() async throws {
            let fixture = try await Fixture()
            fixture.server.answer(.refuse("org.example.Error.Full", "no room"))
            await #expect(
                throws: ShowError.refused(
                    name: "org.example.Error.Full", untrustedMessage: "no room")
            ) { try await fixture.show() }
            #expect(try await fixture.show() == 1)
            await fixture.finish()
        }

        @Test(
            arguments: [[], [.string("1")], [.uint32(1), .uint32(2)]] as [[Value]])
        func `an answer that is no id is refused`(_ answer: [Value]) async throws {
            let fixture = try await Fixture()
            fixture.server.answer(.values(answer))
            let error = await #expect(throws: ShowError.self) { try await fixture.show() }
            guard case .refused? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            await fixture.finish()
        }

        /// Found by review: dunst answers 0 for a rule with an empty format.
        @Test func `the answer 0 says that the server shows no popup`() async throws {
            let fixture = try await Fixture()
            fixture.server.answer(.id(0))
            await #expect(throws: ShowError.notShown) { try await fixture.show() }
            #expect(try await fixture.show() == 1)
            await fixture.finish()
        }

        @Test func `a server that dies with the notification is told apart from none`()
            async throws
        {
            let fixture = try await Fixture()
            _ = try await fixture.show()
            fixture.server.answer(.crash)
            await #expect(throws: ShowError.serverDied) { try await fixture.show() }
            await #expect(throws: ShowError.noServer) { try await fixture.show() }
            await #expect(throws: ShowError.noServer) { try await fixture.forwarder.close(1) }
            await #expect(throws: ShowError.noServer) {
                try await fixture.forwarder.capabilities()
            }
            #expect(await fixture.log.first(2).last == .serverVanished)
            await fixture.finish()
        }

        @Test func `a server that comes back is used at once, with its own version`() async throws {
            let fixture = try await Fixture()
            for round in 0..<3 {
                try fixture.restartServer()
                fixture.server.information[2] = "\(round)"
                _ = await fixture.log.first(3 + 2 * round)
                #expect(try await fixture.show() == 1)
                #expect(
                    try await fixture.forwarder.serverInformation().version == "\(round)")
            }
            #expect(
                fixture.log.events == [.serverAppeared]
                    + [
                        [.serverVanished, .serverAppeared], [.serverVanished, .serverAppeared],
                        [.serverVanished, .serverAppeared],
                    ].joined())
            await fixture.finish()
        }

        @Test func `a server that is replaced by another is followed`() async throws {
            let fixture = try await Fixture()
            _ = try await fixture.show()
            let next = try FakeServer(address: fixture.bus.address, replacing: true)
            _ = await fixture.log.first(2)
            _ = try await fixture.show()
            #expect(fixture.server.notifications.count == 1)
            #expect(next.notifications.count == 1)
            next.leave()
            await fixture.finish()
        }

        @Test func `without a server nothing is sent, and one that appears is announced`()
            async throws
        {
            let bus = try PrivateBus()
            let log = EventLog()
            let forwarder = NotificationForwarder { log.append($0) }
            try await forwarder.reconnect(busAddress: bus.address)
            let request = ShowRequest(message: try Sample().message())
            await #expect(throws: ShowError.noServer) { try await forwarder.show(request) }
            let server = try FakeServer(address: bus.address)
            #expect(await log.first(1) == [.serverAppeared])
            #expect(try await forwarder.show(request) == 1)
            await forwarder.disconnect()
            server.leave()
        }

        /// Before, all events of a server waited at the loop, which has no limit for them.
        @Test func `events wait until they may be reported`() async throws {
            let bus = try PrivateBus()
            let log = EventLog()
            // Gets an event for each question if events may be reported.
            let questions = EventLog()
            let isHeld = Atomic(true)
            let forwarder = NotificationForwarder {
                questions.append(.actionsLost)
                return !isHeld.load(ordering: .relaxed)
            } events: {
                log.append($0)
            }
            let server = try FakeServer(address: bus.address)
            try await forwarder.reconnect(busAddress: bus.address)
            _ = await questions.first(1)
            #expect(log.events.isEmpty)
            isHeld.store(false, ordering: .relaxed)
            await forwarder.reportWaitingEvents()
            #expect(await log.first(1) == [.serverAppeared])
            await forwarder.disconnect()
            server.leave()
        }

        @Test func `an address without a bus is an error`() async throws {
            let forwarder = NotificationForwarder { _ in }
            await #expect(throws: ConnectError.self) {
                try await forwarder.reconnect(busAddress: "unix:path=/nonexistent/bus")
            }
            let request = ShowRequest(message: try Sample().message())
            await #expect(throws: ShowError.busLost) { try await forwarder.show(request) }
        }

        @Test func `a bus that goes is reported, and the next one is used`() async throws {
            let fixture = try await Fixture()
            _ = try await fixture.show()
            fixture.bus.stop()
            #expect(await fixture.log.events { $0.contains(.busLost) }.contains(.busLost))
            await #expect(throws: ShowError.busLost) { try await fixture.show() }
            let bus = try PrivateBus()
            let server = try FakeServer(address: bus.address)
            try await fixture.forwarder.reconnect(busAddress: bus.address)
            #expect(try await fixture.show() == 1)
            #expect(server.notifications.count == 1)
            server.leave()
            await fixture.finish()
        }

        @Test func `leaving the bus closes no notification`() async throws {
            let fixture = try await Fixture()
            // libnotify closes the notifications that it holds if they have an action or never
            // expire.
            for _ in 0..<20 {
                _ = try await fixture.forward(Sample(actions: ["a", "A"], expireTimeout: 0))
            }
            await fixture.forwarder.disconnect()
            try await fixture.forwarder.reconnect(busAddress: fixture.bus.address)
            _ = try await fixture.show()
            #expect(fixture.server.notifications.count == 21)
            #expect(fixture.server.closed == [])
            await fixture.finish()
        }

        /// In a process of its own: other suites grow at the same time.
        @Test func `ten thousand notifications leave memory as it was`() async {
            await #expect(processExitsWith: .success) {
                let fixture = try await Fixture()
                let message = try Sample(
                    actions: ["default", "Open"],
                    hints: [("x", .vardict(["a": .bytes([UInt8](repeating: 1, count: 1000))]))]
                ).message()
                let forwarder = fixture.forwarder
                @Sendable func show(_ count: Int) async throws {
                    for _ in 0..<count {
                        _ = try await forwarder.show(ShowRequest(message: message, replaces: 1))
                    }
                }
                try await show(2000)
                // A leak grows in every round: a leaked hint by a megabyte.
                var growths: [Int] = []
                for _ in 0..<10 {
                    await fixture.server.forgetNotifications()
                    let before = residentKiB()
                    try await show(1000)
                    growths.append(residentKiB() - before)
                }
                #expect(growths.contains { $0 < 64 }, "\(growths) KiB in 1000 notifications each")
                await fixture.finish()
            }
        }

        @Test func `a hung server costs a timeout, and what it shows when it wakes is told`()
            async throws
        {
            let fixture = try await Fixture()
            fixture.server.answer(.hold)
            let start = ContinuousClock.now
            await #expect(throws: ShowError.timedOut) { try await fixture.show(token: 4711) }
            #expect(ContinuousClock.now - start > .seconds(20))
            #expect(fixture.log.events == [.serverAppeared])
            fixture.server.release()
            #expect(await fixture.log.first(2).last == .lateAnswer(token: 4711, id: 1))
            // The server works as before.
            #expect(try await fixture.show() == 2)
            await fixture.finish()
        }
    }
}

extension Fixture {
    func show(token: UInt64 = 0) async throws -> UInt32 {
        try await forwarder.show(ShowRequest(message: try Sample().message(), token: token))
    }
}
