// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// The interface `org.focusd.NotificationService1`, served by an app's service extension.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct NotificationServiceTests {
    /// Answers with a title of so many bytes as the payload says.
    private struct Service: NotificationServiceProvider {
        func didReceive(
            _ identifier: String, _ payload: String, within limit: Duration
        ) async -> ServiceContent? {
            var content = ServiceContent()
            content.title = String(repeating: "x", count: Int(payload) ?? 0)
            return content
        }
    }

    @Test("a long answer of an extension is replaced by an error (issue 15)")
    func aLongAnswerOfAServiceIsReplacedByAnError() async throws {
        let bus = try PrivateBus()
        let focusd = try FakeFocusd(bus)
        let app = AppID("org.example.Chat")
        let session = AppSession(app: app, role: .serviceExtension, address: bus.address)
        session.use(Service())
        try session.serve()
        let (name, path) = (try #require(app.serviceName), try #require(app.servicePath))
        func ask(_ length: Int) async throws -> Message {
            let call = Message.methodCall(
                destination: name, path: path, interface: WireName.notificationService,
                member: "DidReceive")
            try call.append(.string("a"), .string("\(length)"), .uint32(1_000))
            return try await focusd.connection.call(call, timeout: .testDeadline)
        }
        let answer = try await ask(5)
        #expect(try ServiceContent(answer: answer).title == "xxxxx")
        do {
            _ = try await ask(Limits.serviceAnswerBytes)
            Issue.record("the answer came")
        } catch let error as CallError {
            #expect(error.message == "the answer to DidReceive is longer than 65536 bytes")
        }
        withExtendedLifetime(session) {}
    }
}
