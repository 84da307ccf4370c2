// SPDX-License-Identifier: Apache-2.0
import CICal
import Glibc

/// One event of a calendar, with its starts near a window.
struct Event {
    /// The identifier's bytes: to compare its characters takes quadratic time for endless combining
    /// marks, and anyone may invite the user.
    let uid: [UInt8]
    /// The start of the occurrence that this event replaces.
    let original: Int64?
    let makesBusy: Bool
    /// Length in seconds.
    let length: Int64
    let starts: Set<Int64>

    /// Reads a component `VEVENT`; nil for an event without a start.
    @unsafe init?(_ component: OpaquePointer, _ reader: CalendarReader) {
        let clock = Clock(reader.zone)
        let first = clock.placed(unsafe CalendarTime(icalcomponent_get_dtstart(component)))
        guard !first.isMissing else { return nil }
        let last = clock.placed(unsafe CalendarTime(icalcomponent_get_dtend(component)))
        uid = unsafe Array((Self.uid(of: component) ?? "").utf8)
        let replaced = clock.placed(
            unsafe CalendarTime(icalcomponent_get_recurrenceid(component)))
        original = replaced.isMissing ? nil : replaced.seconds
        length = last.isMissing ? 0 : max(0, last.seconds - first.seconds)
        makesBusy = unsafe Self.makesBusy(component, first, length, reader.addresses)
        guard makesBusy else {
            starts = []
            return
        }
        let window = reader.window.lowerBound - length..<reader.window.upperBound
        starts = unsafe Self.starts(component, first, clock, window)
    }

    @unsafe static func uid(of component: OpaquePointer) -> String? {
        unsafe icalcomponent_get_uid(component).map { unsafe String(cString: $0) }
    }

    /// True for an event with a rule or with further dates.
    @unsafe static func repeats(_ component: OpaquePointer) -> Bool {
        [ICAL_RRULE_PROPERTY, ICAL_RDATE_PROPERTY].contains { kind in
            unsafe icalcomponent_get_first_property(component, kind) != nil
        }
    }

    // MARK: Starts

    @unsafe private static func starts(
        _ component: OpaquePointer, _ first: CalendarTime, _ clock: Clock, _ window: Range<Int64>
    ) -> Set<Int64> {
        var starts: Set<Int64> = []
        var hasRule = false
        unsafe forEach(ICAL_RRULE_PROPERTY, of: component) { rule in
            hasRule = true
            starts.formUnion(unsafe Self.starts(by: rule, first, window))
        }
        if !hasRule { starts.insert(first.seconds) }
        unsafe forEach(ICAL_RDATE_PROPERTY, of: component) { property in
            let date = unsafe icalproperty_get_rdate(property)
            let moment = unsafe CalendarTime(date.time)
            let time = unsafe moment.isMissing ? CalendarTime(date.period.start) : moment
            starts.insert(unsafe clock.placed(time, of: property, in: component).seconds)
        }
        unsafe forEach(ICAL_EXDATE_PROPERTY, of: component) { property in
            let time = unsafe CalendarTime(icalproperty_get_exdate(property))
            starts.remove(unsafe clock.placed(time, of: property, in: component).seconds)
        }
        return starts
    }

    /// Calls the body with each property of a kind, as many as ``CalendarReader/maximumTimes``.
    @unsafe private static func forEach(
        _ kind: icalproperty_kind, of component: OpaquePointer, _ body: (OpaquePointer) -> Void
    ) {
        var property = unsafe icalcomponent_get_first_property(component, kind)
        var count = 0
        while let next = unsafe property, count < CalendarReader.maximumTimes {
            unsafe body(next)
            count += 1
            unsafe property = icalcomponent_get_next_property(component, kind)
        }
    }

    @unsafe private static func starts(
        by rule: OpaquePointer, _ first: CalendarTime, _ window: Range<Int64>
    ) -> Set<Int64> {
        // libical looks for the next time of a rule that never comes until the year 2582. For
        // seconds and minutes that takes hours; no calendar needs them.
        guard unsafe cical_rule_is_fine(rule) == 0,
            let iterator = unsafe cical_rule_times(rule, first.raw)
        else { return [] }
        defer { unsafe icalrecur_iterator_free(iterator) }
        if first.seconds < window.lowerBound, unsafe cical_rule_has_count(rule) == 0 {
            // A rule that cannot begin later is followed from its first time.
            _ = unsafe icalrecur_iterator_set_start(
                iterator, first.moved(to: window.lowerBound).raw)
        }
        var found: Set<Int64> = []
        for _ in 0..<CalendarReader.maximumTimes {
            let next = unsafe CalendarTime(icalrecur_iterator_next(iterator))
            guard !next.isMissing else { break }
            let seconds = next.seconds
            if seconds >= window.upperBound { break }
            if seconds >= window.lowerBound { found.insert(seconds) }
        }
        return found
    }
}
