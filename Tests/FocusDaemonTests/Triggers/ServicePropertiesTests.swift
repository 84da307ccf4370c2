// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

/// The properties of a service on a real bus.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct ServicePropertiesTests {
    @LoopActor private final class State {
        var value: UInt32 = 0
        var reads = 0
        var properties: ServiceProperties?
    }

    /// Issue 15: each report of a change asked a question of its own, and the bus limits the open
    /// questions of a connection.
    @Test func manyChangesAskFewQuestions() async throws {
        let bus = try PrivateBus()
        let service = try bus.connect()
        let state = State()
        let object = ServiceObject(
            name: "org.example.Power", path: "/org/example/Power", interface: "org.example.Power")
        let xml = """
            <node><interface name="org.example.Power">
            <property name="Level" type="u" access="read"/></interface></node>
            """
        let registration = service.export(
            try Interface(object.interface, xml: xml), at: object.path,
            properties: [
                "Level": .readOnly {
                    state.reads += 1
                    return .uint32(state.value)
                }
            ]
        ) { _ in }
        _ = try service.requestName(object.name)
        let seen = Recorder<UInt32?>()
        state.properties = ServiceProperties(try bus.connect(), object) {
            seen.record(state.properties?.fields?.uint32("Level"))
        }
        defer { state.properties = nil }
        _ = try await seen.next { $0 == 0 }
        for value in 1...100 as ClosedRange<UInt32> {
            state.value = value
            try registration.propertiesChanged(["Level": .uint32(value)])
        }
        _ = try await seen.next { $0 == 100 }
        // The first reading, one after the first report, and one after the others.
        #expect(state.reads <= 3)
        #expect(state.properties?.isKnown == true)
    }
}
