// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusWire
import GLibLoop
import TestSupport
import Testing

@testable import FocusLink

@Suite(.timeLimit(.minutes(5))) @LoopActor struct FocusdReaderTests {
    /// After one end of focusd, a failed reading was never repeated.
    @Test func aFailedReadingIsRepeatedAfterARestart() async throws {
        let bus = try PrivateBus()
        defer { bus.stop() }
        let focusd = try bus.connect()
        var failures = 1
        focusd.onUnhandledCall = { call in
            switch call.member {
            case "ListFocuses" where failures > 0:
                failures -= 1
                call.fail(.failed, "too many calls")
            case "ListFocuses": call.reply(.array(of: "a{sv}", []))
            default: call.reply(SwitchList().value)
            }
            return true
        }
        _ = try focusd.requestName(WireName.focus)
        let read = Recorder<Void>()
        let reader = FocusdReader(ControlClient(try bus.connect())) { _, _ in read.record(()) }
        reader.isFocusdThere = true
        reader.isFocusdThere = false
        reader.isFocusdThere = true
        reader.read()
        try await read.next()
        #expect(failures == 0)
        withExtendedLifetime(reader) {}
    }
}
