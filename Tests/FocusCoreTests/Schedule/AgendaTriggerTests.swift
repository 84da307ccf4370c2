// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// Focuses with triggers.
@Suite struct AgendaTriggerTests {
    private static let day = "2026-11-23"
    private static let film = Trigger.app(AppID("org.example.Film"))
    private static let game = Trigger.app(AppID("org.example.Game"))

    /// A Monday with Work from nine to five.
    private static func diary(at time: String) -> Diary {
        var diary = Diary([:], at: day, time)
        var work = Focus(id: FocusID("work"), name: "Work")
        work.schedules = [.at("9:00", "17:00")]
        diary.agenda.setFocuses(
            [work]
                + focuses([
                    "cinema": [film], "gaming": [game, .fullScreen], "presenting": [.screenShared],
                    "reading": [],
                ]))
        diary.agenda.enter(session: "s")
        return diary
    }

    private static func focuses(_ triggers: [String: Set<Trigger>]) -> [Focus] {
        triggers.map { id, triggers in
            var focus = Focus(id: FocusID(id), name: id)
            focus.triggers = triggers
            return focus
        }
    }

    @Test func focusIsOnWhileItsTriggerHoldsAndThenWhatWasBefore() {
        var diary = Self.diary(at: "8:00")
        diary.on("reading")
        diary.agenda.see([Self.film], of: .apps)
        #expect(
            diary.agenda.outcome(at: diary.now, diary.zone)
                == .init(focus: FocusID("cinema"), cause: .trigger, trigger: Self.film))
        diary.agenda.see([], of: .apps)
        #expect(diary.focus == "reading")
    }

    @Test func ofSeveralTheLastBegunIsOnAndEachEndsByItself() {
        var diary = Self.diary(at: "8:00")
        diary.agenda.see([Self.film], of: .apps)
        diary.agenda.see([.screenShared], of: .screenShared)
        #expect(diary.focus == "presenting")
        diary.agenda.see([Self.film, Self.game], of: .apps)
        #expect(diary.focus == "gaming")
        diary.agenda.see([Self.game], of: .apps)
        #expect(diary.focus == "gaming", "the film ended unseen")
        diary.agenda.see([], of: .apps)
        #expect(diary.focus == "presenting")
        diary.agenda.see([], of: .screenShared)
        #expect(diary.focus == "")
    }

    @Test func focusWithTwoTriggersIsOnUntilBothHaveEnded() {
        var diary = Self.diary(at: "8:00")
        diary.agenda.see([Self.game], of: .apps)
        diary.agenda.see([.fullScreen], of: .fullScreen)
        diary.agenda.see([], of: .apps)
        #expect(diary.focus == "gaming")
        diary.agenda.see([], of: .fullScreen)
        #expect(diary.focus == "")
    }

    @Test func ofFocusesWithTheSameTriggerTheFirstByIDIsOn() {
        var diary = Diary([:], at: Self.day, "8:00")
        diary.agenda.setFocuses(Self.focuses(["b": [Self.film], "a": [Self.film], "c": []]))
        diary.agenda.see([Self.film], of: .apps)
        #expect(diary.focus == "a")
        diary.agenda.setFocuses(Self.focuses(["b": [Self.film], "a": []]))
        #expect(diary.focus == "b", "it still runs")
        diary.agenda.setFocuses(Self.focuses(["b": [], "a": []]))
        #expect(diary.focus == "")
    }

    @Test func scheduleThatBeginsMeanwhileWaitsForTheTriggersEnd() {
        var diary = Self.diary(at: "8:59")
        diary.agenda.see([.screenShared], of: .screenShared)
        diary.go(Self.day, "9:00")
        #expect(diary.focus == "presenting")
        #expect(diary.upcoming() == [], "nothing changes by itself while it holds")
        diary.agenda.see([], of: .screenShared)
        #expect(diary.focus == "work")
    }

    @Test func turnedOffItStaysOffUntilTheTriggerBeginsAgain() {
        var diary = Self.diary(at: "10:00")
        diary.agenda.see([Self.film], of: .apps)
        diary.off()
        #expect(diary.focus == "")
        diary.agenda.see([Self.film], of: .apps)
        #expect(diary.focus == "", "seen once more, it has not begun")
        diary.agenda.see([Self.film, Self.game], of: .apps)
        #expect(diary.focus == "gaming", "another begins later")
        diary.agenda.see([Self.film], of: .apps)
        #expect(diary.focus == "")
        diary.agenda.see([], of: .apps)
        diary.agenda.see([Self.film], of: .apps)
        #expect(diary.focus == "cinema")
    }

    @Test func focusTurnedOnByHandIsNotDisplacedByATriggerThatHeldBefore() {
        var diary = Self.diary(at: "18:00")
        diary.agenda.see([Self.film], of: .apps)
        diary.on("reading")
        #expect(diary.focus == "reading")
        diary.agenda.see([.screenShared, Self.film], of: .screenShared)
        #expect(diary.focus == "presenting")
        diary.agenda.see([], of: .screenShared)
        #expect(diary.focus == "reading")
    }

    @Test func triggerComesBackAfterATimedFocusOverIt() {
        var diary = Self.diary(at: "18:00")
        diary.on("reading", minutes: 90)
        diary.agenda.see([Self.film], of: .apps)
        diary.on("work", minutes: 30)
        #expect(diary.focus == "work")
        #expect(diary.upcoming(1).first?.hasSuffix(": cinema") == true)
        diary.go(Self.day, "18:30")
        #expect(diary.focus == "cinema")
        diary.go(Self.day, "19:30")
        #expect(diary.focus == "cinema", "what lay beneath ends unseen")
        diary.agenda.see([], of: .apps)
        #expect(diary.focus == "")
    }

    @Test func restartFindsWhatHeldAndWhatWasDoneSince() {
        var diary = Self.diary(at: "18:00")
        diary.on("reading", minutes: 60)
        diary.agenda.see([Self.film], of: .apps)
        diary.agenda.see([.screenShared], of: .screenShared)
        let text = diary.agenda.text
        let focuses = Self.focuses(["cinema": [Self.film], "presenting": [.screenShared]])
        func restarted(_ session: String) -> Diary {
            var diary = diary
            diary.agenda = Agenda(text: text)
            diary.agenda.enter(session: session)
            diary.agenda.setFocuses(
                focuses + [Focus(id: FocusID("reading"), name: "Reading")])
            return diary
        }
        var same = restarted("s")
        #expect(same.agenda.text == text)
        #expect(same.focus == "presenting", "until the sources have looked")
        same.agenda.see([], of: .screenShared)
        same.agenda.see([Self.film], of: .apps)
        #expect(same.focus == "cinema")
        same.off()
        same.agenda = Agenda(text: same.agenda.text)
        same.agenda.enter(session: "s")
        same.agenda.setFocuses(focuses)
        same.agenda.see([Self.film], of: .apps)
        #expect(same.focus == "", "off outlives the restart")
        #expect(restarted("another").focus == "reading", "with the session all apps have ended")
    }

    @Test func clockThatIsSetEndsNoTrigger() {
        var diary = Self.diary(at: "18:00")
        diary.on("reading", minutes: 60)
        diary.agenda.see([Self.film], of: .apps)
        diary.agenda.clockWasSet(by: -8 * 3_600_000)
        diary.go(Self.day, "10:00")
        #expect(diary.focus == "cinema")
        diary.go("2026-11-20", "10:00")
        #expect(diary.focus == "cinema")
    }

    @Test func sourceTellsOnlyOfItsOwnAndOfWhatIsAskedFor() {
        var diary = Self.diary(at: "8:00")
        diary.agenda.see([.fullScreen, .app(AppID("org.example.Other"))], of: .apps)
        #expect(diary.focus == "")
        diary.agenda.see([.fullScreen], of: .fullScreen)
        diary.agenda.see([], of: .apps)
        #expect(diary.focus == "gaming")
        #expect(
            diary.agenda.triggers == [Self.film, Self.game, .fullScreen, .screenShared])
    }

    @Test(arguments: ["while", "while ", "while app:", "while x", "session", "while app"])
    func linesThatMakeNoSenseAreLeftOut(_ line: String) {
        var agenda = Agenda(text: "session s\n\(line)\nwhile app:a b\noff 1")
        agenda.enter(session: "s")
        #expect(agenda.switches.count == 1)
        #expect(agenda.text.contains("while app:a b") != (line == "session"))
    }

    @Test(arguments: [Trigger.screenShared, .fullScreen, .app(AppID("org.example.App:1"))])
    func wordIsReadBack(_ trigger: Trigger) {
        #expect(Trigger(text: trigger.text) == trigger)
    }
}
