// SPDX-License-Identifier: Apache-2.0

import Foundation
import Testing
import UserNotifications

@testable import Intents

/// People of messages in notifications (issue 18).
@Suite struct MessageTests {
    private func message(_ sender: INPerson?) -> INSendMessageIntent {
        INSendMessageIntent(
            recipients: nil, outgoingMessageType: .outgoingMessageText, content: "Lunch?",
            speakableGroupName: INSpeakableString(spokenPhrase: "Team"),
            conversationIdentifier: "c1", serviceName: nil, sender: sender, attachments: nil)
    }

    private let ada = INPerson(
        personHandle: INPersonHandle(value: "ada@example.org", type: .emailAddress),
        nameComponents: nil, displayName: "Ada", image: nil, contactIdentifier: nil,
        customIdentifier: nil)

    @Test func senderBecomesThePersonOfTheNotification() throws {
        let content = UNMutableNotificationContent()
        content.body = "Lunch at one?"
        let updated = try content.updating(from: message(ada))
        #expect(updated.people == ["ada@example.org", "Ada"])
        #expect(updated.title == "Ada" && updated.subtitle == "Team")
        #expect(updated.body == "Lunch at one?" && updated.threadIdentifier == "c1")
        #expect(content.title.isEmpty)
    }

    @Test func messageWithoutASenderAddsNothing() throws {
        let content = UNMutableNotificationContent()
        content.title = "T"
        let updated = try content.updating(from: message(nil))
        #expect(updated.people == [] && updated.title == "T" && updated.body == "")
    }

    @Test func personIsShownByNameElseByHandle() {
        var name = PersonNameComponents()
        name.givenName = "Ada"
        name.familyName = "L."
        func person(_ given: String?, _ parts: PersonNameComponents?) -> String {
            INPerson(
                personHandle: INPersonHandle(value: "+49", type: .phoneNumber),
                nameComponents: parts, displayName: given, image: nil, contactIdentifier: nil,
                customIdentifier: nil
            ).displayName
        }
        #expect(person("A", name) == "A" && person(nil, name) == "Ada L.")
        #expect(person(nil, nil) == "+49")
    }
}
