// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Foundation
import GLibLoop
import TestSupport
import Testing

/// All directories of declarations: the precedence of files, and the reported changes.
@LoopActor @Suite struct FilterDirectoriesTests {
    let root: ConfigurationDirectory
    let changes = Recorder<FilterCatalog>()
    let chat = AppID("org.example.Chat")
    let directories: FilterDirectories

    init() throws {
        root = try ConfigurationDirectory()
        directories = FilterDirectories(
            paths: ["home", "local", "usr"].map { [root] in
                "\(root.path)/\($0)/share/focus-filters"
            }, locale: "C")
    }

    static func text(_ title: String) -> String { "[Filter F]\nTitle=\(title)\n" }

    func make(_ place: String) throws {
        try FileManager.default.createDirectory(
            atPath: "\(root.path)/\(place)", withIntermediateDirectories: true)
    }

    func write(_ title: String, _ place: String, app: String = "org.example.Chat") throws {
        try make("\(place)/share/focus-filters")
        try root.write(Self.text(title), to: path(place, app))
    }

    func path(_ place: String, _ app: String = "org.example.Chat") -> String {
        "\(place)/share/focus-filters/\(app).focus-filter"
    }

    func title(_ catalog: FilterCatalog) -> String? { catalog.declarations[chat]?.first?.title }

    // MARK: Reading

    @Test func directoriesAreThoseOfTheDataDirectories() {
        let variables = [
            "HOME": "/home/alex", "XDG_DATA_DIRS": "/opt/share:/usr/share/:relative:/opt/share",
        ]
        let directories = FilterDirectories(BaseDirectories { variables[$0] })
        #expect(
            directories.paths == [
                "/home/alex/.local/share/focus-filters", "/opt/share/focus-filters",
                "/usr/share/focus-filters",
            ])
    }

    @Test func theFirstDirectoryThatHasAnAppsFileWins() throws {
        try write("usr", "usr")
        try write("other", "usr", app: "org.example.Other")
        #expect(title(directories.load()) == "usr")
        try write("home", "home")
        let catalog = directories.load()
        #expect(title(catalog) == "home")
        #expect(catalog.declarations.keys.sorted() == [chat, AppID("org.example.Other")])
        #expect(catalog.problems == [])
    }

    @Test func aBadFileIsRefusedAndTheOthersLoad() throws {
        try write("usr", "usr")
        try write("other", "home", app: "org.example.Other")
        try root.write("[Filter F]\nTitel=x\n", to: path("home"))
        try root.write(Self.text("x"), to: path("home", "noid"))
        let catalog = directories.load()
        // An invalid file declares nothing, so the next directory decides.
        #expect(title(catalog) == "usr")
        #expect(catalog.declarations.count == 2)
        #expect(
            catalog.problems.map(\.description) == [
                "\(root.path)/\(path("home", "noid")): the name is no app id: letters, digits, _ "
                    + "and -, with dots between",
                "\(root.path)/\(path("home")):1: [Filter F] needs Title=",
                "\(root.path)/\(path("home")):2: key “Titel” is unknown; did you mean “Title”?",
            ])
    }

    @Test func otherFilesAndHiddenOnesAreNotRead() throws {
        try write("usr", "usr")
        try root.write("bad", to: "usr/share/focus-filters/README")
        try root.write("bad", to: "usr/share/focus-filters/.x.focus-filter")
        #expect(directories.load().problems == [])
    }

    @Test(arguments: [FocusFileLimits.filterFiles, FocusFileLimits.filterFiles + 1])
    func filesHaveALimit(count: Int) throws {
        for number in 0..<count { try write("F", "usr", app: "a.n\(10_000 + number)") }
        let catalog = directories.load()
        #expect(catalog.declarations.count == FocusFileLimits.filterFiles)
        #expect(
            catalog.problems.map(\.reason)
                == (count > 1_024 ? ["more than 1024 filter files; the others are left out"] : []))
    }

    // MARK: Changes

    @Test func filesThatComeChangeAndGoAreNoticed() async throws {
        try write("one", "usr")
        let watch = try directories.watch { [changes] in changes.record($0) }
        #expect(title(watch.catalog) == "one")
        try root.replace(path("usr"), with: Self.text("two"))
        #expect(title(try await changes.next()) == "two")
        try root.write(Self.text("three"), to: path("usr"))
        #expect(title(try await changes.next { title($0) != "two" }) == "three")
        try root.remove(path("usr"))
        #expect(title(try await changes.next()) == nil)
        #expect(changes.pending.isEmpty)
        withExtendedLifetime(watch) {}
    }

    @Test func aBadVersionLeavesTheLastGoodOneInForce() async throws {
        try write("good", "usr")
        let watch = try directories.watch { [changes] in changes.record($0) }
        try root.replace(path("usr"), with: "[Filter F]\n")
        let bad = try await changes.next()
        #expect(title(bad) == "good")
        #expect(bad.problems.map(\.line) == [1])
        try root.remove(path("usr"))
        #expect(title(try await changes.next()) == nil)
        withExtendedLifetime(watch) {}
    }

    @Test func missingDirectoriesAreNotMadeAndNoticedWhenTheyCome() async throws {
        let watch = try directories.watch { [changes] in changes.record($0) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: root.path) == [])
        // The directory appears level by level, then with all levels at once.
        try make("home")
        try make("home/share")
        try write("home", "home")
        #expect(title(try await changes.next { title($0) != nil }) == "home")
        try write("usr", "usr", app: "org.example.Other")
        let other = AppID("org.example.Other")
        _ = try await changes.next { $0.declarations[other] != nil }
        try root.replace(path("home"), with: Self.text("again"))
        #expect(title(try await changes.next()) == "again")
        withExtendedLifetime(watch) {}
    }

    @Test func aDirectoryThatGoesIsNoticedAndSoIsTheNextOne() async throws {
        try write("one", "usr")
        let watch = try directories.watch { [changes] in changes.record($0) }
        try root.remove("usr")
        #expect(title(try await changes.next { title($0) == nil }) == nil)
        try write("two", "usr")
        #expect(title(try await changes.next { title($0) != nil }) == "two")
        withExtendedLifetime(watch) {}
    }

    @Test func aDirectoryThatIsMovedAwayIsNoticed() async throws {
        try write("one", "usr")
        let watch = try directories.watch { [changes] in changes.record($0) }
        try root.rename("usr/share/focus-filters", to: "usr/share/old")
        #expect(title(try await changes.next { title($0) == nil }) == nil)
        try root.rename("usr/share/old", to: "usr/share/focus-filters")
        #expect(title(try await changes.next { title($0) != nil }) == "one")
        withExtendedLifetime(watch) {}
    }

    @Test func aReloadReadsWhatTheDirectoryCannotTell() throws {
        try make("usr/share/focus-filters")
        try root.write(Self.text("one"), to: "target")
        try root.link(path("usr"), to: "../../../target")
        let watch = try directories.watch { [changes] in changes.record($0) }
        #expect(title(watch.catalog) == "one")
        try root.write(Self.text("two"), to: "target")
        #expect(title(watch.reload()) == "two")
        #expect(changes.pending.count == 1)
        withExtendedLifetime(watch) {}
    }

    @Test func nothingIsToldAfterTheEnd() async throws {
        try write("one", "usr")
        let witness = Recorder<FilterCatalog>()
        var ended: FilterDirectoriesWatch? = try directories.watch { [changes] in
            changes.record($0)
        }
        let other = try directories.watch { witness.record($0) }
        #expect(ended.flatMap { title($0.catalog) } == "one")
        ended = nil
        try root.replace(path("usr"), with: Self.text("two"))
        _ = try await witness.next()
        #expect(changes.pending.isEmpty)
        withExtendedLifetime(other) {}
    }
}
