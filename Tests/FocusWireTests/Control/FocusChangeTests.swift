// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import TestSupport
import Testing

/// Changes of files in calls of `org.focusd.Focus1.Control`.
@Suite struct FocusChangeTests {
    /// One change of each kind.
    static let changes: [FocusChange] = [
        .name("Work"), .icon("briefcase"), .icon(nil), .color("#112233"), .color(nil),
        .flag(.timeSensitive, true), .flag(.repeatBreaksThrough, true), .flag(.hideBadges, false),
        .flag(.summary, true),
        .deliver([TimeOfDay("09:30"), TimeOfDay("12:00")].compactMap(\.self)),
        .mode(.apps, .allow), .mode(.people, .silence), .list(.apps, ["a", "b"]),
        .list(.people, []),
        .add(.allowedSites, "example.org"), .remove(.timeSensitiveExcept, "org.example.Shop"),
        .triggers([.screenShared, .app(AppID("org.example.Chat"))]),
        .setSchedule(weekdays(), isShared: nil),
        .setSchedule(weekdays(isShared: true), isShared: true),
        .removeSchedule("weekdays"), .addRule("r", when: "TRUEPREDICATE", .allow),
        .replaceRule("r", when: nil, .silence), .replaceRule("r", when: "FALSEPREDICATE", nil),
        .moveRule("r", by: -2), .removeRule("r"),
        .setFilter(key, ["account": .text("work"), "rooms": .list(["a"]), "old": nil]),
        .setPredicate(key, "SELF == \"a\""), .setPredicate(key, nil), .removeFilter(key),
        .contents("[Focus]\n"),
    ]

    private static let key = FilterKey(AppID("org.example.Chat"), "Accounts")
    private static func weekdays(isShared: Bool = false) -> Schedule {
        Schedule(
            name: "weekdays", days: [.monday, .friday], from: time(9), to: time(17),
            isShared: isShared)
    }
    private static func time(_ hour: Int) -> TimeOfDay {
        guard let time = TimeOfDay(hour: hour, minute: 30) else { preconditionFailure() }
        return time
    }

    @Test(arguments: changes) func changeSurvivesTheWire(_ change: FocusChange) throws {
        let fields = try #require(Fields(change.value))
        #expect(try FocusChange(fields) == change)
    }

    @Test(arguments: [
        ["change": Value.string("set"), "key": .string("hide-badges"), "value": .string("true")],
        ["change": .string("set"), "key": .string("colour"), "value": .string("#112233")],
        ["change": .string("add"), "list": .string("friends"), "member": .string("a")],
        ["change": .string("add-rule"), "name": .string("r"), "when": .string("TRUEPREDICATE")],
        ["change": .string("set"), "key": .string("deliver"), "value": .strings(["25:00"])],
        ["change": .string("set"), "key": .string("triggers"), "value": .strings(["moon"])],
        ["change": .string("set-schedule"), "name": .string("s"), "days": .strings(["Mon"])],
        ["change": .string("fly")], [:],
    ]) func invalidChangeIsRefused(_ dictionary: [String: Value]) throws {
        let fields = try #require(Fields(.vardict(dictionary)))
        let error = #expect(throws: ErrorReply.self) { try FocusChange(fields) }
        #expect(error?.name == WireError.invalidArgs)
    }

    @Test func callHasALimitOfChanges() throws {
        let change = FocusChange.flag(.summary, true).value
        let full = Array(repeating: change, count: Limits.changes)
        #expect(try FocusChange.list(FieldsBuilder.list(full)).count == Limits.changes)
        #expect(throws: ErrorReply.self) {
            try FocusChange.list(FieldsBuilder.list(full + [change]))
        }
    }

    @Test(arguments: [
        ConfigurationChange.set(group: "History", key: "Days", .text("7")),
        .set(group: "Critical", key: "Apps", .list(["a"])), .unset(group: "a", key: "b"),
        .removeGroup("Hook door"), .contents(""),
    ]) func configurationChangeSurvivesTheWire(_ change: ConfigurationChange) throws {
        let fields = try #require(Fields(change.value))
        #expect(try ConfigurationChange(fields) == change)
    }
}
