// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// The accounts that all parts of the service charge for what clients and apps make focusd hold.
@LoopActor final class SharedAccounts {
    var value = PeerAccounts()
}

extension PeerAccounts.Payer {
    /// Payer of focusd's own notifications.
    static let own = PeerAccounts.Payer(client: PeerName(rawValue: ""), app: AppID("org.focusd"))
}
