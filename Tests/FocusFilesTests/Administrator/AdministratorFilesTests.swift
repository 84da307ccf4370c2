// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Foundation
import GLibLoop
import TestSupport
import Testing

/// Directories of a user and of an administrator, removed with their content.
final class SharedDirectories: Sendable {
    let home: String
    let directories: BaseDirectories

    init() throws {
        let home = try makeTemporaryDirectory("administrator")
        self.home = home
        directories = BaseDirectories { name in
            switch name {
            case "HOME": home
            case "XDG_CONFIG_HOME": home + "/user"
            case "XDG_CONFIG_DIRS": "relative:\(home)/near:\(home)/far:\(home)/near"
            default: nil
            }
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: home)
    }

    /// Writes a file below `near`, `far` or `user`, like an editor: a new file takes the place.
    func write(_ name: String, _ text: String) throws {
        let path = home + "/" + name
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: home + "/" + name)
    }

    func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: home + "/" + name)
    }

    var focuses: FocusDirectory { FocusDirectory(directories) }
    var configuration: ConfigurationFile { ConfigurationFile(directories) }
}

/// Files of an administrator in `$XDG_CONFIG_DIRS` (issue 22).
@Suite struct AdministratorFilesTests {
    let files: SharedDirectories
    let work = FocusID("work")

    init() throws {
        files = try SharedDirectories()
    }

    @Test func directoriesAreThoseOfTheEnvironment() {
        let found = AdministratorDirectories(files.directories).paths
        #expect(found == ["\(files.home)/near/focusd", "\(files.home)/far/focusd"])
        let standard = BaseDirectories { $0 == "HOME" ? "/home/me" : nil }
        #expect(AdministratorDirectories(standard).paths == ["/etc/xdg/focusd"])
        let many = BaseDirectories { name in
            name == "XDG_CONFIG_DIRS" ? (0..<20).map { "/d\($0)" }.joined(separator: ":") : nil
        }
        #expect(
            AdministratorDirectories(many).paths.count
                == FocusFileLimits.administratorDirectories)
    }

    // MARK: focusd.conf

    @Test func eachKeyCountsByItselfTheUsersFirst() throws {
        try files.write(
            "far/focusd/focusd.conf", "[History]\nDays=1\nEntries=11\n[Limits]\nBurst=9\n")
        try files.write("near/focusd/focusd.conf", "[History]\nDays=2\nEntries=12\n")
        try files.write("user/focusd/focusd.conf", "[History]\nDays=3\n")
        let read = try files.configuration.load()
        #expect(read.retention == Retention(days: 3, entries: 12))
        #expect(read.sendingRate.burst == 9)
        let entries = try files.configuration.entries().entries
        let days = try #require(entries.first { $0.key == "Days" })
        #expect(days.value == .text("3") && days.isSet && days.origin == nil && days.lock == nil)
        let most = try #require(entries.first { $0.key == "Entries" })
        #expect(most.value == .text("12") && !most.isSet)
        #expect(most.origin == "\(files.home)/near/focusd/focusd.conf")
    }

    @Test func aLockedKeyIsThatOfTheDirectoryWithTheLock() throws {
        try files.write(
            "far/focusd/focusd.conf",
            "[Administrator]\nLockedKeys=History.Days;Private;\n[History]\nDays=1\n")
        try files.write("near/focusd/focusd.conf", "[History]\nDays=2\nEntries=12\n")
        try files.write(
            "user/focusd/focusd.conf", "[History]\nDays=3\nEntries=13\n[Private]\nApps=a;\n")
        let read = try files.configuration.load()
        #expect(read.retention == Retention(days: 1, entries: 13))
        #expect(read.privateApps == [])
        let lock = "\(files.home)/far/focusd/focusd.conf"
        let text = try files.configuration.entries()
        #expect(text.entries.first { $0.key == "Days" }?.lock == lock)
        #expect(
            text.problems.map(\.description) == [
                "\(files.home)/user/focusd/focusd.conf:2: Days: locked by the administrator in"
                    + " \(lock), so this line has no effect; remove it",
                "\(files.home)/user/focusd/focusd.conf:5: Apps: locked by the administrator in"
                    + " \(lock), so this line has no effect; remove it",
            ])
    }

    @Test func aChangeOfALockedKeyIsRefusedWithTheFile() throws {
        try files.write(
            "near/focusd/focusd.conf",
            "[Administrator]\nLockedKeys=History.Days;Locked.HideTexts;\n[History]\nDays=5\n")
        let lock = "\(files.home)/near/focusd/focusd.conf"
        let file = files.configuration
        #expect(throws: FocusFileError.locked("[History] Days=", by: lock)) {
            try file.edit { text throws(FocusFileError) in try text.set(.days, 7) }
        }
        #expect(throws: FocusFileError.locked("[History] Days=", by: lock)) {
            try file.change(
                [.set(group: "History", key: "Days", .text("7"))], patience: .seconds(1))
        }
        #expect(throws: FocusFileError.locked("[History] Days=", by: lock)) {
            try file.change([.contents("[History]\nDays=7\n")], patience: .seconds(1))
        }
        #expect(throws: FocusFileError.locked("[Locked] HideTexts=", by: lock)) {
            try file.edit { text throws(FocusFileError) in
                try text.set("Locked", "HideTexts", ["a"])
            }
        }
        #expect(!files.exists("user/focusd/focusd.conf"))
        // Other keys can be changed, and an entry from before the lock can be removed.
        try files.write("user/focusd/focusd.conf", "[History]\nDays=7\n")
        _ = try file.change(
            [.set(group: "History", key: "Entries", .text("9"))], patience: .seconds(1))
        _ = try file.change([.unset(group: "History", key: "Days")], patience: .seconds(1))
        #expect(try file.load().retention == Retention(days: 5, entries: 9))
    }

    /// A hook for a mistyped Focus never ran, and nothing told.
    @Test func hooksOfFocusesThatDoNotExistAreNamedWithTheirLine() throws {
        let work = "[Focus]\nName=Deep Work\n"
        try files.write("user/focusd/focuses/work.focus", work)
        try files.write("user/focusd/focuses/bad.focus", "[Focus]\nNom=Bad\n")
        try files.write(
            "user/focusd/focusd.conf",
            "# My hooks\n[Hook light]\nOn=start\nFocus=work;wrok;bad;zzz\nRun=true\n"
                + "[Hook mine]\nOn=start\nFocus=do-not-disturb\nRun=true\n"
                + "[Hook named]\nOn=start\nFocus=Deep Work\nRun=true\n")
        try files.write(
            "near/focusd/focusd.conf", "[Hook theirs]\nOn=start\nRun=true\nFocus=nosuch\n")
        let layers = LayeredConfiguration(files.configuration)
        #expect(layers.problems.isEmpty)
        func problems() -> [FileProblem] { layers.unknownFocuses(among: files.focuses.load()) }
        func start(_ id: String, _ hook: String) -> String {
            "Focus: there is no Focus with the id “\(id)”, so the hook “\(hook)” never runs for it;"
        }
        let own = "\(files.home)/user/focusd/focusd.conf"
        let theirs = "\(files.home)/near/focusd/focusd.conf"
        let expected: Set<String> = [
            "\(own):4: \(start("wrok", "light")) did you mean “work”?",
            "\(own):4: \(start("zzz", "light")) focus-switch list shows the ids",
            "\(own):12: \(start("Deep Work", "named")) did you mean “work”?",
            "\(theirs):4: \(start("nosuch", "theirs")) focus-switch list shows the ids",
        ]
        #expect(Set(problems().map(\.description)) == expected)
        #expect(problems().allSatisfy { $0.key == "Focus" && $0.textInForce == nil })
        #expect(Set(problems().map(\.group)) == ["Hook light", "Hook named", "Hook theirs"])
        for id in ["zzz", "wrok", "nosuch", "Deep Work"] {
            try files.write("near/focusd/focuses/\(id).focus", work)
        }
        // No file name has a blank: that one is still no id.
        #expect(problems().map(\.line) == [12])
    }

    /// A trial with a newcomer: a mistyped server was a problem only after the next start.
    @Test(arguments: [("nope-server", true), ("/bin/sh", false), ("sh -c true", false)])
    func aServerThatIsNotInstalledIsAProblem(_ command: String, _ isMissing: Bool) throws {
        try files.write("user/focusd/focusd.conf", "# Mine\n[Server]\nCommand=\(command)\n")
        let layers = LayeredConfiguration(files.configuration)
        #expect(layers.problems.isEmpty)
        #expect(layers.configuration.serverCommand != nil)
        let problems = layers.missingServer(in: "/usr/bin:/bin")
        #expect(problems.map(\.line) == (isMissing ? [3] : []))
        #expect(problems.allSatisfy { $0.reason.contains("there is no program “nope-server”") })
    }

    @Test func anEmptyListTakesTheAdministratorsPlace() throws {
        try files.write("near/focusd/focusd.conf", "[Critical]\nApps=org.example.Alarm;\n")
        let file = files.configuration
        try file.edit { text throws(FocusFileError) in
            #expect(text.apps(in: .critical) == [AppID("org.example.Alarm")])
            try text.setApp(AppID("org.example.Alarm"), in: .critical, isMember: false)
        }
        #expect(try file.load().criticalApps == [])
        #expect(try file.read().contents == "[Critical]\nApps=\n")
    }

    @Test func hooksCountAsAWhole() throws {
        try files.write(
            "near/focusd/focusd.conf",
            "[Hook log]\nOn=start;\nRun=logger on\n[Hook audit]\nOn=end;\nRun=audit\n"
                + "[Administrator]\nLockedKeys=Hook audit;\n")
        try files.write(
            "user/focusd/focusd.conf",
            "[Hook log]\nOn=end;\nRun=true\n[Hook audit]\nOn=start;\nRun=true\n")
        let hooks = try files.configuration.load().hooks
        #expect(hooks.first { $0.name == "log" }?.command == ["true"])
        #expect(hooks.first { $0.name == "audit" }?.command == ["audit"])
        try files.write("far/focusd/focusd.conf", "[Administrator]\nLockedKeys=Hook;\n")
        #expect(try files.configuration.load().hooks == [])
    }

    @Test func tooManyHooksLeaveOutTheUsers() throws {
        func hooks(_ name: String, _ count: Int) -> String {
            (0..<count).map { "[Hook \(name)\($0)]\nOn=start;\nRun=true\n" }.joined()
        }
        try files.write("near/focusd/focusd.conf", hooks("a", 1))
        try files.write("user/focusd/focusd.conf", hooks("u", FocusFileLimits.hooks))
        let layers = LayeredConfiguration(files.configuration)
        #expect(layers.configuration.hooks.count == FocusFileLimits.hooks)
        #expect(layers.configuration.hooks.contains { $0.name == "a0" })
        #expect(layers.problems.count == 1)
    }

    @Test func damagedFilesOfTheAdministratorAreNamedAndCostNothing() throws {
        try files.write("near/focusd/focusd.conf", "[History]\nDays=soon\n")
        try files.write("far/focusd/focusd.conf/directory", "")
        try files.write("near/focusd/focuses/work.focus", "[Focus]\nName=W\nColor=red\n")
        try files.write("far/focusd/focuses", "not a directory")
        try files.write("near/focusd/always.focus", "nonsense")
        try files.write("user/focusd/focusd.conf", "[History]\nEntries=9\n")
        let layers = LayeredConfiguration(files.configuration)
        #expect(layers.configuration.retention == Retention(days: 30, entries: 9))
        #expect(try files.configuration.load().retention.entries == 9)
        let named = Set(layers.problems.map(\.file))
        #expect(
            named == [
                "\(files.home)/near/focusd/focusd.conf", "\(files.home)/far/focusd/focusd.conf",
                "\(files.home)/near/focusd/always.focus",
            ])
        let catalog = files.focuses.load()
        #expect(Set(catalog.focuses.keys) == [.doNotDisturb])
        #expect(
            Set(catalog.problems.map(\.file)) == [
                "\(files.home)/near/focusd/focuses/work.focus", "\(files.home)/far/focusd/focuses",
            ])
        // The user's files can be changed all the same.
        try files.configuration.edit { text throws(FocusFileError) in try text.set(.days, 7) }
        _ = try files.focuses.create(work)
    }

    @Test(arguments: [
        ("[Administrator]\nLockedKeys=History.Dais;\n", "did you mean “History.Days”"),
        ("[Administrator]\nLockedFocuses=.hidden;\n", "cannot be an id"),
        ("[Administrator]\nLockAlways=perhaps\n", "expected true or false"),
        ("[Administrator]\nLocks=a\n", "is unknown"),
    ]) func invalidLocksAreRefused(_ text: String, _ reason: String) throws {
        try files.write("near/focusd/focusd.conf", text)
        let problems = LayeredConfiguration(files.configuration).problems
        #expect(problems.count == 1 && problems[0].reason.contains(reason), "\(problems)")
    }

    @Test func theUserCannotLock() throws {
        try files.write("user/focusd/focusd.conf", "[Administrator]\nLockedKeys=History.Days;\n")
        let problems = LayeredConfiguration(files.configuration).problems
        #expect(problems.map(\.line) == [1])
        #expect(problems[0].reason.contains("$XDG_CONFIG_DIRS"))
    }

    // MARK: Focus files and always.focus

    @Test func theUsersFileTakesTheAdministratorsPlace() throws {
        try files.write("far/focusd/focuses/work.focus", "[Focus]\nName=Far\n")
        try files.write("far/focusd/focuses/deep.focus", "[Focus]\nName=Deep\n")
        try files.write("near/focusd/focuses/work.focus", "[Focus]\nName=Near\nHideBadges=true\n")
        var catalog = files.focuses.load()
        #expect(catalog.focuses[work]?.name == "Near")
        #expect(catalog.focuses[FocusID("deep")]?.name == "Deep")
        #expect(catalog.origin(of: work) == .administrator)
        #expect(catalog.origin(of: .doNotDisturb) == .builtIn)
        // The whole file counts, not each key.
        try files.write("user/focusd/focuses/work.focus", "[Focus]\nName=Mine\n")
        catalog = files.focuses.load()
        #expect(catalog.focuses[work]?.name == "Mine")
        #expect(catalog.focuses[work]?.hideBadges == false)
        #expect(catalog.origin(of: work) == .user)
    }

    @Test func aChangeMakesACopyAndItsDeletionBringsTheFirstBack() throws {
        let text = "# the administrator's\n[Focus]\nName=Near\n"
        try files.write("near/focusd/focuses/work.focus", text)
        #expect(throws: FocusFileError.exists(work)) { try files.focuses.create(work) }
        #expect(
            throws: FocusFileError.administrators(
                work, "\(files.home)/near/focusd/focuses/work.focus")
        ) { try files.focuses.delete(work) }
        let edited = try files.focuses.edit(work) { file throws(FocusFileError) in
            try file.set(.hideBadges, true)
        }
        #expect(edited.path == "\(files.home)/user/focusd/focuses/work.focus")
        #expect(edited.contents == text + "HideBadges=true\n")
        #expect(
            try String(
                contentsOfFile: "\(files.home)/near/focusd/focuses/work.focus", encoding: .utf8)
                == text)
        try files.focuses.delete(work)
        #expect(try files.focuses.read(work).contents == text)
    }

    @Test func aLockedFocusIsTheAdministrators() throws {
        try files.write("near/focusd/focuses/work.focus", "[Focus]\nName=Near\n")
        try files.write("far/focusd/focuses/work.focus", "[Focus]\nName=Far\n")
        try files.write("user/focusd/focuses/work.focus", "[Focus]\nName=Mine\n")
        try files.write("far/focusd/focusd.conf", "[Administrator]\nLockedFocuses=work;none;\n")
        let lock = "\(files.home)/far/focusd/focusd.conf"
        let catalog = files.focuses.load()
        #expect(catalog.focuses[work]?.name == "Far")
        #expect(catalog.lock(of: work) == lock)
        #expect(
            catalog.problems.map(\.description) == [
                "\(files.home)/user/focusd/focuses/work.focus: locked by the administrator in"
                    + " \(lock), so this file has no effect; remove it"
            ])
        #expect(try files.focuses.read(work).focus.name == "Far")
        let refusal = FocusFileError.locked("the Focus “work”", by: lock)
        #expect(throws: refusal) {
            try files.focuses.edit(work) { file throws(FocusFileError) in try file.setName("x") }
        }
        #expect(throws: refusal) {
            try files.focuses.replace(work, from: [], with: Array("[Focus]\nName=x\n".utf8))
        }
        #expect(throws: FocusFileError.locked("the Focus “none”", by: lock)) {
            try files.focuses.create(FocusID("none"))
        }
        // The file without effect can be removed.
        try files.focuses.delete(work)
        #expect(files.focuses.load().problems == [])
        #expect(throws: refusal) { try files.focuses.delete(work) }
    }

    @Test func alwaysFocusCountsAsAWhole() throws {
        let always = FocusDirectory(always: AlwaysFile(files.directories))
        try files.write(
            "near/focusd/always.focus", "[Always]\nApps=silence\nAppList=a;\nNewApps=silence\n")
        #expect(LayeredConfiguration(files.configuration).always.newApps == .silence)
        try always.edit(.always) { file throws(FocusFileError) in try file.setNewApps(.ask) }
        var rules = LayeredConfiguration(files.configuration).always
        #expect(rules.newApps == .ask && rules.apps.members == [AppID("a")])
        try files.write("near/focusd/focusd.conf", "[Administrator]\nLockAlways=true\n")
        let layers = LayeredConfiguration(files.configuration)
        rules = layers.always
        #expect(rules.newApps == .silence)
        #expect(layers.problems.count == 1)
        #expect(throws: FocusFileError.self) {
            try always.edit(.always) { file throws(FocusFileError) in
                try file.setNewApps(.deliver)
            }
        }
    }

    // MARK: Watching

    @LoopActor @Test func changesOfTheAdministratorAreNoticed() async throws {
        let catalogs = Recorder<FocusCatalog>()
        let settings = Recorder<Configuration>()
        let focusWatch = try files.focuses.watch { catalogs.record($0) }
        let watch = try files.configuration.watch { settings.record($0.layers.configuration) }
        // Directories that appear later.
        try files.write("far/focusd/focuses/work.focus", "[Focus]\nName=Far\n")
        _ = try await catalogs.next { $0.focuses[work]?.name == "Far" }
        try files.write("far/focusd/focusd.conf", "[History]\nDays=4\n")
        _ = try await settings.next { $0.retention.days == 4 }
        try files.write("user/focusd/focuses/work.focus", "[Focus]\nName=Mine\n")
        _ = try await catalogs.next { $0.focuses[work]?.name == "Mine" }
        try files.write(
            "far/focusd/focusd.conf", "[Administrator]\nLockedFocuses=work;\n[History]\nDays=5\n")
        _ = try await catalogs.next { $0.focuses[work]?.name == "Far" }
        _ = try await settings.next { $0.retention.days == 5 }
        // The last valid version stays in force.
        try files.write("far/focusd/focusd.conf", "[Administrator]\nLockedFocuses=.;\n")
        while watch.layers.problems.isEmpty { watch.reload() }
        #expect(watch.layers.configuration.retention.days == 5)
        #expect(focusWatch.reload().focuses[work]?.name == "Far")
        try files.remove("far/focusd/focusd.conf")
        _ = try await catalogs.next { $0.focuses[work]?.name == "Mine" }
        withExtendedLifetime(watch) {}
        withExtendedLifetime(focusWatch) {}
    }
}
