// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("The command line") @LoopActor struct CommandLineTests {
    @Test(
        "a wrong word gets the nearest right one, and exit code 2",
        arguments: [
            (["missed", "sow"], "did you mean “missed show”?"),
            (
                ["missed", "xyzzy"],
                "choose from open, show, act, reply, allow, dismiss, deliver, read, clear"
            ),
            (["predicate", "chek", "x"], "did you mean “predicate check”?"),
            (["predicate"], "predicate needs a command: check, eval"),
            (["status", "--jsno"], "did you mean “--json”?"),
            (["--vresion"], "did you mean “--version”?"),
            (["reload", "please"], "“please”"),
            (["help", "sttus"], "did you mean “status”?"),
            (["explian", "12"], "did you mean “explain”?"),
            (["my", "focus"], "quote names with blanks"),
            (["history", "--limit"], "limit"),
        ])
    func wrongWords(_ arguments: [String], _ text: String) {
        let result = run(arguments)
        #expect(result.code == .usage)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("focus-switch: "))
        #expect(result.errors.contains(text), "\(result.errors)")
    }

    @Test("an error repeats wrong words without what a terminal acts on")
    func harmlessErrors() {
        for arguments in [["\u{1B}[2J"], ["status", "--\u{1B}x"], ["missed", "\u{1B}]0;x\u{7}"]] {
            let result = run(arguments)
            let isHarmless = result.errors.unicodeScalars.allSatisfy {
                $0 == "\n" || !$0.isUnsafeInTerminals
            }
            #expect(isHarmless)
        }
    }

    @Test("--version prints one line")
    func version() {
        #expect(run(["--version"]).output == "focus-switch \(Release.version)\n")
    }

    @Test("the overview lists every command with what it does")
    func overview() {
        for arguments in [["--help"], ["-h"], ["help"]] {
            let result = run(arguments)
            #expect(result.code == .done)
            for command in CommandTable.all {
                #expect(result.output.contains("  \(command.name) "), "\(command.name)")
                #expect(result.output.contains(command.summary), "\(command.name)")
            }
        }
    }

    @Test("every command explains itself, with an example, in 100 columns at most")
    func help() {
        for command in CommandTable.all {
            let words = command.words.map(String.init)
            let result = run(words + ["--help"])
            #expect(result.code == .done)
            #expect(result == run(["help"] + words))
            #expect(result == run(words + ["-h"]))
            #expect(result.output.hasPrefix("Usage: focus-switch \(command.name)"))
            #expect(result.output.contains("Example"), "\(command.name)")
            for line in result.output.split(separator: "\n") {
                #expect(String(line).columns <= 100, "\(line)")
            }
        }
        for line in run(["--help"]).output.split(separator: "\n") {
            #expect(String(line).columns <= 100, "\(line)")
        }
    }

    @Test("a group explains its commands")
    func groupHelp() {
        for group in ["predicate", "rule", "filter"] {
            for arguments in [[group, "--help"], ["help", group]] {
                let result = run(arguments)
                #expect(result.code == .done)
                #expect(result.output.contains("Usage: focus-switch \(group) COMMAND\n"))
                #expect(!result.output.contains("  status"))
            }
        }
    }

    @Test("every example that needs nothing but its words is a command line that parses")
    func examples() throws {
        let reader = CommandLineReader(commands: CommandTable.all)
        for command in CommandTable.all {
            for example in command.examples {
                let words = shellWords(String(example.prefix { $0 != "|" }))
                #expect(words.first == "focus-switch")
                switch try reader.read(Array(words.dropFirst())) {
                case .run(let found, _): #expect(found.name == command.name, "\(example)")
                case .focus: #expect(command.name == "on", "\(example)")
                default: Issue.record("\(example)")
                }
            }
        }
    }

    @Test("no two commands have one name, and no option is declared twice")
    func unambiguous() {
        let names = CommandTable.all.map(\.name)
        #expect(Set(names).count == names.count)
        for command in CommandTable.all {
            let options = command.allOptions.map(\.name)
            #expect(Set(options).count == options.count, "\(command.name)")
        }
    }

    /// Returns the words of a text as a shell splits them, as far as the examples need it.
    private func shellWords(_ text: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        var isEscaped = false
        for character in text {
            if isEscaped {
                word = (word ?? "") + String(character)
                isEscaped = false
            } else if character == "\\", quote != "'" {
                isEscaped = true
            } else if character == quote {
                quote = nil
            } else if quote == nil, character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if quote == nil, character == " " {
                if let finished = word { words.append(finished) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
