// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Foundation
import GLibLoop
import TestSupport
import Testing

@Suite struct ConfigurationTests {
    static func parse(_ text: String) throws(FileProblems) -> Configuration {
        try Configuration(bytes: Array(text.utf8), path: "focusd.conf")
    }

    @Test func readsEverything() throws {
        let configuration = try Self.parse(
            """
            [Server]
            # with its own configuration
            Command=dunst -conf "/home/me/my dunstrc"
            Companions=/usr/lib/xfconfd;helper --flag 'a b';
            DoNotDisturb=follow

            [Critical]
            Apps=org.example.Alarm;org.example.Doctor;

            [Missed]
            Command=foot -T 'What I missed' focus-switch missed --wait

            [History]
            Days=7
            Entries=500

            [Limits]
            Burst=0
            PerSecond=7

            [Private]
            Apps=org.example.Doctor;

            [Urgency]
            IgnoreFrom=org.example.Browser;

            [Calendars]
            Folder=~/.calendars
            Addresses=me@example.org;

            [Locked]
            HideBodies=all;
            HideTexts=org.example.Chat;
            """)
        #expect(configuration.calendarFolder == "~/.calendars")
        #expect(configuration.calendarAddresses == ["me@example.org"])
        #expect(configuration.lockedBodies == [AppID("all")])
        #expect(configuration.lockedTexts == [AppID("org.example.Chat")])
        #expect(configuration.serverCommand == ["dunst", "-conf", "/home/me/my dunstrc"])
        #expect(configuration.companions == [["/usr/lib/xfconfd"], ["helper", "--flag", "a b"]])
        #expect(configuration.followsDoNotDisturb)
        #expect(
            configuration.criticalApps
                == [AppID("org.example.Alarm"), AppID("org.example.Doctor")])
        #expect(
            configuration.missedCommand
                == ["foot", "-T", "What I missed", "focus-switch", "missed", "--wait"])
        #expect(configuration.retention == Retention(days: 7, entries: 500))
        #expect(configuration.sendingRate.burst == 0)
        #expect(configuration.sendingRate.perSecond == 7)
        #expect(configuration.privateApps == [AppID("org.example.Doctor")])
        #expect(configuration.urgencyIgnored == [AppID("org.example.Browser")])
        #expect(try Self.parse("[Urgency]\nIgnoreFrom=\n").urgencyIgnored == [])
        #expect(Configuration().urgencyIgnored.contains(AppID("chromium")))
    }

    @Test(arguments: ["", "# nothing\n", "[Server]\n", "[Server]\n[Critical]\nApps=\n[History]\n"])
    func missingKeysHaveDefaults(text: String) throws {
        let configuration = try Self.parse(text)
        #expect(configuration == Configuration())
        #expect(configuration.serverCommand == nil)
        #expect(configuration.retention == Retention(days: 30, entries: 10_000))
    }

    @Test(arguments: ["calendars", "./x"])
    func folderOfCalendarsIsAPath(_ folder: String) {
        #expect(throws: FileProblems.self) {
            try Self.parse("[Calendars]\nFolder=\(folder)\n")
        }
    }

    @Test func anEmptyFolderOfCalendarsIsTheDefault() throws {
        #expect(try Self.parse("[Calendars]\nFolder=\n").calendarFolder == nil)
    }

    @Test func editKeepsCommentsAndRefusesABrokenFile() throws {
        let directory = try makeTemporaryDirectory("configuration")
        let file = ConfigurationFile(directory: directory)
        // Without a file, and without a change, nothing is written.
        try file.edit { _ in }
        #expect(try file.load() == Configuration())
        try file.edit { text throws(FocusFileError) in
            try text.set("Locked", "HideTexts", ["a"])
        }
        #expect(try file.load().lockedTexts == [AppID("a")])
        let text = "# mine\n[History]\n# long\nDays=7\n"
        try text.write(toFile: file.path, atomically: true, encoding: .utf8)
        try file.edit { text throws(FocusFileError) in
            try text.set(.days, text.configuration.retention.days + 1)
        }
        let changed = try String(contentsOfFile: file.path, encoding: .utf8)
        #expect(changed == text.replacingOccurrences(of: "7", with: "8"))
        try "[Wrong]\n".write(toFile: file.path, atomically: true, encoding: .utf8)
        #expect(throws: FocusFileError.self) { try file.edit { _ in } }
    }

    static let tooMany = (0...FocusFileLimits.companions).map { "p\($0);" }.joined()

    @Test(arguments: [
        BadFile("[Sever]\n", 1, "did you mean “Server”"),
        BadFile(
            "[Plugins]\n", 1,
            "there are Badge, Calendars, Critical, Duplicates, History, Hook NAME, Limits, Locked, Missed,"
        ),
        BadFile("Days=1\n", 1, "before the first [group]"),
        BadFile("[History]\nDay=1\n", 2, "did you mean “Days”"),
        BadFile("[Server]\ncommand=x\n", 2, "did you mean “Command”"),
        BadFile("[Critical]\nAppList=x\n", 2, "there are Apps"),
        BadFile("[Server]\nCommand=\n", 2, "Command: "),
        BadFile("[Server]\nCommand=dunst \"a\n", 2, "Command: "),
        BadFile("[Missed]\nCommand='a\n", 2, "Command: "),
        BadFile("[Missed]\nSnoozeAction=1441\n", 2, "1441 is not between 0 and 1440"),
        BadFile("[Missed]\nOpen=a\n", 2, "key “Open” is unknown"),
        BadFile("[Server]\nCompanions=a;b 'c;\n", 2, "Companions: "),
        BadFile("[Server]\nCompanions=\(tooMany)\n", 2, "17 programs, more than 16"),
        BadFile(
            "[Server]\nDoNotDisturb=yes\n", 2, "“yes” is neither “follow” nor “ignore”"),
        BadFile("[Critical]\n\nApps=a;;\n", 3, "Apps: an empty entry"),
        BadFile("[History]\nDays=0\n", 2, "Days: 0 is not between 1 and 36500"),
        BadFile("[History]\nDays=36501\n", 2, "Days: 36501 is not between"),
        BadFile("[History]\nDays=a week\n", 2, "Days: expected a whole number, got “a week”"),
        BadFile("[History]\nEntries=0\n", 2, "Entries: 0 is not between"),
        BadFile("[History]\nEntries=10000001\n", 2, "Entries: 10000001 is not between"),
        BadFile("[Limits]\nBurst=-1\n", 2, "Burst: -1 is not between 0 and 1000000"),
        BadFile("[Limits]\nBurst=1000001\n", 2, "Burst: 1000001 is not between"),
        BadFile("[Limits]\nPerSecond=0\n", 2, "PerSecond: 0 is not between 1 and 100000"),
        BadFile("[Limits]\nPerSecond=100001\n", 2, "PerSecond: 100001 is not between"),
        BadFile("[History]\nEntries=99999999999999999999\n", 2, "expected a whole number"),
    ])
    func isRefusedWithLineAndReason(_ bad: BadFile) throws {
        let error = #expect(throws: FileProblems.self) { try Self.parse(bad.text) }
        let problem = try #require(error?.problems.first)
        #expect(problem.line == bad.line)
        #expect(problem.reason.contains(bad.words), "\(problem.reason)")
        #expect(problem.description.hasPrefix("focusd.conf:\(bad.line): "))
    }

    @Test(arguments: [FocusFileLimits.historyDays, FocusFileLimits.historyEntries])
    func limitsHoldAtTheirEnds(range: ClosedRange<Int>) throws {
        let key = range == FocusFileLimits.historyDays ? "Days" : "Entries"
        for value in [range.lowerBound, range.upperBound] {
            #expect(throws: Never.self) { try Self.parse("[History]\n\(key)=\(value)\n") }
        }
    }
}

@LoopActor @Suite struct ConfigurationWatchTests {
    let directory: ConfigurationDirectory
    let changes = Recorder<(days: Int, problems: [FileProblem])>()
    let watch: ConfigurationWatch

    init() throws {
        directory = try ConfigurationDirectory()
        try directory.write("[History]\nDays=1\n", to: "focusd.conf")
        watch = try directory.configuration.watch { [changes] watch in
            changes.record((watch.layers.configuration.retention.days, watch.layers.problems))
        }
    }

    @Test func readsTheFileAtTheStart() {
        #expect(watch.layers.configuration.retention.days == 1)
        #expect(changes.pending.isEmpty)
    }

    @Test func readsItAgainHoweverItIsWritten() async throws {
        try directory.write("[History]\nDays=2\n", to: "focusd.conf")
        #expect(try await changes.next().days == 2)
        try directory.replace("focusd.conf", with: "[History]\nDays=3\n")
        #expect(try await changes.next().days == 3)
        try directory.remove("focusd.conf")
        #expect(try await changes.next().days == 30)
        #expect(changes.pending.isEmpty)
    }

    @Test func aBadVersionLeavesTheLastGoodOneInForce() async throws {
        try directory.replace("focusd.conf", with: "[History]\nDays=x\n")
        let bad = try await changes.next()
        #expect(bad.days == 1)
        #expect(bad.problems.map(\.line) == [2])
        #expect(bad.problems.first?.file == directory.path + "/focusd.conf")
        try directory.write("[History]\nDays=4\n", to: "focusd.conf")
        let good = try await changes.next()
        #expect(good.days == 4)
        #expect(good.problems == [])
    }

    @Test func aFileBeyondItsLengthIsRefusedAndTheLastOneStays() throws {
        let text = "[History]\nDays=5\n#"
        let limit = FocusFileLimits.configurationBytes
        let longest = text + String(repeating: "x", count: limit - text.utf8.count)
        try directory.write(longest, to: "focusd.conf")
        watch.reload()
        #expect(watch.layers.configuration.retention.days == 5)
        #expect(watch.layers.problems == [])
        try directory.write(longest.replacing("5", with: "6") + "x", to: "focusd.conf")
        watch.reload()
        #expect(watch.layers.configuration.retention.days == 5)
        #expect(
            watch.layers.problems.map(\.reason)
                == ["larger than 65536 bytes; shorten its lists and comments"])
        #expect(watch.layers.problems.map(\.textInForce) == [.earlier])
        #expect(throws: FocusFileError.self) {
            _ = try directory.configuration.change(
                [.contents(longest + "x")], patience: .seconds(1))
        }
    }

    @Test func soManyEntriesAreListed() throws {
        let lines = (0..<2_000).map { "k\($0)=1\n" }.joined()
        try directory.write("[History]\n" + lines, to: "focusd.conf")
        let entries = try directory.configuration.entries()
        #expect(entries.entries.count == 1_000)
        #expect(!entries.problems.isEmpty)
    }

    @Test func aReloadReadsAtOnce() throws {
        try directory.write("[History]\nDays=5\n", to: "focusd.conf")
        watch.reload()
        #expect(watch.layers.configuration.retention.days == 5)
        #expect(changes.pending.count == 1)
    }
}
