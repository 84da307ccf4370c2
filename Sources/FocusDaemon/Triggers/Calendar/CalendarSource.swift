// SPDX-License-Identifier: Apache-2.0

// The program focus-calendar reads the calendars, with libical, and prints the names of those in
// which the user is busy. So no text of a calendar, which strangers may write by invitations, is
// parsed in focusd, and focusd does not link libical and what libical links.

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The calendars to read.
struct CalendarSettings: Hashable, Sendable {
    var folder: String
    /// True for the default folder, which need not exist.
    var isDefaultFolder = false
    var addresses: [String] = []
}

extension CalendarSettings {
    init(_ configuration: Configuration, _ directories: BaseDirectories = BaseDirectories()) {
        let folder = configuration.calendarFolder ?? directories.data[0] + "/focusd/calendars"
        self.init(
            folder: folder.hasPrefix("~/") ? directories.home + folder.dropFirst() : folder,
            isDefaultFolder: configuration.calendarFolder == nil,
            addresses: configuration.calendarAddresses)
    }
}

/// Detects events of the user's calendars.
@LoopActor final class CalendarSource: TriggerSource {
    let source = Trigger.Source.calendars
    var onChange: ((Set<Trigger>) -> Void)?
    /// Returns the path of focus-calendar, or nil if it is not installed. It may be installed while
    /// focusd runs.
    private let path: () -> String?
    private let sessionBus: String
    private let settings: () -> CalendarSettings
    private var used: CalendarSettings?
    private var program: ReportingProgram?
    private var objects = JSONObjects()
    private var state: State?
    private var asked: Set<Trigger> = []

    /// A line of focus-calendar.
    private struct State {
        var busy: Set<String>
        var calendars: Set<String>
        var problems: [String]
        /// The commands that solve problems, at most one for each.
        var steps: [String]

        init?(_ line: JSONValue) {
            guard let busy = line["busy"]?.texts, let calendars = line["calendars"]?.texts else {
                return nil
            }
            self.busy = Set(busy)
            self.calendars = Set(calendars)
            problems = line["problems"]?.texts ?? []
            steps = line["steps"]?.texts ?? []
        }

        /// Returns the calendar that a user means by a name: the one of that name, or else the
        /// first whose name differs in letter case alone. Nil if there is none.
        func calendar(named name: String) -> String? {
            if calendars.contains(name) { return name }
            let folded = name.lowercased()
            return calendars.sorted().first { $0.lowercased() == folded }
        }
    }

    static let programName = "focus-calendar"
    private static let missing =
        "\(programName) is not installed (the package focusd-calendar)"

    init(
        sessionBus: String,
        path: @escaping () -> String? = { ProgramFile.beside(CalendarSource.programName) },
        settings: @escaping () -> CalendarSettings
    ) {
        self.sessionBus = sessionBus
        self.path = path
        self.settings = settings
    }

    func follow(_ triggers: Set<Trigger>) {
        asked = triggers
        guard !asked.isEmpty else {
            end()
            onChange?([])
            return
        }
        let settings = settings()
        if settings != used { end() }
        used = settings
        guard program == nil else { return tell() }
        guard let path = path() else {
            onChange?([])
            return
        }
        let program = ReportingProgram(command(path, settings))
        program.onOutput = { [weak self] bytes in self?.take(bytes) }
        program.onEnd = { [weak self] in self?.ended() }
        self.program = program
        program.start()
    }

    func settingsChanged() {
        // The program's state stays in force until the next one has read the calendars.
        if program != nil, settings() != used { follow(asked) }
    }

    func retry() {
        if program == nil, path() != nil { follow(asked) } else { program?.retry() }
    }

    private func command(_ path: String, _ settings: CalendarSettings) -> [String] {
        var command = [path, "--folder=\(settings.folder)", "--session-bus=\(sessionBus)"]
        if settings.isDefaultFolder { command.append("--optional-folder") }
        if !settings.addresses.isEmpty {
            command.append("--addresses=\(settings.addresses.joined(separator: ";"))")
        }
        return command
    }

    private func end() {
        program?.stop()
        program = nil
        objects = JSONObjects()
        state = nil
        used = nil
    }

    private func take(_ bytes: [UInt8]) {
        for line in objects.take(bytes) {
            if let state = State(line) { self.state = state }
        }
        tell()
    }

    private func ended() {
        objects = JSONObjects()
        state = nil
        onChange?([])
    }

    private func tell() {
        guard let state else { return }
        let present = asked.filter { trigger in
            guard case .calendar(let name) = trigger else { return false }
            if name.isEmpty { return !state.busy.isEmpty }
            return state.busy.contains(state.calendar(named: name) ?? name)
        }
        onChange?(present)
    }

    var isSettled: Bool {
        asked.isEmpty || program == nil || state != nil || program?.failure != nil
    }

    var problems: [TriggerProblem] {
        asked.sorted().compactMap { trigger in
            if let (reason, remedy) = flaw(of: trigger) {
                return TriggerProblem(
                    trigger: trigger,
                    detail: "focusd cannot see the events of “\(trigger.text)”: \(reason)",
                    remedy: remedy)
            }
            guard let reason = unreadable else { return nil }
            return TriggerProblem(
                trigger: trigger,
                detail: DoctorCheck.mayMiss + "events of “\(trigger.text)”: \(reason)",
                remedy: repair)
        }
    }

    /// The problems of focus-calendar, the first ones of many.
    private var unreadable: String? {
        guard let problems = state?.problems, !problems.isEmpty else { return nil }
        return Self.firstOnes(of: problems).joined(separator: "; ")
    }

    /// The steps for the problems of focus-calendar.
    private var repair: String {
        guard let state else { return Self.repair }
        let steps = Self.firstOnes(of: Set(state.steps).sorted())
        let general = state.steps.count < state.problems.count ? [Self.repair] : []
        return (steps + general).joined(separator: "; ")
    }

    /// Returns the first texts, and the number of the others.
    private static func firstOnes(of texts: [String]) -> [String] {
        let more = texts.count - shownProblems
        return texts.prefix(shownProblems) + (more > 0 ? ["and \(more) more"] : [])
    }

    private static let shownProblems = 3
    private static let repair =
        "let the calendar be read, repair or remove it; focusd tries again by itself"

    private func withUnreadable(_ reason: String) -> String {
        unreadable.map { "\(reason); \($0)" } ?? reason
    }

    /// The reason why a trigger cannot be detected, and a remedy.
    private func flaw(of trigger: Trigger) -> (String, String)? {
        guard program != nil else { return (Self.missing, "install focusd-calendar") }
        if let reason = program?.failure { return (reason, "see its messages in focusd's log") }
        guard let state, case .calendar(let name) = trigger else { return nil }
        let remedy =
            "add a calendar to GNOME or Evolution, or put an .ics file into"
            + " \(used?.folder ?? "the folder")"
        if state.calendars.isEmpty {
            guard let unreadable else { return ("there are no calendars", remedy) }
            return ("no calendar can be read: \(unreadable)", repair)
        }
        guard !name.isEmpty, state.calendar(named: name) == nil else { return nil }
        let known = state.calendars.sorted()
        let reason = "there is no such calendar; there are: \(known.joined(separator: ", "))"
        guard let nearest = NearestWord.find(name, in: known) else {
            return (withUnreadable(reason), unreadable == nil ? remedy : repair)
        }
        return (
            withUnreadable("\(reason); did you mean “\(nearest)”?"),
            "name the trigger calendar:\(nearest)"
        )
    }

    func survey(_ body: @escaping @LoopActor ([Trigger.Kind: KindFinding]) -> Void) {
        guard path() != nil else { return body([.calendar: .missing(Self.missing)]) }
        // The program reads calendars only while a Focus has the trigger.
        guard let state else {
            return body([
                .calendar: .partly(
                    "the calendars of GNOME or Evolution and the .ics files in"
                        + " \(settings().folder), if there are any")
            ])
        }
        let known = state.calendars.sorted().joined(separator: ", ")
        let none = unreadable.map { "no calendar can be read: \($0)" } ?? "there are no calendars"
        body([
            .calendar: state.calendars.isEmpty ? .missing(none) : .partly("calendars: \(known)")
        ])
    }
}

extension JSONValue {
    /// The texts of an array; nil for other values.
    fileprivate var texts: [String]? {
        guard case .array(let values) = self else { return nil }
        return values.compactMap { value in
            if case .string(let text) = value { text } else { nil }
        }
    }
}
