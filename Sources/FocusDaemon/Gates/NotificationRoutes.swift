// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop

/// The routes of the live notifications, and those of notifications that ended in this batch.
@LoopActor final class NotificationRoutes {
    private var table = RouteTable()
    /// The routes of notifications that ended in this batch, for the signals about their ends.
    private var ended: [ClientID: StoredRoute] = [:]
    /// Activation tokens of actions that are about to be invoked.
    private var tokens: [ClientID: String] = [:]
    private var ids: [EntryKey: ClientID] = [:]
    /// Notifications that go to the server without the app's own call.
    private var ordinary: Set<EntryKey> = []
    private let accounts: SharedAccounts
    /// The clients and apps that pay for the bytes of routes.
    private var payers: [EntryKey: PeerAccounts.Payer] = [:]
    /// Owners whose last notification ended in this batch.
    private var left: Set<PeerName> = []

    init(_ accounts: SharedAccounts) { self.accounts = accounts }

    var isEmpty: Bool { table.isEmpty }
    /// True if a notification with a route ended in this batch.
    var areChanged: Bool { !ended.isEmpty }

    /// Returns the id of the live notification of that name.
    func id(of name: RouteName) -> ClientID? { table.id(of: name) }

    func key(of name: RouteName) -> EntryKey? { table.key(of: name) }

    subscript(key: EntryKey) -> StoredRoute? { table[key] }

    /// Returns the route of a notification that is live or ended in this batch.
    func route(of id: ClientID, _ key: EntryKey?) -> Route? {
        (key.flatMap { table[$0] } ?? ended[id])?.route
    }

    /// Returns true if there is room for the route's actions.
    func mayAdd(_ route: StoredRoute, of payer: PeerAccounts.Payer) -> Bool {
        route.chargedBytes <= GateLimits.routeBytes
            && accounts.value.mayCharge(route.chargedBytes, of: .routeBytes, to: payer)
    }

    /// Adds a route for which there is room.
    func add(
        _ route: StoredRoute, of payer: PeerAccounts.Payer, _ key: EntryKey, _ id: ClientID
    ) {
        release(key)
        if accounts.value.charge(route.chargedBytes, of: .routeBytes, to: payer) {
            payers[key] = payer
        }
        left.remove(route.name.holder)
        table.add(route, key, id)
        ids[key] = id
    }

    /// Records if a notification goes to the server without the app's own call, which is left out
    /// if a part of the notification is hidden.
    func setOrdinary(_ isOrdinary: Bool, _ key: EntryKey) {
        if isOrdinary, table[key] != nil {
            ordinary.insert(key)
        } else {
            ordinary.remove(key)
        }
    }

    func isOrdinary(_ key: EntryKey) -> Bool { ordinary.contains(key) }

    /// Ends the route of a notification. Returns false if the notification has none.
    func end(_ key: EntryKey) -> Bool {
        release(key)
        guard let (route, holder) = table.remove(key) else { return false }
        ordinary.remove(key)
        if let id = ids.removeValue(forKey: key) { ended[id] = route }
        if let holder { left.insert(holder) }
        return true
    }

    private func release(_ key: EntryKey) {
        guard let payer = payers.removeValue(forKey: key), let route = table[key] else { return }
        accounts.value.release(route.chargedBytes, of: .routeBytes, by: payer)
    }

    func setToken(_ token: String, of id: ClientID) { tokens[id] = token }

    func takeToken(of id: ClientID) -> String? { tokens.removeValue(forKey: id) }

    /// Forgets the ended routes. Returns the owners that have no notification any more.
    func takeEnded() -> Set<PeerName> {
        for id in ended.keys { tokens[id] = nil }
        ended = [:]
        defer { left = [] }
        return left
    }
}
