// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Testing

/// Focuses from the files of other people.
@Suite struct FocusImportTests {
    let directory: ConfigurationDirectory
    let text = "# from Ada\n[Focus]\nName=Work\nApps=allow\nAppList=org.example.Mail;\n"

    init() throws { directory = try ConfigurationDirectory() }

    private func take(_ text: String, _ fileName: String) throws -> FocusFile {
        try directory.focuses.importFocus(Array(text.utf8), fileName: fileName)
    }

    @Test func anExportedFileIsTheSameFocusElsewhere() throws {
        let file = try take(text, "work.focus")
        #expect(file.id == FocusID("work"))
        #expect(file.contents == text)
        #expect(try directory.focuses.read(FocusID("work")).contents == text)
    }

    @Test("issue 21: a Focus from a file replaces none, also not a refused one")
    func nothingIsReplaced() throws {
        _ = try take(text, "work.focus")
        try directory.write("[Focus]\nBroken\n", to: "focuses/work-2.focus")
        let third = try take(text, "work.focus")
        #expect(third.id == FocusID("work-3"))
        #expect(third.focus.name == "Work (2)")
        #expect(third.contents.hasPrefix("# from Ada\n[Focus]\nName=Work (2)\n"))
        #expect(third.focus.apps.members == [AppID("org.example.Mail")])
        let quiet = try take("[Focus]\nName=Do Not Disturb\n", "do-not-disturb.focus")
        #expect(quiet.id == FocusID("do-not-disturb-2"))
        #expect(quiet.focus.name == "Do Not Disturb (2)")
    }

    @Test("no name from a file is the name of another Focus and an end, or the id of another one")
    func namesOfSeveralWords() throws {
        _ = try take("[Focus]\nName=Office\n", "work.focus")
        for (name, free) in [
            ("Work", "Work (2)"), ("Work off", "Work off Focus"), ("Office 1h", "Office 1h Focus"),
        ] {
            #expect(try take("[Focus]\nName=\(name)\n", "new.focus").focus.name == free)
        }
    }

    @Test("no Focus from a file has a name or an id that the command line takes otherwise")
    func reservedNames() throws {
        for (name, id) in [("dnd", "dnd-2"), ("1h", "1h-2"), ("Off", "Off-2")] {
            let file = try take("[Focus]\nName=\(name)\n", "\(name).focus")
            #expect(file.focus.name == "\(name) Focus")
            #expect(file.id == FocusID(id))
        }
    }

    @Test(arguments: [
        ("My work (1).focus", "my-work-1"), ("notes.txt", "notes.txt"), (".focus", "focus"),
        ("!!!", "focus"),
    ])
    func everyFileNameMakesAnId(_ fileName: String, _ id: String) throws {
        #expect(try take(text, fileName).id == FocusID(id))
    }

    @Test func anInvalidFileMakesNoFocus() throws {
        #expect {
            try take("[Focus]\nName=Work\nColor=red\n", "work.focus")
        } throws: { error in
            guard case .refused(let problems)? = error as? FocusFileError else { return false }
            return problems.problems.map(\.line) == [3]
        }
        #expect(Array(directory.focuses.load().focuses.keys) == [.doNotDisturb])
    }
}
