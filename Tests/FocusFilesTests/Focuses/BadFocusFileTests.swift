// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Testing

/// An invalid file: its text, the line in the error (0 for none), and words of the reason.
struct BadFile: Sendable, CustomTestStringConvertible {
    let text: String
    let line: Int
    let words: String

    init(_ text: String, _ line: Int, _ words: String) {
        self.text = text
        self.line = line
        self.words = words
    }

    var testDescription: String { "\(words) in \(text.prefix(60))" }
}

@Suite struct BadFocusFileTests {
    static let rule = "[Focus]\n[Rule a]\n"
    static let schedule = "[Focus]\n[Schedule a]\n"
    static let long = String(repeating: "x", count: 129)

    static let syntax = [
        BadFile("", 0, "there is no [Focus]"),
        BadFile("# only a comment\n", 0, "there is no [Focus]"),
        BadFile("Name=Work\n", 1, "before the first [group]"),
        BadFile("[Focus]\nName\n", 2, "neither a [group]"),
        BadFile("[Focus\nName=x\n", 1, "malformed group header “[Focus”"),
        BadFile("[Focus] x\nName=x\n", 1, "malformed group header “[Focus] x”"),
        BadFile("[Focus]\nNa]me=x\n", 2, "malformed key"),
        BadFile("[Focus]\n[a[b]\n", 2, "malformed group header"),
        BadFile("[Focus]\nName=a\u{0}b\n", 2, "NUL"),
        BadFile("[Focus]\nName=a\\qb\n", 2, "Name: unknown escape sequence"),
        BadFile("[Focus]\nAppList=a\\q;\nApps=allow\n", 2, "AppList: unknown escape sequence"),
    ]

    static let names = [
        BadFile("[Focus]\n[focus]\n", 2, "did you mean “Focus”"),
        BadFile("[Focus]\n[Trigger]\n", 2, "did you mean “Triggers”"),
        BadFile("[Focus]\n[Triggers a]\n", 2, "[Triggers] has no name of its own"),
        BadFile("[Focus]\n[Triggers]\nApp=a\n", 3, "did you mean “Apps”"),
        BadFile("[Focus]\n[Triggers]\nFullScreen=maybe\n", 3, "maybe"),
        BadFile("[Focus]\n[Rules a]\n", 2, "did you mean “Rule”"),
        BadFile("[Focus]\n[Schedul a]\n", 2, "did you mean “Schedule”"),
        BadFile(
            "[Focus]\n[Completely different]\n", 2,
            "there are Focus, Schedule, Triggers, Rule, Filter"),
        BadFile("[Focus]\n[Focus x]\n", 2, "[Focus] has no name"),
        BadFile("[Focus]\n[Rule]\n", 2, "needs a name: [Rule NAME]"),
        BadFile("[Focus]\n[Schedule ]\n", 2, "needs a name: [Schedule NAME]"),
        BadFile("[Focus]\n[Rule \(long)]\n", 2, "longer than 128 characters"),
        BadFile("[Focus]\n[Filter a]\n", 2, "needs two ids: [Filter APP ID]"),
        BadFile("[Focus]\n[Filter a b c]\n", 2, "needs two ids: [Filter APP ID]"),
        BadFile("[Focus]\nColour=#000000\n", 2, "key “Colour” is unknown; did you mean “Color”?"),
        BadFile("[Focus]\nname=x\n", 2, "did you mean “Name”"),
        BadFile("[Focus]\nName[de]=Arbeit\n", 2, "key “Name[de]” is unknown"),
        BadFile("[Focus]\nTimesensitive=true\n", 2, "did you mean “TimeSensitive”"),
        BadFile("[Focus]\nXyzzy=1\n", 2, "there are Name, Icon, Color"),
        BadFile(rule + "When=TRUEPREDICATE\nDo=allow\nThen=x\n", 5, "key “Then” is unknown"),
        BadFile(
            schedule + "Days=Mon\nFrom=1:00\nTo=2:00\nUntil=3:00\n", 6, "key “Until” is unknown"),
    ]

    static let values = [
        BadFile("[Focus]\nName=\n", 2, "Name: it is empty"),
        BadFile("[Focus]\nName=a\\nb\n", 2, "Name: a control character"),
        BadFile("[Focus]\nName=\(long)\n", 2, "Name: longer than 128 characters"),
        BadFile("[Focus]\nIcon=\n", 2, "Icon: it is empty"),
        BadFile("[Focus]\nColor=red\n", 2, "Color: expected #rrggbb"),
        BadFile("[Focus]\nColor=#12345\n", 2, "Color: expected #rrggbb"),
        BadFile("[Focus]\nColor=#12345g\n", 2, "Color: expected #rrggbb"),
        BadFile("[Focus]\nColor=1234567\n", 2, "Color: expected #rrggbb"),
        BadFile("[Focus]\nHideBadges=yes\n", 2, "HideBadges: expected true or false, got “yes”"),
        BadFile("[Focus]\nTimeSensitive=\n", 2, "TimeSensitive: expected true or false"),
        BadFile("[Focus]\nDeliver=noon\n", 2, "Deliver: expected times from 00:00 to 23:59"),
        BadFile("[Focus]\nDeliver=12:00;24:00\n", 2, "Deliver: expected times"),
        BadFile("[Focus]\nRepeatBreaksThrough=2\n", 2, "expected true or false"),
        BadFile("[Focus]\nSummary=2\n", 2, "Summary: expected true or false"),
        BadFile("[Focus]\nApps=alow\n", 2, "Apps: “alow” is unknown; did you mean “allow”?"),
        BadFile("[Focus]\nPeople=nobody\n", 2, "there are allow, silence"),
        BadFile(
            "[Focus]\nAllowedSites=a.org, b.org\n", 2,
            "AllowedSites: expected host names, with semicolons between them"),
        BadFile("[Focus]\nAppList=a;\n", 2, "AppList needs Apps=allow or Apps=silence"),
        BadFile("[Focus]\nPeopleList=a;\n", 2, "PeopleList needs People=allow"),
        BadFile("[Focus]\nApps=allow\nAppList=a;;b;\n", 3, "AppList: an empty entry"),
        BadFile(
            "[Focus]\nApps=allow\nAppList=a\\nb;\n", 3,
            "AppList: no list can name what has a control character, such as a line break"),
        BadFile(
            "[Focus]\nTimeSensitiveExcept= ; \n", 2, "TimeSensitiveExcept: an empty entry"),
    ]

    static let groups = [
        BadFile(rule + "Do=allow\n", 2, "[Rule a] needs When="),
        BadFile(rule + "When=TRUEPREDICATE\n", 2, "[Rule a] needs Do="),
        BadFile(rule + "When=\nDo=allow\n", 3, "When: offset 0: expected"),
        BadFile(rule + "Do=allow\nWhen=summary ==\n", 4, "When: offset 10: expected"),
        BadFile(rule + "Do=allow\nWhen=summary MATCHES \"(\"\n", 4, "When: offset"),
        BadFile(rule + "When=TRUEPREDICATE\nDo=drop\n", 4, "Do: “drop” is unknown"),
        BadFile(
            rule + "When=TRUEPREDICATE\nDo=allow\n[Rule a]\nDo=silence\n", 5,
            "a second [Rule a]; the first is on line 2"),
        BadFile(
            rule + "When=TRUEPREDICATE\nDo=allow\n[Rule  a]\nDo=silence\n", 5,
            "a second [Rule a]"),
        BadFile(schedule + "From=9:00\nTo=17:00\n", 2, "[Schedule a] needs Days="),
        BadFile(schedule + "Days=Mon\nTo=17:00\n", 2, "[Schedule a] needs From="),
        BadFile(schedule + "Days=Mon\nFrom=9:00\n", 2, "[Schedule a] needs To="),
        BadFile(schedule + "Days=\nFrom=9:00\nTo=17:00\n", 3, "Days: no day"),
        BadFile(
            schedule + "Days=Mon;Tues\nFrom=9:00\nTo=17:00\n", 3,
            "Days: “Tues” is unknown; did you mean “Tue”?"),
        BadFile(
            schedule + "Days=Mon,Tue\nFrom=9:00\nTo=17:00\n", 3,
            "Days: “Mon,Tue” is unknown; semicolons separate entries: Mon;Tue"),
        BadFile(schedule + "Days=Mon\nFrom=25:00\nTo=17:00\n", 4, "From: expected a time"),
        BadFile(schedule + "Days=Mon\nFrom=9:00\nTo=5pm\n", 5, "To: expected a time"),
        BadFile(
            schedule + "Days=Mon\nFrom=1:00\nTo=2:00\n[Schedule a]\n", 6, "a second [Schedule a]"),
        BadFile("[Focus]\n[Filter a b]\nPredicate=SELF IN\n", 3, "Predicate: offset 7: expected"),
        BadFile("[Focus]\n[Filter a b]\nx=\\q\n", 3, "x: unknown escape sequence"),
        BadFile("[Focus]\n[Filter a b]\n[Filter a b]\n", 3, "a second [Filter a b]"),
        BadFile("[Focus]\nName=a\n[Focus ]\nName=b\n", 3, "[Focus] is written without blanks"),
    ]

    @Test(arguments: syntax + names + values + groups)
    func isRefusedWithLineAndReason(_ bad: BadFile) throws {
        let error = #expect(throws: FileProblems.self) { try parse(bad.text) }
        let problem = try #require(error?.problems.first)
        #expect(problem.line ?? 0 == bad.line)
        #expect(problem.file == "work.focus")
        #expect(problem.reason.contains(bad.words), "\(problem.reason)")
        let place = bad.line == 0 ? "work.focus: " : "work.focus:\(bad.line): "
        #expect(problem.description == place + problem.reason)
    }

    @Test func aFileThatIsNotUTF8IsRefusedWithItsLine() {
        let bytes = Array("[Focus]\nName=".utf8) + [0xe4, 0x0a]
        let error = #expect(throws: FileProblems.self) {
            try FocusFile(id: FocusID("x"), bytes: bytes, path: "x.focus")
        }
        #expect(error?.description == "x.focus:2: not UTF-8")
    }

    @Test func aFilePastTheSizeLimitIsRefused() {
        let head = "[Focus]\n#"
        let count = FocusFileLimits.focusBytes - head.utf8.count
        let longest = head + String(repeating: "x", count: count)
        #expect(throws: Never.self) { try parse(longest) }
        let error = #expect(throws: FileProblems.self) { try parse(longest + "x") }
        let reason = "larger than 262144 bytes; shorten its lists and rules"
        #expect(error?.description == "work.focus: \(reason)")
    }

    @Test func anEditPastTheSizeLimitIsRefused() throws {
        let head = "[Focus]\n#"
        let count = FocusFileLimits.focusBytes - head.utf8.count
        let longest = Array((head + String(repeating: "x", count: count)).utf8)
        var file = try FocusFile(id: FocusID("work"), bytes: longest, path: "work.focus")
        #expect(throws: FocusFileError.self) { try file.setName("Work") }
        #expect(file.contents.utf8.count == FocusFileLimits.focusBytes)
    }

    /// A named limit, and a text with a given number of the limited items.
    struct Limit: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let limit: Int
        let text: @Sendable (Int) -> String
    }

    static let limits = [
        Limit(testDescription: "rules", limit: FocusFileLimits.rules) { count in
            (0..<count).map { "[Rule \($0)]\nWhen=TRUEPREDICATE\nDo=allow\n" }.joined()
        },
        Limit(testDescription: "schedules", limit: FocusFileLimits.schedules) { count in
            (0..<count).map { "[Schedule \($0)]\nDays=Mon\nFrom=1:00\nTo=2:00\n" }.joined()
        },
        Limit(testDescription: "filters", limit: FocusFileLimits.filters) { count in
            (0..<count).map { "[Filter app f\($0)]\n" }.joined()
        },
        Limit(testDescription: "parameters", limit: FocusFileLimits.parameters) { count in
            "[Filter a b]\n" + (0..<count).map { "p\($0)=1\n" }.joined()
        },
        Limit(testDescription: "list entries", limit: FocusFileLimits.listEntries) { count in
            "Apps=allow\nAppList=" + (0..<count).map { "a\($0);" }.joined()
        },
        Limit(testDescription: "list entry bytes", limit: FocusFileLimits.listEntryBytes) { count in
            "Apps=allow\nAppList=\(String(repeating: "x", count: count));"
        },
        Limit(testDescription: "filter id", limit: FocusFileLimits.listEntryBytes) { count in
            "[Filter \(String(repeating: "x", count: count)) f]\n"
        },
        Limit(testDescription: "name characters", limit: FocusFileLimits.nameCharacters) { count in
            "Name=\(String(repeating: "ä", count: count))\n"
        },
    ]

    @Test(arguments: limits)
    func limitsHoldAtAndPastThem(_ limit: Limit) {
        #expect(throws: Never.self) { try parse("[Focus]\n" + limit.text(limit.limit)) }
        #expect(throws: FileProblems.self) { try parse("[Focus]\n" + limit.text(limit.limit + 1)) }
    }
}
