// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Testing

@testable import FocusFiles

@Suite struct EditHistoryTests {
    private let home: String
    private let base: BaseDirectories
    private let id = FocusID("work")

    init() throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("focusd-history-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let home = directory.path
        self.home = home
        base = BaseDirectories { name in
            switch name {
            case "HOME": home
            case "XDG_CONFIG_DIRS": home + "/etc"
            default: nil
            }
        }
    }

    private func directory(_ run: String) -> FocusDirectory {
        var directory = FocusDirectory(base)
        directory.history = EditHistory(base, words: ["run", run], run: run)
        return directory
    }

    private func rename(_ directory: FocusDirectory, _ name: String) throws {
        try directory.edit(id) { file throws(FocusFileError) in try file.setName(name) }
    }

    private var commands: [EditHistory.Command] { EditHistory(base, words: []).commands() }

    private func remove() throws { try FileManager.default.removeItem(atPath: home) }

    @Test func changesOfOneCommandAreOneStepToTheTextBeforeAll() throws {
        defer { try? remove() }
        _ = try directory("a").create(id)
        let before = try directory("a").read(id).contents
        try rename(directory("b"), "One")
        try rename(directory("b"), "Two")
        #expect(commands.map(\.words) == [["run", "b"], ["run", "a"]])
        let command = try #require(commands.first)
        #expect(command.edits.map(\.before) == [Array(before.utf8)])
        let bytes = try FocusDirectory.contents(at: directory("c").path(of: id))
        #expect(command.edits.map(\.after) == [FileRevision(bytes)])
        EditHistory(base, words: []).forget(command)
        #expect(commands.map(\.words) == [["run", "a"]])
    }

    /// Issue 15: records were written through a link, and files behind it deleted.
    @Test func aLinkInPlaceOfTheDirectoryIsNotFollowed() throws {
        defer { try? remove() }
        let files = FileManager.default
        let record = "00000000-0123456789abcdef-work.edit"
        try files.createDirectory(
            atPath: home + "/elsewhere", withIntermediateDirectories: false)
        try Data("mine".utf8).write(to: URL(fileURLWithPath: home + "/elsewhere/" + record))
        let undo = EditHistory(base, words: []).directory
        try files.createDirectory(
            at: URL(fileURLWithPath: undo).deletingLastPathComponent(),
            withIntermediateDirectories: true)
        try files.createSymbolicLink(
            atPath: undo, withDestinationPath: home + "/elsewhere")
        _ = try directory("a").create(id)
        for number in 0...FocusFileLimits.undoCommands {
            try rename(directory("run\(number)"), "N\(number)")
        }
        #expect(commands.isEmpty)
        let problem = FileProblem(file: undo, reason: "a symbolic link; remove it")
        #expect(EditHistory(base, words: []).problem == problem)
        #expect(try files.contentsOfDirectory(atPath: home + "/elsewhere") == [record])
    }

    /// The text before the second change of the command is not the command's own.
    @Test func anotherProgramBetweenTwoChangesOfACommandPreventsItsReturn() throws {
        defer { try? remove() }
        _ = try directory("a").create(id)
        try rename(directory("b"), "One")
        try rename(FocusDirectory(base), "Of another program")
        try rename(directory("b"), "Two")
        let edit = try #require(commands.first?.edits.first)
        let bytes = try FocusDirectory.contents(at: directory("c").path(of: id))
        #expect(edit.after != FileRevision(bytes))
        #expect(throws: FocusFileError.changedMeanwhile(id)) {
            try FocusDirectory(base).restore(id, from: edit.after, to: edit.before)
        }
    }

    @Test func aRecordThatCannotBeWrittenPreventsNoChange() throws {
        defer { try? remove() }
        try "".write(toFile: home + "/.local", atomically: true, encoding: .utf8)
        _ = try directory("a").create(id)
        try rename(directory("a"), "One")
        #expect(try directory("a").read(id).focus.name == "One")
        #expect(commands.isEmpty)
    }

    @Test func theLastCommandsAreKept() throws {
        defer { try? remove() }
        _ = try directory("first").create(id)
        for number in 1...(FocusFileLimits.undoCommands + 1) {
            try rename(directory("\(number)"), "Name \(number)")
            try rename(directory("\(number)"), "Again \(number)")
        }
        let numbers = (2...(FocusFileLimits.undoCommands + 1)).reversed().map { ["run", "\($0)"] }
        #expect(commands.map(\.words) == numbers)
    }

    /// A file of another program may have any number (issue 15).
    @Test(arguments: ["99999999", "100000000", "4294967295", "\(Int.max)", "7", "x"])
    func numberThatNoRecordHasIsNotCounted(number: String) throws {
        defer { try? remove() }
        _ = try directory("a").create(id)
        let undo = base.state + "/focusd/undo"
        try "".write(toFile: "\(undo)/\(number)-b.edit", atomically: true, encoding: .utf8)
        try rename(directory("c"), "One")
        try rename(directory("d"), "Two")
        #expect(commands.map(\.words) == [["run", "d"], ["run", "c"], ["run", "a"]])
        let names = try FileManager.default.contentsOfDirectory(atPath: undo)
        for name in ["00000001-a", "00000002-c", "00000003-d", "\(number)-b"] {
            #expect(names.contains(name + ".edit"))
        }
    }

    @Test func recordsBeginAgainAfterTheLastNumber() throws {
        defer { try? remove() }
        _ = try directory("a").create(id)
        let undo = base.state + "/focusd/undo"
        try "".write(toFile: "\(undo)/99999998-b.edit", atomically: true, encoding: .utf8)
        try rename(directory("c"), "One")
        try rename(directory("d"), "Two")
        #expect(commands.map(\.words) == [["run", "d"], ["run", "c"]])
    }

    /// Found by review: a key file refuses endless combining marks, and the record was left out.
    @Test func textsOfEndlessMarksAreRecorded() throws {
        defer { try? remove() }
        let marks = "a" + String(repeating: "\u{301}", count: 31)
        let before = Array("# \(marks)\n[Focus]\nName=Work\n".utf8)
        let history = EditHistory(base, words: ["delete", marks], run: "a")
        history.record("\(home)/\(marks)/work.focus", before, nil)
        EditHistory(base, words: ["mute", marks], run: "b").note(remedies: ["unmute \(marks); x"])
        #expect(commands.map(\.words) == [["mute", marks], ["delete", marks]])
        #expect(commands.map(\.remedies) == [["unmute \(marks); x"], []])
        let edit = try #require(commands.last?.edits.first)
        #expect(edit.path == "\(home)/\(marks)/work.focus")
        #expect(edit.before == before)
        #expect(edit.after == FileRevision.none)
    }

    @Test func aLockedFocusIsNotRestored() throws {
        defer { try? remove() }
        _ = try directory("a").create(id)
        try rename(directory("b"), "One")
        let edit = try #require(commands.first?.edits.first)
        try FileManager.default.createDirectory(
            atPath: home + "/etc/focusd/focuses", withIntermediateDirectories: true)
        try "[Focus]\nName=Shared\n".write(
            toFile: home + "/etc/focusd/focuses/work.focus", atomically: true, encoding: .utf8)
        try "[Administrator]\nLockedFocuses=work;\n".write(
            toFile: home + "/etc/focusd/focusd.conf", atomically: true, encoding: .utf8)
        #expect(throws: FocusFileError.self) {
            try FocusDirectory(base).restore(id, from: edit.after, to: edit.before)
        }
        #expect(try FocusDirectory.contents(at: FocusDirectory(base).path(of: id)).count > 0)
    }

    @Test func bytesThatAreNoTextAreRestored() throws {
        defer { try? remove() }
        let directory = FocusDirectory(base)
        let file = try directory.create(id)
        let after = Array(file.contents.utf8)
        // Latin-1.
        let refused = after + [0x23, 0xE4, 0x0A]
        try directory.restore(id, from: FileRevision(after), to: refused)
        #expect(try FocusDirectory.contents(at: directory.path(of: id)) == refused)
        #expect(throws: FocusFileError.changedMeanwhile(id)) {
            try directory.restore(id, from: FileRevision(after), to: refused)
        }
    }
}
