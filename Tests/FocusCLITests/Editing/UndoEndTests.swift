// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusWire
import Foundation
import GLibLoop
import Testing

@testable import FocusCLI

/// The commands that `undo` names. They lost an end of more than a day and that of the session,
/// took an end that was over for tomorrow's, and made a mute with an end one for good.
@Suite("ends in the commands that undo names") @LoopActor struct UndoEndTests {
    private nonisolated static let hour: Int64 = 3_600_000
    private static let (chat, mail) = (AppID("org.example.Chat"), AppID("org.example.Mail"))
    /// 2026-11-21 18:00, also in another time zone: a whole minute.
    private nonisolated static let evening = CalendarTime(local: Fixture.now)
        .at(hour: 18, minute: 0).timestamp

    private let focus: Configuration
    private let control: FakeControl

    init() throws {
        focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        control = FakeControl(
            Fixture.control([
                "Mute": [], "Unmute": [], "ActivateWith": [], "SnoozeFor": [.uint32(1)],
                "Unsnooze": [.uint32(1)],
                "Snoozed": [FieldsBuilder.list([])], "Mutes": [FieldsBuilder.list([])],
                "ListApps": [.array(of: "a{sv}", [Fixture.seenApp.value])],
            ]))
    }

    private func run(_ words: [String], now: Timestamp = Fixture.now) -> RunResult {
        let environment = [
            "XDG_CONFIG_HOME": focus.path, "XDG_DATA_HOME": focus.path + "/data",
            "XDG_DATA_DIRS": focus.path + "/shared", "HOME": "/nonexistent",
            "XDG_STATE_HOME": focus.path + "/state",
        ]
        return FocusCLITests.run(words, control, environment: environment, now: now)
    }

    /// Returns the commands that `undo` names for the last command, or nil.
    private func undo(now: Timestamp = Fixture.now) throws -> String? {
        let result = run(["undo"], now: now)
        #expect(result.code == .refused, "\(result)")
        let lines = result.errors.split(separator: "\n").filter { $0.contains("To take back “") }
        #expect(lines.count <= 1, "\(result.errors)")
        return lines.first?.split(separator: "”: ").last.map(String.init)
    }

    private func isOn(until: Timestamp? = nil, endsWithSession: Bool = false) {
        var status = Fixture.status
        status.activation?.until = until
        status.activation?.endsWithSession = endsWithSession
        control.answers["Status"] = [status.value]
    }

    private func turnOff() {
        #expect(run(["off"]).code == .done)
        control.answers["Status"] = [ServiceStatus().value]
    }

    private func isMuted(_ mutes: [(app: AppID, end: Agenda.End)]) {
        let values = mutes.map { app, end in
            let span = UserSpan(since: Fixture.now, end: end)
            return MuteWire(Mute(app, span: span, isNewApp: false), name: nil).value
        }
        control.answers["Mutes"] = [FieldsBuilder.list(values)]
    }

    @Test("a Focus that was on until the log-out is")
    func logout() throws {
        isOn(endsWithSession: true)
        turnOff()
        #expect(try undo() == "focus-switch on work --until-logout")
    }

    @Test(
        "a Focus that had an end has it again, to the second",
        arguments: [evening, evening.adding(5 * 24 * hour), Fixture.now.adding(hour)])
    func later(_ end: Timestamp) throws {
        isOn(until: end)
        turnOff()
        let command = try #require(try undo())
        #expect(command.hasPrefix("focus-switch on work --until '2026-11-2"))
        #expect(run(Array(try shellWords(command).dropFirst())).code == .done)
        let second = Int64(end.rawValue / 1_000 * 1_000)
        #expect(
            control.calls.contains(
                .init("ActivateWith", .string("work"), .vardict(["until": .int64(second)]))),
            "\(command)")
    }

    /// Reading, which was taken back, was on again at the end of Work.
    @Test("a Focus that another one replaced is on until its end, and then none is")
    func replaced() throws {
        try focus.write("reading", "[Focus]\nName=Reading\n")
        let work = FocusID("work")
        let late = Self.evening.adding(2 * Self.hour)
        var agenda = Agenda()
        agenda.turnOn(work, until: .at(Self.evening), at: Fixture.now)
        control.answer = { call in
            if call.member == "ActivateWith" {
                let focus = call.arguments.first == .string("work") ? work : FocusID("reading")
                let isLate = call.arguments.last == .vardict(["until": .int64(late.rawValue)])
                agenda.turnOn(focus, until: .at(isLate ? late : Self.evening), at: Fixture.now)
            } else if call.member == "Deactivate" {
                agenda.turnOff(at: Fixture.now)
            }
            guard call.member == "Status" else { return nil }
            var status = Fixture.status
            status.activation = agenda.outcome(at: Fixture.now, LocalTimeZone.utc).map {
                Activation(
                    focus: $0.focus, since: Fixture.now, cause: .manual, until: $0.until)
            }
            return .success([status.value])
        }
        #expect(run(["on", "reading", "--until", "2026-11-21 20:00"]).code == .done)
        #expect(agenda.outcome(at: Self.evening, LocalTimeZone.utc)?.focus != work)
        let commands = try #require(try undo())
        #expect(
            commands == "focus-switch off; focus-switch on work --until '2026-11-21 18:00'")
        for command in commands.split(separator: ";") {
            #expect(run(Array(try shellWords(String(command)).dropFirst())).code == .done)
        }
        #expect(agenda.outcome(at: Fixture.now, LocalTimeZone.utc)?.focus == work)
        let after = Self.evening.adding(60_000)
        #expect(agenda.outcome(at: after, LocalTimeZone.utc) == nil)
    }

    /// A trial with a newcomer: of two Focuses that `off` ended, the step brought back one.
    @Test(
        "the Focus below comes back as well",
        arguments: [["off"], ["on", "reading"], ["on", "reading", "--until", "2026-11-21 17:00"]])
    func below(_ words: [String]) throws {
        try focus.write("reading", "[Focus]\nName=Reading\n")
        let (work, quiet) = (FocusID("work"), FocusID.doNotDisturb)
        var agenda = Agenda()
        agenda.turnOn(work, until: .never, at: Fixture.now)
        agenda.turnOn(quiet, until: .at(Self.evening), at: Fixture.now)
        func activation(at time: Timestamp) -> Activation? {
            agenda.outcome(at: time, LocalTimeZone.utc).map {
                Activation(focus: $0.focus, since: Fixture.now, cause: .manual, until: $0.until)
            }
        }
        control.answer = { call in
            switch call.member {
            case "ActivateWith", "Activate":
                guard let name = call.arguments.first?.asString else { return nil }
                let until = [Self.evening, Self.evening.adding(-Self.hour)].first { end in
                    call.arguments.last == .vardict(["until": .int64(end.rawValue)])
                }
                agenda.turnOn(
                    FocusID(name), until: until.map(Agenda.End.at) ?? .never, at: Fixture.now)
                return .success([])
            case "Deactivate": agenda.turnOff(at: Fixture.now)
            case "Status":
                var status = Fixture.status
                status.activation = activation(at: Fixture.now)
                if let end = status.activation?.until, let next = activation(at: end) {
                    status.covered = UpcomingChange(.init(time: end, outcome: next), name: nil)
                }
                return .success([status.value])
            case "Upcoming":
                guard let end = activation(at: Fixture.now)?.until else { return nil }
                let next = UpcomingChange(.init(time: end, outcome: activation(at: end)), name: nil)
                return .success([FieldsBuilder.list([next.value])])
            default: break
            }
            return nil
        }
        #expect(run(words).code == .done)
        #expect(activation(at: Fixture.now)?.focus != quiet)
        let commands = try #require(try undo())
        #expect(
            commands
                == "focus-switch on work; focus-switch on do-not-disturb"
                + " --until '2026-11-21 18:00'")
        for command in commands.split(separator: ";") {
            #expect(run(Array(try shellWords(String(command)).dropFirst())).code == .done)
        }
        #expect(activation(at: Fixture.now)?.focus == quiet)
        #expect(activation(at: Self.evening.adding(60_000))?.focus == work)
    }

    @Test("a Focus that is on again needs no command, and is not turned off")
    func cameBack() throws {
        isOn(until: Self.evening)
        #expect(run(["on", "reading", "--for", "1h"]).code == .done)
        #expect(try undo() == nil)
    }

    @Test("an end that is over is not named, neither of a Focus nor of a mute")
    func over() throws {
        let later = Self.evening.adding(Self.hour)
        isOn(until: Self.evening)
        turnOff()
        #expect(try undo(now: later) == nil)
        isMuted([(Self.chat, .at(Self.evening))])
        #expect(run(["unmute", Self.chat.rawValue]).code == .done)
        isMuted([])
        #expect(try undo(now: later) == nil)
    }

    /// Nothing was said to be in force, and the app stayed muted.
    @Test("a mute that replaced one whose end is over is ended")
    func muteOverEnded() throws {
        isMuted([(Self.chat, .at(Self.evening))])
        #expect(run(["mute", Self.chat.rawValue]).code == .done)
        isMuted([(Self.chat, .never)])
        let later = Self.evening.adding(Self.hour)
        #expect(try undo(now: later) == "focus-switch unmute org.example.Chat")
    }

    @Test("a mute that is over by a command has its end again")
    func unmute() throws {
        for (end, option) in [
            (Agenda.End.never, ""), (.session("s"), " --until-logout"),
            (.at(Self.evening), " --until '2026-11-21 18:00'"),
        ] {
            isMuted([(Self.chat, end)])
            #expect(run(["unmute", Self.chat.rawValue]).code == .done)
            isMuted([])
            #expect(try undo() == "focus-switch mute org.example.Chat\(option)")
        }
    }

    /// A trial with a newcomer: the command was refused, since “work” is a Focus, too.
    @Test("apps whose ids mean something else are muted again, each by itself")
    func otherMeanings() throws {
        let apps = ["work", "Slack", "work Slack"].map { AppID($0) }
        isMuted([(apps[0], .never), (apps[1], .never)])
        #expect(run(["unmute", "work", "Slack"]).code == .done)
        isMuted([])
        #expect(try undo() == "focus-switch mute work Slack --yes")
        let again = run(["mute", "work", "Slack", "--yes"])
        #expect(again.code == .done, "\(again)")
        #expect(again.output.hasSuffix("To end that: focus-switch unmute work Slack\n"), "\(again)")
        // An app with both words as its name is another one.
        isMuted(apps.map { ($0, .never) })
        #expect(run(["unmute", "work", "Slack"]).code == .done)
        let ended = control.calls.filter { $0.member == "Unmute" }.suffix(2)
        #expect(ended.map(\.arguments) == [[.string("work")], [.string("Slack")]])
    }

    @Test("the mute of an app whose id looks like a web site needs no second answer")
    func siteLikeApp() throws {
        isMuted([(AppID("example.com"), .never)])
        #expect(run(["unmute", "example.com"]).code == .done)
        isMuted([])
        #expect(try undo() == "focus-switch mute example.com --yes")
    }

    /// “me” and “it” hardly name an app, so that `mute` asks.
    @Test(
        "the mute of an app whose id is a word for the user or for all is agreed to",
        arguments: ["me", "it", "popups"])
    func spokenIDs(_ id: String) throws {
        isMuted([(AppID(id), .never)])
        #expect(run(["unmute", id]).code == .done)
        isMuted([])
        #expect(try undo() == "focus-switch mute \(id) --yes")
        #expect(run(["mute", id]).code != .done)
        let again = run(["mute", id, "--yes"])
        #expect(again.code == .done, "\(again)")
    }

    @Test("mutes with several ends have a command for each end")
    func unmuteAll() throws {
        let other = AppID("-o")
        isMuted([(Self.chat, .never), (other, .at(Self.evening)), (Self.mail, .never)])
        #expect(run(["unmute", "--all"]).code == .done)
        isMuted([])
        let step = try undo()
        #expect(
            step == "focus-switch mute org.example.Chat org.example.Mail --yes;"
                + " focus-switch mute --until '2026-11-21 18:00' -- -o")
    }

    @Test("a mute that replaced another one is replaced by it")
    func muteOverMute() throws {
        isMuted([(Self.chat, .never)])
        #expect(run(["mute", Self.chat.rawValue, Self.mail.rawValue, "1h", "--yes"]).code == .done)
        let end = Agenda.End.after(Fixture.now.adding(Self.hour))
        isMuted([(Self.chat, end), (Self.mail, end)])
        #expect(
            try undo()
                == "focus-switch mute org.example.Chat; focus-switch unmute org.example.Mail")
        #expect(run(["missed", "mute", "12"]).code == .done)
        isMuted([(Self.chat, .never)])
        let command = try #require(try undo())
        #expect(command.hasPrefix("focus-switch mute org.example.Chat --until '2026-11-21 "))
    }

    private func isSnoozed(until end: Timestamp?) {
        var entry = Fixture.entry()
        entry.snoozedUntil = end
        control.answers["Entry"] = [entry.value]
        control.answers["Snoozed"] = [Fixture.list(end == nil ? [] : [entry])]
    }

    /// `missed deliver` was named, which shows what had been in the missed list.
    @Test("a snoozed notification is again where it was")
    func snooze() throws {
        isSnoozed(until: nil)
        #expect(run(["snooze", "12", "1h"]).code == .done)
        isSnoozed(until: Fixture.now.adding(Self.hour))
        #expect(try undo() == "focus-switch snooze --undo 12")
        // A new time replaces that of before, and has it back.
        isSnoozed(until: Self.evening)
        #expect(run(["snooze", "12", "1h"]).code == .done)
        isSnoozed(until: Fixture.now.adding(Self.hour))
        #expect(try undo() == "focus-switch snooze 12 --until '2026-11-21 18:00'")
        isSnoozed(until: Self.evening)
        #expect(run(["snooze", "--undo", "12"]).code == .done)
        isSnoozed(until: nil)
        #expect(try undo() == "focus-switch snooze 12 --until '2026-11-21 18:00'")
    }

    @Test("a notification that was dismissed since is not snoozed again")
    func snoozeOfDismissed() throws {
        isSnoozed(until: Self.evening)
        #expect(run(["snooze", "--undo", "12"]).code == .done)
        var entry = Fixture.entry(state: .dismissed)
        entry.record.ended = Fixture.now
        control.answers["Entry"] = [entry.value]
        control.answers["Snoozed"] = [Fixture.list([])]
        #expect(try undo() == nil)
    }

    @Test("a popup that was snoozed is shown again")
    func snoozedPopup() throws {
        control.answers["Entry"] = [Fixture.entry(verdict: .deliver, state: .shown).value]
        #expect(run(["snooze", "12", "1h"]).code == .done)
        isSnoozed(until: Fixture.now.adding(Self.hour))
        #expect(try undo() == "focus-switch missed deliver 12")
    }

    /// A trial with a newcomer: two lines named two commands of one text.
    @Test("two commands with one text have their times")
    func namesakes() throws {
        func isMuted(_ names: String...) {
            let mutes = names.map { name in
                let span = UserSpan(since: Fixture.now, end: .never)
                return MuteWire(Mute(AppID(name), span: span), name: nil).value
            }
            control.answers["Mutes"] = [FieldsBuilder.list(mutes)]
        }
        #expect(run(["mute", "org.a", "--yes"]).code == .done)
        isMuted("org.a")
        #expect(run(["unmute", "org.a"]).code == .done)
        isMuted()
        // The commands so far were given 20 minutes ago.
        let records = focus.path + "/state/focusd/undo"
        let files = FileManager.default
        for name in try files.contentsOfDirectory(atPath: records) where name.hasSuffix(".edit") {
            let path = "\(records)/\(name)"
            let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
            let time = "Time=\(Fixture.now.rawValue / 1_000 - 1_200)"
            try lines.map { $0.hasPrefix("Time=") ? time : String($0) }.joined(separator: "\n")
                .write(toFile: path, atomically: true, encoding: .utf8)
        }
        #expect(run(["mute", "org.b", "org.a", "--yes"]).code == .done)
        isMuted("org.a", "org.b")
        #expect(run(["unmute", "org.a"]).code == .done)
        isMuted("org.b")
        let errors = run(["undo"]).errors
        let line = "“focus-switch unmute org.a”: focus-switch mute org.a\n"
        #expect(errors.contains("\(line)  Time: 20 min ago\n"), "\(errors)")
        #expect(errors.split(separator: "\n").count { $0.hasPrefix("  Time: ") } == 2, "\(errors)")
    }
}
