// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Foundation
import GLibLoop
import TestSupport
import Testing

@LoopActor @Suite struct FocusDirectoryWatchTests {
    let directory: ConfigurationDirectory
    let changes = Recorder<FocusCatalog>()
    let watch: FocusDirectoryWatch
    let work = FocusID("work")

    init() throws {
        directory = try ConfigurationDirectory()
        try directory.makeFocuses()
        try directory.write(Self.text("Work"), to: "focuses/work.focus")
        watch = try directory.focuses.watch { [changes] in changes.record($0) }
    }

    static func text(_ name: String) -> String { "[Focus]\nName=\(name)\n" }

    @Test func knowsTheFilesFromTheStart() {
        #expect(Set(watch.catalog.focuses.keys) == [work, .doNotDisturb])
        #expect(changes.pending.isEmpty)
    }

    @Test func noticesAFileThatIsReplacedByRenaming() async throws {
        for round in 1...3 {
            try directory.replace("focuses/work.focus", with: Self.text("Work \(round)"))
            #expect(try await changes.next().focuses[work]?.name == "Work \(round)")
            #expect(watch.catalog.focuses[work]?.name == "Work \(round)")
        }
        #expect(changes.pending.isEmpty)
    }

    @Test func noticesAFileThatIsWrittenInPlaceOnlyWhenItIsComplete() async throws {
        try directory.write(Self.text("Other"), to: "focuses/work.focus")
        #expect(try await changes.next().focuses[work]?.name == "Other")
        try directory.write(Self.text("Other again"), to: "focuses/work.focus")
        #expect(try await changes.next().focuses[work]?.name == "Other again")
        #expect(changes.pending.isEmpty)
    }

    @Test func noticesItsOwnEdits() async throws {
        try directory.focuses.edit(work) { file throws(FocusFileError) in
            try file.setName("Edited")
        }
        #expect(try await changes.next().focuses[work]?.name == "Edited")
        _ = try directory.focuses.create(FocusID("sleep"))
        #expect(try await changes.next().focuses[FocusID("sleep")]?.name == "Sleep")
        try directory.focuses.delete(FocusID("sleep"))
        #expect(try await changes.next().focuses[FocusID("sleep")] == nil)
        #expect(changes.pending.isEmpty)
    }

    @Test func aBadVersionLeavesTheLastGoodOneInForce() async throws {
        try directory.replace("focuses/work.focus", with: "[Focus]\nName=Bad\nColor=red\n")
        let bad = try await changes.next()
        #expect(bad.focuses[work]?.name == "Work")
        #expect(
            bad.problems.map(\.description) == [
                "\(directory.focuses.path)/work.focus:3: Color: expected #rrggbb"
            ])
        #expect(bad.problems.map(\.textInForce) == [.earlier])
        try directory.write("[Focus]\nStill bad\n", to: "focuses/work.focus")
        #expect(try await changes.next().problems.map(\.line) == [2])
        try directory.write(Self.text("Sleep"), to: "focuses/sleep.focus")
        let other = try await changes.next { $0.focuses[FocusID("sleep")] != nil }
        #expect(other.focuses[work]?.name == "Work")
        try directory.write(Self.text("Good"), to: "focuses/work.focus")
        let good = try await changes.next()
        #expect(good.focuses[work]?.name == "Good")
        #expect(good.problems == [])
    }

    /// A caller that changed the file with the revision from `GetFocus` got a conflict each time.
    @Test func aRefusedTextThatChangesHasAnotherRevision() async throws {
        for word in ["one", "two"] {
            let text = "[Focus]\nName=Bad\nColor=red\n\n# \(word)\n"
            try directory.replace("focuses/work.focus", with: text)
            let changed = try await changes.next()
            #expect(changed.revision(of: work) == FileRevision(Array(text.utf8)))
            #expect(watch.catalog.revision(of: work) == changed.revision(of: work))
            #expect(changed.focuses[work]?.name == "Work")
        }
    }

    @Test func aDeletedFileTakesItsFocusAway() async throws {
        try directory.remove("focuses/work.focus")
        let changed = try await changes.next()
        #expect(Array(changed.focuses.keys) == [.doNotDisturb])
        #expect(!changed.hasFile(work))
    }

    @Test func aDeletedBadFileTakesItsGoodVersionAway() async throws {
        try directory.replace("focuses/work.focus", with: "bad")
        _ = try await changes.next()
        try directory.remove("focuses/work.focus")
        let changed = try await changes.next()
        #expect(changed.focuses[work] == nil)
        #expect(changed.problems == [])
    }

    @Test func aRenamedFileIsAnotherFocus() async throws {
        try directory.rename("focuses/work.focus", to: "focuses/job.focus")
        let changed = try await changes.next { $0.focuses[work] == nil }
        #expect(Set(changed.focuses.keys) == [FocusID("job"), .doNotDisturb])
    }

    @Test func doNotDisturbGoesBackToItsOwnText() async throws {
        try directory.write("[Focus]\nName=Quiet\n", to: "focuses/do-not-disturb.focus")
        #expect(try await changes.next().focuses[.doNotDisturb]?.name == "Quiet")
        try directory.write("bad", to: "focuses/do-not-disturb.focus")
        #expect(try await changes.next().focuses[.doNotDisturb]?.name == "Quiet")
        try directory.remove("focuses/do-not-disturb.focus")
        #expect(try await changes.next().focuses[.doNotDisturb]?.name == "Do Not Disturb")
    }

    /// `list` lacked a Focus whose file had been copied a moment before: its event comes later.
    @Test func aCallSeesTheFilesThatAreOnTheDisk() async throws {
        let seen = Recorder<[String]>()
        for name in ["Late", "Later"] {
            try directory.replace("focuses/late.focus", with: Self.text(name))
            watch.whenRead { [watch] in
                seen.record(watch.catalog.focuses.values.map(\.name).sorted())
            }
            #expect(try await seen.next() == ["Do Not Disturb", name, "Work"])
            #expect(try await changes.next().focuses[FocusID("late")]?.name == name)
        }
    }

    /// `list` put the first part of a text in force, while `cat` was writing the file.
    @Test func aCallLeavesAFileThatIsBeingWrittenToItsEvent() async throws {
        let path = directory.path + "/focuses/work.focus"
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: Data(Self.text("Half").utf8))
        let seen = Recorder<String?>()
        watch.whenRead { [watch, work] in seen.record(watch.catalog.focuses[work]?.name) }
        #expect(try await seen.next() == "Work")
        try file.write(contentsOf: Data("TimeSensitive=false\n".utf8))
        try file.close()
        let changed = try await changes.next()
        #expect(changed.focuses[work]?.name == "Half")
        #expect(changed.focuses[work]?.timeSensitive == false)
    }

    /// The loop goes on during a scan of many names.
    @Test func aCallWaitsForAScanOfManyNames() async throws {
        try writeManyNames()
        try directory.write(Self.text("Late"), to: "focuses/late.focus")
        let seen = Recorder<[FocusID]>()
        for _ in 1...2 {
            watch.whenRead { [watch] in seen.record(watch.catalog.focuses.keys.sorted()) }
        }
        #expect(seen.pending.isEmpty)
        for _ in 1...2 {
            #expect(try await seen.next() == [.doNotDisturb, FocusID("late"), work])
        }
        watch.whenRead { seen.record([]) }
        watch.finishReading()
        #expect(seen.pending == [[]], "the end of focusd answers at once")
    }

    /// `Reload` answered such a call with the catalog from before it.
    @Test func aCallThatAReloadOvertakesSeesTheFilesOfTheReload() throws {
        try writeManyNames()
        try directory.write(Self.text("Late"), to: "focuses/late.focus")
        let seen = Recorder<[FocusID]>()
        watch.whenRead { [watch] in seen.record(watch.catalog.focuses.keys.sorted()) }
        #expect(seen.pending.isEmpty)
        watch.reload()
        #expect(seen.pending == [[.doNotDisturb, FocusID("late"), work]])
    }

    /// Makes a scan take more than one turn of the loop.
    private func writeManyNames() throws {
        for number in 0...FocusFileLimits.namesPerTurn {
            try directory.write("", to: "focuses/\(number).txt")
        }
    }

    @Test func otherFilesChangeNothing() async throws {
        try directory.write("x", to: "focuses/notes.txt")
        try directory.write(Self.text("Work"), to: "focuses/work.focus")
        try directory.write(Self.text("Late"), to: "focuses/late.focus")
        #expect(try await changes.next().focuses[FocusID("late")] != nil)
        #expect(changes.pending.isEmpty)
    }

    @Test func aReloadNoticesWhatTheDirectoryCannotTell() async throws {
        try directory.write(Self.text("Linked"), to: "dotfile")
        try directory.link("focuses/linked.focus", to: "../dotfile")
        #expect(try await changes.next().focuses[FocusID("linked")]?.name == "Linked")
        try directory.write(Self.text("Changed"), to: "dotfile")
        #expect(watch.reload().focuses[FocusID("linked")]?.name == "Changed")
        #expect(changes.pending.count == 1)
        watch.reload()
        #expect(changes.pending.count == 1)
    }

    /// Home Manager and NixOS change settings this way.
    @Test func aLinkToADirectoryMayGetAnotherTarget() async throws {
        let other = try ConfigurationDirectory()
        for name in ["a", "b"] {
            try FileManager.default.createDirectory(
                atPath: "\(other.path)/\(name)/focusd/focuses", withIntermediateDirectories: true)
            try other.write(Self.text(name), to: "\(name)/focusd/focuses/work.focus")
        }
        try other.link("present", to: "a")
        try other.link("focuses", to: "present/focusd/focuses")
        let otherWatch = try other.focuses.watch { [changes] in changes.record($0) }
        #expect(otherWatch.catalog.focuses[work]?.name == "a")
        for name in ["b", "a"] {
            try other.link("next", to: name)
            try #require(
                unsafe Foundation.rename(other.path + "/next", other.path + "/present") == 0)
            #expect(try await changes.next().focuses[work]?.name == name)
        }
        // The directory itself is watched, too.
        try other.replace("a/focusd/focuses/work.focus", with: Self.text("c"))
        #expect(try await changes.next().focuses[work]?.name == "c")
        withExtendedLifetime(otherWatch) {}
    }

    @Test func theDirectoryMayGoAway() async throws {
        try directory.remove("focuses")
        let changed = try await changes.next { $0.focuses[work] == nil }
        #expect(Array(changed.focuses.keys) == [.doNotDisturb])
    }

    /// A trial with a newcomer: the permissions of the folder and of a file were given back.
    @Test(.enabled(if: geteuid() != 0, "the superuser may read everything"))
    func noticesPermissions() async throws {
        let folder = directory.focuses.path
        for path in [folder, folder + "/work.focus"] {
            let isFolder = path == folder
            try #require(unsafe chmod(path, 0) == 0)
            let locked = try await changes.next { !$0.problems.isEmpty }
            #expect(locked.problems.map(\.file) == [path])
            #expect(locked.focuses[work]?.name == "Work")
            try #require(unsafe chmod(path, isFolder ? 0o700 : 0o600) == 0)
            #expect(try await changes.next { $0.problems.isEmpty }.focuses[work]?.name == "Work")
        }
    }

    @Test func aMissingDirectoryIsMadeAndWatched() async throws {
        let other = try ConfigurationDirectory()
        let otherWatch = try other.focuses.watch { [changes] in changes.record($0) }
        try other.write(Self.text("New"), to: "focuses/new.focus")
        #expect(try await changes.next().focuses[FocusID("new")]?.name == "New")
        withExtendedLifetime(otherWatch) {}
    }

    @Test func nothingIsToldAfterTheEnd() async throws {
        let told = Recorder<FocusCatalog>()
        let witness = Recorder<FocusCatalog>()
        var ended: FocusDirectoryWatch? = try directory.focuses.watch { told.record($0) }
        let other = try directory.focuses.watch { witness.record($0) }
        #expect(ended?.catalog.focuses[work]?.name == "Work")
        ended = nil
        try directory.replace("focuses/work.focus", with: Self.text("Unseen"))
        _ = try await witness.next()
        #expect(told.pending.isEmpty)
        withExtendedLifetime(other) {}
    }
}
