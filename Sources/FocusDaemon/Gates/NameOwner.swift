// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop

/// Follows the owner of a bus name. The bus reports a new owner before it delivers that owner's
/// first call.
@LoopActor final class NameOwner {
    /// The unique name of the owner; nil while nobody owns the name.
    private(set) var current: BusName?
    private var subscription: Subscription?

    /// Asks the bus for the owner; blocks the loop.
    init(
        of name: BusName, on connection: Connection,
        onChange: (@LoopActor (BusName?) -> Void)? = nil
    ) {
        subscription = connection.subscribe(BusDaemon.ownerChanges(of: name)) {
            [weak self] message in
            let owner = (try? message.arguments())?.last?.asString ?? ""
            self?.current = try? BusName(owner)
            onChange?(self?.current)
        }
        current = try? connection.nameOwner(name)
    }
}
