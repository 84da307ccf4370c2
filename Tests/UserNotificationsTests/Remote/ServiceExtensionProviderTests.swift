// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import Foundation
import Testing

@testable import UserNotifications

/// An extension that answers at the last moment. Has state and is not Sendable, like those of many
/// apps (issue 18).
private class Hurried: UNNotificationServiceExtension {
    private var handler: ((UNNotificationContent) -> Void)?
    private let content = UNMutableNotificationContent()

    /// Ends when the extension has the notification.
    static let received = AsyncStream.makeStream(of: Void.self)

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        content.title = "In a hurry: \(request.content.title)"
        handler = contentHandler
        Self.received.continuation.finish()
    }

    override func serviceExtensionTimeWillExpire() { handler?(content) }
}

/// An extension that never answers.
private class Silent: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {}
}

/// An extension that makes a notification critical by its sound.
private class Alarming: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        let content = UNMutableNotificationContent()
        content.sound = .defaultCritical
        contentHandler(content)
    }
}

/// A pause that is longer than any test; no test waits for its end.
@Sendable private func still(_ time: Duration) async {
    try? await Task.sleep(for: .seconds(3_600))
}

/// The SDK's part of a notification service extension (issue 18).
@Suite(.timeLimit(.minutes(5))) struct ServiceExtensionProviderTests {
    private static let payload = """
        {"aps": {"alert": {"title": "T", "subtitle": "S", "body": "B"}, "badge": 3,
        "category": "C", "thread-id": "X", "filter-criteria": "work",
        "interruption-level": "time-sensitive", "relevance-score": 0.5,
        "target-content-id": "W", "sound": {"critical": 1, "name": "bell.aiff"}},
        "key": "own"}
        """

    private func ask(
        _ type: UNNotificationServiceExtension.Type, _ payload: String = payload,
        pause: @escaping ServiceExtensionProvider.Pause = { _ in }
    ) async -> ServiceContent? {
        await ServiceExtensionProvider(type, pause: pause)
            .didReceive("1", payload, within: .seconds(20))
    }

    @Test func payloadBecomesTheContentOfTheRequest() throws {
        let content = try #require(UNMutableNotificationContent(remotePayload: Self.payload))
        #expect(content.title == "T" && content.subtitle == "S" && content.body == "B")
        #expect(content.badge == 3 && content.categoryIdentifier == "C")
        #expect(content.threadIdentifier == "X" && content.filterCriteria == "work")
        #expect(content.interruptionLevel == .critical && content.relevanceScore == 0.5)
        #expect(content.targetContentIdentifier == "W")
        #expect(content.sound?.isCritical == true)
        #expect(content.userInfo["key"] as? String == "own")
        #expect(UNMutableNotificationContent(remotePayload: "[]") == nil)
    }

    @Test func extensionThatDoesNothingDeliversWhatCame() async throws {
        let content = try #require(await ask(UNNotificationServiceExtension.self, pause: still))
        #expect(content.title == "T" && content.body == "B" && content.badge == 3)
        #expect(content.sound == "bell.aiff")
        let payload = try RemotePayload(parsing: Self.payload)
        #expect(payload.level == .critical)
        #expect(payload.changed(by: content) == payload)
    }

    @Test func criticalSoundOfAnExtensionMakesTheNotificationCritical() async throws {
        let content = try #require(
            await ask(Alarming.self, #"{"aps": {"alert": "B"}}"#, pause: still))
        #expect(content.level == .critical)
    }

    @Test func extensionIsToldThatItsTimeIsNearlyOver() async {
        let content = await ask(Hurried.self) { time in
            guard time == .seconds(16) else { return await still(time) }
            for await _ in Hurried.received.stream {}
        }
        #expect(content?.title == "In a hurry: T")
    }

    @Test func extensionThatHandsOverNothingIsGivenUp() async {
        #expect(await ask(Silent.self) == nil)
        #expect(await ask(Silent.self, "no payload") == nil)
    }
}
