// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

/// Programs that the user installs while focusd runs.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct LateProgramTests {
    private let folder: String

    init() throws {
        let path = FileManager.default.temporaryDirectory
            .appendingPathComponent("late-program-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
        folder = path.path
    }

    private func install(_ name: String, _ script: String) async throws {
        try await Programs.make("#!/bin/sh\n\(script)\n", at: "\(folder)/\(name)")
    }

    /// Installs a program that was made under another name, without a turn of the loop.
    private func rename(_ name: String, to new: String) throws {
        try FileManager.default.moveItem(
            atPath: "\(folder)/\(name)", toPath: "\(folder)/\(new)")
    }

    private func watch(_ source: any TriggerSource) -> TriggerWatch {
        TriggerWatch([source], log: Log())
    }

    @Test func calendarsAreReadOnceTheirProgramIsInstalled() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = "\(folder)/focus-calendar"
        try await install(
            "later", #"echo '{"busy":["Work"],"calendars":["Work"]}'; exec tail -f /dev/null"#)
        let source = CalendarSource(
            sessionBus: "", path: { ProgramFile.isExecutable(program) ? program : nil },
            settings: { CalendarSettings(folder: "/nonexistent") })
        let watch = watch(source)
        defer { watch.stop() }
        watch.follow([.calendar("Work")])
        #expect(watch.problems.map(\.remedy) == ["install focusd-calendar"])
        try rename("later", to: "focus-calendar")
        let present = Recorder<Set<Trigger>>()
        watch.onChange = { triggers, _ in present.record(triggers) }
        let settled = Recorder<Bool>()
        watch.whenSettled { settled.record(true) }
        _ = try await settled.next()
        #expect(watch.problems.isEmpty, "\(watch.problems)")
        #expect(try await present.next() == [.calendar("Work")])
    }

    /// A focusd that the bus starts before the display never saw a window.
    @Test func aDisplayMayAppearLater() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await install(
            "xprop", #"echo '_NET_SUPPORTED(ATOM) = _NET_ACTIVE_WINDOW'; exec tail -f /dev/null"#)
        let source = FullScreenSource { [folder] in
            let hasDisplay = FileManager.default.fileExists(atPath: "\(folder)/display")
            return hasDisplay ? X11WindowWatch(command: ["\(folder)/xprop"]) : nil
        }
        let watch = watch(source)
        defer { watch.stop() }
        watch.follow([.fullScreen])
        #expect(watch.problems.count == 1)
        try Data().write(to: URL(fileURLWithPath: "\(folder)/display"))
        watch.retry()
        let settled = Recorder<Bool>()
        watch.whenSettled { settled.record(true) }
        _ = try await settled.next()
        #expect(watch.problems.isEmpty, "\(watch.problems)")
    }

    @Test func otherCalendarsAreReadOnceTheirSettingsChange() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = "\(folder)/focus-calendar"
        try await install(
            "focus-calendar",
            #"echo "{\"busy\":[\"$1\"],\"calendars\":[\"$1\"]}"; exec tail -f /dev/null"#)
        var settings = CalendarSettings(folder: "/first")
        let source = CalendarSource(
            sessionBus: "", path: { program }, settings: { settings })
        let watch = watch(source)
        defer { watch.stop() }
        let present = Recorder<Set<Trigger>>()
        watch.onChange = { triggers, _ in present.record(triggers) }
        let triggers: Set<Trigger> = [
            .calendar("--folder=/first"), .calendar("--folder=/second"),
        ]
        watch.follow(triggers)
        #expect(try await present.next() == [.calendar("--folder=/first")])
        settings.folder = "/second"
        watch.settingsChanged()
        watch.follow(triggers)
        #expect(try await present.next() == [.calendar("--folder=/second")])
        // The same settings start no other program.
        watch.settingsChanged()
        #expect(present.pending.isEmpty && watch.problems.count == 1)
    }

    /// A trial with a newcomer: for a file without a permission, doctor led to another calendar.
    @Test func theOnlyCalendarThatCannotBeReadIsTheProblem() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = "\(folder)/focus-calendar"
        let line = #"{"busy":[],"calendars":[],"problems":["a"]}"#
        try await install("focus-calendar", "echo '\(line)'; exec tail -f /dev/null")
        let source = CalendarSource(
            sessionBus: "", path: { program }, settings: { CalendarSettings(folder: "/calendars") })
        let watch = watch(source)
        defer { watch.stop() }
        watch.follow([.calendar("Work")])
        let settled = Recorder<Bool>()
        watch.whenSettled { settled.record(true) }
        _ = try await settled.next()
        let problem = try #require(watch.problems.first)
        #expect(problem.detail.hasSuffix(": no calendar can be read: a"))
        #expect(problem.remedy.hasPrefix("let the calendar be read"))
        let findings = Recorder<KindFinding?>()
        source.survey { findings.record($0[.calendar]) }
        #expect(try await findings.next() == KindFinding.missing("no calendar can be read: a"))
    }

    /// A trial with a newcomer: next to `chmod`, doctor led to another calendar.
    @Test func aCalendarThatCannotBeReadHasOneStep() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = "\(folder)/focus-calendar"
        let reason = "/f/a.ics cannot be read: Permission denied"
        let step = "chmod u+r /f/a.ics"
        let line =
            #"{"busy":[],"calendars":["Home"],"problems":["\#(reason)"],"steps":["\#(step)"]}"#
        try await install("focus-calendar", "echo '\(line)'; exec tail -f /dev/null")
        let source = CalendarSource(
            sessionBus: "", path: { program },
            settings: { CalendarSettings(folder: "/calendars") })
        let watch = watch(source)
        defer { watch.stop() }
        watch.follow([.calendar("Holidays")])
        let settled = Recorder<Bool>()
        watch.whenSettled { settled.record(true) }
        _ = try await settled.next()
        let found = try #require(watch.problems.first)
        #expect(found.detail.hasSuffix("there are: Home; \(reason)"), "\(found.detail)")
        #expect(found.remedy == step)
    }

    @Test func calendarsThatCannotBeReadAreProblems() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = "\(folder)/focus-calendar"
        let line = #"{"busy":[],"calendars":["Work"],"problems":["a","b","c","d"]}"#
        try await install("focus-calendar", "echo '\(line)'; exec tail -f /dev/null")
        let source = CalendarSource(
            sessionBus: "", path: { program },
            settings: { CalendarSettings(folder: "/nonexistent", isDefaultFolder: true) })
        let watch = watch(source)
        defer { watch.stop() }
        watch.follow([.calendar("Work"), .calendar("Home")])
        let settled = Recorder<Bool>()
        watch.whenSettled { settled.record(true) }
        _ = try await settled.next()
        let text = "a; b; c; and 1 more"
        #expect(
            watch.problems.map(\.detail) == [
                "focusd cannot see the events of “calendar:Home”: there is no such calendar; there"
                    + " are: Work; \(text)",
                "focusd may miss events of “calendar:Work”: \(text)",
            ])
    }

    /// A trial with a newcomer: the calendars could be detected until the first trigger for them.
    @Test func calendarsThatWereNotReadAreNotPromised() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = "\(folder)/focus-calendar"
        try await install(
            "focus-calendar", #"echo '{"busy":[],"calendars":[]}'; exec tail -f /dev/null"#)
        let source = CalendarSource(
            sessionBus: "", path: { program }, settings: { CalendarSettings(folder: "/calendars") })
        let watch = watch(source)
        defer { watch.stop() }
        let findings = Recorder<KindFinding?>()
        source.survey { findings.record($0[.calendar]) }
        let before = try #require(try await findings.next())
        let reason = before.reason ?? ""
        #expect(before.isAvailable && reason.hasSuffix("/calendars, if there are any"), "\(reason)")
        let settled = Recorder<Bool>()
        watch.follow([.calendar("")])
        watch.whenSettled { settled.record(true) }
        _ = try await settled.next()
        source.survey { findings.record($0[.calendar]) }
        #expect(try await findings.next() == KindFinding.missing("there are no calendars"))
    }

    /// A trial with a newcomer: `calendar:team` was no calendar, next to one named Team.
    @Test func aCalendarIsMeantInAnyLetterCaseAndTheNearestOneIsNamed() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let program = "\(folder)/focus-calendar"
        let line = #"{"busy":["Team"],"calendars":["Personal","Team"],"problems":[]}"#
        try await install("focus-calendar", "echo '\(line)'; exec tail -f /dev/null")
        let source = CalendarSource(
            sessionBus: "", path: { program },
            settings: { CalendarSettings(folder: "/nonexistent", isDefaultFolder: true) })
        let watch = watch(source)
        defer { watch.stop() }
        let present = Recorder<Set<Trigger>>()
        watch.onChange = { triggers, _ in present.record(triggers) }
        watch.follow([.calendar("team"), .calendar("tem"), .calendar("personal")])
        #expect(try await present.next() == [.calendar("team")])
        #expect(
            watch.problems.map(\.detail) == [
                "focusd cannot see the events of “calendar:tem”: there is no such calendar; there"
                    + " are: Personal, Team; did you mean “Team”?"
            ])
        #expect(watch.problems.map(\.remedy) == ["name the trigger calendar:Team"])
    }

    @Test func aMissingProgramIsStartedBeforeItsPauseEnds() async throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await install(
            "later",
            #"echo '_NET_SUPPORTED(ATOM) = _NET_ACTIVE_WINDOW'; exec tail -f /dev/null"#)
        let source = FullScreenSource { X11WindowWatch(command: ["\(folder)/xprop"]) }
        let watch = watch(source)
        defer { watch.stop() }
        // Each failed start doubles the pause: after nine of them it is 30 s.
        watch.follow([.fullScreen])
        for _ in 0..<9 { watch.whenSettled {} }
        #expect(watch.problems.count == 1)
        try rename("later", to: "xprop")
        let settled = Recorder<Bool>()
        watch.whenSettled { settled.record(true) }
        _ = try await settled.next()
        #expect(watch.problems.isEmpty, "\(watch.problems)")
    }
}
