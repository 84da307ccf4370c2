// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

/// Who a client is, asked of a real bus.
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
        #expect(directory.identifyNow(name) == identity)
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
        for number in 0..<Limits.heldMessages {
            #expect(directory.identify(name) { _ in order.record(number) })
        }
        #expect(!directory.identify(name) { _ in order.record(-1) })
        for number in 0..<Limits.heldMessages { #expect(try await order.next() == number) }
        #expect(directory.identify(name) { _ in order.record(-2) })
        #expect(try await order.next() == -2)
    }
}
