// SPDX-License-Identifier: Apache-2.0
import GLibLoop
import Testing

@Suite struct KeyFileEditingTests {
    static let sample = """
        # top

        [Focus]
        # name
        Name = Work

        # when at work
        [Schedule weekdays]
        Days=Mon;
        # end
        """

    @Test func replacingAValueTouchesNothingElse() throws {
        var file = try KeyFile(contents: Self.sample)
        try file.set("Büro", "Focus", "Name")
        #expect(file.contents == Self.sample.replacing("Work", with: "Büro"))
        #expect(try file.string("Focus", "Name") == "Büro")
    }

    @Test func aNewKeyGoesAfterTheLastEntryOfItsGroup() throws {
        var file = try KeyFile(contents: Self.sample)
        try file.set("star", "Focus", "Icon")
        #expect(
            file.contents == Self.sample.replacing("= Work\n", with: "= Work\nIcon=star\n"))
        #expect(file.line(ofGroup: "Focus", key: "Icon") == 6)
        #expect(file.line(ofGroup: "Schedule weekdays") == 9)
    }

    @Test func aNewGroupGoesToTheEnd() throws {
        var file = try KeyFile(contents: Self.sample)
        try file.set(["a", "b;c"], "Rule x", "List")
        #expect(file.contents == Self.sample + "\n\n[Rule x]\nList=a;b\\;c;\n")
        try file.addGroup("Empty")
        #expect(file.contents.hasSuffix("c;\n\n[Empty]\n"))
        try file.set(true, "Empty", "Flag")
        #expect(file.contents.hasSuffix("\n[Empty]\nFlag=true\n"))
    }

    @Test func buildsAFileFromNothing() throws {
        var file = KeyFile()
        #expect(file.groups == [])
        try file.set("Work", "Focus", "Name")
        try file.set(7, "Focus", "Count")
        #expect(file.contents == "[Focus]\nName=Work\nCount=7\n")
    }

    @Test func removingAKeyRemovesEveryRepetitionAndNoComment() throws {
        var file = try KeyFile(contents: "[A]\n# one\nk=1\n# two\nk=2\nl=3\n")
        file.removeKey("A", "k")
        #expect(file.contents == "[A]\n# one\n# two\nl=3\n")
        file.removeKey("A", "nothing")
        #expect(file.contents == "[A]\n# one\n# two\nl=3\n")
    }

    @Test func removingAGroupLeavesItsNeighboursAlone() throws {
        let before = "# top\n[A]\nk=1\n\n[B]\n# in b\nl=2\n\n# about c\n[C]\nm=3\n\n[B]\nn=4\n"
        var file = try KeyFile(contents: before)
        file.removeGroup("B")
        #expect(file.contents == "# top\n[A]\nk=1\n\n# about c\n[C]\nm=3\n\n")
        file.removeGroup("nothing")
        #expect(file.groups == ["A", "C"])
    }

    @Test(arguments: [
        ("[A]\nk=1\nl=2\n\n[B]\nm=3\n", "[B]\nm=3\n"),
        ("[A]\nk=1\nl=2\n\n# about b\n[B]\nm=3\n", "# about b\n[B]\nm=3\n"),
        ("[A]\nk=1\nother=2\n", "[A]\nother=2\n"),
        ("[A]\n# why\nk=1\n", "[A]\n# why\n"),
        ("[A]\nk=1\n\n# why\nl=1\n", "[A]\n\n# why\n"),
        ("[B]\nm=3\n", "[B]\nm=3\n"),
    ])
    func removingKeysKeepsOtherKeysAndComments(before: String, after: String) throws {
        var file = try KeyFile(contents: before)
        file.removeKeys(["k", "l"], of: "A")
        #expect(file.contents == after)
    }

    @Test func theLastOfTwoEqualKeysIsReplaced() throws {
        var file = try KeyFile(contents: "[A]\nk=1\nk=2\n")
        try file.set(3, "A", "k")
        #expect(file.contents == "[A]\nk=1\nk=3\n")
    }

    @Test func lineEndingsAreKept() throws {
        var file = try KeyFile(contents: "[A]\r\nk=1\r\n")
        try file.set(2, "A", "k")
        try file.set(3, "A", "l")
        try file.set(4, "B", "m")
        #expect(
            Array(file.contents.utf8)
                == Array("[A]\r\nk=2\r\nl=3\r\n\r\n[B]\r\nm=4\r\n".utf8))
    }

    @Test func aMissingFinalNewlineIsAdded() throws {
        var file = try KeyFile(contents: "[A]\nk=1")
        try file.set(2, "A", "l")
        #expect(file.contents == "[A]\nk=1\nl=2\n")
    }

    @Test(arguments: [
        "", " ", "  lead and trail  ", "a\nb\r\n\tc", "\\", "ü;=#[]", "# no comment", "\"quoted\"",
        "\u{1F469}\u{200D}\u{1F680}", ";;",
    ])
    func everyTextReadsBack(text: String) throws {
        var file = try KeyFile(contents: "[A]\n# c\n")
        try file.set(text, "A", "k")
        try file.set([text, "x", text], "A", "l")
        let again = try KeyFile(contents: file.contents)
        #expect(try again.string("A", "k") == text)
        #expect(try again.strings("A", "l") == [text, "x", text])
        #expect(file.contents.hasPrefix("[A]\n"))
        #expect(file.contents.contains("# c\n"))
    }

    @Test func aRenamedGroupKeepsItsPlace() throws {
        var file = try KeyFile(contents: "# a\r\n[A]\r\nk=1\r\n[B]\r\nl=2\r\n[A]\r\nm=3")
        try file.renameGroup("A", to: "C d")
        let after = "# a\r\n[C d]\r\nk=1\r\n[B]\r\nl=2\r\n[C d]\r\nm=3"
        #expect(Array(file.contents.utf8) == Array(after.utf8))
        #expect(throws: KeyFileError.self) { try file.renameGroup("B", to: "C d") }
        try file.renameGroup("nothing", to: "D")
        #expect(Array(file.contents.utf8) == Array(after.utf8))
    }

    @Test(arguments: ["", "a]", "[a", "a\nb", "a]\n[b"])
    func groupNamesThatCannotBeWrittenAreRefused(group: String) throws {
        var file = try KeyFile(contents: Self.sample)
        #expect(throws: KeyFileError.self) { try file.renameGroup("Focus", to: group) }
        #expect(throws: KeyFileError.self) { try file.set("v", group, "k") }
        #expect(throws: KeyFileError.self) { try file.addGroup(group) }
        #expect(file.contents == Self.sample)
    }

    @Test(arguments: ["", " a", "a ", "a=b", "a\nb", "#a", "[a]", "a[b", "a\n[B]\nc"])
    func keyNamesThatCannotBeWrittenAreRefused(key: String) throws {
        var file = try KeyFile(contents: Self.sample)
        #expect(throws: KeyFileError.self) { try file.set("v", "Focus", key) }
        #expect(file.contents == Self.sample)
    }

    @Test func textsWithNULAreRefused() throws {
        var file = KeyFile()
        #expect(throws: KeyFileError.self) { try file.set("a\u{0}b", "A", "k") }
        #expect(throws: KeyFileError.self) { try file.set(["a\u{0}b"], "A", "k") }
        #expect(file.contents == "")
    }

    @Test func editsPastTheSizeLimitAreRefused() throws {
        var file = try KeyFile(contents: Self.sample)
        let huge = String(repeating: "x", count: KeyFile.maximumBytes)
        let error = #expect(throws: KeyFileError.self) { try file.set(huge, "Focus", "Name") }
        #expect(error?.code == .tooLarge)
        #expect(file.contents == Self.sample)
    }
}
