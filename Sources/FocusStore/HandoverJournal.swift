// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import Glibc
import Synchronization

/// The file in which a hand-over is noted as soon as it has happened: `PATH-handovers`.
///
/// What was handed over and is not noted comes once more after a kill, so the next hand-over waits
/// for the note of the one before. A transaction of SQLite's, on another thread, would make that a
/// long wait; one small write on the thread that talks to the real server does not. The actor that
/// has the store hears of the note later (``Store/markShown(_:server:handover:)``), and takes it
/// into the database together with many.
///
/// Notes have numbers, and a place each in a ring. The database knows up to which number it has
/// them; those above count when the store is opened.
package final class HandoverJournal: Sendable {
    /// A note: that the real server has a notification, under that id.
    struct Note: Equatable {
        let number: UInt64
        let key: EntryKey
        let server: ServerID
    }

    /// How many notes the database may be behind.
    static let places = 1_024
    /// A record of ``JournalFormat`` with the number as its epoch: the key, the server's id, zeros.
    private static let noteSize = JournalFormat.headerSize + 16
    private static let size = places * noteSize

    private struct State {
        var file: Int32 = -1
        var newest: UInt64 = 0
        /// Up to which number the database has them.
        var through: UInt64 = 0
        var bytes: [UInt8] = []
        /// Whether the store is away from its file, and so is this.
        var isAway = false
    }

    private let path: String
    private let state = Mutex(State())

    /// - Parameter isAway: whether there is no file before ``goOn(with:)``.
    init(beside database: String, isAway: Bool = false) {
        path = database + "-handovers"
        state.withLock { $0.isAway = isAway }
        if !isAway { open() }
    }

    deinit {
        state.withLock { if $0.file >= 0 { _ = close($0.file) } }
    }

    /// Notes that the real server has a notification; may be called on any thread.
    /// - Returns: the note's number; nil where it cannot be written or the database is too far
    ///   behind, and the store has to be told at once.
    package func note(_ key: EntryKey, as server: ServerID) -> UInt64? {
        state.withLock { state in
            guard state.file >= 0, state.newest - state.through < Self.places else { return nil }
            let number = state.newest + 1
            state.bytes.removeAll(keepingCapacity: true)
            state.bytes.append(contentsOf: repeatElement(0, count: Self.noteSize))
            unsafe state.bytes.withUnsafeMutableBytes { bytes in
                let content = JournalFormat.headerSize
                unsafe bytes.storeBytes(
                    of: key.rawValue.littleEndian, toByteOffset: content, as: Int64.self)
                unsafe bytes.storeBytes(
                    of: server.rawValue.littleEndian, toByteOffset: content + 8, as: UInt32.self)
            }
            JournalFormat.seal(&state.bytes, from: 0, epoch: number)
            let place = off_t(number % UInt64(Self.places)) * off_t(Self.noteSize)
            guard unsafe pwrite(state.file, state.bytes, Self.noteSize, place) == Self.noteSize
            else { return nil }
            state.newest = number
            return number
        }
    }

    /// The database has all up to that number; the next ones are higher than both.
    func taken(through number: UInt64) {
        state.withLock { state in
            state.through = max(state.through, number)
            state.newest = max(state.newest, number)
        }
    }

    /// The whole notes that the file holds, by their numbers.
    func read() -> [Note] {
        state.withLock { Self.notes(in: $0.file) }
    }

    private static func notes(in file: Int32) -> [Note] {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, filled in
            guard let start = buffer.baseAddress, file >= 0 else { return }
            filled = max(0, unsafe pread(file, start, size, 0))
        }
        let notes = unsafe bytes.withUnsafeBytes { bytes in
            stride(from: 0, to: bytes.count, by: noteSize).compactMap { place in
                unsafe note(in: bytes, at: place)
            }
        }
        return notes.sorted { $0.number < $1.number }
    }

    private static func note(in bytes: UnsafeRawBufferPointer, at place: Int) -> Note? {
        guard let record = unsafe JournalFormat.record(in: bytes, at: place, epoch: nil),
            record.count == noteSize
        else { return nil }
        let content = place + JournalFormat.headerSize
        let number = unsafe bytes.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)
        let key = unsafe bytes.loadUnaligned(fromByteOffset: content, as: Int64.self)
        let server = unsafe bytes.loadUnaligned(fromByteOffset: content + 8, as: UInt32.self)
        return Note(
            number: UInt64(littleEndian: number), key: EntryKey(rawValue: Int64(littleEndian: key)),
            server: ServerID(rawValue: UInt32(littleEndian: server)))
    }

    /// The store leaves its file: nothing is noted before ``goOn(with:)``. The file stays, for the
    /// next start or for ``Store/recoverHandovers(beside:)``.
    /// - Returns: the notes above that number.
    func leave(after known: UInt64) -> [Note] {
        state.withLock { state in
            state.isAway = true
            guard state.file >= 0 else { return [] }
            let notes = Self.notes(in: state.file)
            _ = close(state.file)
            state.file = -1
            // Others' numbers may be in it, where somebody has written to it.
            return notes.filter { known < $0.number && $0.number <= state.newest }
        }
    }

    /// The store has a file again, and all that either journal noted; the other one is used up.
    func goOn(with other: HandoverJournal) {
        let (file, newest) = other.state.withLock { state in
            defer { state.file = -1 }
            return (state.file, state.newest)
        }
        state.withLock { state in
            if state.file >= 0 { _ = close(state.file) }
            state.file = file
            state.newest = max(state.newest, newest)
            state.through = state.newest
            state.isAway = false
        }
    }

    /// Makes another file where somebody has removed this one; for when the database has all.
    func renew() {
        let isThere = state.withLock { state in
            if state.isAway { return true }
            guard state.file >= 0 else { return false }
            if StoreFile.isOpen(path, as: state.file, of: Self.size) { return true }
            _ = close(state.file)
            state.file = -1
            return false
        }
        if !isThere { open() }
    }

    /// Removes the file, unless it holds what the database has not.
    func remove() {
        state.withLock { state in
            guard state.file >= 0, state.newest == state.through else { return }
            _ = unsafe unlink(path)
            _ = close(state.file)
            state.file = -1
        }
    }

    /// Without a file every hand-over goes to the database at once: slower, and no less safe.
    private func open() {
        let opened = try? StoreFile.openAllocated(
            path, size: Self.size, doing: "making the journal of hand-overs")
        state.withLock { $0.file = opened?.file ?? -1 }
    }
}
