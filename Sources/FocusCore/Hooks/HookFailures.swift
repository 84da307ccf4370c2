// SPDX-License-Identifier: Apache-2.0

/// The hooks whose last run failed. A run without failure, and a change of the hook, end the
/// failure.
package struct HookFailures: Sendable {
    /// The failed runs of one hook, without a good run between them.
    package struct Failure: Hashable, Sendable {
        /// Reason of the last failure: `its program ended with exit status 1`.
        package let reason: String
        /// First line that the program wrote to its standard error; nil if it wrote none.
        package let line: String?
        /// Event of the last failure.
        package let event: HookEvent
        /// Name of the Focus of the last failure; empty for none.
        package let focusName: String
        /// Number of failed runs in a row.
        package let count: Int
        /// Times of the first and of the last failure.
        package let first: Timestamp
        package let latest: Timestamp
    }

    /// The failures, by the names of the hooks.
    package private(set) var all: [String: Failure] = [:]

    package init() {}

    /// Records a failed run.
    package mutating func failed(
        _ hook: String, _ reason: String, line: String?, _ event: HookEvent, focusName: String,
        at time: Timestamp
    ) {
        let before = all[hook]
        all[hook] = Failure(
            reason: reason, line: line, event: event, focusName: focusName,
            count: (before?.count ?? 0) + 1, first: before?.first ?? time, latest: time)
    }

    /// Records a run without failure.
    package mutating func succeeded(_ hook: String) { all[hook] = nil }

    /// Drops the failures of hooks that have been removed or changed.
    package mutating func keep(_ hooks: [Hook], from old: [Hook]) {
        let same = Set(hooks).intersection(old).map(\.name)
        all = all.filter { same.contains($0.key) }
    }
}
