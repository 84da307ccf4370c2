// SPDX-License-Identifier: Apache-2.0
import CICal
import Glibc

/// The times at which events of a calendar make its user busy.
public struct BusyTimes: Hashable, Sendable {
    /// The calendar's own name (`X-WR-CALNAME`).
    public var name: String?
    /// Seconds of Unix time, in order; they may overlap.
    public var spans: [Range<Int64>] = []

    /// Creates busy times without any.
    public init() {}
}

/// Reads iCalendar texts (RFC 5545).
///
/// An event makes its user busy unless it lasts whole days, is transparent, is cancelled, or the
/// user has declined it.
public struct CalendarReader: Hashable, Sendable {
    /// The seconds of Unix time for which busy times are wanted.
    public var window: Range<Int64>
    /// The user's mail addresses, in lower case. They tell the user among the guests of an event.
    public var addresses: Set<String>
    /// The name of the zone of times without a zone, as `Europe/Berlin`.
    public var zone: String

    /// Maximum bytes of a text. libical took 42 times as much memory for a text of short events.
    public static let maximumBytes = 16 << 20
    /// Maximum number of events that are read from one text.
    public static let maximumEvents = 100_000
    /// Time that the events of one text may take; those after it are not read.
    public static let patience = Duration.seconds(10)
    /// Maximum number of times of one event that are visited. Once the events of a text have as
    /// many times together, further events are not read.
    public static let maximumTimes = 100_000
    /// Maximum bytes of a guest's address. A longer one is not the user's.
    public static let maximumAddressBytes = 1_024
    /// Maximum bytes of a zone's name. A longer one is not looked for.
    public static let maximumZoneBytes = 1_024
    /// Maximum number of busy spans of one text.
    public static let maximumSpans = 10_000

    /// Creates a reader.
    public init(window: Range<Int64>, addresses: Set<String> = [], zone: String) {
        self.window = window
        self.addresses = addresses
        self.zone = zone
    }

    /// Returns the busy times of a calendar's text, or of the text of a single event; nil if the
    /// text is no calendar.
    public func read(_ text: String) -> BusyTimes? {
        var events: [Event] = []
        var starts = 0
        var name: String?
        // From the first component on: the parsed text is there.
        lazy var end = ContinuousClock.now + Self.patience
        let isCalendar = unsafe Self.visit(text) { part, isEvent in
            if isEvent {
                if let event = unsafe Event(part, self) {
                    events.append(event)
                    starts += event.starts.count
                }
            } else if name == nil {
                name = unsafe Self.name(of: part)
            }
            return events.count < Self.maximumEvents && starts < Self.maximumTimes && .now < end
        }
        guard isCalendar else { return nil }
        var times = BusyTimes()
        times.name = name
        times.spans = spans(of: events)
        return times
    }

    /// Returns the identifiers (`UID`) of the events that repeat, each once. An occurrence that was
    /// changed or moved is an event of its own with the same identifier.
    public static func repeatingEvents(in text: String) -> [String] {
        var found: [String] = []
        var seen: Set<[UInt8]> = []
        unsafe visit(text) { part, isEvent in
            if isEvent, unsafe Event.repeats(part), let uid = unsafe Event.uid(of: part),
                seen.insert(Array(uid.utf8)).inserted
            {
                found.append(uid)
            }
            return found.count < maximumEvents
        }
        return found
    }

    /// Returns the zones (`TZID`) of events that libical does not know, each once, in order. A text
    /// needs a definition (`VTIMEZONE`) of each.
    public static func unknownZones(in text: String) -> [String] {
        var found: Set<String> = []
        unsafe visit(text) { part, isEvent in
            if isEvent { unsafe addUnknownZones(of: part, to: &found) }
            return found.count < maximumZones
        }
        return found.sorted()
    }

    /// Number of unknown zones after which no more are looked for.
    private static let maximumZones = 64

    @unsafe private static func addUnknownZones(
        of event: OpaquePointer, to zones: inout Set<String>
    ) {
        var property = unsafe icalcomponent_get_first_property(event, ICAL_ANY_PROPERTY)
        while let next = unsafe property {
            if let parameter = unsafe icalproperty_get_first_parameter(next, ICAL_TZID_PARAMETER),
                let name = unsafe icalparameter_get_tzid(parameter),
                unsafe strlen(name) <= maximumZoneBytes
            {
                let zone = unsafe String(cString: name)
                if !zones.contains(zone), !Clock.knows(zone) { zones.insert(zone) }
            }
            unsafe property = icalcomponent_get_next_property(event, ICAL_ANY_PROPERTY)
        }
    }

    // MARK: Events

    /// Maximum depth of nested components: streams, calendars, events.
    private static let maximumDepth = 4

    /// Visits the components of a text. Returns false for a text that is too long, or no calendar.
    @unsafe @discardableResult private static func visit(
        _ text: String, _ body: (_ part: OpaquePointer, _ isEvent: Bool) -> Bool
    ) -> Bool {
        guard text.utf8.count <= maximumBytes else { return false }
        // A damaged property must not end the process.
        icalerror_set_errors_are_fatal(0)
        guard let component = unsafe icalparser_parse_string(text) else { return false }
        defer { unsafe icalcomponent_free(component) }
        unsafe visit(component, body)
        return true
    }

    /// Visits a component and those in it, until the body returns false. Does not visit what is in
    /// an event.
    @unsafe @discardableResult private static func visit(
        _ component: OpaquePointer, depth: Int = 0,
        _ body: (_ part: OpaquePointer, _ isEvent: Bool) -> Bool
    ) -> Bool {
        guard depth < maximumDepth else { return true }
        let isEvent = unsafe icalcomponent_isa(component) == ICAL_VEVENT_COMPONENT
        guard unsafe body(component, isEvent) else { return false }
        if isEvent { return true }
        var child = unsafe icalcomponent_get_first_component(component, ICAL_ANY_COMPONENT)
        while let next = unsafe child {
            guard unsafe visit(next, depth: depth + 1, body) else { return false }
            unsafe child = icalcomponent_get_next_component(component, ICAL_ANY_COMPONENT)
        }
        return true
    }

    @unsafe private static func name(of component: OpaquePointer) -> String? {
        var property = unsafe icalcomponent_get_first_property(component, ICAL_X_PROPERTY)
        while let next = unsafe property {
            if let key = unsafe icalproperty_get_x_name(next),
                unsafe strcmp(key, "X-WR-CALNAME") == 0,
                let value = unsafe icalproperty_get_x(next)
            {
                return unsafe String(cString: value)
            }
            unsafe property = icalcomponent_get_next_property(component, ICAL_X_PROPERTY)
        }
        return nil
    }

    private func spans(of events: [Event]) -> [Range<Int64>] {
        // A changed occurrence of a repeated event replaces the original one, even if the changed
        // one makes nobody busy.
        var replaced: [[UInt8]: Set<Int64>] = [:]
        for event in events {
            if let original = event.original { replaced[event.uid, default: []].insert(original) }
        }
        var spans: [Range<Int64>] = []
        for event in events where event.makesBusy {
            let hidden = event.original == nil ? replaced[event.uid] ?? [] : []
            for start in event.starts where !hidden.contains(start) {
                guard spans.count < Self.maximumSpans else { break }
                let span = start..<start + event.length
                if span.overlaps(window) { spans.append(span) }
            }
        }
        return spans.sorted { ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound) }
    }
}
