// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@Suite struct AgendaForecastTests {
    private let monday = "2026-11-23"

    /// Issue 17: `status` named the end of the current window, though another schedule of the Focus
    /// continues, and the end of a Focus that another one replaces before.
    @Test func endIsTheTimeOfTheNextChange() {
        let schedules: [String: [Schedule]] = [
            "work": [.at("8:00", "10:00"), .at("10:00", "12:00"), .at("11:00", "13:00")],
            "lunch": [.at("12:30", "13:30")],
        ]
        var diary = Diary(schedules, at: monday, "9:00")
        func end(_ diary: Diary) -> Timestamp? {
            diary.agenda.lastingOutcome(at: diary.now, diary.zone)?.until
        }
        #expect(end(diary) == diary.zone.at(monday, "12:30"))
        diary.go(monday, "12:45")
        #expect(diary.focus == "lunch")
        #expect(end(diary) == diary.zone.at(monday, "13:30"))
        let always = Diary(["a": [.at("8:00", "8:00")]], at: monday, "9:10")
        let outcome = always.agenda.lastingOutcome(at: always.now, always.zone)
        #expect(outcome?.focus.rawValue == "a" && outcome?.until == nil)
    }

    /// Issue 17: “09:00 Work begins, until 17:30”, and then “18:00 Work ends”.
    @Test func forecastEndsAgreeWithTheChangesAfterThem() {
        let schedules: [String: [Schedule]] = [
            "work": [.at("9:00", "17:30"), .at("17:00", "18:00"), .at("8:00", "17:45")],
            "lunch": [.at("12:00", "13:00")],
        ]
        let diary = Diary(schedules, at: monday, "7:00")
        for limit in 1...6 {
            let changes = diary.agenda.forecast(from: diary.now, limit: limit + 1, diary.zone)
            for (change, next) in zip(changes, changes.dropFirst()) {
                let until = change.outcome?.until
                #expect(until == (change.outcome == nil ? nil : next.time))
            }
            let shorter = diary.agenda.forecast(from: diary.now, limit: limit, diary.zone)
            #expect(shorter == Array(changes.dropLast()), "the last one's end counts as well")
        }
        // A Focus without a gap has no end.
        let always = Diary(
            ["a": [.at("8:00", "8:00")], "b": [.at("9:00", "9:30", [.monday])]],
            at: monday, "9:10")
        let change = always.agenda.forecast(from: always.now, limit: 1, always.zone).first
        #expect(change?.outcome?.focus.rawValue == "a")
    }

    @Test func aFocusWithAnEndCoversWhatWasOnBefore() {
        let schedules: [String: [Schedule]] = [
            "study": [], "dnd": [], "reading": [.at("22:00", "23:00")],
            "work": [.at("9:00", "17:00")],
        ]
        func covered(_ diary: Diary) -> Agenda.Change? {
            diary.agenda.covered(at: diary.now, diary.zone)
        }
        var diary = Diary(schedules, at: monday, "21:30")
        diary.on("study")
        #expect(covered(diary) == nil, "it has no end")
        diary.on("dnd", minutes: 60)
        let study = Activation(focus: FocusID("study"), since: diary.now, cause: .manual)
        #expect(covered(diary) == .init(time: diary.zone.at(monday, "22:30"), outcome: study))
        // Reading begins before that end, and does not cover Do Not Disturb.
        #expect(diary.upcoming(1).first?.hasSuffix(": reading") == true)
        diary.go(monday, "22:00")
        #expect(diary.focus == "reading")
        #expect(covered(diary) == nil)

        diary = Diary(schedules, at: monday, "16:30")
        diary.on("dnd", minutes: 20)
        #expect(covered(diary)?.outcome?.schedule == "9:00-17:00")
        diary.on("study", minutes: 60)
        #expect(covered(diary) == nil, "Do Not Disturb and Work end before")
        diary.off()
        #expect(covered(diary) == nil)
    }

    /// Issue 17: `off` of a Focus that a command holds on also ended the one below, without a word.
    @Test func aHoldAndAFocusUntilLogoutCoverWhatWasOnBefore() throws {
        var diary = Diary(["study": [], "dnd": [], "call": []], at: monday, "21:30")
        func covered(_ diary: Diary) -> Agenda.Change? {
            diary.agenda.covered(at: diary.now, diary.zone)
        }
        let peer = PeerName(rawValue: ":1.1")
        let study = Activation(focus: FocusID("study"), since: diary.now, cause: .manual)
        diary.on("study")
        _ = try diary.agenda.hold(FocusID("call"), reason: "a", by: peer, at: diary.now)
        #expect(diary.focus == "call")
        #expect(covered(diary) == .init(time: diary.now, outcome: study))
        _ = try diary.agenda.hold(FocusID("dnd"), reason: "b", by: peer, at: diary.now)
        #expect(covered(diary)?.outcome?.focus == FocusID("call"))
        #expect(covered(diary)?.outcome?.cause == .trigger)
        // Turning off ends all of them.
        diary.off()
        #expect(diary.focus.isEmpty && covered(diary) == nil)

        diary.agenda.enter(session: "1")
        diary.on("study")
        diary.on("dnd", .session("1"))
        #expect(covered(diary) == .init(time: diary.now, outcome: study))
    }
}
