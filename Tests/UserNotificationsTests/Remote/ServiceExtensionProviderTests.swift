// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Testing

@testable import UserNotifications

/// Hands over in its last moment. One call comes after the other here.
private final class Hurried: UNNotificationServiceExtension, @unchecked Sendable {
    private var handler: ((UNNotificationContent) -> Void)?
    private let content = UNMutableNotificationContent()

    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        content.title = "In a hurry: \(request.content.title)"
        handler = contentHandler
    }

    override func serviceExtensionTimeWillExpire() { handler?(content) }
}

/// Never hands over anything.
private final class Silent: UNNotificationServiceExtension, @unchecked Sendable {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {}
}

/// The part of a notification service extension that the SDK plays (issue 18).
@Suite(.timeLimit(.minutes(1))) struct ServiceExtensionProviderTests {
    private static let payload = """
        {"aps": {"alert": {"title": "T", "subtitle": "S", "body": "B"}, "badge": 3,
        "category": "C", "thread-id": "X", "filter-criteria": "work",
        "interruption-level": "time-sensitive", "relevance-score": 0.5,
        "target-content-id": "W", "sound": {"critical": 1, "name": "bell.aiff"}},
        "key": "own"}
        """

    private func ask(
        _ type: UNNotificationServiceExtension.Type, _ payload: String = payload,
        within limit: Duration = .seconds(20)
    ) async -> ServiceContent? {
        await ServiceExtensionProvider(type).didReceive("1", payload, within: limit)
    }

    @Test func payloadBecomesTheContentOfTheRequest() throws {
        let content = try #require(UNMutableNotificationContent(remotePayload: Self.payload))
        #expect(content.title == "T" && content.subtitle == "S" && content.body == "B")
        #expect(content.badge == 3 && content.categoryIdentifier == "C")
        #expect(content.threadIdentifier == "X" && content.filterCriteria == "work")
        #expect(content.interruptionLevel == .timeSensitive && content.relevanceScore == 0.5)
        #expect(content.targetContentIdentifier == "W")
        #expect(content.sound?.isCritical == true)
        #expect(content.userInfo["key"] as? String == "own")
        #expect(UNMutableNotificationContent(remotePayload: "[]") == nil)
    }

    @Test func extensionThatDoesNothingDeliversWhatCame() async throws {
        let content = try #require(await ask(UNNotificationServiceExtension.self))
        #expect(content.title == "T" && content.body == "B" && content.badge == 3)
        #expect(content.level == .timeSensitive && content.sound == "bell.aiff")
    }

    @Test func extensionIsToldThatItsTimeIsNearlyOver() async {
        let content = await ask(Hurried.self, within: .milliseconds(200))
        #expect(content?.title == "In a hurry: T")
    }

    @Test func extensionThatHandsOverNothingIsGivenUp() async {
        #expect(await ask(Silent.self, within: .milliseconds(200)) == nil)
        #expect(await ask(Silent.self, "no payload") == nil)
    }
}
