// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

/// The identity of clients, from a real bus.
@Suite @LoopActor struct SenderDirectoryTests {
    @Test func clientIsKnownByItsProcess() async throws {
        let bus = try PrivateBus()
        let directory = SenderDirectory(try bus.connect())
        let client = try bus.connect()
        let name = PeerName(rawValue: client.uniqueName.rawValue)
        let identities = Recorder<SenderIdentity>()
        #expect(directory.identify(name) { identities.record($0) })
        let identity = try await identities.next()
        #expect(identity.processID == UInt32(ownProcessID))
        #expect(identity.isUnsandboxed)
        #expect(directory.identity(of: name) == identity)
    }

    /// Waits until the directory has learned of new clients and has the bus's answers about them.
    private static func settle(_ connection: Connection) async throws {
        for _ in 0..<2 {
            let call = Message.methodCall(
                destination: .bus, path: "/org/freedesktop/DBus",
                interface: "org.freedesktop.DBus", member: "GetId")
            _ = try await connection.call(call, timeout: .testDeadline)
        }
    }

    /// Returns the identity of a client that the directory knows without a question to the bus.
    private static func atOnce(_ directory: SenderDirectory, _ client: Connection)
        -> SenderIdentity?
    {
        var found: SenderIdentity?
        _ = directory.identify(PeerName(rawValue: client.uniqueName.rawValue)) { found = $0 }
        return found
    }

    @Test func busIsAskedAboutAClientWhenItJoins() async throws {
        let bus = try PrivateBus()
        let connection = try bus.connect()
        let directory = SenderDirectory(connection)
        directory.start()
        let client = try bus.connect()
        try await Self.settle(connection)
        // The directory reads the client's process only now.
        #expect(directory.identity(of: PeerName(rawValue: client.uniqueName.rawValue)) == nil)
        let identity = Self.atOnce(directory, client)
        #expect(identity?.isUnsandboxed == true)
        #expect(identity?.processID == UInt32(ownProcessID))
        let other = try bus.connect()
        try await Self.settle(connection)
        let name = PeerName(rawValue: other.uniqueName.rawValue)
        #expect(Self.atOnce(directory, other) == identity)
        #expect(directory.identity(of: name) == identity)
    }

    @Test func clientThatJoinsWithManyIsLookedUpAtItsCall() async throws {
        let bus = try PrivateBus()
        let connection = try bus.connect()
        let directory = SenderDirectory(connection)
        directory.start()
        // The loop reads nothing meanwhile, so all clients join before the first answer.
        let clients = try (0...SenderDirectory.maximumAhead).map { _ in try bus.connect() }
        try await Self.settle(connection)
        for client in clients.dropLast() {
            #expect(Self.atOnce(directory, client)?.isUnsandboxed == true)
        }
        let last = try #require(clients.last)
        let name = PeerName(rawValue: last.uniqueName.rawValue)
        let identities = Recorder<SenderIdentity>()
        let isTaken = directory.identify(name) { identities.record($0) }
        #expect(isTaken && identities.pending.isEmpty)
        #expect(try await identities.next().isUnsandboxed)
        // Now there is room again.
        let next = try bus.connect()
        try await Self.settle(connection)
        #expect(Self.atOnce(directory, next)?.isUnsandboxed == true)
    }

    @Test func clientThatLeavesBeforeItsCallIsForgotten() async throws {
        let bus = try PrivateBus()
        let connection = try bus.connect()
        let directory = SenderDirectory(connection)
        directory.start()
        let departures = Recorder<PeerName>()
        directory.onDeparture = { departures.record($0) }
        let (asked, unasked) = (try bus.connect(), try bus.connect())
        // The directory asks the bus about this client after the client has left.
        unasked.close()
        _ = try await departures.next { $0.rawValue == unasked.uniqueName.rawValue }
        try await Self.settle(connection)
        asked.close()
        _ = try await departures.next { $0.rawValue == asked.uniqueName.rawValue }
        for client in [asked, unasked] { #expect(Self.atOnce(directory, client) == nil) }
    }

    /// The call of an app that ends at once can be read after its departure, from another
    /// connection: an inhibition of its, say, had no end (issue 15).
    @Test func departureIsToldAgainAfterALateCall() async throws {
        let bus = try PrivateBus()
        let connection = try bus.connect()
        let directory = SenderDirectory(connection)
        directory.start()
        let departures = Recorder<PeerName>()
        directory.onDeparture = { departures.record($0) }
        let client = try bus.connect()
        let name = PeerName(rawValue: client.uniqueName.rawValue)
        try await Self.settle(connection)
        _ = try client.requestName("org.example.Brief")
        try await Self.settle(connection)
        client.close()
        _ = try await departures.next { $0 == name }
        let identity = Self.atOnce(directory, client)
        #expect(identity?.isUnsandboxed == true)
        #expect(departures.pending == [name])
        #expect(directory.identity(of: name) == nil)
        #expect(directory.processID(of: name) == UInt32(ownProcessID))
    }

    @Test func departureIsToldAndForgets() async throws {
        let bus = try PrivateBus()
        let directory = SenderDirectory(try bus.connect())
        directory.start()
        let departures = Recorder<PeerName>()
        directory.onDeparture = { departures.record($0) }
        let client = try bus.connect()
        let name = PeerName(rawValue: client.uniqueName.rawValue)
        let identities = Recorder<SenderIdentity>()
        _ = directory.identify(name) { identities.record($0) }
        _ = try await identities.next()
        client.close()
        _ = try await departures.next { $0 == name }
        #expect(directory.identity(of: name) == nil)
    }

    @Test func clientThatHasLeftIsUnknownAndMayNothing() async throws {
        let bus = try PrivateBus()
        let directory = SenderDirectory(try bus.connect())
        let client = try bus.connect()
        let name = PeerName(rawValue: client.uniqueName.rawValue)
        client.close()
        let identities = Recorder<SenderIdentity>()
        _ = directory.identify(name) { identities.record($0) }
        #expect(try await identities.next().isUnsandboxed == false)
    }

    @Test func callsHeldForOneClientHaveALimitAndKeepTheirOrder() async throws {
        let bus = try PrivateBus()
        let directory = SenderDirectory(try bus.connect())
        let client = try bus.connect()
        let name = PeerName(rawValue: client.uniqueName.rawValue)
        let order = Recorder<Int>()
        for number in 0..<Limits.callsBeforeIdentity {
            #expect(directory.identify(name) { _ in order.record(number) })
        }
        #expect(!directory.identify(name) { _ in order.record(-1) })
        for number in 0..<Limits.callsBeforeIdentity { #expect(try await order.next() == number) }
        #expect(directory.identify(name) { _ in order.record(-2) })
        #expect(try await order.next() == -2)
    }
}
