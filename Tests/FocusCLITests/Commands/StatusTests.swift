// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

@Suite("status, badge, reload, doctor") @LoopActor struct StatusTests {
    @Test("status says which Focus is on, since when, and what was missed")
    func statusInWords() {
        let result = run(["status"], FakeControl(Fixture.control()))
        #expect(
            result
                == RunResult(
                    code: .done,
                    output: """
                        Work is on, turned on by hand, 12 min ago.
                        Missed  2 notifications (focus-switch missed)
                        Server  dunst 1.9.0

                        """))
    }

    @Test("status shows inhibitors, waiting notifications, a missing server and bad files")
    func statusWithProblems() {
        var status = Fixture.status
        status.activation = nil
        status.focusName = ""
        status.missed = 0
        status.queued = 1
        status.server = ServerStatus()
        status.inhibitors = [.init(app: AppID("org.example.Meet"), reason: "presenting\u{1B}[2J")]
        status.problems = ["/home/me/.config/focusd/focuses/work.focus:3: unknown key"]
        let result = run(["status"], FakeControl(["Status": [status.value]]))
        #expect(
            result.output == """
                No Focus is on.
                Missed     none
                Waiting    1 notification for the server
                Inhibited  by org.example.Meet: presenting␛[2J (without effect)
                Server     none found (focus-switch doctor)
                Problem    /home/me/.config/focusd/focuses/work.focus:3: unknown key
                To see what corrects a problem: focus-switch doctor

                """)
    }

    @Test("status tells of the Focus whose file is gone")
    func lostFocus() throws {
        var status = Fixture.status
        let time = try #require(status.activation?.since)
        status.activation = nil
        status.focusName = ""
        status.lost = LostFocus(focus: FocusID("work"), name: "Work", time: time)
        let control = FakeControl(["Status": [status.value]])
        let output = run(["status"], control).output
        #expect(
            output.hasPrefix(
                "No Focus is on.\nWork went off when its file was deleted, 12 min ago.\n"))
        // Another Focus of that name is still there.
        let focus = try Configuration()
        try focus.write("work2", "[Focus]\nName=Work\n")
        #expect(
            focus("status", control: control).output.hasPrefix(
                "No Focus is on.\nWork (work) went off when its file was deleted, 12 min ago.\n"))
        let json = try JSONValue(parsing: run(["status", "--json"], control).output)
        #expect(json["lost"]?["id"] == .string("work"))
        #expect(json["lost"]?["name"] == .string("Work"))
    }

    @Test("a server that the user has paused is named with the way to go on")
    func pausedServer() {
        var status = Fixture.status
        status.server.isPaused = true
        let control = FakeControl(["Status": [status.value]])
        #expect(
            run(["status"], control).output.contains(
                "dunst 1.9.0, paused, without popups (dunstctl set-paused false)"))
        #expect(
            run([], control).output.contains(
                "dunst is paused and shows no popups: dunstctl set-paused false"))
    }

    /// A trial with a newcomer: after a stop of focusd, GNOME's own apps passed every Focus.
    @Test("status says that gnome-shell has the interface of GNOME's own apps")
    func undecidedApps() {
        var status = Fixture.status
        status.server.name = "gnome-shell"
        var facts = SessionFacts()
        facts.shell = .gnome
        let focusd = SessionOwners.Owner(processID: 7, program: "focusd")
        (facts.notifications, facts.focusd) = (focusd, focusd)
        facts.gtkOwner = .init(processID: 9, program: "gnome-shell")
        let line = "GNOME's own apps pass every Focus now. Log out and in again, so that"
        for words in [["status"], []] {
            let control = FakeControl(Fixture.control(["Status": [status.value]]))
            #expect(run(words, control, facts: facts).output.contains(line))
            var own = facts
            own.gtkOwner = focusd
            #expect(!run(words, control, facts: own).output.contains(line))
        }
    }

    /// A trial with a newcomer: "delivered", and no popup, without a word of GNOME's own switch.
    @Test("GNOME's own Do Not Disturb is named with the way to go on")
    func switchOfGNOME() {
        var status = Fixture.status
        status.server.isPaused = true
        status.server.name = "gnome-shell"
        status.server.version = "43.9"
        let past = Fixture.entry(reason: .noFocus, verdict: .deliver, state: .shown)
        let control = FakeControl(
            Fixture.control(["Status": [status.value], "Entry": [past.value]]))
        let command = "gsettings set org.gnome.desktop.notifications show-banners true"
        #expect(
            run(["status"], control).output.contains(
                "gnome-shell 43.9, GNOME's Do Not Disturb is on, without popups (\(command))"))
        #expect(
            run([], control).output.contains(
                "GNOME's Do Not Disturb is on and shows no popups: \(command)"))
        #expect(
            run(["explain", "12"], control).output.contains(
                "GNOME's Do Not Disturb is on now and shows no popups: \(command)"))
    }

    @Test("status --json has every key, in a stable order")
    func statusAsJSON() {
        let result = run(["status", "--json"], FakeControl(Fixture.control()))
        #expect(
            result.output == """
                {"focus":{"id":"work","name":"Work","since":"2026-11-21T12:53:33.123Z",\
                "cause":"manual","schedule":null,"trigger":null,"until":null,"untilLogout":false,"link":null},"lost":null,"missed":2,"queued":0,"inhibited":true,"inhibitors":[],"mutes":[],\
                "server":{"running":true,"starting":false,"name":"dunst","vendor":"knopwob","version":"1.9.0",\
                "specVersion":"1.2","command":"dunst","paused":false,"missing":false},"problems":[],"version":"0.1.0","pid":4711}

                """)
    }

    @Test("status --json lists the mutes, as mute does")
    func mutesAsJSON() throws {
        let mute = Mute(
            AppID("org.example.Chat"), span: UserSpan(since: Fixture.now, end: .never))
        let wire = MuteWire(mute, name: "Chat")
        let control = FakeControl(Fixture.control(["Mutes": [FieldsBuilder.list([wire.value])]]))
        for words in [["status", "--json"], ["--json"], ["mute", "--json"]] {
            let json = try JSONValue(parsing: run(words, control).output)
            #expect(json["mutes"] == .array([wire.json]), "\(json)")
        }
    }

    @Test("a notification that ended by being read is read in JSON")
    func readAsJSON() {
        #expect(Fixture.entry(state: .read).json["read"] == true)
        #expect(Fixture.entry(state: .dismissed).json["read"] == false)
    }

    @Test("status says that the server's program is not installed, in words and in JSON")
    func missingServer() throws {
        var status = ServiceStatus()
        status.server.command = "dunst"
        status.server.isMissing = true
        let control = FakeControl(["Status": [status.value]])
        let output = run(["status"], control).output
        #expect(output.contains("dunst, not installed (focus-switch doctor)\n"), "\(output)")
        let json = try JSONValue(parsing: run(["status", "--json"], control).output)
        #expect(json["server"]?["missing"] == true && json["server"]?["running"] == false)
    }

    @Test("without a Focus, the JSON's focus is null")
    func noFocusAsJSON() throws {
        let result = run(["status", "--json"], FakeControl(["Status": [ServiceStatus().value]]))
        #expect(try JSONValue(parsing: result.output)["focus"] == .null)
    }

    @Test(
        "without focusd every command that needs it ends with exit code 3 and says so",
        arguments: [
            ["status"], ["on", "work"], ["work"], ["off"], ["missed"], ["history"],
            ["missed", "show", "1"], ["missed", "dismiss", "1"], ["missed", "clear"], ["badge"],
            ["explain", "12"], ["watch"], ["doctor"], ["reload"], ["counters"],
        ])
    func notReachable(_ arguments: [String]) {
        let result = run(arguments)
        #expect(result.code == .notReachable)
        #expect(result.output.isEmpty)
        #expect(result.errors == "focus-switch: focusd is not reachable: it does not run\n")
    }

    @Test("badge lists apps by name, or answers one count")
    func badges() {
        let badges = Value.dictionary(
            key: "s", value: "u",
            [
                DictionaryEntry(key: .string("org.example.Mail"), value: .uint32(12)),
                DictionaryEntry(key: .string("org.example.Chat"), value: .uint32(3)),
            ])
        let control = FakeControl(["Badges": [badges]])
        #expect(run(["badge"], control).output == "org.example.Chat  3\norg.example.Mail  12\n")
        #expect(run(["badge", "org.example.Chat"], control).output == "3\n")
        #expect(run(["badge", "org.example.Other"], control).output == "0\n")
        // The manual promises the same keys as in the list.
        #expect(
            run(["badge", "org.example.Mail", "--json"], control).output
                == #"{"app":"org.example.Mail","name":"org.example.Mail","count":12}"# + "\n")
        #expect(
            run(["badge", "--json"], control).output == """
                [{"app":"org.example.Chat","name":"org.example.Chat","count":3},\
                {"app":"org.example.Mail","name":"org.example.Mail","count":12}]

                """)
    }

    /// A trial with real clients: the order of hidden ids looked random.
    @Test("badge lists apps in the order of the names that it shows")
    func badgeOrder() throws {
        let focus = try Configuration()
        try focus.writeData("applications/a.Pigeon.desktop", "[Desktop Entry]\nName=Pigeon\n")
        let apps = ["slack", "a.Pigeon", "backup.sh", "Émile", "Zenity"]
        let badges = Value.dictionary(
            key: "s", value: "u",
            apps.map { DictionaryEntry(key: .string($0), value: .uint32(1)) })
        let result = focus("badge", control: FakeControl(["Badges": [badges]]))
        let names = result.output.split(separator: "\n").map { $0.prefix { $0 != " " } }
        #expect(names == ["backup.sh", "Émile", "Pigeon", "slack", "Zenity"], "\(result)")
    }

    @Test("reload prints what was refused and ends with exit code 1 then")
    func reload() {
        let good = run(["reload"], FakeControl(["Reload": [.strings([])]]))
        #expect(good == RunResult(code: .done, output: "focusd has read all files.\n"))
        let bad = FakeControl(["Reload": [.strings(["a.focus:1: no"])]])
        #expect(run(["reload"], bad) == RunResult(code: .refused, output: "a.focus:1: no\n"))
        #expect(run(["reload", "--json"], bad).output == "{\"problems\":[\"a.focus:1: no\"]}\n")
    }

    @Test("issue 21: doctor --session checks what needs no focusd")
    func doctorOfTheSession() {
        let result = run(["doctor", "--session", "--json"])
        #expect(result.code == .done)
        #expect(result.output == "[]\n")
        let control = FakeControl(["Doctor": [.array(of: "a{sv}", [])]])
        _ = run(["doctor", "--session"], control)
        #expect(control.calls.isEmpty)
    }

    @Test("doctor prints a line per check and ends with exit code 1 when one fails")
    func doctor() {
        let checks = [
            DoctorCheck(check: "session bus", isGood: true, detail: "focusd owns both names"),
            DoctorCheck(
                check: "server", detail: "dunst died",
                problem: DoctorCheck.Problem(
                    .serverMissing, since: Fixture.ago(minutes: 12), remedy: "start dunst")),
        ]
        let control = FakeControl(["Doctor": [.array(of: "a{sv}", checks.map(\.value))]])
        let result = run(["doctor"], control)
        #expect(result.code == .refused)
        #expect(
            result.output == """
                ok    session bus  focusd owns both names
                FAIL  server       dunst died
                                   since: 12 min ago
                                   to do: start dunst

                """)
        #expect(
            run(["doctor", "--json"], control).output == """
                [{"check":"session bus","ok":true,"detail":"focusd owns both names",\
                "problem":null,"since":null,"latest":null,"remedy":null},\
                {"check":"server","ok":false,"detail":"dunst died","problem":"server-missing",\
                "since":"2026-11-21T12:53:33.123Z","latest":null,"remedy":"start dunst"}]

                """)
    }

    @Test("a problem that a later focusd tells is still a problem")
    func unknownProblem() throws {
        var fields = FieldsBuilder()
        fields.set("check", "comet")
        fields.set("problem", "comet-near")
        let check = try #require(Fields(fields.value).flatMap(DoctorCheck.init))
        #expect(check.problem == DoctorCheck.Problem(.other, remedy: ""))
        #expect(!check.isGood)
    }

    @Test("counters prints a line per number, and JSON with every name")
    func counters() throws {
        var counters = Counters()
        counters[.decided] = 12
        counters.committed(microseconds: 7)
        counters.committed(microseconds: 5)
        let control = FakeControl(["Counters": [counters.value]])
        let lines = run(["counters"], control).output.split(separator: "\n")
        #expect(lines.count == Counter.allCases.count)
        #expect(lines.first == "decided          12  notifications that focusd decided about")
        let json = try JSONValue(parsing: run(["counters", "--json"], control).output)
        for counter in Counter.allCases { #expect(json[counter.name] != nil) }
        #expect(json["commits"] == .integer(2))
        #expect(json["commit-us"] == .integer(12))
        #expect(json["commit-us-max"] == .integer(7))
    }

    @Test("an answer that makes no sense is refused, not guessed at")
    func malformedAnswer() {
        let result = run(["status"], FakeControl(["Status": [.uint32(7)]]))
        #expect(result.code == .refused)
        #expect(result.errors.contains("Status"))
    }

    /// Issue 17: after `setup`, the state said that the server did not run.
    @Test("a server that was started a moment ago is starting")
    func starting() {
        var status = Fixture.status
        status.server = ServerStatus()
        status.server.command = "dunst"
        let stopped = run(["status"], FakeControl(["Status": [status.value]])).output
        #expect(stopped.hasSuffix("Server  dunst, not running (focus-switch doctor)\n"))
        status.server.isStarting = true
        let control = FakeControl(["Status": [status.value]])
        #expect(run(["status"], control).output.hasSuffix("Server  dunst, starting\n"))
        #expect(!run([], control).output.contains("doctor"))
    }
}
