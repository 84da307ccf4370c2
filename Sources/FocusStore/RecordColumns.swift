// SPDX-License-Identifier: Apache-2.0

import CSQLite
import FocusCore

/// The columns of ``SQL/liveEntry`` and its like, from 0; one less than ``SQL/insert``'s parameters
/// from ``id`` on, which have no end.
enum RecordColumn: Int32, CaseIterable {
    case key, ended, id, time, state, server, serverDeaths, isRead, isHeld, app, sender, sandbox
    case urgency, level, verdict, reason, reasonDetail, focus, appName, summary, body
    case category, filterCriteria, people, actions

    /// The number of the parameter that ``SQL/insert`` has for it.
    var parameter: Int32 { self == .key ? 1 : rawValue }
    static let payloadBytesParameter: Int32 = 25
    static let payloadParameter: Int32 = 26
    /// That of ``SQL/insertEnded``.
    static let endedParameter: Int32 = 27

    /// Those that hold texts or lists of texts.
    static let lent: [RecordColumn] = allCases.filter { column in
        column.rawValue >= app.rawValue && column != .urgency && column != .level
    }

    /// Whether NULL may stand there, of those in ``lent``.
    var isOptional: Bool {
        switch self {
        case .sandbox, .reasonDetail, .focus, .category, .filterCriteria, .people, .actions: true
        default: false
        }
    }
}

extension Statement {
    /// Binds a record to ``SQL/insert`` and takes the step, all without copying.
    /// - Parameters:
    ///   - payload: what the row is to hold of it; nil where a file has it.
    ///   - server: the real server's id, where it was handed over since the record was written.
    func insert(
        _ view: RecordView, payload: UnsafeRawBufferPointer?, shownAs server: ServerID? = nil
    ) -> Int32 {
        bind(.state, Int64(unsafe (server == nil ? view.state : .shown).rawValue))
        bind(RecordColumn.payloadBytesParameter, unsafe view.payloadBytes)
        if let payload = unsafe payload {
            unsafe bind(RecordColumn.payloadParameter, lending: payload)
        }
        return unsafe insert(view, server: server?.rawValue ?? view.server)
    }

    /// Binds a record to ``SQL/insertEnded`` and takes the step, all without copying.
    func insert(_ view: RecordView, endedAs state: EntryState, at time: Timestamp) -> Int32 {
        bind(.state, Int64(state.rawValue))
        bind(RecordColumn.endedParameter, time.rawValue)
        return unsafe insert(view, server: view.server)
    }

    private func insert(_ view: RecordView, server: UInt32?) -> Int32 {
        bind(.key, unsafe view.key.rawValue)
        bind(.id, Int64(unsafe view.id))
        bind(.time, unsafe view.time)
        if let server { bind(.server, Int64(server)) }
        bind(.serverDeaths, Int64(unsafe view.serverDeaths))
        bind(.isRead, unsafe view.isRead ? 1 : 0)
        bind(.isHeld, unsafe view.isHeld ? 1 : 0)
        bind(.urgency, Int64(unsafe view.urgency.rawValue))
        bind(.level, Int64(unsafe view.level.rawValue))
        unsafe view.forEachText { column, text in
            if column == .people || column == .actions {
                unsafe bind(column.parameter, lending: text)
            } else {
                unsafe bind(column.parameter, lending: text.assumingMemoryBound(to: UInt8.self))
            }
        }
        return step()
    }

    private func bind(_ column: RecordColumn, _ value: Int64) {
        bind(column.parameter, value)
    }

    /// The record of the current row, nil where it holds a word that this version does not know.
    /// - Parameters:
    ///   - released: entries up to this key are no longer held from the badge.
    ///   - limit: bytes of each text, and of each list of texts, that are read.
    func record(releasedThrough released: Int64, textBytes limit: Int = .max) -> EntryRecord? {
        func text(_ column: RecordColumn) -> String { self.text(column.rawValue) }
        func optional(_ column: RecordColumn) -> String? { optionalText(column.rawValue) }
        func number(_ column: RecordColumn) -> Int64 { integer(column.rawValue) }
        func isNull(_ column: RecordColumn) -> Bool { self.isNull(column.rawValue) }
        var texts = TextReading(limit: limit)
        guard
            let state = EntryState(rawValue: UInt8(truncatingIfNeeded: number(.state))),
            let urgency = Urgency(rawValue: UInt8(truncatingIfNeeded: number(.urgency))),
            let level = InterruptionLevel(rawValue: UInt8(truncatingIfNeeded: number(.level))),
            let verdict = Verdict(rawValue: text(.verdict))
        else { return nil }
        let detail = isNull(.reasonDetail) ? nil : texts.text(.reasonDetail, self)
        guard let reason = Reason(code: text(.reason), detail: detail) else { return nil }
        var notification = Notification(app: AppID(rawValue: text(.app)))
        notification.appName = texts.text(.appName, self)
        notification.summary = texts.text(.summary, self)
        notification.body = texts.text(.body, self)
        notification.category = isNull(.category) ? nil : texts.text(.category, self)
        notification.urgency = urgency
        notification.filterCriteria =
            isNull(.filterCriteria) ? nil : texts.text(.filterCriteria, self)
        notification.people = texts.people(self)
        notification.actions = texts.actions(self)
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
        record.shortened = texts.shortened
        return record
    }
}

/// Reads texts no further than to a limit, and notes those that are longer.
struct TextReading {
    let limit: Int
    private(set) var shortened: ShortenedTexts = []
    /// Bytes of the texts and lists as they are stored.
    private(set) var storedBytes = 0

    init(limit: Int) {
        self.limit = limit
    }

    mutating func text(_ column: RecordColumn, _ row: Statement) -> String {
        unsafe row.withText(column.rawValue) { unsafe text(column, $0) }
    }

    mutating func people(_ row: Statement) -> [String] {
        unsafe row.withBytes(RecordColumn.people.rawValue) { unsafe people($0) }
    }

    mutating func actions(_ row: Statement) -> [Action] {
        unsafe row.withBytes(RecordColumn.actions.rawValue) { unsafe actions($0) }
    }

    mutating func text(_ column: RecordColumn, _ bytes: UnsafeRawBufferPointer) -> String {
        note(column, bytes.count)
        return unsafe bytes.text(upTo: limit)
    }

    mutating func people(_ bytes: UnsafeRawBufferPointer) -> [String] {
        note(.people, bytes.count)
        return unsafe StoredList.texts(in: cut(bytes))
    }

    mutating func actions(_ bytes: UnsafeRawBufferPointer) -> [Action] {
        note(.actions, bytes.count)
        return unsafe StoredList.actions(in: cut(bytes))
    }

    /// A text that does not fit whole into a list is left out of it.
    private func cut(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        unsafe UnsafeRawBufferPointer(rebasing: bytes[..<min(bytes.count, limit)])
    }

    private mutating func note(_ column: RecordColumn, _ count: Int) {
        storedBytes += count
        let name: ShortenedTexts
        switch column {
        case .appName: name = .appName
        case .summary: name = .summary
        case .body: name = .body
        case .category: name = .category
        case .filterCriteria: name = .criteria
        case .people: name = .people
        case .actions: name = .actions
        default: name = .reasonDetail
        }
        // A text that was stored cut ends within the last bytes of the limit that it was cut to.
        if count > limit || Self.isCut(count, Limits.listedTextBytes)
            || Self.isCut(count, Limits.storedTextBytes)
        {
            shortened.insert(name)
        }
    }

    private static func isCut(_ count: Int, _ limit: Int) -> Bool {
        count <= limit && count > limit - 4
    }
}
