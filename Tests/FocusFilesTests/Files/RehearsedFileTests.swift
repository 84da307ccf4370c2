// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Foundation
import GLibLoop
import Testing

@Suite("Rehearsed changes of files") struct RehearsedFileTests {
    private let directory: ConfigurationDirectory
    private let work = FocusID("work")
    private let text = "[Focus]\nName=Work\n"

    init() throws {
        directory = try ConfigurationDirectory()
        try directory.makeFocuses()
        try directory.write(text, to: "focuses/work.focus")
    }

    private var focuses: FocusDirectory {
        var focuses = directory.focuses
        focuses.isRehearsed = true
        return focuses
    }

    @Test("a valid change of a Focus's file ends before it is written")
    func focusFile() throws {
        #expect(throws: FocusFileError.rehearsed) {
            try focuses.edit(work) { file throws(FocusFileError) in try file.setName("Job") }
        }
        #expect(throws: FocusFileError.rehearsed) { try focuses.create(FocusID("gym")) }
        #expect(throws: FocusFileError.rehearsed) { try focuses.delete(work) }
        #expect(throws: FocusFileError.rehearsed) {
            try focuses.replace(work, from: Array(text.utf8), with: Array("[Focus]\n".utf8))
        }
        #expect(throws: FocusFileError.rehearsed) {
            try focuses.restore(work, from: FileRevision(Array(text.utf8)), to: nil)
        }
        #expect(throws: FocusFileError.rehearsed) {
            try focuses.keepCopy(of: text, work, time: 0)
        }
        #expect(focuses.writingProblem(of: work) == nil)
        // No lock file either.
        #expect(try directory.focusFileNames() == ["work.focus"])
        #expect(try directory.read("focuses/work.focus") == text)
    }

    @Test("an invalid change and one without effect end as they would")
    func otherChanges() throws {
        #expect(throws: FocusFileError.noFocus(FocusID("gym"))) {
            try focuses.delete(FocusID("gym"))
        }
        #expect(throws: FocusFileError.exists(work)) { try focuses.create(work) }
        #expect(throws: FocusFileError.self) {
            try focuses.edit(work) { file throws(FocusFileError) in try file.setColor("flurb") }
        }
        let same = try focuses.edit(work) { file throws(FocusFileError) in
            try file.setName("Work")
        }
        #expect(same.contents == text)
    }

    @Test("a valid change of focusd.conf ends before it is written")
    func configuration() throws {
        var file = directory.configuration
        file.isRehearsed = true
        #expect(throws: FocusFileError.rehearsed) {
            try file.edit { text throws(FocusFileError) in
                try text.set("Locked", "HideBodies", ["org.example.Chat"])
            }
        }
        #expect(throws: FocusFileError.rehearsed) { try file.replace(from: [], with: []) }
        let unchanged = try file.edit { _ in }
        #expect(unchanged.before == nil)
        let names = try FileManager.default.contentsOfDirectory(atPath: directory.path)
        #expect(names == ["focuses"])
    }
}
