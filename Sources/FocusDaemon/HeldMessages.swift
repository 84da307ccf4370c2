// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore

/// Messages on their way to the real server, as far as there is room; the others wait in the store.
///
/// libdbus stops reading from the session bus while 63 MiB of what it read are kept alive, so what
/// is held here stays far below.
struct HeldMessages {
    /// How many messages that are stored, too, are held.
    static let maximumCount = 4_096
    /// Bytes of messages that are stored, too.
    static let maximumBytes = 4 << 20
    /// Bytes of messages that are nowhere else: feedback, and what the store refused.
    static let maximumUnstoredBytes = 64 << 20
    /// Bytes from which on an unstored message is held as a copy, which libdbus does not count.
    static let smallestCopy = 64 << 10

    private struct Held {
        let message: Message
        let bytes: Int
        /// Whose it is where it is nowhere else; nil where the store has it, too.
        let app: AppID?
    }

    private var held: [EntryKey: Held] = [:]
    private var storedBytes = 0
    private var unstoredBytes = 0
    private var unstored = Holdings<AppID>()

    subscript(key: EntryKey) -> Message? { held[key]?.message }

    /// Holds a message that is stored, where there is room.
    mutating func hold(_ message: Message, bytes: Int, for key: EntryKey) {
        guard held.count < Self.maximumCount, storedBytes + bytes <= Self.maximumBytes else {
            return
        }
        storedBytes += bytes
        held[key] = Held(message: message, bytes: bytes, app: nil)
    }

    /// Holds a message that is not stored; false where there is no room for it, or where its app has
    /// as much as is left for all others.
    mutating func holdUnstored(
        _ message: Message, bytes: Int, for key: EntryKey, of app: AppID
    ) -> Bool {
        let free = Self.maximumUnstoredBytes - unstoredBytes
        guard unstored[app].waiting.bytes + bytes <= free else { return false }
        var message = message
        if bytes >= Self.smallestCopy,
            let copy = try? unsafe message.withMarshalledBytes({ try? unsafe Message.demarshal($0) }
            )
        {
            message = copy
        }
        unstoredBytes += bytes
        unstored.add(app, waiting: Waiting(count: 1, bytes: bytes))
        held[key] = Held(message: message, bytes: bytes, app: app)
        return true
    }

    /// Lets go of a message, if it is held.
    mutating func release(_ key: EntryKey) {
        guard !held.isEmpty, let released = held.removeValue(forKey: key) else { return }
        guard let app = released.app else {
            storedBytes -= released.bytes
            return
        }
        unstoredBytes -= released.bytes
        unstored.remove(app, waiting: Waiting(count: 1, bytes: released.bytes))
    }
}
