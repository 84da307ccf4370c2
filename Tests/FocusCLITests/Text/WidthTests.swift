// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Glibc
import Testing

@testable import FocusCLI

/// Issue 17: the output of commands fits the terminal, and piped output is never cut.
@Suite("Widths") @LoopActor struct WidthTests {
    private static let site = "news.example.org"

    private var control: FakeControl {
        var web = Fixture.entry(
            id: 1234, summary: "A headline of the morning that is rather long", minutes: 60 * 24,
            reason: .timeSensitive, verdict: .deliver, state: .shown)
        web.record.site = Self.site
        web.name = "Chromium Web Browser"
        var other = Fixture.entry(id: 9, minutes: 90, reason: .rule("invoices of the shop"))
        other.name = "A Program With A Rather Long Name"
        let check = DoctorCheck(
            check: "service file",
            detail: "/home/someone/.local/share/dbus-1/services/"
                + "org.freedesktop.Notifications.service has the bus start dunst",
            problem: .init(.serviceCompeting, remedy: "focus-switch setup"))
        return FakeControl(
            Fixture.control([
                "Entries": [Fixture.list([web, other])], "Entry": [web.value],
                "Doctor": [FieldsBuilder.list([check.value])],
                "ListApps": [.array(of: "a{sv}", [])],
            ]))
    }

    private func lines(_ words: [String], _ width: Int?) -> [String] {
        let result = run(
            words, control, environment: ["XDG_DATA_DIRS": "/nonexistent", "HOME": "/nonexistent"],
            width: width)
        #expect(result.code == .done || result.code == .refused, "\(result)")
        return (result.output + result.errors).split(separator: "\n").map(String.init)
    }

    @Test(
        "lists and sentences fit 80 and 60 columns",
        arguments: [
            ["history"], ["missed"], ["apps"], ["explain", "1234"], ["missed", "1234"], ["doctor"],
            ["status"],
        ], [80, 60])
    func terminal(_ words: [String], _ width: Int) {
        for line in lines(words, width) { #expect(line.columns <= width, "\(line)") }
    }

    /// Issue 17: the end of a line, which has the reason, was cut before the text.
    @Test("the missed list keeps its reasons", arguments: [80, 66])
    func reasons(_ width: Int) {
        let text = lines(["missed"], width).joined(separator: "\n")
        #expect(text.contains("rule invoices of the shop"), "\(text)")
    }

    /// Issue 17: reasons were cut at 80 columns, and long names pushed them away.
    @Test(
        "the reasons of lists wrap between words, and a piped list keeps its lines",
        arguments: [["history"], ["missed"]], [100, 80, 72])
    func wrappedReasons(_ words: [String], _ width: Int) {
        var entry = Fixture.entry(
            id: 1234, summary: "A headline of the morning that is rather long",
            reason: .rule("everything about invoices of shops in the old town"))
        entry.record.site = Self.site
        entry.name = "Chromium Web Browser"
        var person = entry
        person.record.reason = .admitted(.person("alexandra.smith@example.org"))
        let control = FakeControl(Fixture.control(["Entries": [Fixture.list([entry, person])]]))
        let lines = run(words, control, width: width).output.split(separator: "\n")
        #expect(lines.allSatisfy { String($0).columns <= width }, "\(lines)")
        let column = lines.first.flatMap { $0.firstRange(of: "rule everything") }
        let place = column.flatMap { range in
            lines.first.map { $0.distance(from: $0.startIndex, to: range.lowerBound) }
        }
        #expect(place != nil, "\(lines)")
        let reasons = lines.map { $0.dropFirst(place ?? 0) }
            .map { $0.drop { $0 == " " } }.joined(separator: " ")
        #expect(
            reasons == "rule everything about invoices of shops in the old town"
                + " allowed: person alexandra.smith@example.org", "\(lines)")
        let piped = run(words, control, width: nil).output.split(separator: "\n")
        #expect(piped.count == 2)
        #expect(piped[0].hasSuffix("  rule everything about invoices of shops in the old town"))
        #expect(!piped[0].contains("   ") && !piped[0].contains("…"), "\(piped)")
    }

    /// Columns beside each other cut every name in a narrow terminal.
    @Test(
        "lists keep names, times and reasons whole in narrow terminals",
        arguments: [["history"], ["missed"]], [60, 40])
    func narrowLists(_ words: [String], _ width: Int) {
        let lines = lines(words, width)
        #expect(lines.allSatisfy { $0.columns <= width }, "\(lines)")
        for text in ["1234  ", "A Program With A Rather Long Name", "rule invoices of the shop"] {
            #expect(lines.contains { $0.contains(text) }, "\(text): \(lines)")
        }
        // The lines below the first one of an entry are indented.
        #expect(lines.filter { $0.first != " " }.map(\.first) == ["1", "9"])
    }

    @Test("doctor's texts are below the checks' names in a narrow terminal")
    func narrowDoctor() {
        let lines = lines(["doctor"], 40)
        #expect(lines.first == "FAIL  service file")
        #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("      ") && $0.columns <= 40 })
        #expect(lines.last == "      to do: focus-switch setup")
    }

    @Test("a Focus without a file fits 40 columns")
    func withoutFile() throws {
        let focus = try Configuration()
        let shown = focus(all: ["show", "dnd"], width: 40)
        #expect(shown.code == .done && shown.output.contains("none yet; these"))
        for line in shown.output.split(separator: "\n") {
            #expect(String(line).columns <= 40, "\(line)")
        }
    }

    @Test("ids and schedules are never cut", arguments: [80, 60, 40])
    func narrowFocuses(_ width: Int) throws {
        let focus = try Configuration()
        let id = "long-evening-with-the-family"
        #expect(focus("create", "Long evening with the family").code == .done)
        #expect(
            focus(
                "schedule", "set", "weekdays", "--days", "Mon-Fri", "--from", "9", "--to", "17",
                "--focus", id
            ).code == .done)
        #expect(focus("trigger", "add", "app:firefox", "--focus", id).code == .done)
        for (words, texts) in [
            (["list"], [id, "Long evening with the family"]),
            (["schedule", "list"], ["Mon-Fri  09:00 to 17:00", "weekdays"]),
            (["trigger", "list"], ["app:firefox", "on while firefox runs"]),
        ] {
            let lines = focus(all: words, width: width).output.split(separator: "\n")
            for text in texts {
                #expect(lines.contains { $0.contains(text) }, "\(text): \(lines)")
            }
            #expect(lines.allSatisfy { String($0).columns <= width }, "\(lines)")
        }
    }

    @Test("every help fits a narrow terminal, but for a quoted text", arguments: [60, 40])
    func narrowHelp(_ width: Int) {
        let commands = CommandTable.all.map { $0.words.map(String.init) }
        for words in [[]] + commands {
            let output = run(words + ["--help"], width: width).output
            for line in output.split(separator: "\n") where String(line).columns > width {
                #expect(line.hasPrefix("      '"), "\(words): \(line)")
            }
        }
    }

    @Test("words in sentences and bodies stay whole", arguments: [80, 60, 40])
    func wholeWords(_ width: Int) {
        var entry = Fixture.entry(body: String(repeating: "wonderful ", count: 30))
        entry.name = "Chat"
        let control = FakeControl(Fixture.control(["Entry": [entry.value]]))
        for words in [["missed", "12"], ["status"], []] {
            let output = run(words, control, width: width).output
            for line in output.split(separator: "\n") {
                #expect(String(line).columns <= width, "\(line)")
            }
        }
        #expect(
            run(["missed", "12"], control, width: width).output.contains("  wonderful wonderful"))
    }

    /// Issue 17: names of 60 columns ran over the terminal's edge.
    @Test("tables with long names fit", arguments: [80, 60])
    func longNames(_ width: Int) throws {
        let focus = try Configuration()
        let name = "A Focus For The Long Meetings On Monday Mornings And Fridays"
        let id = "a-focus"
        #expect(focus("create", name, "--id", id).code == .done)
        for words in [
            [
                "schedule", "set", "the first and longest schedule of the week", "--from", "9",
                "--to", "10",
            ],
            [
                "rule", "add", "a rule with a very long name, so that it is cut in the list",
                "--when",
                "summary == \"an uninterrupted text of many words which is longer than a line\"",
                "--do", "silence",
            ],
            [
                "trigger", "add", "app:org.example.an.app.with.a.long.identifier.that.nobody.reads",
                "full-screen",
            ],
            ["allow", "org.example.an.app.with.a.long.identifier.that.nobody.reads"],
        ] {
            #expect(focus(all: words + ["--focus", id]).code == .done)
        }
        let badges: Value = .dictionary(
            key: "s", value: "u",
            [
                DictionaryEntry(
                    key: .string(
                        "org.example.an.app.with.a.long.identifier.that.nobody.reads.ever.again"),
                    value: .uint32(3))
            ])
        let control = FakeControl(
            Fixture.control(["Badges": [badges], "ListApps": [.array(of: "a{sv}", [])]]))
        control.refusals["ListFocuses"] = .notReachable("it does not run")
        for words in [
            ["list"], ["schedule", "list"], ["rule", "list", "--focus", id], ["trigger", "list"],
            ["badge"], ["show", id],
        ] {
            let result = focus(all: words, control: control, width: width)
            #expect(result.code == .done, "\(result.errors)")
            for line in result.output.split(separator: "\n") where !line.contains(focus.path) {
                #expect(String(line).columns <= width, "\(words): \(line)")
            }
        }
    }

    @Test("where a site is listed, the text keeps more than a word")
    func headline() throws {
        let line = try #require(lines(["history"], 80).first)
        #expect(line.contains("A headline of"), "\(line)")
        #expect(line.contains("news.ex"), "\(line)")
    }

    @Test("piped, the sender of a list is whole", arguments: [["history"], ["missed"]])
    func piped(_ words: [String]) {
        let text = lines(words, nil).joined(separator: "\n")
        #expect(text.contains("\(Self.site) (Chromium Web Browser)"), "\(text)")
        #expect(!text.contains("…"), "\(text)")
    }

    @Test("a path that is wider than its column breaks after a slash")
    func paths() {
        var table = Table(breaksWords: true)
        table.add("a", "/home/someone/.local/share/file is there")
        #expect(
            table.lines(width: 20) == ["a  /home/someone/", "   .local/share/file", "   is there"])
    }

    @Test("questions and new Focuses' sentences fit, and advice can be pasted")
    func sentences() throws {
        let focus = try Configuration()
        let created = focus(all: ["create", "A Focus With A Rather Long Name"], width: 80)
        for line in created.output.split(separator: "\n") {
            #expect(String(line).columns <= 80, "\(line)")
        }
        let program = RunningProgram(
            nil, environment: ["XDG_CONFIG_HOME": focus.path, "HOME": "/nonexistent"], width: 80)
        program.typed = ["no"]
        program.start(["delete", "a-focus-with-a-rather-long-name"])
        for line in program.result.output.split(separator: "\n")
        where !line.contains(focus.path) { #expect(String(line).columns <= 80, "\(line)") }

        let answer = ExplainAnswer(
            Decision(verdict: .deliver, reason: .timeSensitive, level: .timeSensitive),
            focus: FocusID("work"))
        let control = FakeControl(Fixture.control(["Explain": [answer.value]]))
        let advice = run(
            ["explain", "--app", "org.example.ChatWithALongName", "--urgency", "critical"], control,
            environment: ["XDG_DATA_DIRS": "/nonexistent", "HOME": "/nonexistent"], width: 80
        ).output
        for line in advice.split(separator: "\n") { #expect(String(line).columns <= 80, "\(line)") }
        let command = advice.replacing(" \\\n", with: "")
        #expect(
            try shellWords(
                String(command.split(separator: "\n").first { $0.contains("set ") } ?? ""))
                == [
                    "focus-switch", "set", "time-sensitive-except", "org.example.ChatWithALongName",
                    "--focus", "work",
                ])
    }

    @Test("the command behind another schedule of the same times can be copied")
    func twinSchedule() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        for name in ["office", "second"] {
            let words = ["schedule", "set", name, "--from", "9", "--to", "17", "--focus", "work"]
            let result = focus(all: words, width: 80)
            #expect(result.code == .done)
            #expect(
                result.output.contains("\n  focus-switch schedule remove second --focus work\n")
                    == (name == "second"), "\(result.output)")
        }
    }

    /// A line that broke between two paths was two commands when it was pasted.
    @Test("the command of another program below an error can be copied")
    func otherPrograms() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        try #require(unsafe mkdir(focus.file("dir"), 0o700) == 0)
        let errors = focus(all: ["show", "dir"], width: 80).errors
        let command = try #require(errors.firstRange(of: "mv -T"))
        let pasted = String(errors[command.lowerBound...]).replacing("\\\n", with: "")
        let path = focus.file("dir")
        #expect(try shellWords(pasted) == ["mv", "-T", path, path + ".old"], "\(errors)")
    }

    @Test("a command to copy does not break between an option and its value")
    func optionAndValue() {
        let command =
            "focus-switch schedule set hours --focus sleep --days daily --from 22:00 --to 07:00"
        for width in 60...90 {
            let lines = TerminalText.command(command, width: width)
            #expect(lines.allSatisfy { $0.columns <= width }, "\(lines)")
            for line in lines.dropLast() {
                let last = line.dropLast(2).split(separator: " ").last ?? ""
                #expect(!last.hasPrefix("--"), "\(lines)")
            }
        }
    }

    @Test("a long command of setup continues after a backslash, outside of quotes")
    func commands() throws {
        let command =
            "mkdir -p '/home/me/My Files/.local/share/dbus-1/services' && ln -s"
            + " /usr/share/dbus-1/services/org.focusd.service '/home/me/It'\\''s Here/x y.service'"
        let lines = TerminalText.command(command, width: 80)
        #expect(lines.count > 1 && lines.allSatisfy { $0.columns <= 80 }, "\(lines)")
        let pasted = lines.joined(separator: "\n").replacing("\\\n", with: "")
        #expect(try shellWords(pasted) == shellWords(command))
    }

    @Test("a word of setup that is longer than a line fits, and can still be pasted (issue 17)")
    func longWords() throws {
        let path =
            "/home/someone-with-a-long-name/.local/share/dbus-1/services/"
            + "org.freedesktop.Notifications.service"
        let command = "ln -s \(path) '\(path.replacing("someone", with: "some one"))'"
        for width in [80, 60, 40] {
            let lines = TerminalText.command(command, width: width)
            #expect(lines.allSatisfy { $0.columns <= width }, "\(lines)")
            let pasted = lines.joined(separator: "\n").replacing("\\\n", with: "")
            #expect(try shellWords(pasted) == shellWords(command))
        }
    }

    @Test("setup writes ~ where a shell reads it as the home directory (issue 17)")
    func home() {
        func short(_ command: String) -> String {
            SetupCommand.abbreviated(command, home: "/home/me")
        }
        #expect(short("rm /home/me/a") == "rm ~/a")
        #expect(short("focusd >/home/me/log 2>&1") == "focusd >~/log 2>&1")
        #expect(short("rm '/home/me/a b' /home/men") == "rm '/home/me/a b' /home/men")
        #expect(SetupCommand.abbreviated("rm /a b/c", home: "/a b") == "rm /a b/c")
        #expect(SetupCommand.abbreviated("rm /c", home: "/") == "rm /c")
    }
}
