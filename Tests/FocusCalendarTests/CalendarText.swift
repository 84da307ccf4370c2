// SPDX-License-Identifier: Apache-2.0

import Glibc

/// Texts of calendars with events near now.
enum CalendarText {
    static func stamp(_ offset: Int64) -> String {
        var time = Glibc.time(nil) + time_t(offset)
        var parts = unsafe tm()
        _ = unsafe gmtime_r(&time, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let length = unsafe strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &parts)
        return String(decoding: text[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    static func calendar(_ spans: (Int64, Int64)..., name: String? = nil) -> String {
        var text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"
        if let name { text += "X-WR-CALNAME:\(name)\r\n" }
        for (index, span) in spans.enumerated() {
            text += "BEGIN:VEVENT\r\nUID:\(index)\r\nDTSTART:\(stamp(span.0))\r\n"
            text += "DTEND:\(stamp(span.1))\r\nEND:VEVENT\r\n"
        }
        return text + "END:VCALENDAR\r\n"
    }
}
