// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Glibc
import Testing

@testable import FocusWire

/// Changes to a `Notify` call on its way to the real server.
@Suite struct NotifyChangesTests {
    private static func message(_ hints: [String: Value] = [:]) throws -> Message {
        let message = Message.methodCall(
            destination: nil, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "Notify")
        try message.append(
            .string("Alex writes: 1234"), .uint32(7), .string("/home/me/alex.png"), .string("Alex"),
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

    private static func hiding(_ part: LockScreenRules.Hidden) -> NotifyChanges {
        var changes = NotifyChanges()
        changes.hidden = (part, "Chat")
        return changes
    }

    @Test func bodyAloneIsHidden() throws {
        let hidden = try Self.hiding(.body).applied(to: Self.message(Self.hints))
        var expected = try Self.message(Self.hints).arguments()
        expected[4] = .string("")
        #expect(try hidden.arguments() == expected)
    }

    @Test func everythingIsHiddenButWhatTellsNothing() throws {
        let hidden = try Self.hiding(.everything).applied(to: Self.message(Self.hints))
        let values = try hidden.arguments()
        #expect(values[3].asString == "Chat")
        // Issue 15: an app wrote its text into `app_name`, which servers show.
        #expect(values[0].asString == "Chat")
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

    /// Issue 15: the name of a hint was compared as a text, which took minutes.
    @Test func nameOfAHintThatNobodyCanCompareCostsNothing() throws {
        let marks = 150_000
        let name =
            "a" + String(repeating: "\u{301}", count: marks)
            + String(repeating: "\u{316}", count: marks)
        let message = Message.methodCall(
            destination: nil, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "Notify")
        let hints = [DictionaryEntry(key: .string(name), value: .variant(.byte(1)))]
        try message.append(
            .string(""), .uint32(0), .string(""), .string(""), .string(""), .strings([]),
            .dictionary(key: .string, value: .variant, hints), .int32(-1))
        var kept = NotifyChanges()
        kept.imagePath = "/kept"
        for (changes, count) in [(Self.hiding(.everything), 0), (kept, 1)] {
            let values = try changes.applied(to: message).arguments()
            #expect(values[6].entries?.count == count)
        }
    }

    /// The app's own call for gnome-shell has the whole text.
    @Test(arguments: [LockScreenRules.Hidden.body, .everything])
    func appsOwnCallIsHidden(_ part: LockScreenRules.Hidden) throws {
        let message = try Self.message(["x-focusd-gtk": .bytes([1, 2])])
        let values = try Self.hiding(part).applied(to: message).arguments()
        #expect(values[6].entries?.isEmpty == true)
        var changes = NotifyChanges()
        changes.appIcon = "/kept/1-icon.png"
        #expect(try changes.applied(to: message).arguments()[6]["x-focusd-gtk"] != nil)
    }

    @Test func hiddenMessageThatCannotBeCopiedLosesItsTexts() throws {
        let descriptor = try #require(UnixFD(duplicating: STDERR_FILENO))
        let message = try Self.message(["x": .unixFD(descriptor)])
        let values = try Self.hiding(.body).applied(to: message).arguments()
        #expect(values[3].asString == "Chat")
        #expect(values[6].entries?.isEmpty == true)
    }

    @Test func nothingToChangeIsTheCallItself() throws {
        let message = try Self.message(Self.hints)
        #expect(NotifyChanges().applied(to: message) === message)
        var changes = NotifyChanges()
        changes.showsOrigin = true
        let silent = try Self.message()
        #expect(changes.applied(to: silent) === silent, "names no site")
    }

    @Test func eachChangeReplacesItsOwnPartAlone() throws {
        var hints = Self.hints
        hints["x-kde-origin-name"] = .string("example.org")
        hints["x-deep"] = .array(of: "a{s(iv)}", [])
        let message = try Self.message(hints)
        var changes = NotifyChanges()
        changes.appIcon = "/kept/1-icon.png"
        changes.imagePath = "/kept/1-image.png"
        changes.showsOrigin = true
        changes.action = ("snooze", "Snooze for 20 min")
        var expected = try message.arguments()
        expected[2] = .string("/kept/1-icon.png")
        expected[4] = .string("example.org\n\nThe code is 1234")
        expected[5] = .strings(
            ["default", "Open", "reply", "Reply to Alex", "snooze", "Snooze for 20 min"])
        let changed = try changes.applied(to: message).arguments()
        #expect(changed[..<6] == expected[..<6])
        #expect(changed[7] == expected[7])
        hints["image-path"] = .string("/kept/1-image.png")
        let fields = try #require(Fields(changed[6]))
        #expect(changed[6].entries?.count == hints.count)
        for (name, value) in hints { #expect(fields[name] == value) }
    }

    @Test(
        arguments: [
            ([], []), (["open", "default"], ["open", "default"]),
            (
                ["open", "Open", "default", ""],
                ["open", "Open", "default", "", "snooze", "Snooze"]
            ),
        ] as [([String], [String])])
    func actionIsAddedBesideADefaultAction(_ actions: [String], _ expected: [String]) throws {
        var changes = NotifyChanges()
        changes.action = ("snooze", "Snooze")
        changes.actionNeedsDefault = true
        let message = try NotifyCallTests.message(actions: actions)
        #expect(try changes.applied(to: message).arguments()[5] == .strings(expected))
    }

    @Test func placeholderHasOnlyTheTitle() throws {
        let values = try #require(LockedPopup.placeholder(title: "Chat")).arguments()
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

    @Test func rulesNameTheAppsUnderTheirOtherIDsAndScripts() {
        let (tool, script) = (AppID("notify-send"), AppID("backup.sh"))
        let rules = LockScreenRules(
            bodiesOf: [AppID("mail"), script], textsOf: [AppID("bank")],
            aliases: { [AppID($0.rawValue + "-default")] })
        #expect(rules.hidden(of: AppID("mail-default")) == .body)
        #expect(rules.hidden(of: AppID("Bank-Default")) == .everything)
        #expect(rules.hidden(of: tool, for: script) == .body)
        #expect(rules.hidden(of: tool, for: tool) == nil)
    }
}
