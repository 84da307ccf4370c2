// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire

extension Engine {
    /// Arrivals between two looks at what is too old or too much.
    static let upkeepInterval = Store.maximumPending
    /// Entries that one look ends or removes at most; more than can arrive between two.
    static let upkeepStep = 2 * upkeepInterval
    /// From one look for what is too old to the next, where there was nothing; it is days that count.
    static let ageLooks = Duration.seconds(60)

    /// Ends and removes what lies beyond the limits, a bounded piece at a time; after answers
    /// are sent, never before.
    func upkeep() {
        arrivalsSinceUpkeep = 0
        attempt {
            let looksAtAges = ContinuousClock.now >= nextAgeLook
            let hadOld = looksAtAges ? try endOldest() : false
            let hasMore = try store.prune(
                retention, now: looksAtAges ? .now : nil, atMost: Self.upkeepStep)
            // Where there were any, there may be more.
            if looksAtAges, !hadOld, !hasMore { nextAgeLook = .now + Self.ageLooks }
            try dropPayloads()
            try store.commit()
        }
        tellClients()
    }

    /// Ends what has been live for too many days.
    /// - Returns: whether there was any.
    private func endOldest() throws -> Bool {
        let oldest = Timestamp(
            rawValue: Timestamp.now.rawValue - Int64(retention.days) * 86_400_000)
        let keys = try store.liveOlderThan(oldest, limit: Self.upkeepStep)
        for key in keys {
            guard let id = try store.clientID(of: key), let entry = proxy.end(id, key: key)
            else { continue }
            over(entry, .evicted, closesPopup: false)
            tellClosed(entry, .undefined)
        }
        return !keys.isEmpty
    }

    /// Gives up stored messages that the real server has had, or that are only missed, while all
    /// together are too long; their words stay. Of the app that has the most, the oldest goes first.
    private func dropPayloads() throws {
        guard try store.payloadBytes() > Limits.storedPayloadBytes else { return }
        let held = proxy.entries.filter { $0.state != .queued && $0.payloadBytes > 0 }
        var apps = Dictionary(grouping: held, by: \.app).mapValues { entries in
            PayloadHolder(
                bytes: entries.reduce(0) { $0 + $1.payloadBytes },
                newestFirst: entries.sorted { $0.key > $1.key })
        }
        while try store.payloadBytes() > Limits.storedPayloadBytes,
            let app = apps.max(by: { $0.value.bytes < $1.value.bytes })?.key,
            let entry = apps[app]?.newestFirst.popLast()
        {
            apps[app]?.bytes -= entry.payloadBytes
            try store.dropPayload(of: entry.key)
            _ = proxy.update(entry.id, key: entry.key) { $0.payloadBytes = 0 }
        }
    }

    /// What one app has of the stored messages that may be given up.
    private struct PayloadHolder {
        var bytes: Int
        var newestFirst: [LiveEntry]
    }
}

extension Engine {
    /// What was counted, and how things are now.
    var allCounters: Counters {
        var counters = counters
        counters[.queued] = UInt64(outbox.waiting)
        counters[.live] = UInt64(proxy.count)
        counters[.missed] = UInt64(proxy.missed)
        counters[.storedBytes] = UInt64((try? store.payloadBytes()) ?? 0)
        return counters
    }
}

extension Message {
    /// A `Notify` call with what the store's columns hold of a notification.
    static func notify(_ record: EntryRecord) throws(MarshalError) -> Message {
        let message = Message.methodCall(
            destination: nil, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "Notify")
        try message.append(record.appName)
        try message.append(record.id.rawValue)
        try message.append("")
        try message.append(record.summary)
        try message.append(record.body)
        let actions = Value.strings(record.actions.flatMap { [$0.key, $0.label] })
        let hints = Value.vardict([
            "urgency": .byte(record.urgency.rawValue),
            "desktop-entry": .string(record.app.rawValue),
        ])
        try message.append(actions, hints, .int32(-1))
        return message
    }
}
