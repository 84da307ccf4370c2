// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Foundation
import GLibLoop
import TestSupport
import Testing

@Suite("DesktopFiles") @LoopActor struct DesktopFilesTests {
    private func write(_ root: URL, _ app: String, _ text: String) throws {
        let folder = root.appendingPathComponent("applications")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try text.write(
            to: folder.appendingPathComponent("\(app).desktop"), atomically: true, encoding: .utf8)
    }

    @Test(
        "an app is found by its file's id or window class, also after a file has come",
        arguments: [false, true])
    func lookup(isInBackground: Bool) throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("desktop-files-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        try write(
            root, "thunderbird",
            """
            # a comment
            [Desktop Entry]
            Comment=Mail
            Name=Thunderbird
            Name[de]=Donnervogel
            StartupWMClass=thunderbird-default
            Categories=Network;Email;
            [Desktop Action Compose]
            Name=Write
            """)
        let variables = ["XDG_DATA_HOME": root.path, "XDG_DATA_DIRS": root.path]
        let names = AppNames(BaseDirectories { variables[$0] }, locale: "C")
        // The machine may be busy.
        let files = DesktopFiles(names, inBackground: isInBackground, within: .seconds(60))
        #expect(files.name(of: AppID("thunderbird")) == "Thunderbird")
        #expect(files.file(of: AppID("thunderbird-default"))?.id == AppID("thunderbird"))
        #expect(files.name(of: AppID("org.example.Late")) == nil)
        #expect(files.name(of: AppID("../applications/thunderbird")) == nil)
        let generation = files.generation
        #expect(files.generation == generation)
        try write(root, "org.example.Late", "[Desktop Entry]\nName=Late\nNoDisplay=true\n")
        #expect(files.name(of: AppID("org.example.Late")) == "Late")
        #expect(files.generation != generation)
        #expect(
            files.all.files == [
                DesktopApp(AppID("org.example.Late"), name: "Late", isHidden: true),
                DesktopApp(
                    AppID("thunderbird"), name: "Thunderbird", windowClass: "thunderbird-default",
                    categories: ["Network", "Email"]),
            ])
    }

    /// A file that came made all files be read again, in one turn of the loop (issue 15).
    @Test("only files that are new or have changed are read again")
    func onlyChangedFilesAreReadAgain() throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("desktop-files-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        let file = root.appendingPathComponent("applications/a.desktop")
        /// Changes the text of the same file.
        func change(_ name: String, at seconds: TimeInterval) throws {
            let handle = try FileHandle(forWritingTo: file)
            try handle.truncate(atOffset: 0)
            try handle.write(contentsOf: Data("[Desktop Entry]\nName=\(name)\n".utf8))
            try handle.close()
            try setTime(of: file, seconds)
        }
        /// The clock of files is too coarse to tell all changes of the folder apart.
        func setTime(of file: URL, _ seconds: TimeInterval) throws {
            let date = Date(timeIntervalSince1970: seconds)
            try FileManager.default.setAttributes(
                [.modificationDate: date], ofItemAtPath: file.path)
        }
        func add(_ app: String, _ name: String, at seconds: TimeInterval) throws {
            try write(root, app, "[Desktop Entry]\nName=\(name)\n")
            try setTime(of: file.deletingLastPathComponent(), seconds)
        }
        try add("a", "First", at: 1)
        try change("First", at: 1_000_000_000)
        let variables = ["XDG_DATA_HOME": root.path, "XDG_DATA_DIRS": root.path]
        let files = DesktopFiles(AppNames(BaseDirectories { variables[$0] }, locale: "C"))
        #expect(files.all.files.map(\.name) == ["First"])
        // Another text of the same time is not seen, so the file was not read.
        try change("Second", at: 1_000_000_000)
        try add("b", "New", at: 2)
        #expect(files.all.files.map(\.name) == ["First", "New"])
        // Nor is it for its id: a list may name a thousand apps.
        try add("d", "Last", at: 4)
        #expect(files.name(of: AppID("a")) == "First")
        try change("Third", at: 1_000_000_001)
        try add("c", "Newer", at: 3)
        #expect(files.name(of: AppID("a")) == "Third")
        #expect(files.all.files.map(\.name) == ["Third", "New", "Newer", "Last"])
    }

    /// Each entry of a list cost two looks of some system calls each (issue 15).
    @Test("many lookups look once for files that have come")
    func manyLookups() throws {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("desktop-files-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: root) }
        try write(root, "org.example.First", "[Desktop Entry]\nName=First\n")
        let variables = ["XDG_DATA_HOME": root.path, "XDG_DATA_DIRS": root.path]
        let files = DesktopFiles(AppNames(BaseDirectories { variables[$0] }, locale: "C"))
        let (first, late) = (AppID("org.example.First"), AppID("org.example.Late"))
        try files.lookingOnce {
            #expect(files.name(of: first) == "First")
            #expect(files.name(of: late) == nil)
            try write(root, late.rawValue, "[Desktop Entry]\nName=Late\n")
            files.lookingOnce { #expect(files.name(of: late) == nil) }
            #expect(files.name(of: late) == nil)
        }
        #expect(files.name(of: late) == "Late")
    }

    /// 5,000 files took 0.3 s in one turn of the loop, and each change of one of them 0.04 s
    /// (issue 15).
    /// Returns the directory of 2,000 apps `a0` to `a1999` with the window classes `class0` to
    /// `class1999`, and their files as focusd lists them.
    private func manyFiles() throws -> (URL, DesktopFiles) {
        let root = FileManager.default.temporaryDirectory
            .appendingPathComponent("desktop-files-\(UUID().uuidString)")
        for number in 0..<2_000 {
            try write(
                root, "a\(number)", "[Desktop Entry]\nName=A\nStartupWMClass=class\(number)\n")
        }
        let variables = ["XDG_DATA_HOME": root.path, "XDG_DATA_DIRS": root.path]
        let files = DesktopFiles(
            AppNames(BaseDirectories { variables[$0] }, locale: "C"), inBackground: true,
            within: .zero)
        return (root, files)
    }

    @Test("in the background, many files are listed by a thread")
    func manyFilesAreListedByAThread() async throws {
        let (root, files) = try manyFiles()
        defer { try? FileManager.default.removeItem(at: root) }
        let listed = Recorder<Int>()
        files.onListed = { listed.record(files.all.files.count) }
        defer { files.onListed = nil }
        let generation = files.generation
        #expect(files.file(of: AppID("class1999")) == nil)
        #expect(files.name(of: AppID("a1999")) == "A", "found by its id meanwhile")
        #expect(try await listed.next() == 2_000)
        #expect(files.generation != generation)
        #expect(files.file(of: AppID("class1999"))?.id == AppID("a1999"))
        // The files that came in the pause after so long a listing.
        try write(root, "late", "[Desktop Entry]\nName=Late\nStartupWMClass=later\n")
        #expect(files.file(of: AppID("later")) == nil)
        #expect(files.file(of: AppID("class1999"))?.id == AppID("a1999"), "of the last list")
        #expect(files.name(of: AppID("late")) == "Late")
        #expect(try await listed.next() == 2_001)
        #expect(files.file(of: AppID("later"))?.id == AppID("late"))
    }

    /// A list that named an app by its window class lacked the app in the first moments after a
    /// start.
    @Test("before anybody is served, a lookup waits for the list if it needs it")
    func aLookupAtTheStartWaitsForTheList() throws {
        let (root, files) = try manyFiles()
        defer { try? FileManager.default.removeItem(at: root) }
        let generation = files.generation
        files.waiting(atMost: .testDeadline) {
            files.lookingOnce {
                #expect(files.name(of: AppID("a1999")) == "A")
                #expect(files.generation == generation, "an id with a file needs no list")
                #expect(files.file(of: AppID("class1999"))?.id == AppID("a1999"))
                #expect(files.file(of: AppID("class7"))?.id == AppID("a7"))
            }
        }
        #expect(files.generation != generation)
    }
}
