// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Testing

@testable import FocusWire

/// Calls of `Notify` without texts.
@Suite struct HiddenTextTests {
    private static func message(_ hints: [String: Value] = [:]) throws -> Message {
        let message = Message.methodCall(
            destination: nil, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "Notify")
        try message.append(
            .string("Chat"), .uint32(7), .string("/home/me/alex.png"), .string("Alex"),
            .string("The code is 1234"),
            .strings(["default", "Open", "reply", "Reply to Alex"]), .vardict(hints),
            .int32(5_000))
        return message
    }

    private static let hints: [String: Value] = [
        "urgency": .byte(2), "category": .string("im.received"),
        "desktop-entry": .string("org.example.Chat"), "image-path": .string("/home/me/alex.png"),
        "x-focusd-person": .string("alex@example.org"), "x-kde-origin-name": .string("Alex"),
        "sound-name": .string("message"),
    ]

    @Test func bodyAloneIsHidden() throws {
        let hidden = try #require(
            HiddenText.message(try Self.message(Self.hints), without: .body, title: "Chat"))
        var expected = try Self.message(Self.hints).arguments()
        expected[4] = .string("")
        #expect(try hidden.arguments() == expected)
    }

    @Test func everythingIsHiddenButWhatTellsNothing() throws {
        let hidden = try #require(
            HiddenText.message(
                try Self.message(Self.hints), without: .everything, title: "Chat"))
        let values = try hidden.arguments()
        #expect(values[3].asString == "Chat")
        #expect(values[4].asString == "")
        #expect(values[2].asString == "")
        #expect(values[5].asStrings == ["default", ""])
        let fields = try #require(Fields(values[6]))
        for name in ["urgency", "category", "desktop-entry", "sound-name"] {
            #expect(fields[name] == Self.hints[name])
        }
        for name in ["image-path", "x-focusd-person", "x-kde-origin-name"] {
            #expect(fields[name] == nil)
        }
        #expect(values[1].asUInt32 == 7 && values[7].asInt32 == 5_000)
    }

    @Test func placeholderHasOnlyTheTitle() throws {
        let values = try #require(HiddenText.placeholder(title: "Chat")).arguments()
        #expect(values.count == 8 && values[3].asString == "Chat")
    }

    @Test func rulesNameTheApps() {
        let rules = LockScreenRules(
            bodiesOf: [AppID("all")], textsOf: [AppID("org.example.Chat")])
        #expect(rules.hidden(of: AppID("org.example.CHAT")) == .everything)
        #expect(rules.hidden(of: AppID("org.example.Mail")) == .body)
        #expect(LockScreenRules().hidden(of: AppID("a")) == nil)
        #expect(LockScreenRules().isEmpty && !rules.isEmpty)
    }
}
