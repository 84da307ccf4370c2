// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

/// The time limit of questions about holds, with calls from a real bus.
@Suite @LoopActor struct SandboxedHoldsTests {
    @Test("a question without an answer is withdrawn and answered (issue 20)")
    func questionWithoutAnAnswerIsWithdrawn() async throws {
        let bus = try PrivateBus()
        let (service, client) = (try bus.connect(), try bus.connect())
        let engine = try Engine(store: try Store(path: nil), log: Log())
        let accounts = SharedAccounts()
        let holds = SandboxedHolds(engine, accounts, patience: .milliseconds(50))
        let rules = engine.clock.rules
        var configuration = EngineConfiguration()
        configuration.focuses = [FocusID("work"): Focus(id: FocusID("work"), name: "Work")]
        engine.change { $0.configure(configuration, at: .now, rules, into: &$1) }
        let app = AppID("org.example.Timer")
        let interface = try Interface(
            WireName.control,
            xml: """
                <node><interface name="org.focusd.Focus1.Control"><method name="Hold">
                <arg type="s" direction="in"/><arg type="s" direction="in"/>
                <arg type="u" direction="out"/></method></interface></node>
                """)
        let registration = service.export(
            interface, at: WireName.focusPath, properties: [:]
        ) { call in
            do throws(ErrorReply) {
                try holds.ask(call, to: "work", because: "", for: app)
            } catch {
                call.fail(error)
            }
            #expect(accounts.value.total(of: .holdQuestions) == 1)
            #expect(Array(engine.state.live.entries).count == 1)
        }
        let call = Message.methodCall(
            destination: service.uniqueName, path: WireName.focusPath,
            interface: WireName.control, member: "Hold")
        try call.append(.string("work"), .string(""))
        do throws(CallError) {
            _ = try await client.call(call, timeout: .testDeadline)
            Issue.record("the hold was granted")
        } catch {
            #expect(error.name == WireError.notAnswered)
        }
        #expect(accounts.value.total(of: .holdQuestions) == 0)
        #expect(Array(engine.state.live.entries).isEmpty)
        #expect(engine.state.activation == nil)
        withExtendedLifetime(registration) {}
    }
}
