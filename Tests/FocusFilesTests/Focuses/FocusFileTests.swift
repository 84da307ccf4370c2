// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Predicates
import Testing

/// A file with all groups and keys.
let sampleText = """
    # my work Focus

    [Focus]
    Name=Work
    Icon=briefcase-symbolic
    Color=#3584e4
    # Apps, People: allow (silence all others) or silence (allow all others)
    Apps=allow
    AppList=org.example.Chat;org.gnome.Calendar;
    People=silence
    PeopleList=Alex@example.org;
    TimeSensitive=true
    TimeSensitiveExcept=org.example.Shop;
    HideBadges=true
    # one notification when the Focus ends: what you missed
    Summary=true

    [Schedule weekdays]
    Days=Mon;Tue;Wed;Thu;Fri
    From=09:00
    # past midnight when To is not after From
    To=17:30

    [Rule invoices]
    When=category == "email.arrived" AND summary CONTAINS[c] "invoice"
    Do=silence

    # what the boss sends
    [Rule boss]
    When=person == "boss@example.org"
    Do=allow

    [Filter org.example.Chat ExampleChatAppFocusFilter]
    alwaysUseDarkMode=true
    account=work
    Predicate=SELF IN {"a", "b"}

    """

func sampleFile() throws -> FocusFile {
    try FocusFile(id: FocusID("work"), contents: sampleText, path: "work.focus")
}

func parse(_ text: String) throws(FileProblems) -> Focus {
    try FocusFile(id: FocusID("work"), contents: text, path: "work.focus").focus
}

@Suite struct FocusFileTests {
    @Test func readsEverythingThatAFileCanSay() throws {
        let focus = try sampleFile().focus
        #expect(focus.id == FocusID("work"))
        #expect(focus.name == "Work")
        #expect(focus.icon == "briefcase-symbolic")
        #expect(focus.color == "#3584e4")
        #expect(focus.apps.mode == .allow)
        #expect(focus.apps.members == [AppID("org.example.Chat"), AppID("org.gnome.Calendar")])
        #expect(focus.people.mode == .silence)
        #expect(focus.people.members == [PersonKey("alex@EXAMPLE.org")])
        #expect(focus.timeSensitive)
        #expect(focus.timeSensitiveExcept == [AppID("org.example.Shop")])
        #expect(focus.hideBadges)
        #expect(focus.summary)
    }

    @Test func readsRepeatsAndDeliveries() throws {
        let text = "[Focus]\nRepeatBreaksThrough=true\nDeliver=18:00;9:05;18:00\n"
        let focus = try parse(text)
        #expect(focus.repeatBreaksThrough)
        #expect(focus.deliverAt.map(\.text) == ["09:05", "18:00"])
        #expect(try !parse("[Focus]\n").repeatBreaksThrough)
        #expect(try parse("[Focus]\nDeliver=\n").deliverAt.isEmpty)
    }

    @Test func triggersAreRead() throws {
        let focus = try parse(
            "[Focus]\n[Triggers]\nApps=org.example.Film;game;\nScreenShared=true\n"
                + "FullScreen=false\n")
        #expect(
            focus.triggers == [
                .app(AppID("org.example.Film")), .app(AppID("game")), .screenShared,
            ])
        #expect(try parse("[Focus]\n[Triggers]\nFullScreen=true\n").triggers == [.fullScreen])
        #expect(try parse("[Focus]\n").triggers == [])
    }

    @Test func everyTriggerHasAKey() throws {
        let keys = """
            [Focus]
            [Triggers]
            Apps=app;
            Calendars=Work;Home, sweet home;
            Networks=Office LAN;
            ScreenShared=true
            FullScreen=true
            Microphone=true
            Camera=true
            Calendar=true
            VPN=true
            Docked=true
            LidClosed=true
            Locked=true
            Power=true
            Battery=true
            Game=true
            Grace=60

            """
        let focus = try parse(keys)
        let named: Set<Trigger> = [
            .app(AppID("app")), .calendar("Work"), .calendar("Home, sweet home"),
            .network("Office LAN"),
        ]
        #expect(focus.triggers == named.union(Trigger.Kind.allCases.compactMap(Trigger.init(_:))))
        #expect(focus.triggerGrace == 60_000)
        #expect(try parse("[Focus]\n[Triggers]\nVPN=true\n").triggerGrace == 5_000)
        // The file keeps every trigger that is written to it.
        var file = try FocusFile(id: FocusID("a"), contents: "[Focus]\n", path: "a.focus")
        try file.setTriggers(focus.triggers)
        #expect(file.focus.triggers == focus.triggers)
    }

    @Test(arguments: ["Calendars=a\\nb;", "Networks=;;x", "Camera=maybe", "Wifi=x"])
    func wrongTriggerIsRefused(_ line: String) {
        #expect(throws: FileProblems.self) { try parse("[Focus]\n[Triggers]\n\(line)\n") }
    }

    @Test func graceIsWithinItsRange() throws {
        for (text, isValid) in [("0", true), ("3600", true), ("3601", false), ("-1", false)] {
            let keys = "[Focus]\n[Triggers]\nGrace=\(text)\n"
            if isValid {
                #expect(try parse(keys).triggerGrace == Int64(text).map { $0 * 1_000 })
            } else {
                #expect(throws: FileProblems.self) { try parse(keys) }
            }
        }
    }

    @Test func triggerAppsAreAtMostTheLimit() throws {
        let apps = (0...FocusFileLimits.triggerApps).map { "app\($0)" }
        let most = apps.dropLast().joined(separator: ";")
        #expect(
            try parse("[Focus]\n[Triggers]\nApps=\(most)\n").triggers.count
                == FocusFileLimits.triggerApps)
        #expect(throws: FileProblems.self) {
            try parse("[Focus]\n[Triggers]\nApps=\(apps.joined(separator: ";"))\n")
        }
    }

    @Test func deliveriesAreAtMostTheLimit() throws {
        let times = (0...FocusFileLimits.deliveries).map { "12:\(10 + $0)" }
        let most = times.dropLast().joined(separator: ";")
        #expect(
            try parse("[Focus]\nDeliver=\(most)\n").deliverAt.count == FocusFileLimits.deliveries)
        #expect(throws: FileProblems.self) {
            try parse("[Focus]\nDeliver=\(most);\(times.last ?? "")\n")
        }
    }

    @Test func readsSchedules() throws {
        let schedule = try #require(try sampleFile().focus.schedules.first)
        #expect(schedule.name == "weekdays")
        #expect(schedule.days == [.monday, .tuesday, .wednesday, .thursday, .friday])
        #expect(schedule.from == TimeOfDay(hour: 9, minute: 0))
        #expect(schedule.to == TimeOfDay(hour: 17, minute: 30))
    }

    @Test func readsRulesInTheirOrder() throws {
        let rules = try sampleFile().focus.rules
        #expect(rules.map(\.name) == ["invoices", "boss"])
        #expect(rules.map(\.effect) == [.silence, .allow])
        let predicate = try Predicate(
            format: "category == 'email.arrived' AND summary CONTAINS[c] 'invoice'")
        #expect(rules[0].when == predicate)
    }

    @Test func readsFiltersWithParametersAsWritten() throws {
        let filter = try #require(try sampleFile().focus.filters.first)
        #expect(filter.app == AppID("org.example.Chat"))
        #expect(filter.filter == "ExampleChatAppFocusFilter")
        #expect(filter.parameters == ["alwaysUseDarkMode": "true", "account": "work"])
        #expect(try filter.predicate == Predicate(format: "SELF IN {'a', 'b'}"))
    }

    @Test func remembersListsAsWritten() throws {
        let file = try sampleFile()
        #expect(file.appList == [AppID("org.example.Chat"), AppID("org.gnome.Calendar")])
        #expect(file.peopleList == ["Alex@example.org"])
        #expect(file.timeSensitiveExcept == [AppID("org.example.Shop")])
        #expect(file.condition(ofRule: "boss") == "person == \"boss@example.org\"")
        #expect(file.condition(ofRule: "nobody") == nil)
        let value = file.parameter(
            "account", ofFilter: "ExampleChatAppFocusFilter", of: AppID("org.example.Chat"))
        #expect(value == "work")
    }

    @Test func aBareFocusSilencesNobody() throws {
        let focus = try parse("[Focus]\n")
        #expect(focus == Focus(id: FocusID("work"), name: "work"))
        #expect(focus.apps == .everyone)
        #expect(focus.timeSensitive)
    }

    @Test func groupNamesMayHaveMoreSpaces() throws {
        let focus = try parse("[Focus]\n[ Rule   my  rule ]\nWhen=TRUEPREDICATE\nDo=allow\n")
        #expect(focus.rules.map(\.name) == ["my rule"])
    }

    @Test(arguments: [
        ("0:00", 0), ("00:00", 0), ("9:05", 545), ("09:05", 545), ("23:59", 1439),
    ])
    func readsTimesOfDay(text: String, minutes: Int) {
        #expect(TimeOfDay(text)?.minutes == minutes)
        #expect(TimeOfDay(text).flatMap { TimeOfDay($0.text) } == TimeOfDay(text))
    }

    @Test(arguments: [
        "", ":", "24:00", "12:60", "1:2", "12", "12:0", "-1:00", "1 2:00", "12:00:00",
    ])
    func refusesOtherTimes(text: String) {
        #expect(TimeOfDay(text) == nil)
    }

    @Test func reportsAllProblemsInTheOrderOfTheFile() {
        let text = "[Focus]\nColor=red\nHideBadges=maybe\n[Rule a]\nDo=x\n[Nonsense]\n"
        let problems = #expect(throws: FileProblems.self) { try parse(text) }
        #expect(problems?.problems.map(\.line) == [2, 3, 4, 5, 6])
        #expect(problems?.description.hasPrefix("work.focus:2: Color: ") == true)
    }

    @Test func aFileFullOfProblemsReportsTheFirstOnes() {
        let text = "[Focus]\n" + (1...10_000).map { "k\($0)=1\n" }.joined()
        let problems = #expect(throws: FileProblems.self) { try parse(text) }
        #expect(problems?.problems.count == FocusFileLimits.problems)
    }
}
