// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Synchronization

/// The policies on which the pages try notifications.
///
/// A page of missed notifications tries up to five changes for each of its rows, and each event has
/// the page made again. The policies hold until a file of a Focus, `focusd.conf` or the installed
/// apps change; the state has another cache from then on.
final class PolicyCache: Sendable {
    /// The Focus that decides, and the change of a list that is tried.
    struct Key: Hashable, Sendable {
        /// The Focus; nil for none.
        var focus: FocusID?
        /// The Focus of the changed list; nil without a change.
        var list: FocusID?
        var edit: FocusEdit?
    }

    /// Maximum number of policies, more than the rows of a page need.
    private static let limit = 1_000

    private let policies = Mutex<[Key: Policy]>([:])

    /// Returns the policy of a key, a new one if there is none.
    func policy(_ key: Key, make: () -> Policy) -> Policy {
        if let known = policies.withLock({ $0[key] }) { return known }
        let new = make()
        policies.withLock { known in
            if known.count >= Self.limit { known = [:] }
            known[key] = new
        }
        return new
    }

    /// The number of policies that were made.
    var count: Int { policies.withLock { $0.count } }
}
