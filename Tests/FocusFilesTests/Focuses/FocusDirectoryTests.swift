// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Foundation
import GLibLoop
import Testing

@Suite struct FocusDirectoryTests {
    let directory: ConfigurationDirectory
    let work = FocusID("work")

    init() throws {
        directory = try ConfigurationDirectory()
    }

    var focuses: FocusDirectory { directory.focuses }

    @Test(arguments: [
        "a", "Work", "do-not-disturb", "a.b_c-9", "-", String(repeating: "x", count: 64),
        "ä", "٣", "仕事", "учёба", "प्रेम",
    ])
    func takesGoodIds(id: String) {
        #expect(FocusDirectory.isValid(id))
    }

    @Test(arguments: [
        "", ".", "..", ".a", "a b", "a/b", "a\n", "a\u{0}", "a\u{202E}b", "👍", "a…",
        String(repeating: "仕", count: 22),
        String(repeating: "x", count: 65),
    ])
    func refusesBadIds(id: String) throws {
        #expect(!FocusDirectory.isValid(id))
        #expect(throws: FocusFileError.badID(id)) { try focuses.create(FocusID(id)) }
        #expect(throws: FocusFileError.badID(id)) { try focuses.read(FocusID(id)) }
        #expect(throws: FocusFileError.badID(id)) { try focuses.delete(FocusID(id)) }
    }

    /// Found by an attack: a name of a megabyte of marks took the loop 145 ms.
    @Test func onlyTheBeginOfALongNameIsRead() {
        let name = "Book club " + String(repeating: "\u{301}", count: 500_000)
        let start = ProcessorTime.ofThread
        for _ in 0..<1_000 { #expect(FocusDirectory.id(for: name).hasPrefix("book-club")) }
        #expect(ProcessorTime.ofThread - start < .seconds(20))
    }

    @Test func doNotDisturbIsThereWithoutAnyFile() throws {
        let catalog = focuses.load()
        #expect(catalog.problems == [])
        #expect(Array(catalog.focuses.keys) == [.doNotDisturb])
        #expect(catalog.focuses[.doNotDisturb]?.name == "Do Not Disturb")
        #expect(!catalog.hasFile(.doNotDisturb))
        #expect(try focuses.read(.doNotDisturb).focus == catalog.focuses[.doNotDisturb])
    }

    @Test func loadsGoodFilesAndReportsBadOnes() throws {
        try directory.makeFocuses()
        try directory.write(sampleText, to: "focuses/work.focus")
        try directory.write("[Focus]\nColor=red\n", to: "focuses/bad.focus")
        try directory.write("[Focus]\nBroken\n", to: "focuses/do-not-disturb.focus")
        try directory.write("[Focus]\n", to: "focuses/bad id.focus")
        try directory.write("no Focus", to: "focuses/README")
        try directory.write("no Focus", to: "focuses/.hidden.focus")
        let catalog = focuses.load()
        #expect(Set(catalog.problems.map(\.textInForce)) == [.nothing])
        #expect(Set(catalog.focuses.keys) == [work, .doNotDisturb])
        #expect(catalog.unusable == [FocusID("bad"), FocusID("bad id")])
        #expect(try catalog.files[work] == focuses.read(work))
        #expect(
            catalog.problems.map(\.description) == [
                "\(focuses.path)/bad id.focus: “bad id” cannot be an id: use letters, digits, -, _ "
                    + "and ., at most 64 bytes, and no . first",
                "\(focuses.path)/bad.focus:2: Color: expected #rrggbb",
                "\(focuses.path)/do-not-disturb.focus:2: “Broken” is neither a [group], a key=value "
                    + "nor a # comment",
            ])
        #expect(catalog.hasFile(FocusID("bad")))
    }

    @Test func nameThatIsNoRegularFileIsReported() throws {
        try directory.makeFocuses()
        try FileManager.default.createDirectory(
            atPath: focuses.path + "/dir.focus", withIntermediateDirectories: false)
        let pipe = focuses.path + "/pipe.focus"
        try #require(unsafe mkfifo(pipe, 0o600) == 0)
        // A link whose target is gone was passed over without a word.
        try FileManager.default.createSymbolicLink(
            atPath: focuses.path + "/link.focus", withDestinationPath: "/nonexistent/a.focus")
        let problems = focuses.load().problems
        #expect(
            problems.map(\.reason) == [
                "a directory, not a file; move it away",
                "a link to “/nonexistent/a.focus”, which does not exist; make that file, or remove"
                    + " the link",
                "not a file",
            ])
    }

    /// A trial with a newcomer: of a broken link, there was “no file of a Focus”.
    @Test(arguments: ["/nonexistent/a.focus", "/dev/null/a.focus"])
    func aLinkToNoFileIsReadAsSuchAndCanBeDeleted(_ target: String) throws {
        try directory.makeFocuses()
        try directory.link("focuses/work.focus", to: target)
        let path = focuses.path(of: work)
        let error = #expect(throws: FocusFileError.self) { try focuses.read(work) }
        #expect(error?.description.contains("a link to “\(target)”") == true)
        #expect(FileProblem.clearing(path) == "rm \(shellQuoted(path))")
        try focuses.delete(work)
        #expect(FileProblem.clearing(path) == nil)
        #expect(throws: FocusFileError.noFocus(work)) { try focuses.delete(work) }
    }

    @Test func tooManyFilesAreReported() throws {
        try directory.makeFocuses()
        for number in 0...FocusFileLimits.files {
            try directory.write("[Focus]\n", to: "focuses/f\(1000 + number).focus")
        }
        let catalog = focuses.load()
        #expect(
            catalog.problems.map(\.reason)
                == ["more than 256 Focus files; the others are left out"])
        #expect(catalog.focuses.count == FocusFileLimits.files + 1)
        try directory.remove("focuses/f1000.focus")
        #expect(focuses.load().problems == [])
    }

    @Test func createsFromTheTemplateOfThatId() throws {
        let file = try focuses.create(work)
        #expect(file.contents == FocusTemplate.named(work)?.contents)
        #expect(try directory.read("focuses/work.focus") == file.contents)
        #expect(throws: FocusFileError.exists(work)) { try focuses.create(work) }
    }

    @Test func createsCustomOnes() throws {
        let plain = try focuses.create(FocusID("music"), name: "Music; loud")
        #expect(plain.focus.name == "Music; loud")
        #expect(plain.focus.icon == nil)
        let bare = try focuses.create(FocusID("bare"))
        #expect(bare.focus.name == "bare")
        let copy = try focuses.create(
            FocusID("nap"), name: "Nap", template: .named(FocusID("sleep")))
        #expect(copy.focus.icon == "focusd-sleep-symbolic")
        #expect(copy.focus.name == "Nap")
        #expect(focuses.load().focuses.count == 4)
        #expect(throws: FocusFileError.self) { try focuses.create(FocusID("x"), name: "") }
        #expect(throws: FocusFileError.noFocus(FocusID("x"))) { try focuses.read(FocusID("x")) }
    }

    @Test func editsKeepEverythingElse() throws {
        try directory.makeFocuses()
        try directory.write(sampleText, to: "focuses/work.focus")
        try focuses.edit(work) { file throws(FocusFileError) in try file.setColor("#000000") }
        #expect(
            try directory.read("focuses/work.focus")
                == sampleText.replacing("#3584e4", with: "#000000"))
        // The lock file stays, and no other file.
        #expect(try directory.focusFileNames() == [".lock", "work.focus"])
    }

    @Test func aRefusedEditWritesNothing() throws {
        try directory.makeFocuses()
        try directory.write(sampleText, to: "focuses/work.focus")
        #expect(throws: FocusFileError.self) {
            try focuses.edit(work) { file throws(FocusFileError) in
                try file.setName("Other")
                try file.setColor("red")
            }
        }
        #expect(try directory.read("focuses/work.focus") == sampleText)
    }

    @Test func aBadFileIsNotEdited() throws {
        try directory.makeFocuses()
        try directory.write("[Focus]\nColor=red\n", to: "focuses/work.focus")
        let error = #expect(throws: FocusFileError.self) {
            try focuses.edit(work) { file throws(FocusFileError) in try file.setColor(nil) }
        }
        #expect(error?.description.hasSuffix("work.focus:2: Color: expected #rrggbb") == true)
    }

    @Test func editingDoNotDisturbMakesItsFileAndDeletingTakesItBack() throws {
        try focuses.edit(.doNotDisturb) { file throws(FocusFileError) in
            try file.addApp(AppID("org.example.Alarm"))
        }
        #expect(focuses.load().hasFile(.doNotDisturb))
        #expect(try focuses.read(.doNotDisturb).appList == [AppID("org.example.Alarm")])
        try focuses.delete(.doNotDisturb)
        #expect(try focuses.read(.doNotDisturb).appList == [])
        #expect(throws: FocusFileError.noFocus(.doNotDisturb)) {
            try focuses.delete(.doNotDisturb)
        }
    }

    @Test func writingKeepsTheModeAndFollowsSymbolicLinks() throws {
        try directory.makeFocuses()
        try directory.write(sampleText, to: "dotfile")
        try #require(unsafe chmod(directory.path + "/dotfile", 0o640) == 0)
        try FileManager.default.createSymbolicLink(
            atPath: focuses.path + "/work.focus", withDestinationPath: "../dotfile")
        try focuses.edit(work) { file throws(FocusFileError) in try file.setName("Other") }
        #expect(try directory.read("dotfile").contains("Name=Other"))
        let link = try FileManager.default.attributesOfItem(atPath: focuses.path + "/work.focus")
        #expect(link[.type] as? FileAttributeType == .typeSymbolicLink)
        let target = try FileManager.default.attributesOfItem(atPath: directory.path + "/dotfile")
        #expect(target[.posixPermissions] as? Int == 0o640)
    }

    @Test func newFilesAreTheUsersAlone() throws {
        _ = try focuses.create(work)
        let file = try FileManager.default.attributesOfItem(atPath: focuses.path(of: work))
        #expect(file[.posixPermissions] as? Int == 0o600)
        let folder = try FileManager.default.attributesOfItem(atPath: focuses.path)
        #expect(folder[.posixPermissions] as? Int == 0o700)
    }

    @Test func aDirectoryThatCannotBeMadeIsReported() throws {
        try directory.write("a file", to: "focuses")
        let error = #expect(throws: FocusFileError.self) { try focuses.create(work) }
        #expect(error?.description.hasPrefix(focuses.path) == true)
        #expect(focuses.load().problems.map(\.file) == [focuses.path])
    }
}
