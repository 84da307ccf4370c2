// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc
import ICal

/// One calendar, with its busy times within the window of ``BusyCalendars``.
struct Calendar: Hashable, Sendable {
    var name: String
    var spans: [Range<Int64>]
}

/// A place that has calendars.
@LoopActor protocol CalendarPlace: AnyObject {
    /// Called after each change of ``calendars`` or ``problems``.
    var onChange: (() -> Void)? { get set }
    var calendars: [Calendar] { get }
    /// Sentences about what cannot be read.
    var problems: [String] { get }
    /// The commands that solve problems, at most one for each. A problem may have none.
    var steps: [String] { get }
    /// True once the calendars were read for the first time.
    var isKnown: Bool { get }
    /// Reads the calendars for another window.
    func read(with reader: CalendarReader)
}

/// All calendars, and the one timer for the next beginning or end of an event.
@LoopActor final class BusyCalendars {
    private let places: [any CalendarPlace]
    private let addresses: Set<String>
    private let write: @LoopActor (String) -> Void
    private var timer: WallClockTimer?
    private var zone: TimeZoneWatch?
    /// The window for which busy times are known.
    private var window: Range<Int64> = 0..<0
    private var lastLine: String?

    /// Seconds before and after now for which busy times are computed. Events that begin before the
    /// window are found by their end.
    static let past: Int64 = 86_400
    static let future: Int64 = 2 * 86_400
    /// Maximum number of names in a line.
    static let maximumNames = 256

    init(
        _ options: Options, write: @escaping @LoopActor (String) -> Void
    ) throws(SystemCallError) {
        self.write = write
        addresses = options.addresses
        var places: [any CalendarPlace] = []
        if let folder = options.folder {
            places.append(FolderCalendars(folder, isRequired: !options.folderMayBeMissing))
        }
        if let bus = options.sessionBus { places.append(EvolutionCalendars(bus: bus)) }
        self.places = places
        timer = try WallClockTimer { [weak self] event in self?.timeCame(event) }
        zone = try? TimeZoneWatch { [weak self] in self?.readAll() }
        for place in places { place.onChange = { [weak self] in self?.tell() } }
        readAll()
    }

    private static var now: Int64 { Int64(time(nil)) }

    /// Reads all calendars, with a new window around the present time.
    private func readAll() {
        let now = Self.now
        window = now - Self.past..<now + Self.future
        let reader = CalendarReader(
            window: window, addresses: addresses, zone: LocalTimeZone.name ?? "UTC")
        for place in places { place.read(with: reader) }
        tell()
    }

    private func timeCame(_ event: WallClockTimer.Event) {
        let now = Self.now
        // Reads again before the present time comes near an end of the window.
        if !(window.lowerBound + Self.past / 2..<window.upperBound - Self.future / 2)
            .contains(now)
        {
            readAll()
        } else {
            tell()
        }
    }

    /// Prints the state if it has changed, and waits for the next beginning or end.
    private func tell() {
        let now = Self.now
        guard places.allSatisfy(\.isKnown) else { return }
        var busy: Set<String> = []
        var all: Set<String> = []
        var next = window.upperBound - Self.future / 2
        for calendar in places.flatMap(\.calendars) {
            all.insert(calendar.name)
            for span in calendar.spans {
                if span.contains(now) { busy.insert(calendar.name) }
                for edge in [span.lowerBound, span.upperBound] where edge > now {
                    next = min(next, edge)
                }
            }
        }
        timer?.set(next * 1_000)
        let line = Self.line(
            busy: busy, calendars: all, problems: places.flatMap(\.problems),
            steps: places.flatMap(\.steps))
        guard line != lastLine else { return }
        lastLine = line
        write(line)
    }

    static func line(
        busy: Set<String>, calendars: Set<String>, problems: [String], steps: [String] = []
    ) -> String {
        func list(_ texts: [String]) -> String {
            "[" + texts.prefix(maximumNames).map(quoted).joined(separator: ",") + "]"
        }
        return "{\"busy\":\(list(busy.sorted())),\"calendars\":\(list(calendars.sorted())),"
            + "\"problems\":\(list(problems)),\"steps\":\(list(steps))}"
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case _ where scalar.properties.generalCategory == .control: quoted += " "
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
