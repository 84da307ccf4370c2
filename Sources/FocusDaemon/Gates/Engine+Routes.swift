// SPDX-License-Identifier: Apache-2.0

// A notification can come by a gate: `org.gtk.Notifications` on GNOME, or the notification portal.
// The gate turns it into an equivalent call of `Notify`, so decision, store, delivery and missed
// list are the same for all. Only the way back to the app differs: the owner of the
// notification, and the effect of a click on an action. This way back is the notification's route,
// a value beside its entry, which is stored with the entry and ends with it.

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop

extension Engine {
    /// Store name of a notification's route.
    private static func routeName(_ key: EntryKey) -> String { routePrefix + "\(key.rawValue)" }

    private static let routePrefix = "route "

    /// Remembers the way back of an admitted notification.
    func addRoute(_ way: WayBack, _ entry: EntryFacts) {
        peerAppeared(way.route.name.holder)
        routes.add(way.route, of: way.payer, entry.key, entry.id)
        guard entry.isStored else { return }
        attempt { try store.setValue(Self.routeName(entry.key), way.route.text) }
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
        for entry in Array(state.live.entries)
        where RouteName.isHolder(entry.sender) && routes[entry.key] == nil {
            guard let text = try store.value(Self.routeName(entry.key)),
                let route = StoredRoute(text: text),
                routes.key(of: route.name) ?? entry.key <= entry.key
            else { continue }
            let payer = route.name.payer
            if routes.mayAdd(route, of: payer) {
                routes.add(route, of: payer, entry.key, entry.id)
            } else if let short = try? StoredRoute(Route(name: route.name, client: route.client)) {
                // An earlier version stored it.
                routes.add(short, of: payer, entry.key, entry.id)
                attempt { try store.setValue(Self.routeName(entry.key), short.text) }
            }
            peerAppeared(entry.sender)
        }
    }

    /// Writes the routes of the live notifications, and removes those of notifications that ended
    /// while the store failed.
    func rewriteRoutes() throws(StoreError) {
        var left = Set(try store.valueNames(beginningWith: Self.routePrefix))
        for entry in state.live.facts where entry.isStored {
            guard let text = routes[entry.key]?.text else { continue }
            let name = Self.routeName(entry.key)
            try store.setValue(name, text)
            left.remove(name)
        }
        for name in left {
            // The next start takes over what this run could not.
            let key = Int64(name.dropFirst(Self.routePrefix.count)) ?? 0
            if repair.beganDetached, key < repair.firstKey.rawValue { continue }
            try store.setValue(name, nil)
        }
    }

    /// Ends a notification on its app's own request. Returns false if there is no such
    /// notification.
    func withdraw(_ name: RouteName) -> Bool {
        guard let id = routes.id(of: name) else { return false }
        return close(id, by: Sender(peer: name.holder))
    }

    /// Ends a notification without telling its app.
    func end(_ name: RouteName, as end: EntryState) {
        if let id = routes.id(of: name) { self.end(id, as: end) }
    }

    /// Ends a notification that came by a gate without telling its app.
    func end(_ id: ClientID, as end: EntryState) {
        _ = change { state, effects in state.dismiss([id], as: end, into: &effects) }
    }

    /// Marks a notification as read that gnome-shell shows by its own interface: the shell does not
    /// report its end, so the badge would count it without end. A notification of no app, or with a
    /// hidden part, is delivered as a call of `Notify`, whose end the shell reports. The same holds
    /// for one that the shell refused by its own interface: the popup's id tells that.
    func handedToShell(_ key: EntryKey, _ id: ClientID) {
        guard let name = routes[key]?.name, name.gate == .gtk, !name.app.isEmpty,
            !routes.isOrdinary(key), let entry = entry(id), entry.key == key,
            entry.state == .shown, let popup = entry.server,
            Route.originalIDs.contains(popup.rawValue)
        else { return }
        _ = change { $0.markRead([id], into: &$1) }
    }
}

/// The way back of a notification that arrives by a gate.
struct WayBack {
    let route: StoredRoute
    /// The client and the app that pay for the route's bytes.
    let payer: PeerAccounts.Payer
}

extension RouteName {
    /// The payer of a notification that came from the portal, which sends for all apps, or in an
    /// earlier run.
    var payer: PeerAccounts.Payer { payer(of: holder) }

    /// The payer of a notification that came from the client.
    func payer(of client: PeerName) -> PeerAccounts.Payer {
        PeerAccounts.Payer(client: client, app: app.isEmpty ? nil : AppID(app))
    }
}
