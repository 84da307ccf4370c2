// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// A notification that is not over, as bytes: its numbers, its texts, its payload.
///
/// It is written once and read where it lies: the row is bound to these bytes, without a copy.
/// Texts stand in the order of ``RecordColumn/lent``, each after its length; ``noText`` is NULL.
enum RecordCodec {
    fileprivate static let noText = UInt32.max

    fileprivate enum Flag {
        static let isRead: UInt8 = 1
        static let isHeld: UInt8 = 2
        static let hasServer: UInt8 = 4
        static let hasFile: UInt8 = 8
    }

    /// Appends a record, its payload's size, and the payload itself unless a file has it.
    /// - Parameter size: that of the payload, wherever it is.
    static func append(
        _ record: EntryRecord, payload: UnsafeRawBufferPointer?, size: Int, hasFile: Bool,
        to bytes: inout [UInt8]
    ) {
        var flags: UInt8 = 0
        if record.isRead { flags |= Flag.isRead }
        if record.isHeldFromBadge { flags |= Flag.isHeld }
        if record.server != nil { flags |= Flag.hasServer }
        if hasFile { flags |= Flag.hasFile }
        append(record.key.rawValue, to: &bytes)
        append(record.time.rawValue, to: &bytes)
        append(record.id.rawValue, to: &bytes)
        append(record.server?.rawValue ?? 0, to: &bytes)
        append(UInt32(clamping: record.serverDeaths), to: &bytes)
        append(UInt32(clamping: size), to: &bytes)
        bytes.append(record.state.rawValue)
        bytes.append(record.urgency.rawValue)
        bytes.append(record.level.rawValue)
        bytes.append(flags)
        appendTexts(of: record, to: &bytes)
        if !hasFile, let payload = unsafe payload { unsafe bytes.append(contentsOf: payload) }
    }

    /// In the order of ``RecordColumn/lent``, column by column rather than in a loop: it is what costs
    /// most of a record.
    private static func appendTexts(of record: EntryRecord, to bytes: inout [UInt8]) {
        append(record.app.rawValue, to: &bytes)
        append(record.sender.rawValue, to: &bytes)
        append(record.sandbox?.rawValue, to: &bytes)
        append(record.verdict.rawValue, to: &bytes)
        append(record.reason.code, to: &bytes)
        append(record.reason.detail, to: &bytes)
        append(record.focus?.rawValue, to: &bytes)
        append(record.appName, to: &bytes)
        append(record.summary, to: &bytes)
        append(record.body, to: &bytes)
        append(record.category, to: &bytes)
        append(record.filterCriteria, to: &bytes)
        append(list: record.people.isEmpty ? nil : StoredList.bytes(of: record.people), to: &bytes)
        append(
            list: record.actions.isEmpty ? nil : StoredList.bytes(of: record.actions), to: &bytes)
    }

    private static func append(list: [UInt8]?, to bytes: inout [UInt8]) {
        append(list.map { UInt32($0.count) } ?? noText, to: &bytes)
        if let list { bytes.append(contentsOf: list) }
    }

    private static func append(_ text: String?, to bytes: inout [UInt8]) {
        guard let text else { return append(noText, to: &bytes) }
        let isAppended: Void? =
            text.utf8.count > Limits.storedTextBytes
            ? nil
            : unsafe text.utf8.withContiguousStorageIfAvailable { characters in
                append(UInt32(characters.count), to: &bytes)
                unsafe bytes.append(contentsOf: characters)
            }
        guard isAppended == nil else { return }
        let characters = text.cut(toBytes: Limits.storedTextBytes).utf8
        append(UInt32(characters.count), to: &bytes)
        bytes.append(contentsOf: characters)
    }

    private static func append<Number: FixedWidthInteger>(
        _ number: Number, to bytes: inout [UInt8]
    ) {
        unsafe withUnsafeBytes(of: number.littleEndian) { unsafe bytes.append(contentsOf: $0) }
    }
}

/// A record that ``RecordCodec`` wrote, read where it lies; valid as long as the bytes are lent.
@unsafe struct RecordView {
    let key: EntryKey
    let time: Int64
    let id: UInt32
    let server: UInt32?
    let serverDeaths: UInt32
    /// The payload's size, wherever it is.
    let payloadBytes: Int
    let state: EntryState
    let urgency: Urgency
    let level: InterruptionLevel
    let isRead: Bool
    let isHeld: Bool
    /// Whether the payload has a file of its own.
    let hasFile: Bool
    /// Nil where there is none or a file has it.
    let payload: UnsafeRawBufferPointer?
    /// The texts with their lengths, which have been checked.
    private let texts: UnsafeRawBufferPointer

    /// Nil for anything that is no record of a notification that is not over; more bytes may
    /// follow it.
    init?(_ bytes: UnsafeRawBufferPointer) {
        var reader = unsafe ByteReader(bytes)
        guard let key = unsafe reader.number(Int64.self), key > 0,
            let time = unsafe reader.number(Int64.self),
            let id = unsafe reader.number(UInt32.self),
            let server = unsafe reader.number(UInt32.self),
            let deaths = unsafe reader.number(UInt32.self),
            let size = unsafe reader.number(UInt32.self),
            let state = unsafe reader.number(UInt8.self).flatMap(EntryState.init), !state.isFinal,
            let urgency = unsafe reader.number(UInt8.self).flatMap(Urgency.init),
            let level = unsafe reader.number(UInt8.self).flatMap(InterruptionLevel.init),
            let flags = unsafe reader.number(UInt8.self)
        else { return nil }
        let start = unsafe reader.position
        for column in RecordColumn.lent {
            guard let count = unsafe reader.number(UInt32.self) else { return nil }
            if count == RecordCodec.noText {
                guard column.isOptional else { return nil }
            } else if unsafe reader.bytes(Int(count)) == nil {
                return nil
            }
        }
        unsafe texts = UnsafeRawBufferPointer(rebasing: bytes[start..<reader.position])
        let hasFile = flags & RecordCodec.Flag.hasFile != 0
        unsafe self.hasFile = hasFile
        unsafe payloadBytes = Int(size)
        unsafe payload = size > 0 && !hasFile ? reader.bytes(Int(size)) : nil
        guard unsafe size == 0 || hasFile || payload != nil else { return nil }
        unsafe (self.key, self.time, self.id) = (EntryKey(rawValue: key), time, id)
        unsafe self.server = flags & RecordCodec.Flag.hasServer != 0 ? server : nil
        unsafe (serverDeaths, self.state) = (deaths, state)
        unsafe (self.urgency, self.level) = (urgency, level)
        unsafe isRead = flags & RecordCodec.Flag.isRead != 0
        unsafe isHeld = flags & RecordCodec.Flag.isHeld != 0
    }

    /// Lends each text that is there.
    func forEachText(_ body: (RecordColumn, UnsafeRawBufferPointer) -> Void) {
        var reader = unsafe ByteReader(texts)
        for column in RecordColumn.lent {
            guard let count = unsafe reader.number(UInt32.self) else { return }
            guard count != RecordCodec.noText else { continue }
            guard let text = unsafe reader.bytes(Int(count)) else { return }
            unsafe body(column, text)
        }
    }

    /// The record; nil where it holds a word that this version does not know.
    /// - Parameter released: entries up to this key are no longer held from the badge.
    func record(releasedThrough released: Int64) -> EntryRecord? {
        var words: [RecordColumn: String] = [:]
        var people: [String] = []
        var actions: [Action] = []
        unsafe forEachText { column, text in
            switch column {
            case .people: people = unsafe StoredList.texts(in: text)
            case .actions: actions = unsafe StoredList.actions(in: text)
            default: words[column] = unsafe String(decoding: text, as: UTF8.self)
            }
        }
        guard let verdict = words[.verdict].flatMap(Verdict.init),
            let reason = words[.reason].flatMap({ Reason(code: $0, detail: words[.reasonDetail]) })
        else { return nil }
        var notification = Notification(app: AppID(rawValue: words[.app] ?? ""))
        notification.appName = words[.appName] ?? ""
        notification.summary = words[.summary] ?? ""
        notification.body = words[.body] ?? ""
        notification.category = words[.category]
        notification.urgency = unsafe urgency
        notification.people = people
        notification.filterCriteria = words[.filterCriteria]
        notification.actions = actions
        var record = unsafe EntryRecord(
            key: key, id: ClientID(rawValue: id), time: Timestamp(rawValue: time),
            notification: notification,
            decision: Decision(verdict: verdict, reason: reason, level: level),
            focus: words[.focus].map { FocusID(rawValue: $0) },
            sender: PeerName(rawValue: words[.sender] ?? ""),
            sandbox: words[.sandbox].map { AppID(rawValue: $0) }, state: state)
        record.server = unsafe server.map { ServerID(rawValue: $0) }
        record.serverDeaths = Int(unsafe serverDeaths)
        record.isRead = unsafe isRead
        record.isHeldFromBadge = unsafe isHeld && key.rawValue > released
        return record
    }
}

/// Reads numbers and bytes one after the other; nil past the end.
@unsafe private struct ByteReader {
    private let buffer: UnsafeRawBufferPointer
    private(set) var position = 0

    init(_ buffer: UnsafeRawBufferPointer) {
        unsafe self.buffer = buffer
    }

    mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number? {
        let size = MemoryLayout<Number>.size
        guard unsafe buffer.count - position >= size else { return nil }
        defer { unsafe position += size }
        return Number(
            littleEndian: unsafe buffer.loadUnaligned(fromByteOffset: position, as: type))
    }

    mutating func bytes(_ count: Int) -> UnsafeRawBufferPointer? {
        guard count >= 0, unsafe buffer.count - position >= count else { return nil }
        defer { unsafe position += count }
        return unsafe UnsafeRawBufferPointer(rebasing: buffer[position..<position + count])
    }
}
