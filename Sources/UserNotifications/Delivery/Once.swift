// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Calls a function only the first time, because apps may call a completion handler twice.
final class Once<Value: Sendable>: Sendable {
    private let body: Mutex<(@Sendable (Value) -> Void)?>

    init(_ body: @escaping @Sendable (Value) -> Void) {
        self.body = Mutex(body)
    }

    /// True if the function was called.
    var isCalled: Bool { body.withLock { $0 == nil } }

    func callAsFunction(_ value: Value) {
        let body = body.withLock { body in
            defer { body = nil }
            return body
        }
        body?(value)
    }
}
