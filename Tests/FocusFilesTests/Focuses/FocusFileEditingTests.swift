// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Predicates
import Testing

@Suite struct FocusFileEditingTests {
    let chat = AppID("org.example.Chat")
    let filter = "ExampleChatAppFocusFilter"

    /// Returns the comment lines of a text.
    static func comments(_ text: String) -> [Substring] {
        text.split(separator: "\n").filter { $0.hasPrefix("#") }
    }

    @Test func settingAValueChangesItsLineAlone() throws {
        var file = try sampleFile()
        try file.setName("Büro")
        #expect(file.contents == sampleText.replacing("Name=Work", with: "Name=Büro"))
        #expect(file.focus.name == "Büro")
        try file.setName("Work")
        #expect(file.contents == sampleText)
    }

    @Test func iconAndColorCanBeSetAndRemoved() throws {
        var file = try sampleFile()
        try file.setIcon("star")
        try file.setColor("#ABCDEF")
        #expect(file.focus.icon == "star")
        #expect(file.focus.color == "#ABCDEF")
        try file.setIcon(nil)
        try file.setColor(nil)
        #expect(file.focus.icon == nil)
        #expect(file.focus.color == nil)
        #expect(Self.comments(file.contents) == Self.comments(sampleText))
    }

    @Test func triggersCanBeSetAndRemoved() throws {
        var file = try sampleFile()
        try file.setTriggers([.screenShared, .app(AppID("b")), .app(AppID("a"))])
        #expect(
            file.contents
                == sampleText + "\n[Triggers]\nApps=a;b;\nScreenShared=true\n")
        try file.setTriggers([.fullScreen])
        #expect(file.focus.triggers == [.fullScreen])
        #expect(!file.contents.contains("ScreenShared"))
        try file.setTriggers([])
        #expect(file.focus.triggers == [])
        #expect(!file.contents.contains("[Triggers]"))
    }

    @Test func theLastTriggerLeavesTheOtherKeysOfItsGroup() throws {
        var file = try sampleFile()
        try file.setContents(
            sampleText + "\n[Triggers]\n# at work\nApps=a;\nGrace=60\nShare=true\n")
        try file.setTriggers([])
        #expect(
            file.contents == sampleText + "\n[Triggers]\n# at work\nGrace=60\nShare=true\n")
        #expect(file.focus.triggers == [] && file.focus.triggerGrace == 60_000)
        #expect(file.focus.sharesTriggers)
    }

    @Test func appsAreFoundInAnyLetterCase() throws {
        var file = try FocusFile(
            id: FocusID("a"),
            contents: "[Focus]\nApps=allow\nAppList=Slack;org.b;\nTimeSensitiveExcept=Signal;\n",
            path: "a.focus")
        try file.addApp(AppID("SLACK"))
        try file.addTimeSensitiveException(AppID("signal"))
        #expect(file.appList == [AppID("Slack"), AppID("org.b")])
        #expect(file.timeSensitiveExcept == [AppID("Signal")])
        try file.apply([.remove(.apps, "slack"), .remove(.timeSensitiveExcept, "SIGNAL")])
        #expect(file.appList == [AppID("org.b")])
        #expect(file.timeSensitiveExcept == [])
        try file.apply([.list(.apps, ["Org.B", "org.b", "c"])])
        #expect(file.appList == [AppID("Org.B"), AppID("c")])
    }

    @Test func flagsCanBeSet() throws {
        var file = try sampleFile()
        try file.set(.timeSensitive, false)
        try file.set(.hideBadges, false)
        try file.set(.summary, false)
        #expect(!file.focus.timeSensitive && !file.focus.hideBadges && !file.focus.summary)
        #expect(Self.comments(file.contents) == Self.comments(sampleText))
    }

    @Test func repeatsAndDeliveriesCanBeSet() throws {
        var file = try sampleFile()
        try file.set(.repeatBreaksThrough, true)
        let times = try ["18:00", "7:05", "18:00"].map { try #require(TimeOfDay($0)) }
        try file.setDeliverAt(times)
        #expect(file.focus.repeatBreaksThrough)
        #expect(file.focus.deliverAt.map(\.text) == ["07:05", "18:00"])
        #expect(file.contents.contains("\nDeliver=07:05;18:00;\n"))
        try file.set(.repeatBreaksThrough, false)
        try file.setDeliverAt([])
        #expect(!file.focus.repeatBreaksThrough && file.focus.deliverAt.isEmpty)
        #expect(!file.contents.contains("Deliver"))
        #expect(Self.comments(file.contents) == Self.comments(sampleText))
    }

    @Test func appsJoinAndLeaveTheList() throws {
        var file = try sampleFile()
        try file.addApp(AppID("a;b"))
        try file.addApp(chat)
        #expect(file.contents.contains("\nAppList=org.example.Chat;org.gnome.Calendar;a\\;b;\n"))
        #expect(file.focus.apps.members.contains(AppID("a;b")))
        try file.removeApp(chat)
        try file.removeApp(AppID("nobody"))
        #expect(file.appList == [AppID("org.gnome.Calendar"), AppID("a;b")])
        try file.setAppsMode(.silence)
        #expect(file.focus.apps.mode == .silence)
    }

    @Test func peopleJoinAndLeaveTheListWhateverTheLetterCase() throws {
        var file = try sampleFile()
        try file.addPerson("ALEX@example.org")
        #expect(file.peopleList == ["Alex@example.org"])
        try file.addPerson("Bo")
        try file.removePerson("aleX@example.org")
        #expect(file.peopleList == ["Bo"])
        try file.setPeopleMode(.allow)
        #expect(file.focus.people.mode == .allow)
    }

    @Test func aListWithoutMeaningGetsTheOneItHad() throws {
        var file = try FocusFile(id: FocusID("x"), contents: "[Focus]\n", path: "x.focus")
        try file.addApp(chat)
        try file.addPerson("Bo")
        #expect(file.focus.apps.mode == .silence)
        #expect(
            file.contents
                == "[Focus]\nAppList=org.example.Chat;\nApps=silence\nPeopleList=Bo;\nPeople=silence\n"
        )
    }

    @Test func exceptionsFromTimeSensitiveJoinAndLeave() throws {
        var file = try sampleFile()
        try file.addTimeSensitiveException(chat)
        try file.removeTimeSensitiveException(AppID("org.example.Shop"))
        #expect(file.timeSensitiveExcept == [chat])
    }

    @Test func rulesAreAddedBehindTheOthers() throws {
        var file = try sampleFile()
        try file.addRule("ads", when: "summary LIKE \"*\\\\*ad\\\\**\"", do: .silence)
        #expect(file.focus.rules.map(\.name) == ["invoices", "boss", "ads"])
        #expect(file.condition(ofRule: "ads") == "summary LIKE \"*\\\\*ad\\\\**\"")
        #expect(file.contents.hasPrefix(sampleText))
        #expect(throws: FocusFileError.groupExists("Rule ads")) {
            try file.addRule("ads", when: "TRUEPREDICATE", do: .allow)
        }
    }

    @Test func rulesAreReplacedInTheirPlace() throws {
        var file = try sampleFile()
        try file.replaceRule("invoices", when: "TRUEPREDICATE", do: .allow)
        #expect(file.focus.rules.map(\.name) == ["invoices", "boss"])
        #expect(file.focus.rules[0].effect == .allow)
        try file.replaceRule("invoices", do: .silence)
        #expect(file.focus.rules[0].effect == .silence)
        #expect(file.condition(ofRule: "invoices") == "TRUEPREDICATE")
        #expect(Self.comments(file.contents) == Self.comments(sampleText))
        #expect(throws: FocusFileError.noGroup("Rule x")) { try file.replaceRule("x", do: .allow) }
    }

    @Test func removingARuleKeepsTheCommentOfTheNext() throws {
        var file = try sampleFile()
        try file.removeRule("invoices")
        #expect(file.focus.rules.map(\.name) == ["boss"])
        #expect(file.contents.contains("To=17:30\n\n# what the boss sends\n[Rule boss]\n"))
        #expect(throws: FocusFileError.noGroup("Rule x")) { try file.removeRule("x") }
    }

    @Test func schedulesAreSetAndRemoved() throws {
        var file = try sampleFile()
        let from = try #require(TimeOfDay("22:00"))
        let to = try #require(TimeOfDay("6:30"))
        let schedule = Schedule(name: "nights", days: [.sunday, .monday], from: from, to: to)
        try file.setSchedule(schedule)
        #expect(file.contents.hasSuffix("[Schedule nights]\nDays=Mon;Sun;\nFrom=22:00\nTo=06:30\n"))
        #expect(file.focus.schedules.last == schedule)
        try file.setSchedule(Schedule(name: "weekdays", days: [.friday], from: to, to: from))
        #expect(file.focus.schedules.first?.days == [.friday])
        #expect(Self.comments(file.contents) == Self.comments(sampleText))
        try file.removeSchedule("weekdays")
        #expect(file.focus.schedules.map(\.name) == ["nights"])
    }

    @Test func filterParametersAndPredicatesAreSetAndUnset() throws {
        var file = try sampleFile()
        try file.setFilterPredicate(nil, filter: filter, of: chat)
        #expect(file.focus.filters[0].predicate == nil)
        try file.setFilterPredicate("SELF == 'x'", filter: filter, of: chat)
        #expect(file.focus.filters[0].predicate?.description == "SELF == \"x\"")
        try file.setFilterParameter("account", to: nil, filter: filter, of: chat)
        try file.setFilterParameter("tags", to: .list(["a", "b;c"]), filter: filter, of: chat)
        try file.setFilterParameter("note", to: .text(" x\ny"), filter: filter, of: chat)
        #expect(
            file.focus.filters[0].parameters == [
                "alwaysUseDarkMode": "true", "tags": "a;b\\;c;", "note": "\\sx\\ny",
            ])
        #expect(file.parameter("note", ofFilter: filter, of: chat) == " x\ny")
        #expect(FilterValue.text(written: "\\sx\\ny") == " x\ny")
        #expect(FilterValue.list(written: "a;b\\;c;") == ["a", "b;c"])
        #expect(FilterValue.text(written: "\\q") == nil)
        #expect(FilterValue.list(written: "a\n[b]") == nil)
        try file.setFilterParameter("x", to: .text("1"), filter: "Other", of: AppID("org.a"))
        #expect(file.focus.filters.map(\.filter) == [filter, "Other"])
        try file.removeFilter(filter, of: chat)
        #expect(file.focus.filters.map(\.filter) == ["Other"])
        #expect(Self.comments(file.contents) == Self.comments(sampleText))
    }

    @Test func aBadEditIsRefusedAndChangesNothing() throws {
        var file = try sampleFile()
        #expect(throws: FocusFileError.self) { try file.setColor("red") }
        #expect(throws: FocusFileError.self) { try file.setName("") }
        #expect(throws: FocusFileError.self) { try file.setName("a\u{0}") }
        #expect(throws: FocusFileError.self) { try file.addApp(AppID("")) }
        #expect(throws: FocusFileError.self) { try file.addPerson("a\nb") }
        #expect(throws: FocusFileError.self) { try file.addRule("x", when: "==", do: .allow) }
        #expect(throws: FocusFileError.self) {
            try file.addRule("", when: "TRUEPREDICATE", do: .allow)
        }
        #expect(throws: FocusFileError.self) {
            try file.addRule("a]\n[b", when: "TRUEPREDICATE", do: .allow)
        }
        #expect(throws: FocusFileError.self) {
            try file.setFilterParameter("Predicate", to: .text("x"), filter: filter, of: chat)
        }
        #expect(throws: FocusFileError.self) {
            try file.setFilterParameter("x", to: .text("1"), filter: "two words", of: chat)
        }
        #expect(throws: FocusFileError.self) {
            try file.setFilterPredicate("SELF IN", filter: filter, of: chat)
        }
        #expect(file.contents == sampleText)
        #expect(try file.focus == sampleFile().focus)
    }

    @Test func aRefusedEditSaysWhy() throws {
        var file = try sampleFile()
        let error = #expect(throws: FocusFileError.self) {
            try file.addRule("x", when: "summary ==", do: .allow)
        }
        #expect(error?.description.contains(": When: offset 10: expected") == true)
    }
}
