// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// The accounts that all parts of the service share.
@LoopActor final class Accounts {
    var value = PeerAccounts()
}

extension PeerAccounts.Payer {
    /// focusd itself, for its own notifications.
    static let own = PeerAccounts.Payer(client: PeerName(rawValue: ""), app: AppID("org.focusd"))
}
