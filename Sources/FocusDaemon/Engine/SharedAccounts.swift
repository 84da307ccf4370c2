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

extension SenderDirectory {
    /// Returns the payer for a client: the client, and its app, or else its program. All clients of
    /// a program that opens many connections share what the program may have.
    func payer(of peer: PeerName) -> PeerAccounts.Payer {
        PeerAccounts.Payer(
            client: peer, app: identity(of: peer)?.app(desktopEntry: nil, appName: ""))
    }
}
