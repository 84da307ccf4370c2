// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import TestSupport

/// Runs a body for each value at the same time, so that a test that mostly waits for a time limit
/// of focusd waits once. Each body needs a desktop of its own.
@LoopActor func sideBySide<Value: Sendable>(
    _ values: [Value], _ body: @escaping @LoopActor @Sendable (Value) async throws -> Void
) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
        for value in values {
            group.addTask {
                do {
                    try await body(value)
                } catch {
                    throw TestSupportError("with \(value): \(error)")
                }
            }
        }
        try await group.waitForAll()
    }
}
