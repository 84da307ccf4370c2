// SPDX-License-Identifier: Apache-2.0
import CICal
import Glibc

/// The events that make their user busy.
extension Event {
    /// Returns true unless the event lasts whole days, has no length, is marked as free, is
    /// cancelled, or the user has declined it.
    @unsafe static func makesBusy(
        _ component: OpaquePointer, _ first: CalendarTime, _ length: Int64,
        _ addresses: Set<String>
    ) -> Bool {
        unsafe !first.isDay && length > 0 && !isFree(component)
            && !isDeclined(component, addresses)
    }

    @unsafe private static func isFree(_ component: OpaquePointer) -> Bool {
        if unsafe icalcomponent_get_status(component) == ICAL_STATUS_CANCELLED { return true }
        guard
            let property = unsafe icalcomponent_get_first_property(
                component, ICAL_TRANSP_PROPERTY)
        else { return false }
        let transparency = unsafe icalproperty_get_transp(property)
        return transparency == ICAL_TRANSP_TRANSPARENT
            || transparency == ICAL_TRANSP_TRANSPARENTNOCONFLICT
    }

    @unsafe private static func isDeclined(
        _ component: OpaquePointer, _ addresses: Set<String>
    ) -> Bool {
        var property = unsafe icalcomponent_get_first_property(component, ICAL_ATTENDEE_PROPERTY)
        while let guest = unsafe property {
            if let address = unsafe icalproperty_get_attendee(guest),
                unsafe strlen(address) <= CalendarReader.maximumAddressBytes,
                addresses.contains(plain(unsafe String(cString: address))),
                let state = unsafe icalproperty_get_first_parameter(guest, ICAL_PARTSTAT_PARAMETER),
                unsafe icalparameter_get_partstat(state) == ICAL_PARTSTAT_DECLINED
            {
                return true
            }
            unsafe property = icalcomponent_get_next_property(component, ICAL_ATTENDEE_PROPERTY)
        }
        return false
    }

    /// Returns a mail address without `mailto:`, in lower case.
    private static func plain(_ address: String) -> String {
        let text = address.lowercased()
        return text.hasPrefix("mailto:") ? String(text.dropFirst(7)) : text
    }
}
