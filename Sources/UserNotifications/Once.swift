// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// Calls a function the first time only: apps have called completion handlers twice.
final class Once<Value: Sendable>: Sendable {
    private let body: Mutex<(@Sendable (Value) -> Void)?>

    init(_ body: @escaping @Sendable (Value) -> Void) {
        self.body = Mutex(body)
    }

    /// Whether it was called.
    var isCalled: Bool { body.withLock { $0 == nil } }

    func callAsFunction(_ value: Value) {
        let body = body.withLock { body in
            defer { body = nil }
            return body
        }
        body?(value)
    }
}
