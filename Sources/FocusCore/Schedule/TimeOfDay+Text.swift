// SPDX-License-Identifier: Apache-2.0

extension TimeOfDay {
    /// Reads `9:30` or `09:30`; nil for any other text.
    package init?(_ text: String) {
        let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        let areDigits = parts.allSatisfy { part in
            part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        }
        guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2, areDigits,
            let hour = Int(String(parts[0]) ?? ""), let minute = Int(String(parts[1]) ?? "")
        else { return nil }
        self.init(hour: hour, minute: minute)
    }

    /// The time as `09:30`.
    package var text: String {
        let hour = minutes / 60
        let minute = minutes % 60
        return "\(hour < 10 ? "0" : "")\(hour):\(minute < 10 ? "0" : "")\(minute)"
    }
}
