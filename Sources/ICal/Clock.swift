// SPDX-License-Identifier: Apache-2.0
import CICal

/// A time of a calendar. libical owns the zone that the time refers to, for as long as its calendar
/// or the process lives.
@safe struct CalendarTime {
    let raw: icaltimetype

    init(_ raw: icaltimetype) { unsafe self.raw = raw }

    /// True for a time that no property has.
    var isMissing: Bool { unsafe icaltime_is_null_time(raw) != 0 }

    /// True for a day without a time of day.
    var isDay: Bool { unsafe raw.is_date != 0 }

    /// True if the time has a zone of its own.
    var hasZone: Bool { unsafe raw.zone != nil }

    /// The second of Unix time.
    var seconds: Int64 { Int64(unsafe icaltime_as_timet_with_zone(raw, raw.zone)) }

    /// Returns the same numbers in another zone.
    @unsafe func placed(in zone: OpaquePointer?) -> CalendarTime {
        var copy = unsafe raw
        return unsafe CalendarTime(icaltime_set_timezone(&copy, zone))
    }

    /// Returns the time that clocks of this time's zone show at a second of Unix time.
    func moved(to second: Int64) -> CalendarTime {
        unsafe CalendarTime(icaltime_from_timet_with_zone(Int(second), 0, raw.zone))
    }
}

/// The zones of a calendar's times.
///
/// A time with a zone's name has that zone, as the calendar itself describes it, else as the system
/// does. A time without a zone has the user's zone.
@safe struct Clock {
    /// The user's zone; nil stands for UTC.
    private let local: OpaquePointer?

    init(_ zone: String) {
        unsafe local = icaltimezone_get_builtin_timezone(zone)
    }

    /// True if libical has the rules of a zone.
    static func knows(_ zone: String) -> Bool {
        if unsafe icaltimezone_get_builtin_timezone_from_tzid(zone) != nil { return true }
        return unsafe icaltimezone_get_builtin_timezone(zone) != nil
    }

    /// Returns a time with its zone, where the time has none of its own.
    func placed(_ time: CalendarTime) -> CalendarTime {
        time.isMissing || time.hasZone ? time : unsafe time.placed(in: local)
    }

    /// Returns a time of a list (`RDATE`, `EXDATE`), in the zone of its property.
    @unsafe func placed(
        _ time: CalendarTime, of property: OpaquePointer, in component: OpaquePointer
    ) -> CalendarTime {
        guard !time.isMissing, !time.hasZone,
            let parameter = unsafe icalproperty_get_first_parameter(property, ICAL_TZID_PARAMETER),
            let name = unsafe icalparameter_get_tzid(parameter)
        else { return placed(time) }
        var outer: OpaquePointer? = unsafe component
        while let place = unsafe outer {
            if let zone = unsafe icalcomponent_get_timezone(place, name) {
                return unsafe time.placed(in: zone)
            }
            unsafe outer = icalcomponent_get_parent(place)
        }
        let zone =
            unsafe icaltimezone_get_builtin_timezone_from_tzid(name)
            ?? icaltimezone_get_builtin_timezone(name)
        return unsafe zone == nil ? placed(time) : time.placed(in: zone)
    }
}
