// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// A Focus that is turned on and deleted, in the window of another Focus.
@Suite struct AgendaDeletionTests {
    private static let monday = "2026-11-23"
    private static let schedules: [String: [Schedule]] = [
        "work": [.at("20:00", "23:00")], "late": [.at("21:30", "22:00")],
    ]

    /// Returns a Monday evening in Work's window, with two more Focuses.
    private func diary() -> Diary {
        var diary = Diary(Self.schedules, at: Self.monday, "20:10")
        create(in: &diary)
        return diary
    }

    private func create(in diary: inout Diary) {
        diary.setSchedules(Self.schedules.merging(["j3": [], "j4": []]) { $1 })
    }

    private func delete(in diary: inout Diary) { diary.setSchedules(Self.schedules) }

    @Test func whatWasOffStaysOffWhenTheFocusAboveItIsDeleted() {
        var diary = diary()
        diary.off()
        diary.go(Self.monday, "20:20")
        diary.on("j3")
        diary.go(Self.monday, "20:30")
        #expect(diary.focus == "j3")
        delete(in: &diary)
        #expect(diary.focus == "", "Work stays off until its window ends")
        for (day, time, focus) in [
            (Self.monday, "21:30", "late"), (Self.monday, "22:00", ""),
            (Self.monday, "23:00", ""), ("2026-11-24", "20:00", "work"),
        ] {
            diary.go(day, time)
            #expect(diary.focus == focus, "\(day) \(time)")
        }
    }

    @Test func whatWasOffStaysOffAfterSeveralFocusesAndARestart() {
        var diary = diary()
        diary.off()
        diary.on("j3")
        diary.on("j4")
        diary.on("j3")
        #expect(diary.agenda.switches.map(\.focus) == [nil, FocusID("j3")])
        diary.agenda = Agenda(text: diary.agenda.text)
        delete(in: &diary)
        #expect(diary.focus == "")
    }

    @Test func whatWasOffStaysOffAfterATimedFocusInPlaceOfOneWithoutAnEnd() {
        var diary = diary()
        diary.off()
        diary.on("j3")
        diary.on("j3", minutes: 10)
        diary.go(Self.monday, "20:20")
        #expect(diary.focus == "")
    }

    @Test func scheduleThatBeganAfterTheOffComesBack() {
        var diary = diary()
        diary.off()
        diary.go(Self.monday, "21:40")
        diary.on("j3")
        delete(in: &diary)
        #expect(diary.focus == "late", "the user has not turned it off")
    }

    @Test func scheduleThatNobodyTurnedOffComesBack() {
        var diary = diary()
        diary.on("j3")
        delete(in: &diary)
        #expect(diary.focus == "work")
    }

    @Test func triggerThatBeganBeforeTheOffStaysOff() {
        var diary = diary()
        var film = Focus(id: FocusID("cinema"), name: "Cinema")
        film.triggers = [.app(AppID("org.example.Film"))]
        let other = Focus(id: FocusID("j3"), name: "J3")
        diary.agenda.setFocuses([film, other])
        diary.setActiveTriggers(film.triggers, of: .apps)
        diary.off()
        diary.on("j3")
        diary.agenda.setFocuses([film])
        #expect(diary.focus == "")
    }

    @Test func tooManySwitchesForgetNeitherTheOffNorTheFocusWithoutAnEnd() {
        var diary = diary()
        diary.off()
        diary.on("j3")
        for minutes in 1...Int64(Limits.switches) {
            diary.on("focus\(minutes)", minutes: 100 - minutes)
        }
        #expect(diary.agenda.switches.count == Limits.switches)
        #expect(diary.agenda.switches.prefix(2).map(\.focus) == [nil, FocusID("j3")])
    }
}
