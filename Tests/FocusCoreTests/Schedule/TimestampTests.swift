// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Testing

@Suite struct TimestampTests {
    @Test(
        "the text for programs is in UTC, to the second",
        arguments: [
            (1_795_380_984_883, "2026-11-22T20:56:24Z"), (0, "1970-01-01T00:00:00Z"),
            (-1, "1969-12-31T23:59:59Z"), (1_709_251_199_999, "2024-02-29T23:59:59Z"),
        ] as [(Int64, String)])
    func universalText(_ milliseconds: Int64, _ text: String) {
        #expect(Timestamp(rawValue: milliseconds).universalText == text)
    }
}
