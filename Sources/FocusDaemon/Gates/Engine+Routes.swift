// SPDX-License-Identifier: Apache-2.0

// A notification can come by a gate: `org.gtk.Notifications` on GNOME, or the notification portal.
// The gate turns it into the call of `Notify` that stands for it, so decision, store, delivery and
// missed list are the same for all. What differs is the way back to the app: who owns the
// notification, and what a click on an action does. That is the notification's route, a value
// beside its entry, stored with it, ended with it.

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop

/// The routes of the live notifications, and those of notifications that ended in this batch.
@LoopActor final class NotificationRoutes {
    private var table = RouteTable()
    /// Signals about an end are sent after the end.
    private var ended: [ClientID: Route] = [:]
    /// Activation tokens of actions that are about to be invoked.
    private var tokens: [ClientID: String] = [:]
    private var ids: [EntryKey: ClientID] = [:]
    /// Owners whose last notification ended in this batch.
    private var left: Set<PeerName> = []

    var isEmpty: Bool { table.isEmpty }
    /// True if something ended in this batch.
    var areChanged: Bool { !ended.isEmpty }

    /// Returns the id of the live notification of that name.
    func id(of name: RouteName) -> ClientID? { table.id(of: name) }

    func key(of name: RouteName) -> EntryKey? { table.key(of: name) }

    subscript(key: EntryKey) -> Route? { table[key] }

    /// Returns the route of a notification that is live or ended in this batch.
    func route(of id: ClientID, _ key: EntryKey?) -> Route? {
        key.flatMap { table[$0] } ?? ended[id]
    }

    func add(_ route: Route, _ key: EntryKey, _ id: ClientID) {
        left.remove(route.name.holder)
        table.add(route, key, id)
        ids[key] = id
    }

    /// Returns true if there was a route.
    func end(_ key: EntryKey) -> Bool {
        guard let (route, holder) = table.remove(key) else { return false }
        if let id = ids.removeValue(forKey: key) { ended[id] = route }
        if let holder { left.insert(holder) }
        return true
    }

    func setToken(_ token: String, of id: ClientID) { tokens[id] = token }

    func takeToken(of id: ClientID) -> String? { tokens.removeValue(forKey: id) }

    /// Forgets what ended, and returns the owners without notifications.
    func takeEnded() -> Set<PeerName> {
        for id in ended.keys { tokens[id] = nil }
        ended = [:]
        defer { left = [] }
        return left
    }
}

extension Engine {
    /// Store name of a notification's route.
    private static func routeName(_ key: EntryKey) -> String { "route \(key.rawValue)" }

    /// Remembers the way back of an admitted notification.
    func addRoute(_ route: Route, _ entry: EntryFacts) {
        peerAppeared(route.name.holder)
        routes.add(route, entry.key, entry.id)
        guard !entry.isEphemeral, let text = try? route.text() else { return }
        attempt { try store.setValue(Self.routeName(entry.key), text) }
    }

    /// Forgets the way back of a notification that ended.
    func endRoute(_ key: EntryKey) {
        guard routes.end(key) else { return }
        attempt { try store.setValue(Self.routeName(key), nil) }
    }

    /// Forgets routes and owners that have ended, once the signals of the batch are sent.
    func forgetEndedRoutes() {
        for holder in routes.takeEnded() { peerLeft(holder) }
    }

    /// Restores the routes of the live notifications. Their apps need not run: the bus starts them
    /// for an action.
    func restoreRoutes() throws(StoreError) {
        for entry in Array(state.live.entries) where RouteName.isHolder(entry.sender) {
            guard let text = try store.value(Self.routeName(entry.key)),
                let route = Route(text: text)
            else { continue }
            routes.add(route, entry.key, entry.id)
            peerAppeared(entry.sender)
        }
    }

    /// Ends a notification on its app's own request. Returns false if there is no such
    /// notification.
    func withdraw(_ name: RouteName) -> Bool {
        guard let id = routes.id(of: name) else { return false }
        return close(id, by: Sender(peer: name.holder))
    }

    /// Ends a notification in a way that its app is not told of.
    func end(_ name: RouteName, as end: EntryState) {
        guard let id = routes.id(of: name) else { return }
        _ = change { state, effects in state.dismiss([id], as: end, into: &effects) }
    }

    /// Marks a notification as read that gnome-shell shows by its own interface: the shell does not
    /// report its end, so the badge would count it without end. A notification of no app is
    /// delivered as a call of `Notify`, whose end the shell reports.
    func handedToShell(_ key: EntryKey, _ id: ClientID) {
        guard let name = routes[key]?.name, name.gate == .gtk, !name.app.isEmpty,
            entry(id)?.state == .shown
        else { return }
        _ = markRead([id])
    }
}
