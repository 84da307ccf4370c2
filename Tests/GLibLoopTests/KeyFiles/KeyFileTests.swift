// SPDX-License-Identifier: Apache-2.0
import GLibLoop
import Testing

@Suite struct KeyFileTests {
    static let sample = """
        # about the whole
        [Focus]
        Name=Work
        Name[de]=Arbeit
        Name[pt_BR]=Trabalho
          Spaced  =  two words
        # about the list
        List=a;b c;d\\;e;
        Yes=true
        No=0
        Count=-12
        Ratio=2.5
        Escaped=\\stab\\tline\\nback\\\\slash

        [Rule one]
        When=x == "a=b"

        """

    @Test func readsGroupsAndKeysInOrder() throws {
        let file = try KeyFile(contents: Self.sample)
        #expect(file.groups == ["Focus", "Rule one"])
        let keys = file.keys(in: "Focus")
        #expect(keys.prefix(4) == ["Name", "Name[de]", "Name[pt_BR]", "Spaced"])
        #expect(file.keys(in: "nothing") == [])
        #expect(file.contains(group: "Rule one"))
        #expect(!file.contains(group: "Rule two"))
    }

    @Test func readsTypedValues() throws {
        let file = try KeyFile(contents: Self.sample)
        #expect(try file.string("Focus", "Name") == "Work")
        #expect(try file.string("Focus", "Spaced") == "two words")
        #expect(try file.string("Focus", "Escaped") == " tab\tline\nback\\slash")
        #expect(try file.string("Rule one", "When") == "x == \"a=b\"")
        #expect(try file.strings("Focus", "List") == ["a", "b c", "d;e"])
        #expect(try file.boolean("Focus", "Yes") == true)
        #expect(try file.boolean("Focus", "No") == false)
        #expect(try file.integer("Focus", "Count") == -12)
        #expect(file.rawValue("Focus", "Escaped") == "\\stab\\tline\\nback\\\\slash")
    }

    @Test func absentValuesAreNil() throws {
        let file = try KeyFile(contents: Self.sample)
        #expect(try file.string("Focus", "Nothing") == nil)
        #expect(try file.string("Nothing", "Name") == nil)
        #expect(try file.strings("Focus", "Nothing") == nil)
        #expect(try file.boolean("Focus", "Nothing") == nil)
        #expect(try file.integer("Focus", "Nothing") == nil)
        #expect(try file.localizedString("Focus", "Nothing", locale: "de") == nil)
    }

    @Test(arguments: [
        ("de", "Arbeit"), ("de_AT.UTF-8", "Arbeit"), ("pt_BR", "Trabalho"), ("pt", "Work"),
        ("C", "Work"),
    ])
    func picksTheTranslation(locale: String, expected: String) throws {
        let file = try KeyFile(contents: Self.sample)
        #expect(try file.localizedString("Focus", "Name", locale: locale) == expected)
    }

    @Test func aListIsInTheLanguageOfItsLocale() throws {
        let file = try KeyFile(contents: "[A]\nk=one;two;\nk[de]=eins;zwei\\;;\nk[fr]=\\q\n")
        #expect(try file.localizedStrings("A", "k", locale: "de_DE.UTF-8") == ["eins", "zwei;"])
        #expect(try file.localizedStrings("A", "k", locale: "pt") == ["one", "two"])
        #expect(try file.localizedStrings("A", "nothing", locale: "de") == nil)
        let error = #expect(throws: KeyFileError.self) {
            try file.localizedStrings("A", "k", locale: "fr")
        }
        #expect(error?.line == 4)
    }

    @Test func knowsTheLineOfEachGroupAndKey() throws {
        let file = try KeyFile(contents: Self.sample)
        #expect(file.line(ofGroup: "Focus") == 2)
        #expect(file.line(ofGroup: "Focus", key: "Name") == 3)
        #expect(file.line(ofGroup: "Focus", key: "Name[de]") == 4)
        #expect(file.line(ofGroup: "Focus", key: "Spaced") == 6)
        #expect(file.line(ofGroup: "Rule one") == 15)
        #expect(file.line(ofGroup: "Rule one", key: "When") == 16)
        #expect(file.line(ofGroup: "Rule two") == nil)
        #expect(file.line(ofGroup: "Rule one", key: "Name") == nil)
    }

    @Test func duplicatesFollowGKeyFile() throws {
        let file = try KeyFile(contents: "[A]\nk=1\nk=2\n[B]\nx=1\n[A]\nl=3\nk=4\n")
        #expect(file.groups == ["A", "B"])
        #expect(file.keys(in: "A") == ["k", "l"])
        #expect(try file.integer("A", "k") == 4)
        #expect(file.line(ofGroup: "A", key: "k") == 8)
        #expect(file.lines(ofGroup: "A") == [1, 6])
        #expect(file.lines(ofGroup: "A", key: "k") == [2, 3, 8])
    }

    @Test func carriageReturnsBeforeNewlinesAreIgnored() throws {
        let file = try KeyFile(contents: "[A]\r\nk=v\r\n\r\n# c\r\n[B]\r\nl=w\r\n")
        #expect(try file.string("A", "k") == "v")
        #expect(file.line(ofGroup: "B", key: "l") == 6)
    }

    /// A trial with a newcomer: “[Focus]” was said to be no [group].
    @Test func aByteOrderMarkAtTheBeginningIsLeftOut() throws {
        var file = try KeyFile(bytes: [0xEF, 0xBB, 0xBF] + Array("[A]\r\nk=v\r\n".utf8))
        #expect(file.groups == ["A"])
        #expect(file.line(ofGroup: "A", key: "k") == 2)
        try file.set("w", "A", "k")
        #expect(Array(file.contents.utf8) == Array("[A]\r\nk=w\r\n".utf8))
        // One mark is the editor's, and a second one is a mistake.
        #expect(throws: KeyFileError.self) {
            try KeyFile(contents: "\u{FEFF}\u{FEFF}[A]\n")
        }
        #expect(try KeyFile(contents: "\u{FEFF}").groups == [])
        #expect(try KeyFile(contents: "[A]\nk=\u{FEFF}v\n").string("A", "k") == "\u{FEFF}v")
    }

    @Test(arguments: [
        ("[A]\nk=1\nnonsense\n[B]\n", 3, "neither"),
        ("k=1\n[A]\n", 1, "before the first"),
        ("# c\n\nk=1", 3, "before the first"),
        ("[A]\n\n[B\nk=1", 3, "“[B”"),
        ("[A]\n[]\n", 2, "group header"),
        ("[A]\n[B]x\n", 2, "“[B]x”"),
        ("[A]\na]b=1\n", 2, "malformed key “a]b”"),
        ("[A]\n=1\n", 2, "malformed key “”"),
        ("[A]\nEncoding=latin1\n", 2, "UTF-8"),
        ("[A]\nk=a\u{0}b\n", 2, "NUL"),
    ])
    func syntaxErrorsNameTheLine(text: String, line: Int, words: String) {
        let error = #expect(throws: KeyFileError.self) { try KeyFile(contents: text) }
        #expect(error?.line == line)
        #expect(error?.reason.contains(words) == true, "\(error?.reason ?? "")")
    }

    /// Found by review: a program's own desktop file with 1 MiB of marks in a key stopped the
    /// daemon for minutes, which compares keys.
    @Test func runsOfCombiningMarksHaveALimit() throws {
        let most = String(repeating: "\u{301}", count: KeyFile.maximumMarks)
        let file = try KeyFile(contents: "[A]\nk\(most)=a\(most)b\(most)\n")
        #expect(try file.string("A", "k\(most)") == "a\(most)b\(most)")
        let long = String(repeating: "\u{301}", count: KeyFile.maximumBytes / 8)
        for text in ["[A]\nk\(long)=1\nk\(long)=2\n", "[A]\n#\(most)\u{301}\n"] {
            let error = #expect(throws: KeyFileError.self) { try KeyFile(contents: text) }
            #expect(error?.code == .encoding)
            #expect(error?.line == 2)
        }
    }

    @Test func theFirstBadLineOfManyIsNamed() {
        let lines = (1...5000).map { $0 % 1999 == 0 ? "bad" : "k\($0)=v" }
        let text = "[A]\n" + lines.joined(separator: "\n")
        let error = #expect(throws: KeyFileError.self) { try KeyFile(contents: text) }
        #expect(error?.line == 2000)
    }

    @Test func bytesThatAreNotUTF8AreRefusedWithTheirLine() {
        let bytes = Array("[A]\nk=ä\nl=".utf8) + [0xff, 0x0a]
        let error = #expect(throws: KeyFileError.self) { try KeyFile(bytes: bytes) }
        #expect(error?.code == .encoding)
        #expect(error?.line == 3)
    }

    @Test func theSizeLimitHoldsAtAndPastIt() throws {
        let head = "[A]\nk="
        let atLimit = head + String(repeating: "x", count: KeyFile.maximumBytes - head.utf8.count)
        #expect(throws: Never.self) { try KeyFile(contents: atLimit) }
        let error = #expect(throws: KeyFileError.self) { try KeyFile(contents: atLimit + "x") }
        #expect(error?.code == .tooLarge)
        #expect(throws: KeyFileError.self) { try KeyFile(bytes: Array((atLimit + "x").utf8)) }
    }

    @Test(arguments: ["maybe", "TRUE", "yes", "", "12x"])
    func badTypedValuesNameTheirLine(value: String) throws {
        let file = try KeyFile(contents: "# c\n[A]\nk=\(value)\n")
        for error in [
            #expect(throws: KeyFileError.self) { try file.boolean("A", "k") },
            #expect(throws: KeyFileError.self) { try file.integer("A", "k") },
        ] {
            #expect(error?.code == .invalidValue)
            #expect(error?.line == 3)
            #expect(error?.reason.hasPrefix("k: expected") == true)
        }
    }

    @Test func unknownEscapesAreErrors() throws {
        let file = try KeyFile(contents: "[A]\nk=a\\d\nl=\\q;\n")
        #expect(throws: KeyFileError.self) { try file.string("A", "k") }
        #expect(throws: KeyFileError.self) { try file.localizedString("A", "k") }
        let error = #expect(throws: KeyFileError.self) { try file.strings("A", "l") }
        #expect(error?.line == 3)
    }
}
