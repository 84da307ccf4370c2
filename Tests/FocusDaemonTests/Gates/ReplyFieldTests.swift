// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore
import FocusWire
import GLibLoop
import Notify
import Testing

@testable import FocusDaemon

/// The action `inline-reply`, which some servers show as a text field and others as a button.
@Suite @LoopActor struct ReplyFieldTests {
    /// The session of a server, which receives the signals for the apps.
    @LoopActor private final class Session: Surroundings, ClientSignals {
        let isLocked = false
        let canSeeLock = false
        let serverKeepsReporting = true
        let serverFacts: ServerFacts?
        var sent: [ClientSignal] = []

        init(hasFields: Bool) {
            serverFacts = ServerFacts(
                name: "fake", vendor: "", version: "", specVersion: "1.2",
                capabilities: ["actions"] + (hasFields ? ["inline-reply"] : []))
        }

        func processID(of peer: PeerName) -> UInt32? { nil }
        func send(_ signal: ClientSignal, to peer: PeerName) { sent.append(signal) }
    }

    private static let id = ClientID(rawValue: 1)

    /// Found by review: a notification that came with a server with text fields had a button
    /// without an effect on a server without.
    @Test(
        "the click is dropped where this server reports the text, and an app is told once",
        arguments: [(false, true), (true, true), (false, false), (true, false)])
    func click(isOfGate: Bool, hasFields: Bool) throws {
        let session = Session(hasFields: hasFields)
        let name = RouteName(gate: .portal, app: "org.example.Mail", id: "a")
        let peer = isOfGate ? name.holder : PeerName(rawValue: ":1.7")
        let store = try RestoreTests.store(sender: peer, id: Self.id)
        if isOfGate {
            var route = Route(name: name, client: ":1.7")
            route.invocations[Route.inlineReplyKey] = Route.Invocation(action: "answer")
            let key = try #require(try store.entry(id: Self.id)).key
            try store.setValue("route \(key.rawValue)", try StoredRoute(route).text)
            try store.commit()
        }
        let engine = try Engine(store: store, log: Log())
        engine.surroundings = session
        engine.signals = session
        try engine.restore(present: isOfGate ? [] : [peer], session: "")
        engine.server(.actionInvoked(id: 300, key: "inline-reply"))
        engine.endBatch()
        let click = ClientSignal.actionInvoked(Self.id, key: "inline-reply")
        let isDropped = isOfGate && hasFields
        #expect(session.sent == (isDropped ? [] : [click]))
        engine.server(.replied(id: 300, text: "yes"))
        engine.endBatch()
        #expect(session.sent.last == .replied(Self.id, text: "yes"))
        // Another action is not of the field.
        engine.server(.actionInvoked(id: 300, key: "default"))
        engine.endBatch()
        #expect(session.sent.last == .actionInvoked(Self.id, key: "default"))
        withExtendedLifetime(session) {}
    }
}
