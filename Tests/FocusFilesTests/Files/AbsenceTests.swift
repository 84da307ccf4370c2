// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop
import TestSupport
import Testing

/// Focus files that are missing for a moment. Emacs renames a file to `work.focus~` and writes
/// another one; `git checkout` removes a file and creates it again. The active Focus ended then.
@LoopActor @Suite struct FocusFileAbsenceTests {
    let directory: ConfigurationDirectory
    let changes = Recorder<FocusCatalog>()
    let work = FocusID("work")
    let other = FocusID("other")

    init() throws {
        directory = try ConfigurationDirectory()
        try directory.makeFocuses()
        try directory.write(Self.text("Work"), to: "focuses/work.focus")
    }

    static func text(_ name: String) -> String { "[Focus]\nName=\(name)\n" }

    /// - Parameter wait: longer than any test for a wait that does not end.
    func watch(wait: Duration = .seconds(3_600)) throws -> FocusDirectoryWatch {
        try directory.focuses.watch(absenceWait: wait) { [changes] in changes.record($0) }
    }

    @Test func aFileThatIsWrittenAgainStaysInForce() async throws {
        let watch = try watch()
        defer { withExtendedLifetime(watch) {} }
        try directory.rename("focuses/work.focus", to: "focuses/work.focus~")
        // A report of another file comes from a scan without the missing one.
        try directory.write(Self.text("Other"), to: "focuses/other.focus")
        let between = try await changes.next()
        #expect(Set(between.focuses.keys) == [work, other, .doNotDisturb])
        #expect(between.focuses.keys.filter(between.isMissing) == [work])
        #expect(between.problems == [])
        try directory.write(Self.text("Work 2"), to: "focuses/work.focus")
        #expect(try await changes.next().focuses[work]?.name == "Work 2")
        #expect(changes.pending.isEmpty)
    }

    @Test func theSameFileComesBackWithoutAReport() async throws {
        let watch = try watch()
        defer { withExtendedLifetime(watch) {} }
        for round in 1...3 {
            try directory.rename("focuses/work.focus", to: "focuses/work.focus~")
            try directory.write(Self.text("Away \(round)"), to: "focuses/other.focus")
            #expect(try await changes.next().focuses[work] != nil)
            try directory.rename("focuses/work.focus~", to: "focuses/work.focus")
            try directory.write(Self.text("Back \(round)"), to: "focuses/other.focus")
            #expect(try await changes.next().focuses[work] != nil)
        }
        #expect(changes.pending.isEmpty)
    }

    @Test func aDirectoryThatIsReplacedKeepsItsFocuses() async throws {
        let watch = try watch()
        defer { withExtendedLifetime(watch) {} }
        try directory.rename("focuses", to: "away")
        try directory.makeFocuses()
        try directory.write(Self.text("Other"), to: "focuses/other.focus")
        let between = try await changes.next { $0.focuses[other] != nil }
        #expect(between.focuses[work]?.name == "Work")
    }

    @Test func aFileThatStaysAwayIsDeletedAfterTheWait() async throws {
        let watch = try watch(wait: .milliseconds(20))
        defer { withExtendedLifetime(watch) {} }
        try directory.remove("focuses/work.focus")
        let changed = try await changes.next()
        #expect(Array(changed.focuses.keys) == [.doNotDisturb])
        #expect(!changed.hasFile(work))
    }

    @Test func aDeletionThroughFocusdCountsAtOnce() async throws {
        let watch = try watch()
        defer { withExtendedLifetime(watch) {} }
        try directory.remove("focuses/work.focus")
        #expect(watch.reload(deleted: [other]).focuses[work] != nil)
        #expect(changes.pending.isEmpty)
        #expect(watch.reload(deleted: [work]).focuses[work] == nil)
        #expect(changes.pending.count == 1)
        try directory.write(Self.text("Work"), to: "focuses/work.focus")
        #expect(watch.reload(deleted: []).focuses[work] != nil)
        try directory.remove("focuses/work.focus")
        #expect(watch.reload().focuses[work] == nil)
    }
}

/// `focusd.conf` and `always.focus` while they are missing, or empty, for a moment: the defaults
/// were in force then.
@LoopActor @Suite struct ConfigurationAbsenceTests {
    let files: SharedDirectories
    let changes = Recorder<LayeredConfiguration>()
    private static let conf = "[History]\nDays=7\n\n[Private]\nApps=org.example.Doctor;\n"
    private static let always = "[Always]\nNewApps=silence\n"

    init() throws {
        files = try SharedDirectories()
        try files.write("user/focusd/focusd.conf", Self.conf)
        try files.write("user/focusd/always.focus", Self.always)
        try files.write("near/focusd/focusd.conf", "[History]\nEntries=9\n")
    }

    func watch(wait: Duration = .seconds(3_600)) throws -> ConfigurationWatch {
        try files.configuration.watch(absenceWait: wait) { [changes] in changes.record($0.layers) }
    }

    @Test(arguments: ["user/focusd/focusd.conf", "user/focusd/always.focus"], [false, true])
    func theLastTextStaysInForce(_ name: String, isEmptied: Bool) async throws {
        let watch = try watch()
        defer { withExtendedLifetime(watch) {} }
        let text = name.hasSuffix("conf") ? Self.conf : Self.always
        if isEmptied { try files.write(name, "") } else { try files.remove(name) }
        // The administrator's file is read together with the user's.
        try files.write("near/focusd/focusd.conf", "[History]\nEntries=8\n")
        let between = try await changes.next()
        #expect(between.configuration.retention == Retention(days: 7, entries: 8))
        #expect(between.configuration.privateApps == [AppID("org.example.Doctor")])
        #expect(between.always.newApps == .silence)
        try files.write(name, text)
        try files.write("near/focusd/focusd.conf", "[History]\nEntries=7\n")
        let after = try await changes.next()
        #expect(after.configuration.retention == Retention(days: 7, entries: 7))
        #expect(after.always.newApps == .silence)
    }

    @Test(arguments: [false, true])
    func aFileThatStaysAwayGivesTheDefaults(isEmptied: Bool) async throws {
        let watch = try watch(wait: .milliseconds(20))
        defer { withExtendedLifetime(watch) {} }
        for name in ["user/focusd/focusd.conf", "user/focusd/always.focus"] {
            if isEmptied { try files.write(name, "") } else { try files.remove(name) }
        }
        while watch.layers.configuration.retention.days != 30
            || watch.layers.always.newApps != .deliver
        {
            _ = try await changes.next()
        }
        #expect(watch.layers.configuration.privateApps == [])
        #expect(watch.layers.problems == [])
    }

    @Test func theAdministratorsFileStaysInForce() async throws {
        let watch = try watch()
        defer { withExtendedLifetime(watch) {} }
        try files.remove("near/focusd/focusd.conf")
        try files.write("user/focusd/focusd.conf", "[History]\nDays=6\n")
        let between = try await changes.next()
        #expect(between.configuration.retention == Retention(days: 6, entries: 9))
        watch.reload()
        #expect(watch.layers.configuration.retention == Retention(days: 6, entries: 10_000))
    }
}
