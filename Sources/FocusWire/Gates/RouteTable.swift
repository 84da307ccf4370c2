// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// The routes of the live notifications that came by a gate.
package struct RouteTable: Sendable {
    private struct Entry: Sendable {
        let id: ClientID
        let route: StoredRoute
    }

    private var routes: [EntryKey: Entry] = [:]
    private var keys: [RouteName: EntryKey] = [:]
    /// Number of notifications of each owner.
    private var counts: [PeerName: Int] = [:]

    package init() {}

    package var isEmpty: Bool { routes.isEmpty }

    package subscript(key: EntryKey) -> StoredRoute? { routes[key]?.route }

    /// Returns the id of the app's live notification with that name.
    package func id(of name: RouteName) -> ClientID? { keys[name].flatMap { routes[$0]?.id } }

    package func key(of name: RouteName) -> EntryKey? { keys[name] }

    /// Adds the route of a notification. From then on, its name means this
    /// notification.
    package mutating func add(_ route: StoredRoute, _ key: EntryKey, _ id: ClientID) {
        remove(key)
        routes[key] = Entry(id: id, route: route)
        keys[route.name] = key
        counts[route.name.holder, default: 0] += 1
    }

    /// Removes the route of a notification that ended.
    /// - Returns: the route, and the owner if it has no other notification.
    @discardableResult
    package mutating func remove(
        _ key: EntryKey
    ) -> (route: StoredRoute, ownerWithoutOthers: PeerName?)? {
        guard let route = routes.removeValue(forKey: key)?.route else { return nil }
        if keys[route.name] == key { keys[route.name] = nil }
        let holder = route.name.holder
        let count = (counts[holder] ?? 1) - 1
        counts[holder] = count > 0 ? count : nil
        return (route, count > 0 ? nil : holder)
    }
}
