// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Glibc
import TestSupport
import Testing

@testable import FocusCLI

/// Issue 17: a Focus whose file has mistakes.
@Suite("Refused files") @LoopActor struct RefusedFileTests {
    private static let broken = "[Focus]\nName=Deep Work\nApps=perhaps\n"

    @Test("show names the mistake and shows the version in force")
    func show() throws {
        let focus = try Configuration()
        try focus.write("work", Self.broken)
        let control = FakeControl(
            Fixture.control([
                "FocusFile": [.string("[Focus]\nName=Deep Work\nApps=allow\nAppList=a.b;\n")]
            ]))
        for word in ["work", "WORK", "deep work"] {
            let result = focus("show", word, control: control)
            #expect(result.code == .done)
            #expect(result.errors.contains("work.focus:3: "), "\(result.errors)")
            #expect(result.errors.contains("this version is in force"))
            #expect(result.errors.contains("To correct it: focus-switch edit work"))
            #expect(result.output.contains("allowed: a.b"), "\(result.output)")
        }
        #expect(control.calls.contains(.init("FocusFile", .string("work"))))
    }

    /// A trial with a newcomer: an editor cannot correct a file that it may not read.
    @Test(
        "the remedy for a file that the user may not read is its mode",
        .enabled(if: geteuid() != 0, "the superuser may read everything"))
    func locked() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let path = focus.file("work")
        try #require(unsafe chmod(path, 0) == 0)
        let work = focus("show", "work").errors
        #expect(work.contains("To correct it: chmod u+rw \(shellQuoted(path))\n"), "\(work)")
        // A trial with a newcomer: an editor was to be installed.
        try focus.writeSettings("")
        let settings = focus.path + "/focusd/focusd.conf"
        try #require(unsafe chmod(settings, 0) == 0)
        let hide = focus("lockscreen", "hide", "all").errors
        #expect(hide.contains("To correct it: chmod u+rw \(shellQuoted(settings))\n"), "\(hide)")
    }

    /// A trial with a newcomer: the reason came without a step, and `on` was silent.
    @Test(
        "a command for a file that the user may not read names its mode",
        .enabled(if: geteuid() != 0, "root reads every file"),
        arguments: [["show", "work"], ["allow", "a.b", "--focus", "work"]])
    func unreadable(_ words: [String]) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        try #require(unsafe chmod(focus.file("work"), 0) == 0)
        let result = focus(all: words)
        #expect(result.code == .refused)
        #expect(
            result.errors.hasSuffix(
                "\nTo correct it: chmod u+rw \(shellQuoted(focus.file("work")))\n"),
            "\(result.errors)")
    }

    /// A trial with a newcomer: there was “no Focus “work” yet”, and the step to create it failed.
    @Test(
        "commands that name a Focus say that the folder of the files cannot be read",
        .enabled(if: geteuid() != 0, "root reads every folder"),
        arguments: [
            ["show", "work"], ["edit", "work"], ["on", "work"], ["work"], ["gym", "1h"],
            ["rename", "work", "Office"], ["delete", "work", "--yes"],
            ["allow", "a.b", "--focus", "work"], ["set", "color", "#112233", "--focus", "gym"],
            ["rule", "list", "--focus", "work"],
        ])
    func unreadableFolder(_ words: [String]) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let folder = focus.path + "/focusd/focuses"
        try #require(unsafe chmod(folder, 0) == 0)
        defer { _ = unsafe chmod(folder, 0o700) }
        let control = FakeControl(Fixture.control())
        control.refusals["Activate"] = .refused(.unknownFocus, message: "no such Focus")
        control.refusals["ActivateWith"] = control.refusals["Activate"]
        let result = focus(all: words, control: control)
        #expect(result.code == .refused)
        #expect(
            result.errors == """
                focus-switch: the Focus files cannot be read: \(folder): Permission denied
                To correct it: chmod u+rwx \(shellQuoted(folder))

                """, "\(result)")
    }

    /// A trial with a newcomer: the remedy was `edit`, which knew no such Focus.
    @Test("the remedy for a broken link or a directory in place of a file clears the place")
    func misplaced() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        try #require(unsafe symlink("/nonexistent/a.focus", focus.file("dead")) == 0)
        try #require(unsafe mkdir(focus.file("dir"), 0o700) == 0)
        let clearing = [
            "dead": "rm \(focus.file("dead"))",
            "dir": "mv -T \(focus.file("dir")) \(focus.file("dir")).old",
        ]
        for (id, command) in clearing {
            for words in [["show", id], ["allow", "a.b", "--focus", id]] {
                let result = focus(all: words)
                #expect(result.code == .refused)
                // A command that is longer than a line continues after a backslash.
                let words = result.errors.split(whereSeparator: \.isWhitespace)
                let errors = words.filter { $0 != "\\" }.joined(separator: " ")
                #expect(errors.hasSuffix("To correct it: \(command)"), "\(result)")
            }
        }
        #expect(focus("delete", "dir", "--yes").errors.contains("mv -T "))
        #expect(focus("delete", "dead", "--yes").code == .done)
        #expect(unsafe access(focus.file("dir"), F_OK) == 0)
        #expect(FileProblem.clearing(focus.file("dead")) == nil)
    }

    @Test("without focusd, show names the mistake and the next step")
    func alone() throws {
        let focus = try Configuration()
        try focus.write("work", Self.broken)
        let result = focus("show", "work")
        #expect(result.code == .refused)
        #expect(result.errors.contains("work.focus:3: "))
        #expect(result.errors.contains("focus-switch edit work"))
    }

    @Test(
        "a command that changes or lists names the file, the line, the mistake and the remedy",
        arguments: [
            ["allow", "--focus", "work", "a.b"], ["silence", "--person", "Kim", "--focus", "work"],
            ["set", "color", "#112233", "--focus", "work"], ["rename", "work", "Office"],
            ["rule", "list", "--focus", "work"],
            ["schedule", "set", "day", "--from", "9", "--to", "17", "--focus", "work"],
            ["trigger", "add", "power", "--focus", "work"],
        ])
    func changes(_ words: [String]) throws {
        let focus = try Configuration()
        try focus.write("work", Self.broken)
        let result = focus(all: words)
        #expect(result.code == .refused)
        #expect(result.errors.contains("work.focus:3: "), "\(result.errors)")
        #expect(result.errors.contains("perhaps"))
        #expect(result.errors.hasSuffix("To correct it: focus-switch edit work\n"))
        #expect(focus.text("work") == Self.broken)
    }

    @Test(
        "a Focus that focusd has never read in a correct version is no unknown one",
        arguments: [["work"], ["on", "work"], ["deep work"], ["work", "1h"], ["toggle", "work"]])
    func unknown(_ words: [String]) throws {
        let focus = try Configuration()
        try focus.write("work", Self.broken)
        let control = FakeControl(Fixture.control())
        for member: MemberName in ["Activate", "ActivateWith"] {
            control.refusals[member] = .refused(.unknownFocus, message: "no such Focus")
        }
        var status = Fixture.status
        status.activation = nil
        control.answers["Status"] = [status.value]
        let result = focus(all: words, control: control)
        #expect(result.code == .refused)
        #expect(result.errors.contains("work.focus:3: "), "\(result.errors)")
        #expect(result.errors.hasSuffix("To correct it: focus-switch edit work\n"))
    }

    /// A trial with a newcomer: status said that the file was deleted.
    @Test("a Focus that went off because of mistakes in its file is named with the remedy")
    func wentOff() throws {
        let focus = try Configuration()
        try focus.write("work", Self.broken)
        var status = Fixture.status
        status.activation = nil
        status.lost = LostFocus(
            focus: FocusID("work"), name: "Work", time: Fixture.now, isRefused: true)
        let control = FakeControl(Fixture.control(["Status": [status.value]]))
        let sentence = "No Focus is on.\nWork went off because its file could not be used, "
        let remedy = "\nTo correct it: focus-switch edit work\n"
        for words in [[], ["status"]] {
            let output = focus(all: words, control: control).output
            #expect(output.hasPrefix(sentence) && output.contains(remedy), "\(output)")
        }
        try focus.write("work", "[Focus]\nName=Work\n")
        let output = focus("status", control: control).output
        #expect(output.hasPrefix(sentence) && !output.contains(remedy), "\(output)")
        let json = try JSONValue(parsing: focus("status", "--json", control: control).output)
        #expect(json["lost"]?["refused"] == .boolean(true))
    }

    /// `schedule list` said “No schedules.” while one was in force.
    @Test(
        "a list of all Focuses names the files that it leaves out",
        arguments: ["schedule", "trigger"])
    func unlisted(_ group: String) throws {
        let focus = try Configuration()
        try focus.write("work", Self.broken)
        let result = focus(group, "list", control: FakeControl(Fixture.control()))
        #expect(
            result.errors.contains("“work” has mistakes, so its \(group)s are not listed"),
            "\(result)")
        #expect(result.errors.hasSuffix("To correct it: focus-switch edit work\n"))
    }

    /// `list` left the Focus out.
    @Test("list names a broken file, with the mistake and the remedy", arguments: [true, false])
    func list(_ isKnown: Bool) throws {
        let focus = try Configuration()
        let id = isKnown ? "work" : "gym"
        try focus.write(id, Self.broken)
        let control = FakeControl(Fixture.control())
        let list = focus("list", control: control)
        #expect(list.code == .done)
        let row = list.output.split(separator: "\n").first { $0.contains(" \(id) ") }
        #expect(row?.hasSuffix(isKnown ? "on; broken" : "broken") == true, "\(list.output)")
        #expect(
            list.errors.hasPrefix("note: \(id) is broken: \(focus.file(id)):3: "), "\(list.errors)")
        #expect(list.errors.hasSuffix("\n  To correct it: focus-switch edit \(id)\n"))
        let json = focus("list", "--json", control: control).output
        #expect(json.contains("\"problem\":\"broken: "), "\(json)")
        #expect(focus("list").errors.contains("note: \(id) is broken: "))
    }

    @Test("the command that corrects a file can be copied from a narrow terminal")
    func narrowList() throws {
        let focus = try Configuration()
        try focus.write("long-evening-with-the-family", Self.broken)
        let control = FakeControl(Fixture.control())
        let errors = focus(all: ["list"], control: control, width: 40).errors
        #expect(
            errors.hasSuffix(
                """

                To correct it:
                  focus-switch edit \\
                      long-evening-with-the-family

                """), "\(errors)")
    }

    @Test("reload wraps a mistake, and names the command that corrects it")
    func reload() throws {
        let focus = try Configuration()
        try focus.write("work", Self.broken)
        let mistake = "work.focus:3: " + Array(repeating: "word", count: 40).joined(separator: " ")
        let control = FakeControl(Fixture.control(["Reload": [.strings([mistake])]]))
        let result = focus(all: ["reload"], control: control, width: 80)
        #expect(result.code == .refused)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 4 && lines.allSatisfy { $0.count <= 80 }, "\(result)")
        #expect(lines.last == "To correct it: focus-switch edit work")
    }

    @Test(
        "reload names the editor of a file that is of no Focus",
        arguments: ["focusd.conf", "always.focus"])
    func reloadSettings(_ name: String) throws {
        let focus = try Configuration()
        let path = "\(focus.path)/focusd/\(name)"
        let control = FakeControl(Fixture.control(["Reload": [.strings(["\(path):2: no"])]]))
        let result = focus(all: ["reload"], control: control, variables: ["EDITOR": "pico"])
        #expect(
            result.output == """
                \(path):2: no
                To edit it: pico \(path); focusd notices the change

                """)
    }

    @Test("a Focus that is turned on in an earlier version is told to be so")
    func earlier() throws {
        let focus = try Configuration()
        try focus.write("work", Self.broken)
        let result = focus("work", control: FakeControl(Fixture.control()))
        #expect(result.code == .done)
        #expect(result.output.hasPrefix("Work is on."))
        #expect(result.errors.contains("work.focus:3: "), "\(result.errors)")
        #expect(result.errors.contains("the version that focusd read before is in force"))
        try focus.write("work", "[Focus]\nName=Deep Work\n")
        #expect(focus("work", control: FakeControl(Fixture.control())).errors.isEmpty)
    }

    @Test("edit finds the file by the name in it")
    func edit() async throws {
        let focus = try Configuration()
        try focus.write("work", Self.broken)
        let program = RunningProgram(
            nil,
            environment: [
                "XDG_CONFIG_HOME": focus.path, "HOME": "/nonexistent", "PATH": "/usr/bin:/bin",
                "EDITOR": #"sh -c 'sed -i s/perhaps/allow/ "$1"' sh"#, "TMPDIR": focus.path,
            ])
        program.start(["edit", "Deep Work"])
        _ = try await program.ends.next()
        #expect(program.result.code == .done, "\(program.result.errors)")
        #expect(focus.text("work")?.contains("Apps=allow") == true)
    }

    /// A trial with a newcomer: all files were said to have changed.
    @Test(
        "undo says that it cannot read the folder of the files",
        .enabled(if: geteuid() != 0, "root reads every folder"))
    func undoUnreadable() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        func run(_ words: String...) -> RunResult {
            focus(all: words, variables: ["XDG_STATE_HOME": focus.path + "/state"])
        }
        #expect(run("allow", "c.d", "--focus", "work").code == .done)
        let folder = focus.path + "/focusd/focuses"
        try #require(unsafe chmod(folder, 0) == 0)
        let undo = run("undo")
        try #require(unsafe chmod(folder, 0o700) == 0)
        #expect(undo.code == .refused)
        #expect(undo.errors.contains("cannot be read: \(folder): Permission denied"), "\(undo)")
        #expect(undo.errors.contains("chmod u+rwx "), "\(undo)")
        #expect(run("undo").code == .done)
    }

    /// A trial with a newcomer: “there is no Focus “work”; did you mean “work”?”.
    @Test(
        "a Focus that focusd has without a file is named so, with the ways out",
        arguments: [
            ["rename", "work", "Office"], ["delete", "WORK", "--yes"], ["show", "Work"],
            ["allow", "a.b", "--focus", "work"],
        ])
    func withoutFile(_ words: [String]) throws {
        let focus = try Configuration()
        let result = focus(all: words, control: FakeControl(Fixture.control()))
        #expect(result.code == .refused)
        #expect(
            result.errors == """
                focus-switch: focusd still has the Focus “Work”, whose file is not there: \
                \(focus.file("work"))
                To keep it, put the file back
                To drop it: focus-switch reload

                """, "\(result)")
    }

    /// A trial with a newcomer: after `cp gym.focus "My Gym.focus"`, only doctor named the copy.
    @Test("a file whose name is no id is named by list, and by commands with its name")
    func misnamed() throws {
        let focus = try Configuration()
        try focus.write("gym", "[Focus]\nName=Gym\n")
        try focus.write("My Gym", "[Focus]\nName=Gym\n")
        let control = FakeControl(Fixture.control())
        control.refusals["Activate"] = .refused(.unknownFocus, message: "no such Focus")
        let reason =
            "he file “My Gym.focus” is not used: “My Gym” cannot be an id: use letters, digits, -,"
            + " _ and ., at most 64 bytes, and no . first"
        let place = "; it is in \(focus.path)/focusd/focuses\n"
        let remedy = "To use it, give it the name “my-gym.focus”\(place)"
        for list in [focus("list", control: control), focus("list")] {
            #expect(list.errors.contains("note: t\(reason)\n  \(remedy)"), "\(list)")
        }
        for words in [["My Gym"], ["my", "gym"], ["show", "My Gym"], ["on", "my gym"]] {
            let result = focus(all: words, control: control)
            #expect(result.code == .refused, "\(words): \(result)")
            #expect(result.errors.hasPrefix("focus-switch: t\(reason)\n"), "\(words): \(result)")
            #expect(result.errors.contains(remedy), "\(words): \(result)")
        }
        // The id is taken.
        try focus.write("my-gym", "[Focus]\nName=Mine\n")
        #expect(focus("list").errors.hasSuffix("To use it, give it another name\(place)"))
    }
}
