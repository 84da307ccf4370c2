// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// Issue 15: of 40 edits at the same time, ten were overwritten by others.
@Suite(.timeLimit(.minutes(5))) struct SimultaneousEditTests {
    let directory: ConfigurationDirectory
    let work = FocusID("work")

    init() throws {
        directory = try ConfigurationDirectory()
        try directory.makeFocuses()
        try directory.write("[Focus]\nName=Work\n", to: "focuses/work.focus")
    }

    /// The Focus files, with an edit that waits for the others as long as that takes.
    private var patient: FocusDirectory {
        FocusDirectory(path: directory.focuses.path, lockWait: .testDeadline)
    }

    @Test func allEditsAtTheSameTimeAreInTheFile() async throws {
        let (focuses, work) = (patient, work)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask {
                    try focuses.edit(work) { file throws(FocusFileError) in
                        try file.addApp(AppID("org.example.App\(number)"))
                    }
                }
            }
            try await group.waitForAll()
        }
        let apps = try focuses.read(work).appList.map(\.rawValue)
        #expect(apps.sorted() == (0..<40).map { "org.example.App\($0)" }.sorted())
    }

    @Test func oneOfManyMakesTheFile() async throws {
        let focuses = patient
        let made = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<20 {
                group.addTask {
                    do throws(FocusFileError) {
                        _ = try focuses.create(FocusID("new"), name: "New \(number)")
                        return 1
                    } catch {
                        #expect(error == .exists(FocusID("new")))
                        return 0
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(made == 1)
    }

    /// An editor saves a file without the lock.
    @Test(arguments: ["renamed", "in place"])
    func anEditorsSaveMeanwhileIsKept(manner: String) throws {
        let text = "[Focus]\nName=Saved\nIcon=saved-symbolic\n"
        var names: [String] = []
        try directory.focuses.edit(work) { file throws(FocusFileError) in
            names.append(file.focus.name)
            // The first call has no lock.
            if names.count == 2 {
                if manner == "renamed" {
                    try? directory.replace("focuses/work.focus", with: text)
                } else {
                    try? directory.write(text, to: "focuses/work.focus")
                }
            }
            try file.addApp(AppID("org.example.Chat"))
        }
        // Another program that has the file open for a moment causes one more call.
        #expect(names.prefix(2) == ["Work", "Work"])
        #expect(names.count >= 3 && names.dropFirst(2).allSatisfy { $0 == "Saved" })
        let focus = try directory.focuses.read(work).focus
        #expect(focus.name == "Saved")
        #expect(focus.icon == "saved-symbolic")
        #expect(focus.apps.members == [AppID("org.example.Chat")])
        #expect(try directory.focusFileNames() == [".lock", "work.focus"])
    }

    /// Without the wait, the editor would write its text into a file that has lost its name.
    @Test func anEditorThatHasNotFinishedSavingIsWaitedFor() throws {
        let path = directory.focuses.path(of: work)
        let editor = unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        try #require(editor >= 0)
        var calls = 0
        try directory.focuses.edit(work) { file throws(FocusFileError) in
            calls += 1
            if calls == 4 {
                let text = Array("Color=#123456\n".utf8)
                _ = unsafe write(editor, text, text.count)
                close(editor)
            }
            try file.addApp(AppID("org.example.Chat"))
        }
        #expect(calls > 4)
        let focus = try directory.focuses.read(work).focus
        #expect(focus.color == "#123456")
        #expect(focus.apps.members == [AppID("org.example.Chat")])
    }

    @Test func aFileThatIsDeletedMeanwhileIsNotMadeAgain() throws {
        var calls = 0
        #expect(throws: FocusFileError.noFocus(work)) {
            try directory.focuses.edit(work) { file throws(FocusFileError) in
                calls += 1
                if calls == 2 { try? directory.remove("focuses/work.focus") }
                try file.addApp(AppID("org.example.Chat"))
            }
        }
        #expect(try directory.focusFileNames() == [".lock"])
    }

    @Test func aLockThatAnotherProgramKeepsIsAnErrorAndNothingIsWritten() throws {
        let lock = unsafe open(directory.focuses.path + "/.lock", O_RDWR | O_CREAT, 0o600)
        defer { close(lock) }
        try #require(flock(lock, LOCK_EX) == 0)
        let focuses = FocusDirectory(path: directory.focuses.path, lockWait: .milliseconds(50))
        let error = #expect(throws: FocusFileError.self) {
            try focuses.edit(work) { file throws(FocusFileError) in try file.setName("Other") }
        }
        #expect(error?.description.contains(".lock: another program has kept") == true)
        #expect(try directory.read("focuses/work.focus") == "[Focus]\nName=Work\n")
        // An edit without changes needs no lock.
        try focuses.edit(work) { file throws(FocusFileError) in try file.setName("Work") }
        #expect(FocusFileLimits.lockWait == .seconds(10))
    }

    @Test(arguments: ["pipe", "directory", "loop"])
    func lockThatIsNoRegularFileIsReported(kind: String) throws {
        let path = directory.focuses.path + "/.lock"
        switch kind {
        case "pipe": try #require(unsafe mkfifo(path, 0o600) == 0)
        case "directory": try #require(unsafe mkdir(path, 0o700) == 0)
        default: try #require(unsafe symlink(".lock", path) == 0)
        }
        #expect(throws: FocusFileError.self) {
            try directory.focuses.edit(work) { file throws(FocusFileError) in
                try file.setName("Other")
            }
        }
        #expect(directory.focuses.load().problems.isEmpty)
    }

    @Test func aLinkToNoFileIsReported() throws {
        try directory.link("focuses/do-not-disturb.focus", to: "../missing")
        let error = #expect(throws: FocusFileError.self) {
            try directory.focuses.edit(.doNotDisturb) { file throws(FocusFileError) in
                try file.setName("Quiet")
            }
        }
        #expect(error?.description.contains("which does not exist; make that file") == true)
    }
}
