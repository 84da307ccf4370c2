// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Glibc

/// A time as Home Assistant's templates read it: `2026-11-22T20:41:00Z`.
enum UTCText {
    static func text(_ moment: Timestamp) -> String {
        var seconds = time_t(moment.rawValue / 1_000)
        var parts = unsafe tm()
        var buffer = [CChar](repeating: 0, count: 64)
        guard unsafe gmtime_r(&seconds, &parts) != nil else { return "" }
        let count = unsafe strftime(&buffer, buffer.count, "%Y-%m-%dT%H:%M:%SZ", &parts)
        return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
