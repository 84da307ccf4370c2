// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Quota accounts that all parts of the service share.
@LoopActor final class SharedQuotas {
    var value = PeerAccounts()
}

extension PeerAccounts.Payer {
    /// Payer of focusd's own notifications.
    static let own = PeerAccounts.Payer(client: PeerName(rawValue: ""), app: AppID("org.focusd"))
}
