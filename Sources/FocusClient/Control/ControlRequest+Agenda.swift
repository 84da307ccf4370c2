// SPDX-License-Identifier: Apache-2.0

import DBus
package import FocusCore
package import FocusWire

// Requests about windows of schedules that the user skips.

extension ControlRequest where Answer == SkippedWindow {
    /// Skips one window of a schedule, or lets it occur after all. Refused with `notFound` if there
    /// is no such window.
    ///
    /// - Parameter window: a time within the window; nil for the current or next one.
    package static func skip(
        _ focus: FocusID, _ schedule: String, window: Timestamp?, isSkipped: Bool = true
    ) -> ControlRequest<SkippedWindow> {
        Self(
            isSkipped ? .skip : .unskip,
            [.string(focus.rawValue), .string(schedule), .int64(window?.rawValue ?? 0)]
        ) { values in
            guard values.count == 2, case .int64(let start) = values[0],
                case .int64(let end) = values[1]
            else { return nil }
            return SkippedWindow(
                focus: focus, schedule: schedule, start: Timestamp(rawValue: start),
                end: Timestamp(rawValue: end))
        }
    }
}

extension ControlRequest where Answer == [SkippedWindow] {
    /// Requests the skipped windows that are not over.
    package static var skips: ControlRequest<[SkippedWindow]> {
        Self(.skips) { list($0, SkippedWindow.init) }
    }
}

// Requests about Focuses that a client holds on.

extension ControlRequest where Answer == UInt32 {
    /// Holds a Focus on until ``release(_:)`` or the end of this connection. The answer is the
    /// hold's id.
    package static func hold(_ focus: String, reason: String) -> Self {
        Self(.hold, [.string(focus), .string(reason)])
    }
}

extension ControlRequest where Answer == Void {
    /// Ends a hold of this connection.
    package static func release(_ hold: UInt32) -> Self {
        Self(.release, [.uint32(hold)])
    }
}
