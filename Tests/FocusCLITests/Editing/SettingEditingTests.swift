// SPDX-License-Identifier: Apache-2.0

import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("Rules, filters, settings") @LoopActor struct SettingEditingTests {
    @Test("rules are added, listed, changed and removed")
    func rules() throws {
        let focus = try Configuration()
        _ = focus("create", "Work")
        let condition = "summary CONTAINS[c] \"invoice\""
        #expect(
            focus(
                "rule", "add", "invoices", "--focus", "work", "--when", condition, "--do",
                "silence"
            ).output == "Added the rule “invoices” to Work.\n")
        #expect(
            focus("rule", "list", "--focus", "work").output
                == "invoices  silence  when  summary CONTAINS[c] \"invoice\"\n")
        #expect(
            focus("rule", "change", "invoices", "--focus", "work", "--do", "allow").code == .done)
        let list = try JSONValue(parsing: focus("rule", "list", "--focus", "work", "--json").output)
        #expect(list == [["name": "invoices", "when": .string(condition), "do": "allow"]])
        #expect(
            focus("rule", "remove", "invocies", "--focus", "work").errors
                == "focus-switch: Work has no rule “invocies”; did you mean “invoices”?\n")
        #expect(focus("rule", "remove", "invoices", "--focus", "work").code == .done)
        #expect(focus("rule", "list", "--focus", "work").output == "Work has no rules.\n")
    }

    /// `schedule remove` and `trigger remove` took --all, and this command did not.
    @Test("rule remove takes --all, and names the rules without a name")
    func allRules() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        func rule(_ words: String...) -> RunResult {
            focus(all: ["rule"] + words + ["--focus", "work"])
        }
        for name in ["a", "b"] {
            #expect(rule("add", name, "--when", "urgency == 2", "--do", "allow").code == .done)
        }
        #expect(
            rule("change", "a", "--do", "allow").output
                == "The rule “a” of Work was so already.\n")
        let unnamed = rule("remove")
        #expect(unnamed.code == .refused)
        #expect(unnamed.errors.contains("has the rules “a”, “b”; name one, or use --all"))
        #expect(rule("remove", "a", "--all").code == .usage)
        // A word that resembles no rule is answered with all of them, here and in “rule change”.
        for words in [["remove", "zzzz"], ["change", "zzzz", "--do", "allow"]] {
            let unknown = focus(all: ["rule"] + words + ["--focus", "work"])
            #expect(unknown.errors.contains("has no rule “zzzz”; it has “"), "\(unknown.errors)")
        }
        #expect(rule("remove", "--all").output == "Removed all rules of Work.\n")
        #expect(rule("list").output == "Work has no rules.\n")
        #expect(rule("remove", "--all").output == "Work has no rules.\n")
    }

    /// `set time-sensitive no` answered “is now no”.
    @Test(
        "a switch says what it does",
        arguments: [
            ("time-sensitive", "Time-sensitive notifications no longer come through Work"),
            ("repeat-breaks-through", "A second notification that names the same person no longer"),
            ("hide-badges", "Badges are shown while Work is on."),
            ("summary", "No notification says what was missed at the end of Work."),
        ])
    func switches(_ key: String, _ sentence: String) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let on = focus("set", key, "yes", "--focus", "work").output
        #expect(on.contains("Work: \(key) ") && on.contains(" on"), "\(on)")
        let off = focus("set", key, "no", "--focus", "work").output
        #expect(off.hasPrefix("Work: \(key) is now off.\n\(sentence)"), "\(off)")
        let again = focus("set", key, "no", "--focus", "work").output
        #expect(again == "Work: \(key) was off already.\n")
    }

    @Test(
        "an empty value is none",
        arguments: ["deliver", "icon", "color", "time-sensitive-except"])
    func emptyValues(_ key: String) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let before = focus.text("work")
        let result = focus("set", key, "", "--focus", "work")
        #expect(result.output == "Work: \(key) was none already.\n", "\(result.errors)")
        #expect(focus.text("work") == before)
    }

    @Test("a rule that is none is refused, pointed at, and not written")
    func badRules() throws {
        let focus = try Configuration()
        _ = focus("create", "Work")
        let before = focus.text("work")
        let bad = focus(
            "rule", "add", "x", "--focus", "work", "--when", "a === 1", "--do", "silence")
        #expect(bad.code == .refused)
        #expect(bad.errors.contains("  a === 1\n"))
        let unknown = focus(
            "rule", "add", "x", "--focus", "work", "--when", "sumary == 'a'", "--do", "silence")
        #expect(unknown.code == .refused)
        #expect(
            unknown.errors == "focus-switch: a notification has no attribute “sumary”;"
                + " did you mean “summary”?\n")
        for options in [
            ["x", "--when", "urgency == 1"], ["x", "--do", "silence"], [],
            ["x", "--when", "hints.x == 1", "--do", "silense"],
        ] {
            let result = run(
                ["rule", "add", "--focus", "work"] + options,
                environment: ["XDG_CONFIG_HOME": focus.path])
            #expect(result.code == .usage)
        }
        #expect(focus("rule", "change", "x", "--focus", "work").code == .usage)
        #expect(focus.text("work") == before)
    }

    @Test("an app's filter gets a predicate and loses it")
    func filters() throws {
        let focus = try Configuration()
        _ = focus("create", "Work")
        let set = focus(
            "filter", "predicate", "org.example.Chat", "Accounts", "SELF IN {\"work\"}",
            "--focus", "work")
        #expect(set.output == "Work now filters org.example.Chat by your predicate for Accounts.\n")
        let list = focus("filter", "list", "--focus", "work", "--json")
        #expect(
            list.output == """
                [{"app":"org.example.Chat","appName":null,"id":"Accounts","title":"",\
                "description":"","icon":"","source":null,"state":"absent","configured":true,\
                "display":null,"values":{},"predicate":"SELF IN {\\"work\\"}",\
                "appPredicate":null,"problems":[]}]

                """)
        let bad = focus(
            "filter", "predicate", "org.example.Chat", "Accounts", "SELF IN", "--focus", "work")
        #expect(bad.code == .refused)
        #expect(
            focus(
                "filter", "predicate", "org.example.Chat", "Accounts", "--unset", "--focus", "work"
            ).code == .done)
        #expect(
            focus("filter", "list", "--focus", "work").output
                == "No app declares a Focus filter.\n")
        #expect(
            focus("filter", "remove", "org.example.Chat", "Accounts", "--focus", "work").code
                == .refused)
    }

    @Test(
        "a setting is changed",
        arguments: [
            (["name", "Job"], "name", "Job"), (["icon", "x"], "icon", "x"),
            (["icon", "/dev/null"], "icon", "/dev/null"),
            (["icon", "none"], "icon", nil), (["color", "#000000"], "color", "#000000"),
            (["color", "none"], "color", nil), (["time-sensitive", "off"], "timeSensitive", false),
            (["hide-badges", "on"], "hideBadges", true), (["summary", "no"], "summary", false),
            (["time-sensitive-except", "a", "b"], "timeSensitiveExcept", ["a", "b"]),
            (["time-sensitive-except", "none"], "timeSensitiveExcept", []),
            (["repeat-breaks-through", "on"], "repeatBreaksThrough", true),
            (["deliver", "18:00", "7:30"], "deliver", ["07:30", "18:00"]),
            (["deliver", "none"], "deliver", []),
        ] as [([String], String, JSONValue)])
    func settings(_ words: [String], _ key: String, _ value: JSONValue) throws {
        let focus = try Configuration()
        _ = focus("create", "Work")
        let result = run(
            ["set"] + words + ["--focus", "work"], environment: ["XDG_CONFIG_HOME": focus.path])
        #expect(result.code == .done)
        #expect(try focus.show("work")[key] == value)
    }

    /// Issue 17: a name that no icon has was taken without a word.
    @Test("the name of an icon has a note, and a file and focusd's own icons have none")
    func iconNames() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        for (icon, isDoubtful) in [
            ("nosuch-icon", true), ("/dev/null", false), ("focusd-work-symbolic", false),
            ("none", false),
        ] {
            let result = focus("set", "icon", icon, "--focus", "work")
            #expect(result.code == .done)
            #expect(result.output.contains("A moon stands for it") == isDoubtful, "\(result)")
            guard icon != "none" else { continue }
            let id = String(icon.filter(\.isLetter))
            let created = focus("create", "New \(id)", "--id", id, "--icon", icon)
            #expect(created.output.contains("A moon stands for it") == isDoubtful, "\(created)")
        }
    }

    @Test("an exception without an effect has a note with the setting that gives it one")
    func idleException() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nTimeSensitive=false\n")
        let set = ["set", "time-sensitive-except"]
        let note = "no effect, since Work lets no time-sensitive notifications through. "
        let step = ": focus-switch set time-sensitive on --focus work\n"
        let added = focus(all: set + ["shop", "--focus", "work"]).output
        #expect(added.contains(note) && added.contains(step), "\(added)")
        #expect(!focus(all: set + ["none", "--focus", "work"]).output.contains(note))
    }

    /// A trial with a newcomer: “AppList: an empty entry”, in the words of the file.
    @Test(
        "an empty member of a list is refused by the name of its option",
        arguments: ["--app", "--person", "--word"])
    func emptyMembers(_ option: String) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        for (verb, text) in [("allow", ""), ("silence", " ")] {
            let result = focus(verb, option, text, "--focus", "work")
            #expect(result.code == .usage)
            #expect(result.errors.contains("\(option): expected a"), "\(result.errors)")
        }
    }

    @Test(
        "a setting that does not exist, or a value that is none, is refused",
        arguments: [
            (["colour", "#000000"], ExitCode.usage, "did you mean “color”?"),
            (["color", "reddish"], .usage, "expected #rrggbb"),
            (["color", "Red"], .usage, "color: expected #rrggbb; Red is #e62d42"),
            (["summary", "maybe"], .usage, "expected on or off"),
            (["summary"], .usage, "expected on or off"), ([], .usage, "expected KEY VALUE"),
            (["name", ""], .usage, "name: expected a name"),
            (["deliver"], .usage, "expected times of day"),
            (["deliver", "25:00"], .usage, "“25:00” is not a time of day"),
            (["repeat-breaks-through", "twice"], .usage, "expected on or off"),
            // A trial with a newcomer: such icons were taken, and are shown nowhere.
            (["icon", "🧠"], .usage, "as face-smile, or the whole path of a file, got “🧠”"),
            (["icon", "me.d/a.png"], .usage, "the whole path of a file"),
            (["icon", "/no/such.png"], .refused, "icon: there is no file /no/such.png"),
            (["badges", "off"], .usage, "focus-switch set hide-badges on --focus work"),
            (
                ["--deliver", "12:30"], .usage,
                "To change it: focus-switch set deliver 12:30 --focus work\n"
            ),
        ])
    func badSettings(_ words: [String], _ code: ExitCode, _ text: String) throws {
        let focus = try Configuration()
        _ = focus("create", "Work")
        let result = run(
            ["set"] + words + ["--focus", "work"], environment: ["XDG_CONFIG_HOME": focus.path])
        #expect(result.code == code)
        #expect(result.errors.contains(text), "\(result.errors)")
    }

    @Test("a bad file is refused with file, line and reason, and left as it is")
    func badFile() throws {
        let focus = try Configuration()
        let text = "[Focus]\nName=F\nApps=perhaps\n"
        try focus.write("f", text)
        for arguments in [["show", "f"], ["set", "summary", "on", "--focus", "f"]] {
            let result = run(arguments, environment: ["XDG_CONFIG_HOME": focus.path])
            #expect(result.code == .refused)
            #expect(result.errors.contains("\(focus.file("f")):3: Apps"))
        }
        #expect(focus.text("f") == text)
    }

    @Test("show prints every setting")
    func show() throws {
        let focus = try Configuration()
        try focus.write(
            "work",
            """
            [Focus]
            Name=Work
            Color=#3584e4
            Apps=allow
            AppList=org.example.Chat;
            People=silence
            PeopleList=kim@example.org;
            TimeSensitiveExcept=org.example.Shop;
            Summary=true

            [Schedule weekdays]
            Days=Mon;Fri;
            From=09:00
            To=17:30

            [Rule invoices]
            When=summary CONTAINS "invoice"
            Do=silence

            [Filter org.example.Chat Accounts]
            account=work
            Predicate=SELF IN {"work"}

            """)
        #expect(
            focus("show", "work").output == """
                Work
                Id              work
                Color           #3584e4
                Apps            allowed: org.example.Chat
                People          silenced: kim@example.org
                Time-sensitive  let through, except from org.example.Shop
                Badges          shown
                Summary         shown at the end
                Schedule        weekdays: Mon Fri 09:00 to 17:30
                Rule            invoices: silence when summary CONTAINS "invoice"
                Filter          org.example.Chat Accounts: account=work, lets through SELF IN {"work"}
                File            \(focus.file("work"))

                """)
        #expect(
            focus("show", "work", "--json").output == """
                {"id":"work","name":"Work","icon":null,"color":"#3584e4",\
                "file":"\(focus.file("work"))","origin":"user","lockedBy":null,\
                "apps":{"mode":"allow","list":["org.example.Chat"]},\
                "people":{"mode":"silence","list":["kim@example.org"]},"allowedSites":[],\
                "silencedSites":[],"timeSensitive":true,\
                "timeSensitiveExcept":["org.example.Shop"],"repeatBreaksThrough":false,\
                "hideBadges":false,"summary":true,"deliver":[],\
                "schedules":[{"name":"weekdays","days":["Mon","Fri"],"from":"09:00",\
                "to":"17:30"}],"triggers":[],"triggerGrace":5,"rules":[{"name":"invoices",\
                "when":"summary CONTAINS \\"invoice\\"","do":"silence"}],\
                "filters":[{"app":"org.example.Chat","id":"Accounts",\
                "predicate":"SELF IN {\\"work\\"}","parameters":{"account":"work"}}]}

                """)
    }

    @Test("lists take commas as they take blanks (issue 17)")
    func lists() throws {
        let focus = try Configuration()
        try focus.writeData("applications/a.Two.desktop", "[Desktop Entry]\nName=One, Two\n")
        try focus.write("f", "[Focus]\nName=F\nApps=allow\nPeople=allow\n")
        for (words, list) in [
            (["firefox,Zenity"], "firefox;Zenity;"), (["firefox;", "Zenity"], "firefox;Zenity;"),
            (["firefox, Zenity"], "firefox;Zenity;"), (["One, Two"], "a.Two;"),
        ] {
            let set = focus(all: ["set", "time-sensitive-except"] + words + ["--focus", "f"])
            #expect(set.code == .done)
            #expect(focus.text("f")?.contains("TimeSensitiveExcept=\(list)\n") == true, "\(words)")
        }
        #expect(
            focus("allow", "a.b,c.d", "--site", "x.org,y.org", "--focus", "f").change
                == "F now allows a.b.\nF now allows c.d.\nF now allows x.org.\nF now allows"
                + " y.org.\n")
        #expect(focus("allow", "--person", "Doe, Jane", "--focus", "f").code == .done)
        #expect(focus.text("f")?.contains("PeopleList=Doe, Jane;") == true)
        #expect(focus("trigger", "add", "screen-shared,full-screen", "--focus", "f").code == .done)
        for command in ["set", "allow", "silence"] {
            #expect(run([command, "--help"]).output.contains("commas"), "\(command)")
        }
    }

    /// Issue 17: `set hide-badges` expected “one value”, and a Focus in place of a key got no help.
    @Test(
        "set without a value says which values there are, and knows a Focus in front of the key",
        arguments: [
            (["hide-badges"], "hide-badges: expected on or off"),
            (["icon"], "icon: expected the name or the file of an icon, or none"),
            (["color"], "color: expected #rrggbb, or none"),
            (
                ["work", "summary", "off"],
                "“work” is a Focus; did you mean: focus-switch set summary off --focus work"
            ),
        ])
    func missingValue(_ words: [String], _ message: String) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        let result = focus(all: ["set"] + words, control: FakeControl(Fixture.control()))
        #expect(result.code == .usage)
        #expect(result.errors.hasPrefix("focus-switch: \(message)\n"), "\(result.errors)")
    }

    /// Issue 17: a list of names could not be separated at its commas.
    @Test("names with commas have quotes in lists")
    func names() throws {
        let focus = try Configuration()
        try focus.write(
            "work",
            "[Focus]\nName=Work\nApps=allow\nAppList=a;\nPeople=allow\nPeopleList=Doe, Jane;Max;\n"
        )
        #expect(
            focus("show", "work").output.contains("allowed: “Doe, Jane”, Max\n"))
        let word = focus("allow", "--word", "invoice, bill", "--focus", "work")
        #expect(word.errors.contains("“invoice, bill” counts as one phrase; for several: --word A"))
    }

    @Test("rename to the same name says so")
    func sameName() throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        #expect(focus("rename", "work", "Work").output == "“Work” has that name already.\n")
    }
}
