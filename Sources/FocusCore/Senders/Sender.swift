// SPDX-License-Identifier: Apache-2.0

/// A client on the session bus.
package struct Sender: Hashable, Sendable {
    package let peer: PeerName
    /// The sender's id from its sandbox, where it runs in one.
    package let sandbox: AppID?

    package init(peer: PeerName, sandbox: AppID? = nil) {
        self.peer = peer
        self.sandbox = sandbox
    }
}
