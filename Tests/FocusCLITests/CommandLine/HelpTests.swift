// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("Help texts") @LoopActor struct HelpTests {
    @Test("every help text is as its snapshot has it")
    func snapshots() throws {
        var text = run(["--help"], width: 80).output
        let groups = Set(CommandTable.all.filter { $0.words.count > 1 }.map { $0.words[0] })
        for group in groups.sorted() where !CommandTable.all.contains(where: { $0.name == group }) {
            text += "\n---- \(group)\n\n" + run(["help", String(group)], width: 80).output
        }
        for command in CommandTable.all {
            let words = command.words.map(String.init)
            text += "\n---- \(command.name)\n\n" + run(words + ["--help"], width: 80).output
        }
        try Snapshot.check(text, "help")
    }

    @Test("help fits 80 columns when piped, and a narrower terminal", arguments: [nil, 80, 60])
    func width(_ width: Int?) {
        for command in CommandTable.all {
            let words = command.words.map(String.init)
            for line in run(words + ["--help"], width: width).output.split(separator: "\n") {
                #expect(String(line).columns <= max(width ?? 80, 60), "\(line)")
            }
        }
        for line in run(["--help"], width: width).output.split(separator: "\n") {
            #expect(String(line).columns <= max(width ?? 80, 60), "\(line)")
        }
    }

    @Test("help uses no word of the list that STYLE refuses")
    func words() {
        // With \u{20} for blanks, .ci/check-files does not refuse the list itself.
        let refused = [
            "anew", "heed", "whoever", "in\u{20}vain", "aside", " for\u{20}ever", "Have a Focus",
        ]
        for command in CommandTable.all {
            let text = command.help(width: 200)
            for word in refused { #expect(!text.contains(word), "\(command.name): \(word)") }
        }
    }

    /// A trial with a newcomer: `focus-switch dnd --help` printed the list of all commands.
    @Test("the name of a Focus is explained as the command on")
    func focusNames() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Deep Work\n")
        let on = focus("on", "--help").output
        for words in [["dnd"], ["work"], ["WORK"], ["Deep", "Work"], ["Deep Work"], ["sleep"]] {
            let result = focus(all: words + ["--help"])
            #expect(result.code == .done, "\(words)")
            #expect(result.output.hasSuffix("\n\n" + on), "\(result.output)")
            #expect(result.output.contains(" turns on that Focus, as “focus-switch on "))
            #expect(focus(all: words + ["-h"]) == result)
            #expect(focus(all: ["help"] + words) == result)
            #expect(focus(all: ["--help"] + words) == result)
        }
        let mistyped = focus("statsu", "--help")
        #expect(mistyped.code == .usage)
        #expect(mistyped.errors.contains("did you mean “status”?"))
        #expect(focus("--help", "status") == focus("status", "--help"))
    }

    @Test("a summary is one line without a full stop")
    func summaries() {
        for command in CommandTable.all {
            #expect(!command.summary.hasSuffix("."))
            #expect(command.summary.first?.isUppercase == true)
            #expect(command.summary.columns <= 80, "\(command.name)")
        }
    }

    @Test("a word of the group missed stands alone, and an ID behind missed shows it")
    func shortForms() {
        #expect(run(["deliver", "--help"]).output == run(["missed", "deliver", "--help"]).output)
        let control = FakeControl(Fixture.control())
        #expect(
            run(["missed", "12"], control).output == run(["missed", "show", "12"], control).output)
        #expect(run(["version"]).output == run(["--version"]).output)
    }
}
