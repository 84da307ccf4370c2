// SPDX-License-Identifier: Apache-2.0
import GLibLoop
import Testing

@Suite struct OptionParserTests {
    static let parser = OptionParser(
        command: "focus-switch rule", parameters: "ID [TEXT…]", summary: "Adds a rule.",
        description: "See the manual.",
        options: [
            .init("help", short: "h", help: "Show this text"),
            .init("json", help: "Print JSON"),
            .init("name", short: "n", .string, placeholder: "NAME", help: "What it is called"),
            .init("limit", .integer, placeholder: "N", help: "How many"),
            .init("app", .strings, placeholder: "APP", help: "An app, repeatable"),
        ])

    @Test func readsEveryKindOfOption() throws {
        let values = try Self.parser.parse([
            "--json", "-n", "Büro", "--limit=-12", "--app", "a", "x", "--app=b c", "y",
        ])
        #expect(values.flag("json"))
        #expect(!values.flag("help"))
        #expect(values.string("name") == "Büro")
        #expect(values.integer("limit") == -12)
        #expect(values.strings("app") == ["a", "b c"])
        #expect(values.arguments == ["x", "y"])
    }

    @Test func absentOptionsHaveNoValue() throws {
        let values = try Self.parser.parse([])
        #expect(!values.flag("json"))
        #expect(values.string("name") == nil)
        #expect(values.integer("limit") == nil)
        #expect(values.strings("app") == [])
        #expect(values.arguments == [])
    }

    @Test func theLastOfRepeatedOptionsCounts() throws {
        let values = try Self.parser.parse(["--name=a", "--name=b", "--limit=1", "--limit=0"])
        #expect(values.string("name") == "b")
        #expect(values.integer("limit") == 0)
    }

    @Test(arguments: [
        (["--", "--json"], ["--json"]), (["a", "--", "-x", "--"], ["a", "-x", "--"]),
        (["-"], ["-"]), ([""], [""]),
    ])
    func otherArgumentsRemain(arguments: [String], remaining: [String]) throws {
        let values = try Self.parser.parse(arguments)
        #expect(values.arguments == remaining)
        #expect(!values.flag("json"))
    }

    @Test func stopsAtTheSubcommandWhenAsked() throws {
        var parser = Self.parser
        parser.stopsAtFirstArgument = true
        let values = try parser.parse(["--json", "list", "--unknown", "--", "-n"])
        #expect(values.flag("json"))
        #expect(values.arguments == ["list", "--unknown", "--", "-n"])
    }

    @Test(arguments: [
        (["--unknown"], "--unknown"), (["-z"], "-z"), (["--limit", "many"], "many"),
        (["--limit=99999999999999999999"], "99999999999999999999"), (["--name"], "--name"),
        (["a\u{0}b"], "NUL"),
    ])
    func badCommandLinesAreErrors(arguments: [String], words: String) {
        let error = #expect(throws: OptionError.self) { try Self.parser.parse(arguments) }
        #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
    }

    @Test func commandLineOfOptionsRefusesArguments() throws {
        #expect(try Self.parser.parseOptions(["--json"]).flag("json"))
        let error = #expect(throws: OptionError.self) {
            try Self.parser.parseOptions(["--json", "more"])
        }
        #expect(error?.message == "unexpected argument “more”")
    }

    @Test func aProgramRunsOrSaysWhyNot() {
        let parser = OptionParser(command: "x", options: [.init("number", .integer, help: "")])
        var said: [String] = []
        func run(_ arguments: [String]) -> Int32 {
            parser.run(
                arguments, complain: { said.append($0) },
                reading: { (values: OptionValues) throws(OptionError) -> Int32 in
                    guard let number = values.integer("number") else {
                        throw OptionError("no number")
                    }
                    return Int32(number)
                }
            ) { $0 }
        }
        #expect(run(["--number=7"]) == 7)
        #expect(run([]) == 2)
        #expect(run(["more"]) == 2)
        #expect(said == ["no number; see x --help", "unexpected argument “more”; see x --help"])
    }

    @Test func theHelpTextNamesEverything() {
        #expect(
            Self.parser.help == """
                Usage:
                  focus-switch rule [OPTION…] ID [TEXT…]

                Adds a rule.

                Options:
                  -h, --help          Show this text
                  --json              Print JSON
                  -n, --name=NAME     What it is called
                  --limit=N           How many
                  --app=APP           An app, repeatable

                See the manual.

                """)
    }

    @Test func aCommandWithoutOptionsHasHelpToo() throws {
        let parser = OptionParser(command: "x", summary: "Does x.")
        #expect(parser.help.hasPrefix("Usage:\n  x\n\nDoes x.\n"))
        #expect(try parser.parse(["a"]).arguments == ["a"])
    }

    @Test func longParagraphsAreWrapped() {
        let words = Array(repeating: "seven", count: 40).joined(separator: " ")
        let keys = "Keys:\n  1 … 9   invoke"
        let parser = OptionParser(
            command: "x", summary: words, description: keys + "\n" + words)
        #expect(parser.help.split(separator: "\n").allSatisfy { $0.count <= 80 })
        #expect(parser.help.contains(keys))
    }

    /// A trial with a newcomer: help texts of the programs besides focus-switch broke inside words.
    @Test(arguments: [40, 60, 80, 100])
    func descriptionsOfOptionsAreWrapped(_ width: Int) {
        let words = Array(repeating: "seven", count: 30).joined(separator: " ")
        let parser = OptionParser(
            command: "x", summary: words,
            options: [.init("calendar", .string, placeholder: "PATH", help: words)])
        let lines = parser.help(width: width).split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= width }, "\(lines)")
        let text = lines.joined(separator: " ").split(separator: " ")
        #expect(text.count { $0 == "seven" } == 60)
        #expect(text.contains("--calendar=PATH"))
    }
}
