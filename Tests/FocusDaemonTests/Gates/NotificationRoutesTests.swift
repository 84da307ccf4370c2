// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire
import GLibLoop
import Testing

@testable import FocusDaemon

@Suite @LoopActor struct NotificationRoutesTests {
    /// A route of an app with a target of that many bytes.
    private static func route(
        _ app: String, _ number: Int, target bytes: Int
    ) throws -> StoredRoute {
        let name = RouteName(gate: .portal, app: app, id: "\(number)")
        var route = Route(name: name, client: ":1.7")
        route.invocations["default"] = Route.Invocation(
            action: "app.open", target: .string(String(repeating: "x", count: bytes)))
        return try StoredRoute(route)
    }

    @Test func actionsOfAllNotificationsHaveARoom() throws {
        let accounts = SharedAccounts()
        let routes = NotificationRoutes(accounts)
        func add(_ app: String, _ number: Int) throws -> Bool {
            let route = try Self.route(app, number, target: GateLimits.routeBytes - 512)
            guard routes.mayAdd(route, of: route.name.payer) else { return false }
            routes.add(
                route, of: route.name.payer, EntryKey(rawValue: Int64(number)),
                ClientID(rawValue: UInt32(number)))
            return true
        }
        let most = Limits.routeBytes / (GateLimits.routeBytes - 512)
        var taken = 0
        while taken < most, try add("org.example.Loud", taken + 1) { taken += 1 }
        let half = Limits.routeBytes / 2
        // The last one may end above half: what is left then is less than one of them.
        let charged = accounts.value.total(of: .routeBytes)
        #expect((half - GateLimits.routeBytes...half + GateLimits.routeBytes) ~= charged)
        #expect(try add("org.example.Other", most + 1))
        #expect(routes.end(EntryKey(rawValue: 1)))
        #expect(routes.end(EntryKey(rawValue: 2)))
        #expect(try add("org.example.Loud", most + 2))
        for number in 1...(most + 2) { _ = routes.end(EntryKey(rawValue: Int64(number))) }
        #expect(accounts.value.total(of: .routeBytes) == 0)
    }

    /// An earlier version stored routes of any length.
    @Test func longRouteOfAnEarlierVersionLosesItsActions() throws {
        let store = try Store(path: nil)
        let route = try Self.route("org.example.Mail", 1, target: GateLimits.routeBytes)
        let notification = Notification(app: AppID("org.example.Mail"), summary: "a")
        let record = EntryRecord(
            key: try store.nextKey(), id: ClientID(rawValue: 1), time: .now,
            notification: notification,
            decision: Decision(verdict: .deliver, reason: .noFocus, level: .active), focus: nil,
            sender: route.name.holder, sandbox: nil, state: .shown)
        try unsafe store.insert(record, payload: nil)
        try store.setValue("route \(record.key.rawValue)", route.text)
        try store.commit()
        let engine = try Engine(store: store, log: Log())
        try engine.restore(present: [], session: "")
        let kept = try #require(engine.routes[record.key])
        #expect(kept.name == route.name && !kept.hasActions)
        #expect(try store.value("route \(record.key.rawValue)") == kept.text)
    }
}
