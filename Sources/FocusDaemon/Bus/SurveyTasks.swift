// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Predicates

/// Counts entries, in groups.
final class CountTask: SurveyTask {
    private struct Group {
        var count = 0
        var silenced = 0
        var latest = Timestamp(rawValue: .min)
    }

    private let group: CountedGroup
    private let day: (Timestamp) -> String
    private let name: @LoopActor (EntryRecord) -> String
    private var groups: [String: Group] = [:]
    private var names: [String: String] = [:]
    /// Number of entries whose group has no room.
    private var others = 0

    /// - Parameters:
    ///   - day: returns the day of a time, as `2026-11-23`.
    ///   - name: returns the name by which the user knows the sender.
    init(
        by group: CountedGroup, day: @escaping (Timestamp) -> String,
        name: @escaping @LoopActor (EntryRecord) -> String
    ) {
        self.group = group
        self.day = day
        self.name = name
    }

    func look(at record: EntryRecord) {
        for key in keys(of: record) {
            guard groups[key] != nil || groups.count < Limits.countedGroups else {
                others += 1
                continue
            }
            if group == .app, names[key] == nil { names[key] = name(record) }
            var group = groups[key] ?? Group()
            group.count += 1
            if record.verdict == .silence { group.silenced += 1 }
            group.latest = max(group.latest, record.time)
            groups[key] = group
        }
    }

    private func keys(of record: EntryRecord) -> [String] {
        switch group {
        case .all: [""]
        case .app: [(record.program ?? record.app).rawValue]
        case .day: [day(record.time)]
        case .reason: [record.reason.code]
        case .verdict: [record.verdict.rawValue]
        case .focus: [record.focus?.rawValue ?? ""]
        case .person: record.people
        }
    }

    func answer(next: EntryKey?) -> [Value] {
        if group == .all, groups.isEmpty { groups[""] = Group() }
        let sorted = groups.sorted { left, right in
            group == .day
                ? left.key > right.key
                : (right.value.count, left.key) < (left.value.count, right.key)
        }
        let values = sorted.enumerated().map { index, item in
            var fields = FieldsBuilder()
            if group != .all { fields.set(group.rawValue, item.key) }
            fields.set("name", names[item.key])
            fields.set("count", .uint32(UInt32(clamping: item.value.count)))
            fields.set("silenced", .uint32(UInt32(clamping: item.value.silenced)))
            if item.value.count > 0 { fields.set("latest", .int64(item.value.latest.rawValue)) }
            if index == sorted.count - 1 {
                fields.set("next", next.map { .int64($0.rawValue) })
                if others > 0 { fields.set("others", .uint32(UInt32(clamping: others))) }
            }
            return fields.value
        }
        return [FieldsBuilder.list(values)]
    }
}

/// Decides about entries again, as a draft of a Focus would.
final class ExplainTask: SurveyTask {
    private struct App {
        var name: String
        var delivered = 0
        var silenced = 0
    }

    private let policy: Policy
    private let listed: Int
    private let name: @LoopActor (EntryRecord) -> String
    private var delivered = 0
    private var silenced = 0
    private var changed = 0
    private var faults: Set<String> = []
    private var apps: [String: App] = [:]
    private var verdicts: [Value] = []

    init(
        _ policy: Policy, listing listed: Int, name: @escaping @LoopActor (EntryRecord) -> String
    ) {
        self.policy = policy
        self.listed = listed
        self.name = name
    }

    func look(at record: EntryRecord) {
        let decision = policy.decide(record.notification)
        let isDelivered = decision.verdict == .deliver
        if isDelivered { delivered += 1 } else { silenced += 1 }
        if decision.verdict != record.verdict { changed += 1 }
        for fault in decision.faults where faults.count < Limits.switches {
            faults.insert("\(fault.place): \(fault.message)")
        }
        count(record, isDelivered)
        guard verdicts.count < listed else { return }
        var fields = FieldsBuilder()
        fields.set("id", .uint32(record.id.rawValue))
        fields.set("key", .int64(record.key.rawValue))
        fields.set("time", .int64(record.time.rawValue))
        fields.set("app", record.app.rawValue)
        fields.set("name", name(record))
        fields.set("summary", record.summary.cut(toBytes: Limits.searchTextBytes))
        fields.set("verdict", decision.verdict.rawValue)
        fields.set("reason", decision.reason.code)
        fields.set(
            "reason-detail", decision.reason.detail?.cut(toBytes: Limits.searchTextBytes))
        fields.set("was", record.verdict.rawValue)
        verdicts.append(fields.value)
    }

    private func count(_ record: EntryRecord, _ isDelivered: Bool) {
        let key = (record.program ?? record.app).rawValue
        guard apps[key] != nil || apps.count < Limits.countedGroups else { return }
        var app = apps[key] ?? App(name: name(record))
        if isDelivered { app.delivered += 1 } else { app.silenced += 1 }
        apps[key] = app
    }

    func answer(next: EntryKey?) -> [Value] {
        var counts = FieldsBuilder()
        counts.set("total", .uint32(UInt32(clamping: delivered + silenced)))
        counts.set("delivered", .uint32(UInt32(clamping: delivered)))
        counts.set("silenced", .uint32(UInt32(clamping: silenced)))
        counts.set("changed", .uint32(UInt32(clamping: changed)))
        let sorted = apps.sorted { left, right in
            let (a, b) = (left.value, right.value)
            return (b.delivered + b.silenced, left.key) < (a.delivered + a.silenced, right.key)
        }
        let list = sorted.map { id, app in
            var fields = FieldsBuilder()
            fields.set("app", id)
            fields.set("name", app.name)
            fields.set("delivered", .uint32(UInt32(clamping: app.delivered)))
            fields.set("silenced", .uint32(UInt32(clamping: app.silenced)))
            return fields.value
        }
        counts.set("apps", FieldsBuilder.list(list))
        counts.set("faults", .strings(faults.sorted()))
        counts.set("next", next.map { .int64($0.rawValue) })
        return [counts.value, FieldsBuilder.list(verdicts)]
    }
}

/// Finds the entries that a predicate matches.
final class MatchTask: SurveyTask {
    private let predicate: Predicate
    private let listed: Int
    private let wire: @LoopActor (EntryRecord) -> EntryWire
    private var looked = 0
    private var matched = 0
    private var bytes = 0
    private var fault: String?
    private var entries: [Value] = []

    init(
        _ predicate: Predicate, listing listed: Int,
        wire: @escaping @LoopActor (EntryRecord) -> EntryWire
    ) {
        self.predicate = predicate
        self.listed = listed
        self.wire = wire
    }

    func look(at record: EntryRecord) {
        looked += 1
        let subject = NotificationSubject(record.notification, level: record.level)
        do {
            guard try predicate.evaluate(with: subject) else { return }
        } catch {
            fault = error.message
            return
        }
        matched += 1
        guard entries.count < listed, bytes < Limits.pageBytes else { return }
        bytes += record.notification.textBytes(upTo: Limits.listedTextBytes)
        entries.append(wire(record.short).value)
    }

    func answer(next: EntryKey?) -> [Value] {
        var counts = FieldsBuilder()
        counts.set("looked-at", .uint32(UInt32(clamping: looked)))
        counts.set("matched", .uint32(UInt32(clamping: matched)))
        counts.set("fault", fault)
        counts.set("next", next.map { .int64($0.rawValue) })
        return [counts.value, FieldsBuilder.list(entries)]
    }
}
