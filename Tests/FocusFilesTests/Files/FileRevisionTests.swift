// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Foundation
import TestSupport
import Testing

/// Edits that notice what somebody else saved (issue 21).
@Suite struct FileRevisionTests {
    @Test func textsHaveRevisionsOfTheirOwn() {
        let texts = ["", "a", "b", "ab", "ba", "[Focus]\n", "[Focus]\n\n"]
        let revisions = texts.map { FileRevision(Array($0.utf8)).description }
        #expect(Set(revisions).count == texts.count)
        #expect(FileRevision(Array("a".utf8)) == FileRevision(Array("a".utf8)))
        #expect(FileRevision(nil as [UInt8]?) == .none)
        #expect(FileRevision(FileRevision(Array("a".utf8)).description).description == revisions[1])
    }

    @Test func editOfAnotherTextIsRefused() throws {
        let path = try makeTemporaryDirectory("revision")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let focuses = FocusDirectory(path: path)
        let work = FocusID("work")
        let made = try focuses.create(work)
        let old = FileRevision(Array(made.contents.utf8))
        let edited = try focuses.edit(work, from: old) { file throws(FocusFileError) in
            try file.setName("Office")
        }
        #expect(throws: FocusFileError.changedMeanwhile(work)) {
            try focuses.edit(work, from: old) { file throws(FocusFileError) in
                try file.setName("Lost")
            }
        }
        #expect(throws: FocusFileError.changedMeanwhile(work)) {
            try focuses.delete(work, from: old)
        }
        #expect(try focuses.read(work) == edited)
        try focuses.delete(work, from: FileRevision(Array(edited.contents.utf8)))
    }

    /// An editor that saves between the reading and the writing of an edit.
    @Test func saveDuringTheEditIsNoticed() throws {
        let path = try makeTemporaryDirectory("revision")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let focuses = FocusDirectory(path: path)
        let work = FocusID("work")
        let made = try focuses.create(work)
        let saved = made.contents + "# saved by an editor\n"
        #expect(throws: FocusFileError.changedMeanwhile(work)) {
            try focuses.edit(work, from: FileRevision(Array(made.contents.utf8))) {
                file throws(FocusFileError) in
                try file.setName("Lost")
                try? saved.write(
                    toFile: focuses.path(of: work), atomically: true, encoding: .utf8)
            }
        }
        #expect(try focuses.read(work).contents == saved)
    }

    @Test func listIsReplacedInOneEdit() throws {
        let text = "[Focus]\nName=Work\nAllowedSites=a.example;\n# kept\nSilencedSites=b.example;\n"
        var file = try FocusFile(id: FocusID("work"), contents: text, path: "work.focus")
        try file.apply([
            .list(.apps, ["b", "a", "b"]), .list(.silencedSites, ["a.example"]),
            .list(.people, ["Alex@example.org", "alex@example.org"]),
        ])
        #expect(file.appList == [AppID("b"), AppID("a")])
        #expect(file.peopleList == ["Alex@example.org"])
        #expect(file.focus.allowedSites == [])
        #expect(file.focus.silencedSites == ["a.example"])
        #expect(file.contents.contains("# kept\n"))
        #expect(throws: FocusFileError.self) { try file.apply([.list(.apps, [""])]) }
    }
}
