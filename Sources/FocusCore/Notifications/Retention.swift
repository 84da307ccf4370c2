// SPDX-License-Identifier: Apache-2.0

/// Maximum age and number of the entries in history (`[History]` of `focusd.conf`).
package struct Retention: Hashable, Sendable {
    package var days: Int
    package var entries: Int

    package init(days: Int = 30, entries: Int = 10_000) {
        self.days = days
        self.entries = entries
    }
}
