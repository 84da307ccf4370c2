// SPDX-License-Identifier: Apache-2.0

/// Numbers of the stored notifications of an app or a person.
package struct SeenFigures: Hashable, Sendable {
    /// Arrival of the oldest notification; nil if there is none.
    package var first: Timestamp?
    /// Number of notifications that came in the time that counts.
    package var came = 0
    /// Number of these that were silenced.
    package var silenced = 0
    /// True if a sandboxed program sent one of them.
    package var isSandboxed = false

    package init() {}

    package init(first: Timestamp?, came: Int, silenced: Int, isSandboxed: Bool) {
        self.first = first
        self.came = came
        self.silenced = silenced
        self.isSandboxed = isSandboxed
    }

    package mutating func add(_ other: SeenFigures) {
        first = [first, other.first].compactMap(\.self).min()
        came += other.came
        silenced += other.silenced
        isSandboxed = isSandboxed || other.isSandboxed
    }
}
