// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// Messages between the processes of an app.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct BroadcastsTests {
    private let bus: PrivateBus

    init() throws {
        bus = try PrivateBus()
    }

    private func process() -> Broadcasts {
        Broadcasts(app: AppID("org.example.Chat"), address: bus.address)
    }

    private func message(_ name: String) -> Broadcasts.Message {
        Broadcasts.Message(center: "distributed", name: name)
    }

    /// Starts the bus again, and checks that the observer hears another process.
    private func expectDelivery(
        to observer: Broadcasts, _ heard: Recorder<Broadcasts.Message>
    ) async throws {
        let again = try PrivateBus(at: bus.directory)
        let user = try again.connect()
        let owners = Recorder<[String]>()
        let changes = MatchRule(sender: .bus, member: "NameOwnerChanged")
        let subscription = user.subscribe(changes) { message in
            owners.record(((try? message.arguments()) ?? []).compactMap(\.asString))
        }
        // The bus has the rule before it answers this call.
        _ = try user.nameOwner(WireName.bus)
        // The observer connects by itself.
        let own = user.uniqueName.rawValue
        _ = try await owners.next { $0.count == 3 && $0[0] != own && $0[0] == $0[2] }
        // The bus has the observer's rule before the observer's own message.
        observer.post(message("own"))
        #expect(try await heard.next() == message("own"))
        process().post(message("other"))
        #expect(try await heard.next() == message("other"))
        withExtendedLifetime((again, subscription)) {}
    }

    @Test func observerHearsOtherProcessesAfterARestartOfTheBus() async throws {
        let observer = process()
        let heard = Recorder<Broadcasts.Message>()
        _ = observer.observe("distributed", nil) { heard.record($0) }
        observer.post(message("before"))
        #expect(try await heard.next() == message("before"))
        try await bus.stopAndWait()
        try await expectDelivery(to: observer, heard)
    }

    @Test func observerThatStartsBeforeTheBusHearsOtherProcesses() async throws {
        try await bus.stopAndWait()
        let observer = process()
        let heard = Recorder<Broadcasts.Message>()
        _ = observer.observe("distributed", nil) { heard.record($0) }
        try await expectDelivery(to: observer, heard)
    }
}
