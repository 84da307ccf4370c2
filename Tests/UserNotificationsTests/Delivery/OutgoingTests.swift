// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Foundation
import GLibLoop
import TestSupport
import Testing
import UserNotifications

/// The `Notify` call for a content.
@Suite("Contents on the bus", .timeLimit(.minutes(5))) @LoopActor struct OutgoingTests {
    @Test("every property that a server or focusd can use travels")
    func everything() async throws {
        let app = try AppOnBus()
        let sent = try await app.show(
            content("Ana") { content in
                content.subtitle = "Team"
                content.body = "At noon?"
                content.categoryIdentifier = "MESSAGE"
                content.threadIdentifier = "team-7"
                content.targetContentIdentifier = "chat/7"
                content.relevanceScore = 0.5
                content.filterCriteria = "work-account"
                content.interruptionLevel = .timeSensitive
                content.sound = .default
            })
        #expect(sent.appName == "Chat")
        #expect(sent.summary == "Ana")
        #expect(sent.body == "<b>Team</b>\nAt noon?")
        #expect(sent.expireTimeout == -1)
        #expect(
            sent.hints == [
                "desktop-entry": .string("org.example.Chat"), "urgency": .byte(2),
                "interruption-level": .string("time-sensitive"),
                "category": .string("MESSAGE"), "filterCriteria": .string("work-account"),
                "x-focusd-thread": .string("team-7"),
                "x-focusd-target-content": .string("chat/7"),
                "x-focusd-relevance": .double(0.5),
                "sound-name": .string("message-new-instant"),
            ])
    }

    @Test("a plain content says no more than it has to")
    func plain() async throws {
        let app = try AppOnBus()
        let sent = try await app.show(content())
        #expect(sent.body.isEmpty)
        #expect(sent.actions == ["default", "Open"])
        #expect(
            sent.hints == [
                "desktop-entry": .string("org.example.Chat"), "urgency": .byte(1),
                "interruption-level": .string("active"), "suppress-sound": .boolean(true),
            ])
    }

    @Test("texts are escaped only where the server reads markup")
    func markup() async throws {
        let text = "1 < 2 & \"<b>bold</b>\""
        let app = try AppOnBus(capabilities: ["body", "body-markup"])
        let marked = try await app.show(content("a<b") { $0.body = text })
        #expect(marked.summary == "a<b")
        #expect(marked.body == "1 &lt; 2 &amp; \"&lt;b&gt;bold&lt;/b&gt;\"")
        // To Swift, an ampersand with an accent is one other character. To a markup parser it is an
        // ampersand.
        let accented = try await app.show(content { $0.body = "&\u{301}<\u{301}" })
        #expect(accented.body == "&amp;\u{301}&lt;\u{301}")
        let plain = try AppOnBus(capabilities: ["body"])
        let sent = try await plain.show(
            content {
                $0.subtitle = "a&b"
                $0.body = text
            })
        #expect(sent.body == "a&b\n" + text)
        #expect(sent.actions.isEmpty)
    }

    @Test("texts are escaped from the moment at which a server reads markup")
    func laterMarkup() async throws {
        // focusd answers for itself until the server behind it appears.
        let app = try AppOnBus(capabilities: ["body"])
        #expect(try await app.show(content { $0.body = "a<b" }).body == "a<b")
        try app.fake.capabilities = ["body", "body-markup"]
        #expect(try await app.show(content { $0.body = "a<b" }).body == "a&lt;b")
    }

    @Test("without a title the app's name is the summary")
    func noTitle() async throws {
        let app = try AppOnBus()
        let sent = try await app.show(content("") { $0.body = "Only a body" })
        #expect(sent.summary == "Chat")
        #expect(sent.body == "Only a body")
    }

    @Test(
        "the level decides the urgency, and a critical sound makes it critical",
        arguments: [
            (UNNotificationInterruptionLevel.passive, nil, "passive", UInt8(0)),
            (.active, nil, "active", 1),
            (.active, UNNotificationSound.defaultCritical, "critical", 2),
            (.timeSensitive, .default, "time-sensitive", 2),
            (.critical, nil, "critical", 2),
        ])
    func levels(
        level: UNNotificationInterruptionLevel, sound: UNNotificationSound?, name: String,
        urgency: UInt8
    ) async throws {
        let app = try AppOnBus()
        let sent = try await app.show(
            content {
                $0.interruptionLevel = level
                $0.sound = sound
            })
        #expect(sent.hints["interruption-level"] == .string(name))
        #expect(sent.hints["urgency"] == .byte(urgency))
    }

    @Test(
        "sounds have the names of the sound theme",
        arguments: [
            (UNNotificationSound.default, "message-new-instant"),
            (.defaultRingtone, "phone-incoming-call"),
            (.defaultCriticalSound(withAudioVolume: 0.5), "dialog-warning"),
            (UNNotificationSound(named: UNNotificationSoundName("complete.oga")), "complete"),
        ])
    func sounds(sound: UNNotificationSound, name: String) async throws {
        let app = try AppOnBus()
        let sent = try await app.show(content { $0.sound = sound })
        #expect(sent.hints["sound-name"] == .string(name))
        #expect(sent.hints["suppress-sound"] == nil)
    }

    @Test("the first picture is shown, unless it is hidden")
    func picture() async throws {
        let files = try Files()
        let app = try AppOnBus()
        let film = try UNNotificationAttachment(
            identifier: "", url: files.write("film.mp4", Data("film".utf8)))
        let hidden = try UNNotificationAttachment(
            identifier: "hidden", url: files.png("hidden.png"),
            options: [UNNotificationAttachmentOptionsThumbnailHiddenKey: true])
        let url = try files.png("Größe 1.png")
        let picture = try UNNotificationAttachment(identifier: "picture", url: url)
        let sent = try await app.show(content { $0.attachments = [film, hidden, picture] })
        #expect(sent.hints["image-path"] == .string(url.absoluteString))
        #expect(url.absoluteString.hasPrefix("file:///"))
        #expect(!film.identifier.isEmpty)
    }

    @Test("a NUL, which the bus does not carry, is left out")
    func nul() async throws {
        let app = try AppOnBus()
        let sent = try await app.show(
            content("a\0b") {
                $0.body = "c\0d"
                $0.filterCriteria = "e\0"
                $0.threadIdentifier = "\0"
            })
        #expect(sent.summary == "ab")
        #expect(sent.body == "cd")
        #expect(sent.hints["filterCriteria"] == .string("e"))
    }

    // MARK: Actions

    private static let category = UNNotificationCategory(
        identifier: "MESSAGE",
        actions: [
            UNNotificationAction(identifier: "LIKE", title: "Like"),
            UNTextInputNotificationAction(
                identifier: "REPLY", title: "Reply", textInputButtonTitle: "Send",
                textInputPlaceholder: "Message"),
            UNTextInputNotificationAction(
                identifier: "NOTE", title: "Note", textInputButtonTitle: "",
                textInputPlaceholder: ""),
            UNNotificationAction(identifier: "default", title: "Odd"),
        ], intentIdentifiers: [])

    @Test("a category's actions become buttons, the first text input a field where there is one")
    func inlineReply() async throws {
        let app = try AppOnBus(capabilities: ["actions", "inline-reply"])
        app.center.setNotificationCategories([Self.category])
        let sent = try await app.show(content { $0.categoryIdentifier = "MESSAGE" })
        #expect(
            sent.actions == [
                "default", "Open", "LIKE", "Like", "inline-reply", "Reply", "NOTE", "Note",
                "action:default", "Odd",
            ])
        #expect(sent.hints["x-kde-reply-placeholder-text"] == .string("Message"))
        #expect(sent.hints["x-kde-reply-submit-button-text"] == .string("Send"))
    }

    @Test("without inline replies a text input is a button")
    func noInlineReply() async throws {
        let app = try AppOnBus()
        app.center.setNotificationCategories([Self.category])
        let sent = try await app.show(content { $0.categoryIdentifier = "MESSAGE" })
        #expect(sent.actions.contains("REPLY"))
        #expect(!sent.actions.contains("inline-reply"))
        #expect(sent.hints["x-kde-reply-placeholder-text"] == nil)
    }

    @Test("there are no more actions than focusd takes")
    func manyActions() async throws {
        let app = try AppOnBus()
        let actions = (1...200).map { UNNotificationAction(identifier: "\($0)", title: "\($0)") }
        app.center.setNotificationCategories([
            UNNotificationCategory(identifier: "MANY", actions: actions, intentIdentifiers: [])
        ])
        let sent = try await app.show(content { $0.categoryIdentifier = "MANY" })
        #expect(sent.actions.count == 2 * Limits.actions)
    }

    @Test("a category that was not set has no actions")
    func unknownCategory() async throws {
        let app = try AppOnBus()
        let sent = try await app.show(content { $0.categoryIdentifier = "OTHER" })
        #expect(sent.actions == ["default", "Open"])
        #expect(sent.hints["category"] == .string("OTHER"))
    }
}

/// A directory for one test.
final class Files: Sendable {
    let directory: URL

    init() throws {
        directory = URL(fileURLWithPath: try makeTemporaryDirectory("un"), isDirectory: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    func write(_ name: String, _ data: Data) throws -> URL {
        let url = directory.appendingPathComponent(name)
        try data.write(to: url)
        return url
    }

    func png(_ name: String) throws -> URL {
        try write(name, Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]))
    }
}
