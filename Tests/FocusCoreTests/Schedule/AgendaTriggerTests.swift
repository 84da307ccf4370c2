// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

/// Focuses with triggers.
@Suite struct AgendaTriggerTests {
    private static let day = "2026-11-23"
    private static let film = Trigger.app(AppID("org.example.Film"))
    private static let game = Trigger.app(AppID("org.example.Game"))

    /// A Monday with Work from nine to five. Cinema, Gaming and Presenting have triggers.
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
            focus.triggerGrace = 0
            return focus
        }
    }

    @Test func triggerTurnsItsFocusOnAndItsEndRestoresTheFormerOne() {
        var diary = Self.diary(at: "8:00")
        diary.on("reading")
        diary.setActiveTriggers([Self.film], of: .apps)
        #expect(
            diary.agenda.outcome(at: diary.now, diary.zone)
                == .init(
                    focus: FocusID("cinema"), since: diary.now, cause: .trigger,
                    trigger: Self.film))
        diary.setActiveTriggers([], of: .apps)
        #expect(diary.focus == "reading")
    }

    @Test func ofSeveralTriggersTheLastToBeginDecides() {
        var diary = Self.diary(at: "8:00")
        diary.setActiveTriggers([Self.film], of: .apps)
        diary.setActiveTriggers([.screenShared], of: .media)
        #expect(diary.focus == "presenting")
        diary.setActiveTriggers([Self.film, Self.game], of: .apps)
        #expect(diary.focus == "gaming")
        diary.setActiveTriggers([Self.game], of: .apps)
        #expect(diary.focus == "gaming", "its end changes nothing while gaming is on")
        diary.setActiveTriggers([], of: .apps)
        #expect(diary.focus == "presenting")
        diary.setActiveTriggers([], of: .media)
        #expect(diary.focus == "")
    }

    @Test func focusWithTwoTriggersIsOnUntilBothHaveEnded() {
        var diary = Self.diary(at: "8:00")
        diary.setActiveTriggers([Self.game], of: .apps)
        diary.setActiveTriggers([.fullScreen], of: .fullScreen)
        diary.setActiveTriggers([], of: .apps)
        #expect(diary.focus == "gaming")
        diary.setActiveTriggers([], of: .fullScreen)
        #expect(diary.focus == "")
    }

    @Test func firstFocusByIDWinsASharedTrigger() {
        var diary = Diary([:], at: Self.day, "8:00")
        diary.agenda.setFocuses(Self.focuses(["b": [Self.film], "a": [Self.film], "c": []]))
        diary.setActiveTriggers([Self.film], of: .apps)
        #expect(diary.focus == "a")
        diary.agenda.setFocuses(Self.focuses(["b": [Self.film], "a": []]))
        #expect(diary.focus == "b", "the film still runs")
        diary.agenda.setFocuses(Self.focuses(["b": [], "a": []]))
        #expect(diary.focus == "")
    }

    @Test func scheduleThatBeginsMeanwhileWaitsForTheTriggersEnd() {
        var diary = Self.diary(at: "8:59")
        diary.setActiveTriggers([.screenShared], of: .media)
        diary.go(Self.day, "9:00")
        #expect(diary.focus == "presenting")
        #expect(diary.upcoming() == [], "nothing changes by itself while the trigger is active")
        diary.setActiveTriggers([], of: .media)
        #expect(diary.focus == "work")
    }

    @Test func focusTurnedOffStaysOffUntilItsTriggerBeginsAgain() {
        var diary = Self.diary(at: "10:00")
        diary.setActiveTriggers([Self.film], of: .apps)
        diary.off()
        #expect(diary.focus == "")
        diary.setActiveTriggers([Self.film], of: .apps)
        #expect(diary.focus == "", "reported again; it has not begun again")
        diary.setActiveTriggers([Self.film, Self.game], of: .apps)
        #expect(diary.focus == "gaming", "another begins later")
        diary.setActiveTriggers([Self.film], of: .apps)
        #expect(diary.focus == "")
        diary.setActiveTriggers([], of: .apps)
        diary.setActiveTriggers([Self.film], of: .apps)
        #expect(diary.focus == "cinema")
    }

    @Test func focusTurnedOnByHandIsNotDisplacedByATriggerThatBeganEarlier() {
        var diary = Self.diary(at: "18:00")
        diary.setActiveTriggers([Self.film], of: .apps)
        diary.on("reading")
        #expect(diary.focus == "reading")
        // The film is not media's: ignored.
        diary.setActiveTriggers([.screenShared, Self.film], of: .media)
        #expect(diary.focus == "presenting")
        diary.setActiveTriggers([], of: .media)
        #expect(diary.focus == "reading")
    }

    @Test func triggerComesBackAfterATimedFocusOverIt() {
        var diary = Self.diary(at: "18:00")
        diary.on("reading", minutes: 90)
        diary.setActiveTriggers([Self.film], of: .apps)
        diary.on("work", minutes: 30)
        #expect(diary.focus == "work")
        #expect(diary.upcoming(1).first?.hasSuffix(": cinema") == true)
        diary.go(Self.day, "18:30")
        #expect(diary.focus == "cinema")
        diary.go(Self.day, "19:30")
        #expect(diary.focus == "cinema", "the earlier switch ended meanwhile")
        diary.setActiveTriggers([], of: .apps)
        #expect(diary.focus == "")
    }

    @Test func restartKeepsActiveTriggersAndLaterSwitches() {
        var diary = Self.diary(at: "18:00")
        diary.on("reading", minutes: 60)
        diary.setActiveTriggers([Self.film], of: .apps)
        diary.setActiveTriggers([.screenShared], of: .media)
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
        #expect(same.focus == "presenting", "until each source has reported")
        same.setActiveTriggers([], of: .media)
        same.setActiveTriggers([Self.film], of: .apps)
        #expect(same.focus == "cinema")
        same.off()
        same.agenda = Agenda(text: same.agenda.text)
        same.agenda.enter(session: "s")
        same.agenda.setFocuses(focuses)
        same.setActiveTriggers([Self.film], of: .apps)
        #expect(same.focus == "", "off outlives the restart")
        #expect(restarted("another").focus == "reading", "with the session all apps have ended")
    }

    @Test func clockThatIsSetEndsNoTrigger() {
        var diary = Self.diary(at: "18:00")
        diary.on("reading", minutes: 60)
        diary.setActiveTriggers([Self.film], of: .apps)
        diary.agenda.clockWasSet(by: -8 * 3_600_000)
        diary.go(Self.day, "10:00")
        #expect(diary.focus == "cinema")
        diary.go("2026-11-20", "10:00")
        #expect(diary.focus == "cinema")
    }

    @Test func reportOfAnotherSourceOrUnusedTriggerIsIgnored() {
        var diary = Self.diary(at: "8:00")
        diary.setActiveTriggers([.fullScreen, .app(AppID("org.example.Other"))], of: .apps)
        #expect(diary.focus == "")
        diary.setActiveTriggers([.fullScreen], of: .fullScreen)
        diary.setActiveTriggers([], of: .apps)
        #expect(diary.focus == "gaming")
        #expect(
            diary.agenda.triggers == [Self.film, Self.game, .fullScreen, .screenShared])
    }

    @Test(arguments: ["while", "while ", "while app:", "while x", "session", "while app"])
    func linesThatMakeNoSenseAreLeftOut(_ line: String) {
        var agenda = Agenda(text: "session s\n\(line)\nwhile app:a b\noff 1")
        agenda.enter(session: "s")
        #expect(agenda.switches.count == 1)
        // A session without a name is another one than s, and its triggers have ended.
        #expect(agenda.text.contains("while app:a b") != (line == "session"))
    }

    /// A connection that breaks for a moment, a video that pauses: neither switches twice.
    @Test func triggerLastsForAGraceAfterItsState() {
        var diary = Self.diary(at: "10:00")
        var call = Focus(id: FocusID("call"), name: "Call")
        call.triggers = [.microphone, .network("Home")]
        diary.agenda.setFocuses([call])
        diary.setActiveTriggers([.microphone], of: .media)
        diary.setActiveTriggers([], of: .media)
        #expect(diary.focus == "call")
        let end = diary.now.adding(Focus.defaultTriggerGrace)
        #expect(diary.agenda.nextChange(after: diary.now, diary.zone) == end)
        diary.now = diary.now.adding(Focus.defaultTriggerGrace - 1)
        diary.setActiveTriggers([.microphone], of: .media)
        diary.now = diary.now.adding(3_600_000)
        #expect(diary.focus == "call", "it came back in time")
        diary.setActiveTriggers([], of: .media)
        diary.go(to: diary.now.adding(Focus.defaultTriggerGrace - 1))
        #expect(diary.focus == "call")
        diary.go(to: diary.now.adding(1))
        #expect(diary.focus == "")
        #expect(diary.agenda.nextChange(after: diary.now, diary.zone) == nil)
    }

    @Test func graceKeepsItsLengthWhenTheClockIsSet() {
        var diary = Self.diary(at: "10:00")
        var call = Focus(id: FocusID("call"), name: "Call")
        call.triggers = [.vpn]
        call.triggerGrace = 60_000
        diary.agenda.setFocuses([call])
        diary.setActiveTriggers([.vpn], of: .networks)
        diary.setActiveTriggers([], of: .networks)
        diary.agenda.clockWasSet(by: 3_600_000)
        diary.go(to: diary.now.adding(3_600_000 + 59_999))
        #expect(diary.focus == "call")
        diary.go(to: diary.now.adding(1))
        #expect(diary.focus == "")
    }

    @Test func turnedOffInTheGraceItStaysOffUntilTheTriggerBeginsAgain() {
        var diary = Self.diary(at: "10:00")
        var call = Focus(id: FocusID("call"), name: "Call")
        call.triggers = [.camera]
        diary.agenda.setFocuses([call])
        diary.setActiveTriggers([.camera], of: .media)
        diary.setActiveTriggers([], of: .media)
        diary.off()
        diary.setActiveTriggers([.camera], of: .media)
        #expect(diary.focus == "")
        diary.setActiveTriggers([], of: .media)
        diary.go(to: diary.now.adding(Focus.defaultTriggerGrace))
        diary.setActiveTriggers([.camera], of: .media)
        #expect(diary.focus == "call")
    }

    @Test(arguments: [
        "app", "network", "network:", "hold:x y", "hold:1", "locked:now", "microphone:1", "", ":",
    ])
    func textThatIsNoTriggerIsRefused(_ text: String) {
        #expect(Trigger(text: text) == nil)
    }

    @Test func everyKindHasWordsAndAForm() {
        for kind in Trigger.Kind.allCases {
            #expect(kind.form.hasPrefix(kind.rawValue))
            // A calendar's words are "during the events".
            #expect(kind.words("Office").contains("while") || kind == .calendar)
            if let trigger = Trigger(kind) { #expect(trigger.kind == kind) }
        }
    }

    @Test(
        arguments: [
            .app(AppID("org.example.App:1")), .calendar("Work; Home: 1"), .network("Café 5G"),
            .hold(id: 7, reason: "make: all"),
        ] + Trigger.Kind.allCases.compactMap(Trigger.init(_:)))
    func triggerIsReadBackFromItsText(_ trigger: Trigger) {
        #expect(Trigger(text: trigger.text) == trigger)
    }
}
