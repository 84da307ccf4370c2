// SPDX-License-Identifier: Apache-2.0

import CSQLite
import FocusCore

/// The columns of ``SQL/live`` and its like, from 0; one less than ``SQL/insert``'s parameters
/// from ``id`` on, which have no end.
enum RecordColumn: Int32, CaseIterable {
    case key, ended, id, time, state, server, serverDeaths, isRead, isHeld, app, sender, sandbox
    case urgency, level, verdict, reason, reasonDetail, focus, appName, summary, body
    case category, filterCriteria, people, actions

    /// The number of the parameter that ``SQL/insert`` has for it.
    var parameter: Int32 { self == .key ? 1 : rawValue }
    static let payloadBytesParameter: Int32 = 25
    static let payloadParameter: Int32 = 26

    /// Those whose values are lent one after the other.
    static let lent: [RecordColumn] = allCases.filter { column in
        column.rawValue >= app.rawValue && column != .urgency && column != .level
    }
}

extension Statement {
    /// Binds a record to ``SQL/insert`` and takes the step.
    func insert(
        _ record: EntryRecord, payload: UnsafeRawBufferPointer?, size: Int
    ) -> Int32 {
        bind(.key, record.key.rawValue)
        bind(.id, Int64(record.id.rawValue))
        bind(.time, record.time.rawValue)
        bind(.state, Int64(record.state.rawValue))
        if let server = record.server { bind(.server, Int64(server.rawValue)) }
        bind(.serverDeaths, Int64(record.serverDeaths))
        bind(.isRead, record.isRead ? 1 : 0)
        bind(.isHeld, record.isHeldFromBadge ? 1 : 0)
        bind(.urgency, Int64(record.urgency.rawValue))
        bind(.level, Int64(record.level.rawValue))
        bind(RecordColumn.payloadBytesParameter, size)
        if let payload = unsafe payload {
            unsafe bind(RecordColumn.payloadParameter, lending: payload)
        }
        return stepLending(record, from: 0)
    }

    private func bind(_ column: RecordColumn, _ value: Int64) {
        bind(column.parameter, value)
    }

    /// Binds the texts from that one on and takes the step, while all of them are lent: each is
    /// bound inside the closure of the one before, so nothing is copied.
    private func stepLending(_ record: EntryRecord, from index: Int) -> Int32 {
        guard index < RecordColumn.lent.count else { return step() }
        let column = RecordColumn.lent[index]
        if column == .people || column == .actions {
            let list =
                column == .people
                ? StoredList.bytes(of: record.people) : StoredList.bytes(of: record.actions)
            guard let list else { return stepLending(record, from: index + 1) }
            return unsafe list.withUnsafeBytes { bytes in
                unsafe bind(column.parameter, lending: bytes)
                return stepLending(record, from: index + 1)
            }
        }
        guard var text = record.text(in: column) else {
            return stepLending(record, from: index + 1)
        }
        if text.utf8.count > Limits.storedTextBytes {
            text = text.cut(toBytes: Limits.storedTextBytes)
        }
        return text.withUTF8 { bytes in
            unsafe bind(column.parameter, lending: bytes)
            return stepLending(record, from: index + 1)
        }
    }

    /// The record of the current row, nil where it holds a word that this version does not know.
    /// - Parameter released: entries up to this key are no longer held from the badge.
    func record(releasedThrough released: Int64) -> EntryRecord? {
        func text(_ column: RecordColumn) -> String { self.text(column.rawValue) }
        func optional(_ column: RecordColumn) -> String? { optionalText(column.rawValue) }
        func number(_ column: RecordColumn) -> Int64 { integer(column.rawValue) }
        func isNull(_ column: RecordColumn) -> Bool { self.isNull(column.rawValue) }
        guard
            let state = EntryState(rawValue: UInt8(truncatingIfNeeded: number(.state))),
            let urgency = Urgency(rawValue: UInt8(truncatingIfNeeded: number(.urgency))),
            let level = InterruptionLevel(rawValue: UInt8(truncatingIfNeeded: number(.level))),
            let verdict = Verdict(rawValue: text(.verdict)),
            let reason = Reason(code: text(.reason), detail: optional(.reasonDetail))
        else { return nil }
        var notification = Notification(app: AppID(rawValue: text(.app)))
        notification.appName = text(.appName)
        notification.summary = text(.summary)
        notification.body = text(.body)
        notification.category = optional(.category)
        notification.urgency = urgency
        notification.people = unsafe withBytes(RecordColumn.people.rawValue) {
            unsafe StoredList.texts(in: $0)
        }
        notification.filterCriteria = optional(.filterCriteria)
        notification.actions = unsafe withBytes(RecordColumn.actions.rawValue) {
            unsafe StoredList.actions(in: $0)
        }
        var record = EntryRecord(
            key: EntryKey(rawValue: number(.key)),
            id: ClientID(rawValue: UInt32(truncatingIfNeeded: number(.id))),
            time: Timestamp(rawValue: number(.time)), notification: notification,
            decision: Decision(verdict: verdict, reason: reason, level: level),
            focus: optional(.focus).map { FocusID(rawValue: $0) },
            sender: PeerName(rawValue: text(.sender)),
            sandbox: optional(.sandbox).map { AppID(rawValue: $0) }, state: state)
        record.ended = isNull(.ended) ? nil : Timestamp(rawValue: number(.ended))
        record.server =
            isNull(.server)
            ? nil : ServerID(rawValue: UInt32(truncatingIfNeeded: number(.server)))
        record.serverDeaths = Int(number(.serverDeaths))
        record.isRead = number(.isRead) != 0
        record.isHeldFromBadge = number(.isHeld) != 0 && record.key.rawValue > released
        return record
    }
}

extension EntryRecord {
    /// The text of a column, nil for NULL.
    fileprivate func text(in column: RecordColumn) -> String? {
        switch column {
        case .app: app.rawValue
        case .sender: sender.rawValue
        case .sandbox: sandbox?.rawValue
        case .verdict: verdict.rawValue
        case .reason: reason.code
        case .reasonDetail: reason.detail
        case .focus: focus?.rawValue
        case .appName: appName
        case .summary: summary
        case .body: body
        case .category: category
        case .filterCriteria: filterCriteria
        default: nil
        }
    }
}
