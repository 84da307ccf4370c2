// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import SeededRandom

/// One app of the day, and its live notifications.
@LoopActor final class DayApp {
    let connection: Connection
    private let name: String
    private var ids: [UInt32] = []
    private var count = 0

    /// - Parameter isApp: True to own the app's name, as an app with one window does.
    init(_ number: Int, address: String, isApp: Bool = true) throws {
        name = "org.example.Day\(number)"
        connection = try Connection(address: address)
        if isApp { _ = try connection.requestName(BusName(name), [.doNotQueue]) }
    }

    func leave() {
        connection.close()
    }

    /// Records the answer to a notification.
    func took(_ id: UInt32) {
        if !ids.contains(id) { ids.append(id) }
        if ids.count > 20 { ids.removeFirst() }
    }

    /// Returns a new notification, or one that replaces an earlier one; some with a picture.
    func notify(_ random: inout SeededGenerator) -> Message {
        count += 1
        let replaced = random.number(0...4) == 0 ? random.one(of: ids) ?? 0 : 0
        var hints: [String: Value] = [
            "desktop-entry": .string(name), "urgency": .byte(UInt8(random.number(0...2))),
            "category": .string("im.received"), "filterCriteria": .string("work"),
        ]
        if random.number(0...9) == 0 {
            let edge = Int32(random.number(16...64))
            hints["image-data"] = .structure([
                .int32(edge), .int32(edge), .int32(edge * 4), .boolean(true), .int32(8), .int32(4),
                .bytes((0..<Int(edge * edge * 4)).map { UInt8(truncatingIfNeeded: $0) }),
            ])
        }
        // The reaction of the real server's user.
        let fates = ["act", "dismiss", "dismiss", "expire", "expire", "expire"]
        let call = Message.methodCall(
            destination: WireName.notifications, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "Notify")
        // All these values can be sent.
        try? call.append(
            .string("Day"), .uint32(replaced), .string(""), .string("\(name)-\(count)"),
            .string(random.one(of: fates) ?? ""), .strings(["ok", "OK"]), .vardict(hints),
            .int32(-1))
        return call
    }

    /// Closes one of its notifications. Returns nil if it has none.
    func closeOne(_ random: inout SeededGenerator) -> Message? {
        guard let id = random.one(of: ids) else { return nil }
        ids.removeAll { $0 == id }
        let call = Message.methodCall(
            destination: WireName.notifications, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "CloseNotification")
        try? call.append(.uint32(id))
        return call
    }

    func setBadge(_ number: Int) -> Message {
        let call = Message.methodCall(
            destination: WireName.focus, path: WireName.focusPath, interface: WireName.apps,
            member: "SetBadgeCount")
        try? call.append(.string(name), .uint32(UInt32(number)))
        return call
    }
}
