// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import Glibc
import Synchronization

/// The journal of deliveries: a file with a note for each notification that the real server has,
/// `PATH-handovers`.
///
/// A delivery without a note is repeated after a kill, so the next delivery waits for the note of
/// the one before. A transaction of SQLite on another thread would take long; one small write on
/// the thread that talks to the real server does not. The actor that owns the store receives the
/// note later (``Store/markShown(_:server:note:)``), and moves many notes to the database
/// together.
///
/// Notes have numbers, and a place each in a ring. The database knows the highest number that it
/// has taken over; later notes count when the store is opened.
package final class DeliveryJournal: Sendable {
    /// A note that the real server has a notification, under its id.
    struct Note: Equatable {
        let number: UInt64
        let key: EntryKey
        let server: ServerID
    }

    /// Maximum number of notes that the database may be behind.
    static let places = 1_024
    /// The size of a note: a record of ``JournalFormat`` with the number as its epoch, containing
    /// the key, the server's id and zeros.
    private static let noteSize = JournalFormat.headerSize + 16
    private static let size = places * noteSize

    private struct State {
        var file: Int32 = -1
        var newest: UInt64 = 0
        /// The highest number that the database has taken over.
        var through: UInt64 = 0
        var bytes: [UInt8] = []
        /// True while the store, and therefore this journal, works without its file.
        var isAway = false
    }

    private let path: String
    private let state = Mutex(State())

    /// - Parameter isAway: True to use no file before ``goOn(with:)``.
    init(beside database: String, isAway: Bool = false) {
        path = database + "-handovers"
        state.withLock { $0.isAway = isAway }
        if !isAway { open() }
    }

    deinit {
        state.withLock { if $0.file >= 0 { _ = close($0.file) } }
    }

    /// Notes that the real server has a notification. Callable from any thread.
    /// - Returns: The note's number. Returns nil if the note cannot be written or the database is
    ///   too far behind; then report the delivery to the store at once.
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
            let place = Int(number % UInt64(Self.places)) * Self.noteSize
            let isWritten = unsafe state.bytes.withUnsafeBytes {
                unsafe StoreFile.write($0, to: state.file, at: place)
            }
            guard isWritten else { return nil }
            state.newest = number
            return number
        }
    }

    /// Records that the database has all notes up to that number. Later notes get higher numbers.
    func taken(through number: UInt64) {
        state.withLock { state in
            state.through = max(state.through, number)
            state.newest = max(state.newest, number)
        }
    }

    /// Returns the complete notes of the file, by their numbers.
    func read() -> [Note] {
        state.withLock { state in
            guard state.file < 0, !state.isAway else { return Self.notes(in: state.file) }
            // A disk may refuse writes and still be readable.
            let file = StoreDirectory.openFile(path, in: AT_FDCWD, O_RDONLY)
            defer { if file >= 0 { _ = close(file) } }
            return Self.notes(in: file)
        }
    }

    private static func notes(in file: Int32) -> [Note] {
        let bytes = file < 0 ? [] : StoreFile.read(file, count: size)
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

    /// Closes the file without removing it, because the store leaves its file. No note is written
    /// before ``goOn(with:)``. The next start or ``Store/recoverDeliveries(beside:)`` reads the
    /// file.
    /// - Returns: The notes above that number.
    func leave(after known: UInt64) -> [Note] {
        state.withLock { state in
            state.isAway = true
            guard state.file >= 0 else { return [] }
            let notes = Self.notes(in: state.file)
            _ = close(state.file)
            state.file = -1
            // The file may contain foreign numbers if another program has written to it.
            return notes.filter { known < $0.number && $0.number <= state.newest }
        }
    }

    /// Takes over the other journal's file, because the store has a file again. The database has
    /// the notes of both journals.
    func goOn(with other: DeliveryJournal) {
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

    /// Creates another file if this one was removed. The database must have all notes.
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

    /// Removes the file, unless it contains notes that the database does not have.
    func remove() {
        state.withLock { state in
            guard state.file >= 0, state.newest == state.through else { return }
            _ = unsafe unlink(path)
            _ = close(state.file)
            state.file = -1
        }
    }

    /// Opens the file. Without a file every delivery is written to the database at once: slower,
    /// and equally safe.
    private func open() {
        let file = try? StoreFile.openAllocated(
            path, size: Self.size, doing: "creating the journal of deliveries")
        state.withLock { $0.file = file ?? -1 }
    }
}
