// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire

// Requests about Focuses that a client holds on.

extension ControlRequest where Answer == UInt32 {
    /// Holds a Focus on until ``release(_:)`` or the end of this connection. The answer is the
    /// hold's id.
    package static func hold(_ focus: String, reason: String) -> Self {
        Self(.hold, [.string(focus), .string(reason)]) { $0.first?.asUInt32 }
    }
}

extension ControlRequest where Answer == Void {
    /// Ends a hold of this connection.
    package static func release(_ hold: UInt32) -> Self {
        Self(.release, [.uint32(hold)]) { _ in () }
    }
}
