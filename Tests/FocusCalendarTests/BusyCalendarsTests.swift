// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc
import ICal
import TestSupport
import Testing

@testable import FocusCalendar

/// The lines of focus-calendar, from folders of real files.
@Suite @LoopActor struct BusyCalendarsTests {
    private static func write(_ text: String, _ path: String) {
        let descriptor = unsafe open(path + ".new", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
        let bytes = Array(text.utf8)
        _ = unsafe Glibc.write(descriptor, bytes, bytes.count)
        close(descriptor)
        _ = unsafe rename(path + ".new", path)
    }

    private static func calendars(_ folder: String, _ lines: Recorder<String>) throws
        -> BusyCalendars
    {
        let values = try Options.parser.parseOptions(["--folder=\(folder)"])
        return try BusyCalendars(Options(values)) { lines.record($0) }
    }

    @Test func lineFollowsEachChangeOfTheFolder() async throws {
        let folder = try makeTemporaryDirectory("calendars")
        let lines = Recorder<String>()
        let calendars = try Self.calendars(folder, lines)
        defer { withExtendedLifetime(calendars) {} }
        #expect(try await lines.next() == #"{"busy":[],"calendars":[],"problems":[],"steps":[]}"#)
        Self.write(CalendarText.calendar((-60, 3_600), name: "Work"), folder + "/w.ics")
        #expect(
            try await lines.next()
                == #"{"busy":["Work"],"calendars":["Work"],"problems":[],"steps":[]}"#)
        #expect(unsafe mkdir(folder + "/home", 0o700) == 0)
        for other in ["DISPLAYNAME", "DisplayName"] {
            Self.write("Other", folder + "/home/" + other)
        }
        Self.write("Home", folder + "/home/displayname")
        Self.write(CalendarText.calendar((3_600, 7_200)), folder + "/home/1.ics")
        #expect(
            try await lines.next { $0.contains("Home") }
                == #"{"busy":["Work"],"calendars":["Home","Work"],"problems":[],"steps":[]}"#)
        _ = unsafe unlink(folder + "/w.ics")
        #expect(
            try await lines.next() == #"{"busy":[],"calendars":["Home"],"problems":[],"steps":[]}"#)
        Self.write("nonsense", folder + "/x.ics")
        #expect(try await lines.next().contains("x.ics is no calendar"))
        // Another file changes; the broken one stays broken.
        Self.write(CalendarText.calendar((-60, 3_600), name: "Work"), folder + "/w.ics")
        #expect(try await lines.next { $0.contains("Work") }.contains("x.ics is no calendar"))
    }

    /// A trial with a newcomer: `Family.ICS` was left out, and nothing told so.
    @Test func namesAreInAnyLetterCase() async throws {
        let folder = try makeTemporaryDirectory("calendars")
        let lines = Recorder<String>()
        let calendars = try Self.calendars(folder, lines)
        defer { withExtendedLifetime(calendars) {} }
        #expect(try await lines.next() == #"{"busy":[],"calendars":[],"problems":[],"steps":[]}"#)
        Self.write(CalendarText.calendar((-60, 3_600)), folder + "/Family.ICS")
        #expect(
            try await lines.next()
                == #"{"busy":["Family"],"calendars":["Family"],"problems":[],"steps":[]}"#)
        #expect(unsafe mkdir(folder + "/home", 0o700) == 0)
        Self.write("Home", folder + "/home/DisplayName")
        Self.write(CalendarText.calendar((3_600, 7_200)), folder + "/home/1.Ics")
        #expect(
            try await lines.next { $0.contains("Home") }
                == #"{"busy":["Family"],"calendars":["Family","Home"],"problems":[],"steps":[]}"#)
    }

    @Test func aLinkToNoFileIsNamed() async throws {
        let folder = try makeTemporaryDirectory("calendars")
        #expect(unsafe symlink("/nonexistent/a.ics", folder + "/l.ics") == 0)
        #expect(unsafe symlink("/nonexistent/team", folder + "/team") == 0)
        let lines = Recorder<String>()
        let calendars = try Self.calendars(folder, lines)
        defer { withExtendedLifetime(calendars) {} }
        let line = try await lines.next()
        #expect(line.contains("/l.ics is a link to a file that does not exist"))
        #expect(line.contains("/team is a link to a file that does not exist"))
    }

    /// A trial with a newcomer: such a file “is no calendar, or is too large”.
    @Test(.enabled(if: geteuid() != 0, "the superuser may read everything"))
    func permissionThatIsGivenIsNoticed() async throws {
        let folder = try makeTemporaryDirectory("calendars")
        let file = folder + "/w.ics"
        Self.write(CalendarText.calendar((-60, 3_600), name: "Work"), file)
        #expect(unsafe chmod(file, 0) == 0)
        let lines = Recorder<String>()
        let calendars = try Self.calendars(folder, lines)
        defer { withExtendedLifetime(calendars) {} }
        func problem(_ path: String, _ mode: String) -> String {
            #"{"busy":[],"calendars":[],"problems":["\#(path) cannot be read: Permission denied"],"#
                + #""steps":["chmod u+\#(mode) \#(path)"]}"#
        }
        let works = #"{"busy":["Work"],"calendars":["Work"],"problems":[],"steps":[]}"#
        #expect(try await lines.next() == problem(file, "r"))
        #expect(unsafe chmod(file, 0o600) == 0)
        #expect(try await lines.next() == works)
        #expect(unsafe chmod(folder, 0) == 0)
        #expect(try await lines.next() == problem(folder, "rx"))
        #expect(unsafe chmod(folder, 0o700) == 0)
        #expect(try await lines.next() == works)
    }

    /// The line has a blank in place of the character, so a command would name another file.
    @Test(.enabled(if: geteuid() != 0, "the superuser may read everything"))
    func aNameWithAControlCharacterHasNoStep() async throws {
        let folder = try makeTemporaryDirectory("calendars")
        let file = folder + "/w\n.ics"
        Self.write(CalendarText.calendar((-60, 3_600)), file)
        #expect(unsafe chmod(file, 0) == 0)
        let lines = Recorder<String>()
        let calendars = try Self.calendars(folder, lines)
        defer { withExtendedLifetime(calendars) {} }
        let line = try await lines.next()
        #expect(line.hasSuffix(#"/w .ics cannot be read: Permission denied"],"steps":[]}"#))
    }

    /// A line that comes too early is wrong; a busy machine prints each line late.
    @Test(
        arguments: [
            ((2, 3_600), #""busy":["soon"]"#), ((-3_600, 2), #""busy":[]"#),
        ] as [((Int64, Int64), String)])
    func lineComesWhenAnEventBeginsAndWhenItEnds(
        _ span: (Int64, Int64), _ busy: String
    ) async throws {
        let folder = try makeTemporaryDirectory("calendars")
        let change = time(nil) + 2
        Self.write(CalendarText.calendar(span), folder + "/soon.ics")
        let lines = Recorder<String>()
        let calendars = try Self.calendars(folder, lines)
        defer { withExtendedLifetime(calendars) {} }
        #expect(try await lines.next { $0.contains(busy) } != "")
        #expect(time(nil) >= change)
    }

    @Test func folderThatComesLaterIsRead() async throws {
        let folder = try makeTemporaryDirectory("calendars") + "/later"
        let lines = Recorder<String>()
        let calendars = try Self.calendars(folder, lines)
        defer { withExtendedLifetime(calendars) {} }
        #expect(try await lines.next().contains("there is no folder"))
        #expect(unsafe mkdir(folder, 0o700) == 0)
        Self.write(CalendarText.calendar((-60, 3_600)), folder + "/a.ics")
        #expect(try await lines.next { $0.contains(#""busy":["a"]"#) } != "")
    }

    @Test func anOptionalFolderMayBeMissing() async throws {
        let folder = try makeTemporaryDirectory("calendars") + "/later"
        let lines = Recorder<String>()
        let values = try Options.parser.parseOptions([
            "--folder=\(folder)", "--optional-folder",
        ])
        let calendars = try BusyCalendars(Options(values)) { lines.record($0) }
        defer { withExtendedLifetime(calendars) {} }
        #expect(try await lines.next() == #"{"busy":[],"calendars":[],"problems":[],"steps":[]}"#)
    }

    @Test func foldersAreAtMostTheLimit() async throws {
        let folder = try makeTemporaryDirectory("calendars")
        for number in 0...FolderCalendars.maximumFolders {
            let name = "\(folder)/\(1_000 + number)"
            #expect(unsafe mkdir(name, 0o700) == 0)
            Self.write(CalendarText.calendar((-60, 3_600)), name + "/a.ics")
        }
        let lines = Recorder<String>()
        let calendars = try Self.calendars(folder, lines)
        defer { withExtendedLifetime(calendars) {} }
        let line = try await lines.next()
        #expect(line.contains("\"\(999 + FolderCalendars.maximumFolders)\""))
        #expect(!line.contains("\"\(1_000 + FolderCalendars.maximumFolders)\""))
    }

    @Test func busyTimesOfAFolderHaveALimit() async throws {
        let folder = try makeTemporaryDirectory("calendars")
        // Of an hourly event, 72 times and more are within the three days.
        let event = """
            BEGIN:VEVENT
            UID:1
            DTSTART:20200101T000000Z
            DTEND:20200101T003000Z
            RRULE:FREQ=HOURLY
            END:VEVENT

            """
        let events = String(repeating: event, count: CalendarReader.maximumSpans / 70)
        let text = "BEGIN:VCALENDAR\nVERSION:2.0\n\(events)END:VCALENDAR\n"
        let most = FolderCalendars.maximumSpans / CalendarReader.maximumSpans
        for number in 1...most + 1 { Self.write(text, "\(folder)/\(100 + number).ics") }
        let lines = Recorder<String>()
        let calendars = try Self.calendars(folder, lines)
        defer { withExtendedLifetime(calendars) {} }
        let line = try await lines.next()
        #expect(line.contains("\"\(100 + most)\""))
        #expect(!line.contains("\"\(101 + most)\""))
        #expect(line.contains("has more than 100000 busy times"))
    }

    /// Found by review: cutting the name took quadratic time.
    @Test func aLongNameIsCut() async throws {
        let folder = try makeTemporaryDirectory("calendars")
        let name = String(repeating: "é", count: 1 << 16)
        Self.write(CalendarText.calendar((-60, 3_600), name: name), folder + "/w.ics")
        let lines = Recorder<String>()
        let calendars = try Self.calendars(folder, lines)
        defer { withExtendedLifetime(calendars) {} }
        let cut = name.prefix(FolderCalendars.maximumNameBytes / 2)
        #expect(
            try await lines.next()
                == #"{"busy":["\#(cut)"],"calendars":["\#(cut)"],"problems":[],"steps":[]}"#)
    }

    @Test func namesCannotBreakTheLine() {
        let line = BusyCalendars.line(busy: ["a\"\n\\"], calendars: [], problems: [])
        #expect(line == #"{"busy":["a\" \\"],"calendars":[],"problems":[],"steps":[]}"#)
        let many = Set((0...BusyCalendars.maximumNames).map { "\($0)" })
        let list = BusyCalendars.line(busy: [], calendars: many, problems: [])
        // Three commas between the four lists.
        #expect(list.count { $0 == "," } == BusyCalendars.maximumNames - 1 + 3)
    }

    @Test(arguments: [
        ("[Data Source]\nDisplayName=Work\n[Calendar]\nBackendName=caldav\n", "Work"),
        ("[Data Source]\nDisplayName=Work\nEnabled=false\n[Calendar]\n", nil),
        ("[Data Source]\nDisplayName=Work\n[Calendar]\nEnabled=false\n", nil),
        ("[Data Source]\nDisplayName=Birthdays\n[Calendar]\nBackendName=contacts\n", nil),
        ("[Data Source]\nDisplayName=Mail\n[Mail Account]\n", nil), ("nonsense", nil),
    ])
    func calendarIsAnEnabledSource(_ text: String, _ name: String?) {
        #expect(EvolutionCalendars.name(ofSource: text) == name)
    }

    @Test(arguments: [["x"], ["--folder"], ["--wrong"]])
    func wrongCommandLineIsRefused(_ arguments: [String]) {
        #expect(throws: OptionError.self) { try Options.parser.parseOptions(arguments) }
    }

    /// A trial with a newcomer: without options, the program printed a line without calendars.
    @Test(arguments: [[], ["--optional-folder"], ["--addresses=a@b.c"]])
    func commandLineNamesAPlace(_ arguments: [String]) throws {
        let values = try Options.parser.parseOptions(arguments)
        #expect(throws: OptionError.self) { try Options(values) }
        let question = try Options.parser.parseOptions(arguments + ["--version"])
        #expect(try Options(question).folder == nil)
    }
}
