// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

@Suite(.timeLimit(.minutes(5))) @LoopActor struct ServerConnectionTests {
    /// Issue 15: focusd asked for the id when a server appeared, and waited for up to 25 s.
    @Test func idOfTheBusIsKnownWhenTheConnectionIsUsed() async throws {
        let bus = try TestSupport.PrivateBus()
        let connection = ServerConnection(bus.address, nil, log: Log())
        let ids = Recorder<String>()
        connection.onChange = { [weak connection] _ in ids.record(connection?.busID ?? "") }
        connection.connect()
        #expect(try await ids.next() == bus.connect().busID())
    }

    @Test func busThatFocusdServesIsNotUsed() async throws {
        let bus = try TestSupport.PrivateBus()
        let connection = ServerConnection(bus.address, nil, log: Log())
        connection.sessionBusID = try bus.connect().busID()
        let calls = Recorder<String>()
        connection.onChange = { _ in calls.record("used") }
        connection.onSessionBus = { calls.record("refused") }
        connection.connect()
        #expect(try await calls.next() == "refused")
        #expect(connection.current == nil)
    }
}
