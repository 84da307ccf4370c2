// SPDX-License-Identifier: Apache-2.0

/// The forms of ISO 8601 for a date in a Focus's file and on the bus: a date (`2026-11-21`), a time
/// (`09:30`, `09:30:15`, `09:30:15.5`), or both with a `T` between them. A time after a date may
/// have a zone (`Z`, `+01:00`); without a zone it is local.
package enum ISO8601Text {
    /// Returns true if the text has one of the forms, with a day and a time that exist.
    package static func isValid(_ text: String) -> Bool {
        var scan = Scan(rest: Array(text.utf8)[...])
        if text.utf8.dropFirst(2).first == UInt8(ascii: ":") {
            return scan.time() && scan.rest.isEmpty
        }
        guard scan.date() else { return false }
        if scan.rest.isEmpty { return true }
        return scan.take("T") && scan.time() && scan.zone() && scan.rest.isEmpty
    }

    /// The rest of the text.
    private struct Scan {
        var rest: ArraySlice<UInt8>

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard rest.first == UInt8(ascii: character) else { return false }
            rest.removeFirst()
            return true
        }

        mutating func number(_ digits: Int, in range: ClosedRange<Int>) -> Int? {
            guard rest.count >= digits else { return nil }
            var number = 0
            for byte in rest.prefix(digits) {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
                number = number * 10 + Int(byte - UInt8(ascii: "0"))
            }
            rest.removeFirst(digits)
            return range.contains(number) ? number : nil
        }

        mutating func date() -> Bool {
            guard let year = number(4, in: 0...9_999), take("-"),
                let month = number(2, in: 1...12), take("-"),
                let day = number(2, in: 1...31)
            else { return false }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
            return day <= lengths[month - 1]
        }

        mutating func time() -> Bool {
            guard number(2, in: 0...23) != nil, take(":"), number(2, in: 0...59) != nil else {
                return false
            }
            guard take(":") else { return true }
            // 60 is a leap second.
            guard number(2, in: 0...60) != nil else { return false }
            guard take(".") else { return true }
            let fraction = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            rest.removeFirst(fraction.count)
            return (1...9).contains(fraction.count)
        }

        mutating func zone() -> Bool {
            if rest.isEmpty || take("Z") { return true }
            guard take("+") || take("-") else { return false }
            return number(2, in: 0...23) != nil && take(":") && number(2, in: 0...59) != nil
        }
    }
}
