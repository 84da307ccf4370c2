// SPDX-License-Identifier: Apache-2.0

import CSQLite
import FocusCore

/// The columns of ``SQL/liveEntry`` and similar statements, from 0. From ``id`` on, each is also
/// the number of its parameter, from 1, in ``SQL/insert``, which has no end time.
enum RecordColumn: Int32, CaseIterable {
    case key, ended, id, time, state, server, serverDeaths, isRead, isHeld, app, sender, sandbox
    case urgency, level, verdict, reason, reasonDetail, focus, appName, summary, body
    case category, filterCriteria, people, actions, program, site, peopleSource, thread

    /// The number of its parameter in ``SQL/insert``.
    var parameter: Int32 { self == .key ? 1 : rawValue }
    static let payloadBytesParameter: Int32 = 29
    static let payloadParameter: Int32 = 30
    /// The number of the end time's parameter in ``SQL/insertEnded``.
    static let endedParameter: Int32 = 31

    /// The columns that contain texts or lists of texts.
    static let lent: [RecordColumn] = allCases.filter { column in
        column.rawValue >= app.rawValue && column != .urgency && column != .level
    }

    /// The first columns of ``lent``, which every record contains.
    static let always: [RecordColumn] = lent.filter { $0.rawValue <= actions.rawValue }

    /// The columns of ``lent`` in a record of an older version that has more than ``always``.
    static let withoutThread: [RecordColumn] = lent.filter { $0 != .thread }

    /// True for the columns of ``lent`` that may be NULL.
    var isOptional: Bool {
        switch self {
        case .sandbox, .reasonDetail, .focus, .category, .filterCriteria, .people, .actions,
            .program, .site, .peopleSource, .thread:
            true
        default: false
        }
    }
}

extension Statement {
    /// Binds a record to ``SQL/insert`` and runs the statement, without copying.
    /// - Parameters:
    ///   - payload: The payload for the row; nil if a file has it.
    ///   - server: The real server's id, if it received the notification after the record was
    ///     written.
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

    /// Binds a record to ``SQL/insertEnded`` and runs the statement, without copying.
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

    /// Returns the record of the current row; nil if it contains a word that this version does not
    /// know.
    /// - Parameters:
    ///   - released: Entries up to this key count in the badge again.
    ///   - limit: Maximum bytes to read of each text, and of each list of texts.
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
        notification.program = optional(.program).map { AppID(rawValue: $0) }
        notification.site = optional(.site)
        notification.thread = optional(.thread)
        notification.peopleSource = optional(.peopleSource).flatMap(PeopleSource.init) ?? .hint
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

/// Reads texts up to a limit, and notes the longer ones.
struct TextReading {
    let limit: Int
    private(set) var shortened: ShortenedTexts = []
    /// Number of bytes of the texts and lists as they are stored.
    private(set) var storedBytes = 0

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

    /// Returns the bytes up to the limit. A text that does not fit completely into a list is
    /// dropped.
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
        // A text that was cut when it was stored ends within the last bytes of that limit.
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
