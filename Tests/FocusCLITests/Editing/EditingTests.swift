// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import Foundation
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("Creating and deleting") @LoopActor struct CreatingTests {
    private static func created(_ name: String, _ id: String, note: String = "") -> String {
        "Created “\(name)”. It silences all apps and people.\n"
            + "Time-sensitive notifications come through.\n"
            + note + "To let an app through: focus-switch allow APP --focus \(id)\n"
    }

    /// A trial with a newcomer: the answer was about a group header of the file.
    @Test(
        "a name that a file cannot hold is refused as a name", arguments: ["a]b", "a[b", "", " "])
    func groupName(_ name: String) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let rule = focus(
            "rule", "add", name, "--when", "urgency == 0", "--do", "silence", "--focus", "work")
        let schedule = focus(
            "schedule", "set", name, "--from", "9:00", "--to", "10:00", "--focus", "work")
        for (result, noun) in [(rule, "the name of the rule"), (schedule, "the schedule's name")] {
            #expect(result.code == .usage)
            let message =
                name.contains("a") ? "“\(name)” cannot be \(noun): [" : "expected \(noun)\n"
            #expect(result.errors.hasPrefix("focus-switch: \(message)"), "\(result.errors)")
        }
        #expect(focus.text("work") == "[Focus]\nName=Work\n")
    }

    @Test("a Focus is created from the template of its name, without focusd")
    func template() throws {
        let focus = try Configuration()
        #expect(
            focus("create", "Work")
                == RunResult(code: .done, output: Self.created("Work", "work")))
        #expect(try focus.show("work")["icon"] == "focusd-work-symbolic")
        #expect(focus("create", "Work").code == .refused)
    }

    @Test("a name has no white space at its ends, and is not empty")
    func trimmed() throws {
        let focus = try Configuration()
        #expect(focus("create", "  Foo  ").output == Self.created("Foo", "foo"))
        #expect(focus("rename", "foo", "   ").errors.contains("expected the new name of Foo"))
        _ = focus("rename", "foo", " Bar ")
        #expect(try focus.show("foo")["name"] == "Bar")
        #expect(focus("create", "   ").errors.contains("expected the name of the new Focus"))
    }

    @Test("a name of its own gets an id, a template, a colour and an icon")
    func custom() throws {
        let focus = try Configuration()
        let result = focus(
            "create", "Book  Club!", "--template", "Reading", "--color", "#E5A50A", "--icon", "x")
        let note = "A moon stands for it where no icon of that name is installed.\n"
        #expect(result.output == Self.created("Book  Club!", "book-club", note: note))
        let json = try focus.show("book-club")
        #expect(json["name"] == "Book  Club!")
        #expect(json["color"] == "#E5A50A")
        #expect(json["icon"] == "x")
    }

    @Test("a template whose Focus turns itself on says so")
    func triggers() throws {
        let result = try Configuration()("create", "Meetings", "--template", "call")
        #expect(
            result.output.contains("notifications come through.\nIt turns itself on "))
        #expect(result.output.contains("microphone"), "\(result.output)")
        #expect(result.output.contains(" or while "), "\(result.output)")
    }

    @Test("a change that would make a bad file makes no file")
    func nothingHalf() throws {
        let focus = try Configuration()
        for arguments in [
            ["create", "Gym", "--color", "green"], ["create", ""], ["create", "???"],
            ["create", "Gym", "--id", "../gym"], ["create", "Gym", "--template", "gmaing"],
            ["create", "a\nb"], ["create"], ["create", "Two", "words"],
        ] {
            let result = run(arguments, environment: ["XDG_CONFIG_HOME": focus.path])
            #expect(result.code != .done, "\(arguments)")
            #expect(!result.errors.isEmpty)
        }
        #expect(!FileManager.default.fileExists(atPath: focus.path + "/focusd"))
        #expect(
            focus("create", "Gym", "--template", "gmaing").errors
                == "focus-switch: there is no template “gmaing”; did you mean “gaming”?\n")
    }

    @Test("two Focuses cannot have one name")
    func namesake() throws {
        let focus = try Configuration()
        #expect(focus("create", "Gym").code == .done)
        #expect(focus("create", "GYM", "--id", "other").errors.contains("with the id gym"))
    }

    /// A trial with a newcomer: “is off now”, and the Focus of a schedule was on.
    @Test("deleting the Focus that is on names the one that is on then", arguments: [true, false])
    func deleteActive(_ hasNext: Bool) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        var reading = Fixture.status
        reading.activation?.focus = FocusID("reading")
        reading.focusName = "Reading"
        let next = hasNext ? reading : ServiceStatus()
        let control = FakeControl(Fixture.control(["Reload": [.strings([])]]))
        var isDeleted = false
        control.answer = { call in
            if call.member == "Reload" { isDeleted = true }
            return call.member == "Status" && isDeleted ? .success([next.value]) : nil
        }
        let state = hasNext ? "It was on; Reading is on now." : "It was on, and is off now."
        #expect(
            focus("delete", "work", "--yes", control: control).output
                == "Deleted “Work”.\n\(state)\n")
    }

    @Test("delete removes the file, by id or name")
    func delete() throws {
        let focus = try Configuration()
        _ = focus("create", "Book club")
        #expect(
            focus("delete", "BOOK CLUB", "--yes")
                == RunResult(code: .done, output: "Deleted “Book club”.\n"))
        #expect(focus.text("book-club") == nil)
        #expect(focus("delete", "book-club").code == .refused)
    }

    @Test("Do Not Disturb exists without a file and goes back to it")
    func doNotDisturb() throws {
        let focus = try Configuration()
        #expect(try focus.show("Do Not Disturb")["file"] == .null)
        #expect(focus("delete", "do-not-disturb").code == .refused)
        #expect(focus("set", "summary", "off", "--focus", "do not disturb").code == .done)
        #expect(try focus.show("do-not-disturb")["file"] == .string(focus.file("do-not-disturb")))
        #expect(
            focus("delete", "do-not-disturb", "--yes").output
                == "Do Not Disturb has its first settings again.\n")
    }

    @Test("a running focusd reads the change before the command ends, and its problems are told")
    func reload() throws {
        let focus = try Configuration()
        let control = FakeControl(["Reload": [.strings([])]])
        #expect(focus("create", "Work", control: control).errors.isEmpty)
        // The app that was silenced last is named in the next step.
        #expect(control.calls.map(\.member) == ["Entries", "Reload"])
        // The user cannot correct files of apps.
        control.answers["Reload"] = [
            .strings(["/x/bad.focus:3: no such key", "/y/a.b.focus-filter:1: no title"])
        ]
        let result = focus("set", "summary", "off", "--focus", "work", control: control)
        #expect(result.code == .done)
        #expect(
            result.errors
                == "note: focusd found mistakes in these files:\n  /x/bad.focus:3: no such key\n")
        let json = try JSONValue(
            parsing: focus("delete", "work", "--json", "--yes", control: control).output)
        #expect(
            json == [
                "deleted": "work", "reloaded": true,
                "problems": ["/x/bad.focus:3: no such key", "/y/a.b.focus-filter:1: no title"],
            ])
    }
}

@Suite("allow and silence") @LoopActor struct ListEditingTests {
    private static let apps = "org.example.Chat"

    @Test("allow puts on a list of allowed ones, silence takes off it")
    func allowList() throws {
        let focus = try Configuration()
        try focus.write("f", "[Focus]\nName=F\nApps=allow\nAppList=a;\n")
        #expect(focus("allow", "--focus", "f", "--app", "b").change == "F now allows b.\n")
        #expect(try focus.show("f")["apps"] == ["mode": "allow", "list": ["a", "b"]])
        #expect(focus("allow", "--focus", "f", "--app", "b").output == "F already allows b.\n")
        #expect(focus("silence", "--focus", "f", "--app", "a").change == "F now silences a.\n")
        #expect(try focus.show("f")["apps"] == ["mode": "allow", "list": ["b"]])
        #expect(focus("silence", "--focus", "f", "--app", "a").output == "F already silences a.\n")
    }

    /// A member of one list of allowed ones comes through, whatever the other list says.
    @Test("silence names what the other list lets through")
    func otherList() throws {
        let focus = try Configuration()
        try focus.write(
            "f", "[Focus]\nName=F\nApps=allow\nAppList=slack;\nPeople=allow\nPeopleList=Mum;\n")
        #expect(
            focus("silence", "--focus", "f", "--person", "Eve").output
                == "F already silences Eve.\nThe apps that F allows still deliver Eve: slack.\n"
                + "To silence Eve there, too: focus-switch rule add Eve --do silence --focus f"
                + " --when 'ANY people ==[c] \"Eve\"'\n")
        #expect(
            focus("silence", "--focus", "f", "--app", "mail").output
                == "F already silences mail.\nPeople that F allows still come through: Mum.\n")
        #expect(focus("set", "repeat-breaks-through", "on", "--focus", "f").code == .done)
        #expect(
            focus("silence", "--focus", "f", "--person", "Mum").output.contains(
                "\nA second notification of Mum within 3 minutes still comes through; to end that:"
                    + " focus-switch set repeat-breaks-through off --focus f\n"))
    }

    @Test("silence puts on a list of silenced ones, allow takes off it")
    func silenceList() throws {
        let focus = try Configuration()
        try focus.write("f", "[Focus]\nName=F\nPeople=silence\nPeopleList=Kim;\n")
        #expect(
            focus("silence", "--focus", "f", "--person", "Lee").change == "F now silences Lee.\n")
        #expect(focus("allow", "--focus", "f", "--person", "kim").change == "F now allows kim.\n")
        #expect(try focus.show("f")["people"] == ["mode": "silence", "list": ["Lee"]])
    }

    @Test("--only makes those named the whole list, of that kind")
    func only() throws {
        let focus = try Configuration()
        try focus.write("f", "[Focus]\nName=F\nApps=silence\nAppList=a;b;\n")
        let result = focus("allow", "--only", "--focus", "f", "--app", "c", "--app", "d")
        #expect(
            result.change == "F now allows only these apps: c, d.\nAll other apps are silenced.\n")
        #expect(try focus.show("f")["apps"] == ["mode": "allow", "list": ["c", "d"]])
        #expect(focus("silence", "--only", "--focus", "f", "--app", "e").code == .done)
        #expect(try focus.show("f")["apps"] == ["mode": "silence", "list": ["e"]])
    }

    @Test("all apps and all people are allowed or silenced")
    func all() throws {
        let focus = try Configuration()
        try focus.write("f", "[Focus]\nName=F\nApps=silence\nAppList=a;\n")
        let result = focus("silence", "--focus", "f", "--all-apps", "--all-people")
        #expect(result.change == "F now silences all apps.\nF now silences all people.\n")
        #expect(try focus.show("f")["apps"] == ["mode": "allow", "list": []])
        #expect(focus("allow", "--focus", "f", "--all-apps", "--person", "p").code == .done)
        #expect(try focus.show("f")["apps"] == ["mode": "silence", "list": []])
        #expect(try focus.show("f")["people"] == ["mode": "allow", "list": ["p"]])
    }

    @Test("--remove takes off the list of that kind and refuses the other kind")
    func remove() throws {
        let focus = try Configuration()
        try focus.write("f", "[Focus]\nName=F\nApps=allow\nAppList=a;b;\n")
        #expect(focus("allow", "--remove", "--focus", "f", "--app", "a").code == .done)
        #expect(try focus.show("f")["apps"] == ["mode": "allow", "list": ["b"]])
        #expect(focus("silence", "--remove", "--focus", "f", "--app", "b").code == .refused)
        #expect(try focus.show("f")["apps"] == ["mode": "allow", "list": ["b"]])
    }

    @Test(
        "no setting, or two settings, are a usage error",
        arguments: [
            [], ["--only"], ["--only", "--remove", "--app", "a"], ["--all-apps", "--app", "a"],
            ["--all-people", "--person", "p"], ["--only", "--all-apps"], ["--all-apps", "b"],
        ])
    func usage(_ options: [String]) {
        #expect(run(["allow", "--focus", "do-not-disturb"] + options).code == .usage)
    }

    /// Issue 17: `allow --remove` of a mistyped name said that the Focus silences it already.
    @Test("--remove of a name that is not on the list is refused, with the similar one")
    func removeMistyped() throws {
        let focus = try Configuration()
        try focus.write(
            "work",
            """
            [Focus]
            Name=Work
            Apps=allow
            AppList=Calendar;Slak;
            People=allow
            PeopleList=Boss Müller;
            AllowedSites=news.example.org;

            """)
        let before = focus.text("work")
        for (words, message) in [
            (["Calendr"], "“Calendr” is not on the list of Work; did you mean “Calendar”?"),
            (["Zebra"], "“Zebra” is not on the list of Work"),
            (["Calendar", "Zebra"], "“Zebra” is not on the list of Work"),
            (
                ["--person", "Bos Müler"],
                "“Bos Müler” is not on the list of Work; did you mean “Boss Müller”?"
            ),
            (
                ["--site", "new.example.org"],
                "“new.example.org” is not on the list of Work; did you mean “news.example.org”?"
            ),
            (["--word", "invoice"], "“invoice” is not on the list of Work"),
        ] {
            let result = focus(all: ["allow", "--remove", "--focus", "work"] + words)
            #expect(result.code == .refused)
            let step = "To show its lists: focus-switch show work"
            #expect(result.errors == "focus-switch: \(message)\n\(step)\n")
            #expect(focus.text("work") == before)
        }
        // The mistyped name that is on the list goes without a word about installed apps.
        #expect(
            focus("allow", "--remove", "slak", "--focus", "work")
                == RunResult(
                    code: .done,
                    output: "Work now silences Slak.\n"
                        + "People that Work allows still come through: Boss Müller.\n"
                        + "To take it back: focus-switch allow --app=Slak --focus work\n"))
        let person = focus("allow", "--remove", "--person", "boss muller", "--focus", "work")
        #expect(person.code == .done)
        #expect(person.errors == "note: “boss muller” is on the list as Boss Müller\n")
        #expect(try focus.show("work")["people"] == ["mode": "allow", "list": []])
        _ = focus("allow", "--word", "Invoice", "--focus", "work")
        #expect(focus("allow", "--remove", "--word", "invoice", "--focus", "work").code == .done)
        #expect(try focus.show("work")["rules"] == [])
    }

    @Test("commas separate several people to remove, as they do to add")
    func removePeople() throws {
        let focus = try Configuration()
        try focus.write(
            "work", "[Focus]\nName=Work\nPeople=allow\nPeopleList=A1;B1;Doe, Jane;C,D;\n")
        let people = ["allow", "--remove", "--focus", "work", "--person"]
        #expect(focus(all: people + ["A1,E1"]).errors.contains("“E1” is not on the list of Work"))
        #expect(try focus.show("work")["people"]?["list"] == ["A1", "B1", "Doe, Jane", "C,D"])
        #expect(focus(all: people + ["A1,B1"]).code == .done)
        #expect(try focus.show("work")["people"]?["list"] == ["Doe, Jane", "C,D"])
        // A listed name stays whole.
        #expect(focus(all: people + ["C,D"]).code == .done)
        #expect(focus(all: people + ["Doe, Jane"]).code == .done)
        #expect(try focus.show("work")["people"]?["list"] == [])
    }

    @Test("a person whose name differs in accents is the known one; a similar name is doubted")
    func similarPeople() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nPeople=allow\nPeopleList=Boss Müller;\n")
        try focus.write("home", "[Focus]\nName=Home\nPeople=allow\n")
        let same = focus("allow", "--person", "boss muller", "--focus", "home")
        #expect(same.errors == "note: “boss muller” is taken as Boss Müller\n")
        #expect(try focus.show("home")["people"] == ["mode": "allow", "list": ["Boss Müller"]])
        let similar = focus("allow", "--person", "Bos Müler", "--focus", "home")
        #expect(
            similar
                == RunResult(
                    code: .done,
                    output: """
                        Home now allows Bos Müler.
                        To take it back: focus-switch allow --remove --person 'Bos Müler' --focus \
                        home

                        """,
                    errors: """
                        note: “Bos Müler” is on no list and named by no notification; did you mean \
                        “Boss Müller”?

                        """))
    }

    @Test("comments and layout survive")
    func comments() throws {
        let focus = try Configuration()
        try focus.write("f", "# mine\n[Focus]\n# who\nName=F\n\nApps=allow\nAppList=a;\n# end\n")
        #expect(focus("allow", "--focus", "f", "--app", "b").code == .done)
        #expect(
            focus.text("f")
                == "# mine\n[Focus]\n# who\nName=F\n\nApps=allow\nAppList=a;b;\n# end\n")
    }

    @Test("without --focus it is the Focus that is on")
    func activeFocus() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\n")
        let control = FakeControl(Fixture.control(["Reload": [.strings([])]]))
        #expect(focus("allow", "--app", "a", control: control).change == "Work now allows a.\n")
        control.answers["Status"] = [try #require(control.answers["Reload"]?.first)]
        control.answers["Status"] = [.vardict([:] as [String: Value])]
        let none = focus("allow", "--app", "a", control: control)
        #expect(none.code == .refused)
        #expect(
            none.errors == "focus-switch: no Focus is on; name one with --focus\nYour Focuses:"
                + " do-not-disturb, work\n")
        let unreachable = focus("allow", "--app", "a")
        #expect(unreachable.code == .notReachable)
        #expect(unreachable.errors.hasSuffix("; name a Focus with --focus\n"))
    }
}
