// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Testing

@testable import FocusSettings

/// The check-up: checks, steps that the window runs, the setup and the counters.
@Suite struct CheckUpTests {
    static let parked = DoctorCheck(
        check: "not shown", detail: "the server refused these: 4, 7",
        problem: .init(.notificationsParked, remedy: "focus-switch missed dismiss 4 7"))
    static let step = OwnStep.dismiss([ClientID(rawValue: 4), ClientID(rawValue: 7)])

    static func state(_ checks: [DoctorCheck]) throws -> SettingsState {
        var state = try SettingsStateTests.state()
        _ = SettingsStateTests.effects(&state, .open(.checkUp))
        state.checks = checks
        state.session = .checked([])
        return state
    }

    static let link = DoctorCheck(
        check: "link", detail: "no broker",
        problem: .init(.linkFailing, remedy: "focus-switch link status"))

    static func handled(_ state: inout SettingsState, _ event: SettingsEvent) -> [Effect] {
        var effects: [Effect] = []
        state.handle(event, into: &effects)
        return effects
    }

    @Test(
        "issue 21: only steps of focusd's own become a command",
        arguments: [
            ("focus-switch reload", ["focus-switch", "reload"]),
            ("focus-switch missed dismiss 4 7", ["focus-switch", "missed", "dismiss", "4", "7"]),
            ("systemctl --user start focusd", ["systemctl", "--user", "start", "focusd"]),
            (
                "systemctl --user restart focus-link.service",
                ["systemctl", "--user", "restart", "focus-link"]
            ),
            ("focus-switch reload --all", nil), ("focus-switch missed dismiss 4 all", nil),
            ("focus-switch missed dismiss", nil), ("systemctl --user start sshd", nil),
            ("systemctl --user start focusd other", nil), ("systemctl start focusd", nil),
            ("focus-switch missed dismiss 4;reboot", nil), ("rm -r focusd", nil), ("", nil),
        ] as [(String, [String]?)])
    func onlyOwnStepsRun(_ remedy: String, _ words: [String]?) {
        #expect(OwnStep(remedy: remedy)?.words == words)
    }

    @Test("issue 21: a step shows its command, runs once, and says at its row how it ended")
    func aStepIsShownAndRuns() throws {
        var state = try Self.state([Self.parked])
        let buttons = try #require(state.page.row("check not shown")).buttons
        #expect(
            buttons.map(\.intent) == [
                .copy("focus-switch missed dismiss 4 7"), .askToDo("not shown", Self.step),
            ])
        #expect(SettingsStateTests.effects(&state, .askToDo("not shown", Self.step)) == [])
        #expect(state.dialog?.body == "focus-switch missed dismiss 4 7")
        let run = Intent.run(Self.step, check: "not shown")
        #expect(state.dialog?.answers.map(\.intent) == [run])
        #expect(
            SettingsStateTests.effects(&state, run) == [.run(Self.step, check: "not shown")])
        #expect(state.page.row("check not shown")?.isBusy == true)
        #expect(state.page.row("check not shown")?.buttons == [])
        // A second press does not run the command again.
        #expect(SettingsStateTests.effects(&state, run) == [])
        #expect(
            Self.handled(&state, .stepEnded(check: "not shown", "no such notification"))
                == [.read(.checks), .read(.status), .read(.missed), .readSession])
        let row = try #require(state.page.row("check not shown"))
        #expect(!row.isBusy)
        #expect(row.subtitle.hasPrefix("The command did not work: no such notification · "))
        #expect(row.buttons.count == 2)
        _ = SettingsStateTests.effects(&state, run)
        _ = Self.handled(&state, .stepEnded(check: "not shown", nil))
        _ = Self.handled(
            &state, .checks([DoctorCheck(check: "not shown", isGood: true, detail: "none")]))
        #expect(
            state.page.row("check not shown")?.subtitle == "The command has worked · None")
        #expect(state.page.group("bad") == nil)
        // Another visit begins without the outcome.
        _ = SettingsStateTests.effects(&state, .open(.now))
        _ = SettingsStateTests.effects(&state, .open(.checkUp))
        #expect(state.page.row("check not shown")?.subtitle == "None")
    }

    @Test func otherRemediesAreCopiedOnly() throws {
        let check = DoctorCheck(
            check: "disk", detail: "full",
            problem: .init(.other, remedy: "sudo journalctl --vacuum-size=1G"))
        let state = try Self.state([check])
        #expect(
            state.page.row("check disk")?.buttons.map(\.intent)
                == [.copy("sudo journalctl --vacuum-size=1G")])
    }

    /// A trial with a newcomer: the end of the text was missing.
    @Test func theTextsOfATriggerAreWhole() throws {
        let name = String(repeating: "Office ", count: 20) + "end"
        let remedy = String(repeating: "do this ", count: 80) + "and that"
        let check = DoctorCheck(
            check: DoctorCheck.name(of: .network(name)), detail: "x",
            problem: .init(.triggerUnseen, remedy: remedy))
        let rows = try Self.state([check]).page.groups.flatMap(\.rows)
        let row = try #require(rows.first { $0.id.hasPrefix("check trigger") })
        #expect(row.title.contains("Office end"))
        #expect(row.subtitle.hasSuffix("do this and that"))
        #expect(row.showsWholeSubtitle)
    }

    @Test("issue 21: the commands of the setup are shown before they run")
    func theSetupIsShownFirst() throws {
        var state = try Self.state([])
        #expect(state.page.group("setup") == nil)
        _ = Self.handled(
            &state,
            .setup([
                SetupStep(reason: "link it", command: "ln -s a b"),
                SetupStep(reason: "start it", command: "systemctl --user start focusd"),
            ]))
        #expect(
            state.page.row("setup")?.buttons.map(\.intent)
                == [.copy("focus-switch setup"), .askToSetUp])
        _ = SettingsStateTests.effects(&state, .askToSetUp)
        let dialog = try #require(state.dialog)
        #expect(dialog.heading == "Run these 2 commands?")
        #expect(
            dialog.body.hasPrefix(
                "link it:\nln -s a b\n\nstart it:\nsystemctl --user start focusd\n\n"))
        #expect(dialog.answers.map(\.intent) == [.setUp])
        #expect(SettingsStateTests.effects(&state, .setUp) == [.setUp])
        #expect(state.page.row("setup")?.isBusy == true)
        _ = Self.handled(&state, .setupEnded("the command failed: ln -s a b"))
        #expect(
            state.page.row("setup")?.subtitle
                == "The setup did not work: the command failed: ln -s a b")
        _ = SettingsStateTests.effects(&state, .setUp)
        _ = Self.handled(&state, .setupEnded(nil))
        _ = Self.handled(&state, .setup([]))
        #expect(
            state.page.row("setup")?.title == "There is nothing to do: this session uses focusd.")
    }

    @Test("issue 21: the counters are shown, and follow each notification")
    func theCountersFollow() throws {
        var state = try Self.state([Self.parked])
        #expect(state.page.row("counters") == nil)
        var counters = Counters()
        counters[.queued] = 3
        counters[.refused] = 12
        counters[.storedBytes] = 5_000
        _ = Self.handled(&state, .counters(counters))
        guard case .details(let rows, _)? = state.page.row("counters")?.control else {
            Issue.record("no counters")
            return
        }
        let texts = Dictionary(
            rows.map { ($0.id, $0.subtitle) }, uniquingKeysWith: { first, _ in first })
        #expect(texts["counter problems"] == "1")
        #expect(texts["counter queued"] == "3")
        #expect(texts["counter refused"] == "12")
        #expect(texts["counter stored-bytes"] == "4 KiB")
        #expect(Set(Counter.shown) == Set(Counter.allCases))
        let entry = EntryPagesTests.entry(1, "Hello")
        #expect(Self.handled(&state, .arrived(entry)) == [.read(.counters)])
        _ = SettingsStateTests.effects(&state, .open(.now))
        #expect(Self.handled(&state, .arrived(entry)) == [])
        // A focusd that has ended has no numbers.
        _ = SettingsStateTests.effects(&state, .open(.checkUp))
        _ = Self.handled(&state, .stopped)
        #expect(state.page.row("counters") == nil)
    }

    @Test("issue 21: without a problem, the page says so above the list of checks")
    func allIsWell() throws {
        var state = try Self.state([DoctorCheck(check: "server", isGood: true, detail: "dunst")])
        #expect(state.page.heading?.title == "All is well")
        #expect(state.page.row("check server") != nil)
        state.checks?.append(Self.parked)
        #expect(state.page.heading == nil)
        state.checks?.removeLast()
        state.problems = [FileProblem(file: "/f/work.focus", line: 14, reason: "a bad key")]
        #expect(state.page.heading == nil)
        #expect(
            state.page.row("file 0")?.buttons.map(\.intent) == [.openFile("/f/work.focus")])
    }

    @Test(
        "the name of a check is one for users, and names of other things in it stay",
        arguments: [
            ("service file", "Service file"), ("not shown", "Not shown"),
            ("hook focus", "Hook focus"), ("people work", "People of Work"),
            ("filter org.example.Chat Accounts", "Filter org.example.Chat Accounts"),
            // One of a newer focusd.
            ("moon phase", "Moon phase"), ("", ""),
        ])
    func aCheckHasAName(_ check: String, _ title: String) throws {
        let state = try Self.state([DoctorCheck(check: check, isGood: true, detail: "fine")])
        #expect(state.page.group("good")?.rows.map(\.title) == [title])
    }

    @Test("the name of several Focuses is not taken for that of a check")
    func theNameOfFocusesStays() throws {
        let check = DoctorCheck(
            check: "hooks", detail: "2 Focuses have this name",
            problem: .init(.namesEqual, remedy: "focus-switch rename hooks-2 NAME"))
        let state = try Self.state([check])
        #expect(state.page.group("bad")?.rows.map(\.title) == ["hooks"])
    }

    @Test(
        "issue 21: a finding is a sentence, and a name in it stays as it is",
        arguments: [
            ("no such calendar", "No such calendar"),
            ("log out and in again", "Log out and in again"),
            ("work.focus:3: Apps: some", "work.focus:3: Apps: some"),
            ("xfce4-notifyd is running", "xfce4-notifyd is running"),
            ("mako.service starts", "mako.service starts"),
            ("fnott is running", "fnott is running"),
            ("make room; then retry", "Make room; then retry"),
            ("focus-switch reload", "focus-switch reload"), ("", ""),
        ])
    func aFindingIsASentence(_ text: String, _ sentence: String) {
        #expect(SettingsState.sentence(text) == sentence)
    }

    @Test("issue 21: a problem of a file stands once in the list, as a whole")
    func aFileProblemStandsOnce() throws {
        let check = DoctorCheck(
            check: "files", detail: "/f/work.focus:14: a bad key",
            problem: .init(.fileRefused, remedy: "focus-switch edit work"))
        var state = try Self.state([check, Self.parked])
        // focusd may know of a file that the window has not read yet.
        #expect(
            state.page.group("bad")?.rows.map(\.id) == ["check files", "check not shown"])
        state.problems = [FileProblem(file: "/f/work.focus", line: 14, reason: "a bad key")]
        #expect(state.page.group("bad")?.rows.map(\.id) == ["file 0", "check not shown"])
        #expect(state.page.row("file 0")?.title == "A bad key")
        #expect(state.page.row("file 0")?.showsWholeSubtitle == true)
        _ = Self.handled(&state, .counters(Counters()))
        guard case .details(let rows, _)? = state.page.row("counters")?.control else {
            Issue.record("no counters")
            return
        }
        #expect(rows.first { $0.id == "counter problems" }?.subtitle == "2")
    }

    @Test("issue 21: the session and the link are checked as focus-switch doctor checks them")
    func theSessionIsChecked() throws {
        var state = try SettingsStateTests.state()
        #expect(SettingsStateTests.effects(&state, .open(.checkUp)).contains(.readSession))
        state.checks = [DoctorCheck(check: "server", isGood: true, detail: "dunst")]
        // All is well only after the session was checked, too.
        #expect(state.page.heading == nil)
        let name = DoctorCheck(check: "name", isGood: true, detail: "focusd serves notifications")
        _ = Self.handled(&state, .sessionChecks([name]))
        #expect(state.page.heading?.title == "All is well")
        #expect(
            state.page.group("good")?.rows.map(\.id) == ["check name", "check server"])
        let unit = DoctorCheck(
            check: "units", detail: "systemd starts mako",
            problem: .init(.unitCompeting, remedy: "focus-switch setup"))
        _ = Self.handled(&state, .sessionChecks([unit, Self.link, Self.link]))
        #expect(state.page.heading == nil)
        #expect(
            state.page.group("bad")?.rows.map(\.id)
                == ["check units", "check link", "check link 2"])
        #expect(
            state.content.sidebar.last?.badgeName == "something is wrong")
        // The setup is shown before it runs, once its commands are known.
        #expect(
            state.page.row("check units")?.buttons.map(\.intent) == [.copy("focus-switch setup")])
        _ = Self.handled(
            &state, .setup([SetupStep(reason: "link it", command: "ln -s a b")]))
        #expect(
            state.page.row("check units")?.buttons.map(\.intent)
                == [.copy("focus-switch setup"), .askToSetUp])
        // A stopped focusd is not needed.
        #expect(Self.handled(&state, .stopped).contains(.readSession))
        #expect(
            state.page.group("bad")?.rows.map(\.id)
                == ["start", "check units", "check link", "check link 2"])
        _ = Self.handled(&state, .sessionUnchecked("focus-switch is gone"))
        #expect(state.page.row("session")?.subtitle == "focus-switch is gone")
    }

    @Test func aCheckIsReadFromTheTextOfTheCommand() throws {
        let text = """
            [{"check":"link","ok":false,"detail":"no broker","problem":"link-failing","since":null,\
            "latest":null,"remedy":"focus-switch link status"},
            {"check":"name","ok":true,"detail":"focusd","problem":null,"remedy":null}, {}]
            """
        guard case .array(let list) = try JSONValue(parsing: text) else {
            Issue.record("no list")
            return
        }
        let good = DoctorCheck(check: "name", isGood: true, detail: "focusd")
        #expect(list.compactMap { DoctorCheck($0) } == [Self.link, good])
    }
}
