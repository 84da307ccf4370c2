// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// A live notification as bytes: its numbers, its texts, its payload.
///
/// The bytes are written once and read in place: the row is bound to them without a copy. Texts
/// stand in the order of ``RecordColumn/lent``, each after its length; ``noText`` is NULL.
enum RecordCodec {
    fileprivate static let noText = UInt32.max

    fileprivate enum Flag {
        static let isRead: UInt8 = 1
        static let isHeld: UInt8 = 2
        static let hasServer: UInt8 = 4
        static let hasFile: UInt8 = 8
        /// Columns after ``RecordColumn/always`` follow. Records of older versions have none of
        /// them.
        static let hasMore: UInt8 = 16
        /// The last of these columns is the thread. Records of older versions lack it.
        static let hasThread: UInt8 = 32
    }

    /// The columns with texts that a record with these flags contains.
    fileprivate static func columns(_ flags: UInt8) -> [RecordColumn] {
        if flags & Flag.hasMore == 0 { return RecordColumn.always }
        return flags & Flag.hasThread == 0 ? RecordColumn.withoutThread : RecordColumn.lent
    }

    @inline(never) fileprivate static func stored(_ text: String) -> String {
        text.cut(toBytes: Limits.storedTextBytes)
    }

    /// Writes a record, its payload's size, and the payload itself unless a file has it.
    ///
    /// Written out column by column instead of in a loop, because this is the most expensive part
    /// of a record.
    /// - Parameters:
    ///   - payload: The part of the payload to put into the record; nil if there is none or a file
    ///     has it.
    ///   - payloadSize: The size of the payload, in the record or in a file.
    /// - Returns: Number of bytes that the whole record needs. If `memory` is shorter, the record
    ///   is incomplete, and the caller tries again: that is cheaper than measuring each record
    ///   first.
    static func write(
        _ facts: EntryFacts, _ notification: Notification, _ decision: Decision,
        at time: Timestamp, focus: FocusID?, from sender: Sender,
        payload: UnsafeRawBufferPointer?, payloadSize: Int,
        to memory: UnsafeMutableRawBufferPointer
    ) -> Int {
        var flags: UInt8 = 0
        if facts.isRead { flags |= Flag.isRead }
        if facts.isHeldFromBadge { flags |= Flag.isHeld }
        if facts.server != nil { flags |= Flag.hasServer }
        if unsafe payload == nil, payloadSize > 0 { flags |= Flag.hasFile }
        let source = notification.peopleSource == .hint ? nil : notification.peopleSource.rawValue
        let hasThread = notification.thread != nil
        let hasMore =
            hasThread || notification.program != nil || notification.site != nil || source != nil
        if hasMore { flags |= Flag.hasMore }
        if hasThread { flags |= Flag.hasThread }
        var writer = unsafe RecordWriter(memory)
        unsafe writer.write(UInt64(bitPattern: facts.key.rawValue))
        unsafe writer.write(UInt64(bitPattern: time.rawValue))
        unsafe writer.write(facts.id.rawValue, facts.server?.rawValue ?? 0)
        unsafe writer.write(UInt32(clamping: facts.serverDeaths), UInt32(clamping: payloadSize))
        let words = (notification.urgency.rawValue, decision.level.rawValue, flags)
        unsafe writer.write(
            UInt32(facts.state.rawValue) | UInt32(words.0) << 8 | UInt32(words.1) << 16
                | UInt32(words.2) << 24)
        // In the order of ``RecordColumn/lent``.
        unsafe writer.write(notification.app.rawValue)
        unsafe writer.write(sender.peer.rawValue)
        unsafe writer.write(sender.sandbox?.rawValue)
        unsafe writer.write(decision.verdict.rawValue)
        unsafe writer.write(decision.reason.code)
        unsafe writer.write(decision.reason.detail)
        unsafe writer.write(focus?.rawValue)
        unsafe writer.write(notification.appName)
        unsafe writer.write(notification.summary)
        unsafe writer.write(notification.body)
        unsafe writer.write(notification.category)
        unsafe writer.write(notification.filterCriteria)
        unsafe writer.write(
            list: notification.people.isEmpty ? nil : StoredList.bytes(of: notification.people))
        unsafe writer.write(
            list: notification.actions.isEmpty ? nil : StoredList.bytes(of: notification.actions))
        if hasMore {
            unsafe writer.write(notification.program?.rawValue)
            unsafe writer.write(notification.site)
            unsafe writer.write(source)
            if hasThread { unsafe writer.write(notification.thread) }
        }
        if let payload = unsafe payload { unsafe writer.write(bytes: payload) }
        return unsafe writer.position
    }
}

/// Writes numbers, texts and bytes in sequence, and counts also those that do not fit.
@unsafe private struct RecordWriter {
    private let memory: UnsafeMutableRawBufferPointer
    private(set) var position = 0

    init(_ memory: UnsafeMutableRawBufferPointer) {
        unsafe self.memory = memory
    }

    mutating func write<Number: FixedWidthInteger>(_ number: Number) {
        let place = unsafe position
        unsafe position += MemoryLayout<Number>.size
        guard unsafe position <= memory.count else { return }
        unsafe memory.storeBytes(of: number.littleEndian, toByteOffset: place, as: Number.self)
    }

    mutating func write(_ first: UInt32, _ second: UInt32) {
        unsafe write(UInt64(first) | UInt64(second) << 32)
    }

    mutating func write(bytes: UnsafeRawBufferPointer) {
        let place = unsafe position
        unsafe position += bytes.count
        guard unsafe position <= memory.count else { return }
        unsafe UnsafeMutableRawBufferPointer(rebasing: memory[place..<position])
            .copyMemory(from: bytes)
    }

    mutating func write(list: [UInt8]?) {
        guard let list else { return unsafe write(RecordCodec.noText) }
        // At most storedTextBytes, which fits 32 bits, as the length of a text does.
        unsafe write(UInt32(list.count))
        unsafe list.withUnsafeBytes { unsafe write(bytes: $0) }
    }

    /// Writes a text. Not inlined, because a record has a dozen texts, and each inlined copy would
    /// take room in the processor's cache.
    @inline(never) mutating func write(_ text: String?) {
        guard let text else { return unsafe write(RecordCodec.noText) }
        let count = text.utf8.count
        guard count <= Limits.storedTextBytes else { return unsafe write(RecordCodec.stored(text)) }
        unsafe write(UInt32(count))
        unsafe text.utf8.span.withUnsafeBytes { unsafe write(bytes: $0) }
    }
}

/// A record that ``RecordCodec`` wrote, read in place. Valid as long as the bytes are lent.
@unsafe struct RecordView {
    let key: EntryKey
    let time: Int64
    let id: UInt32
    let server: UInt32?
    let serverDeaths: UInt32
    /// The size of the payload, in the record or in a file.
    let payloadBytes: Int
    let state: EntryState
    let urgency: Urgency
    let level: InterruptionLevel
    let isRead: Bool
    let isHeld: Bool
    /// True if the payload has a file of its own.
    let hasFile: Bool
    /// The payload; nil if there is none or a file has it.
    let payload: UnsafeRawBufferPointer?
    /// The texts with their lengths, which have been checked.
    private let texts: UnsafeRawBufferPointer
    private let columns: [RecordColumn]

    /// Returns nil for bytes that are not the record of a live notification. More bytes may follow
    /// the record.
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
        let columns = RecordCodec.columns(flags)
        unsafe self.columns = columns
        for column in columns {
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

    /// Lends each text of the record.
    func forEachText(_ body: (RecordColumn, UnsafeRawBufferPointer) -> Void) {
        var reader = unsafe ByteReader(texts)
        for column in unsafe columns {
            guard let count = unsafe reader.number(UInt32.self) else { return }
            guard count != RecordCodec.noText else { continue }
            guard let text = unsafe reader.bytes(Int(count)) else { return }
            unsafe body(column, text)
        }
    }

    /// Number of bytes of all texts, with their lengths.
    var textBytes: Int { unsafe texts.count }

    /// Returns the bytes of the text in a column; nil for NULL. Valid as long as the record.
    func text(_ column: RecordColumn) -> UnsafeRawBufferPointer? {
        var found: UnsafeRawBufferPointer?
        unsafe forEachText { other, text in
            if other == column { unsafe found = text }
        }
        return unsafe found
    }

    /// Returns the record; nil if it contains a word that this version does not know.
    /// - Parameters:
    ///   - released: Entries up to this key are no longer held back from the badge.
    ///   - limit: Maximum bytes to read of each text, and of each list of texts.
    func record(releasedThrough released: Int64, textBytes limit: Int = .max) -> EntryRecord? {
        var words: [RecordColumn: String] = [:]
        var people: [String] = []
        var actions: [Action] = []
        var texts = TextReading(limit: limit)
        unsafe forEachText { column, text in
            switch column {
            case .people: people = unsafe texts.people(text)
            case .actions: actions = unsafe texts.actions(text)
            case .appName, .summary, .body, .category, .filterCriteria, .reasonDetail:
                words[column] = unsafe texts.text(column, text)
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
        notification.program = words[.program].map { AppID(rawValue: $0) }
        notification.site = words[.site]
        notification.thread = words[.thread]
        notification.peopleSource = words[.peopleSource].flatMap(PeopleSource.init) ?? .hint
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
        record.shortened = texts.shortened
        return record
    }
}

/// Reads numbers and bytes in sequence. Returns nil after the end.
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
