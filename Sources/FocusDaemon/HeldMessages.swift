// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import GLibLoop

/// Messages on their way to the server, as far as there is room; the others wait in the store.
///
/// What is held for long is a copy: libdbus stops reading from the session bus while too many bytes of
/// what it read are alive, and nobody would be answered.
@LoopActor struct HeldMessages {
    /// How many messages that are stored, too, are held.
    static let maximumCount = 4_096
    /// Bytes of messages that are stored, too.
    static let maximumBytes = 4 << 20

    private struct Held {
        let message: Message
        let bytes: Int
        /// Who pays for it where it is nowhere else; nil where the store has it, too.
        let payer: PeerAccounts.Payer?
    }

    private let accounts: Accounts
    private var held: [EntryKey: Held] = [:]
    private var storedBytes = 0

    init(_ accounts: Accounts) {
        self.accounts = accounts
    }

    subscript(key: EntryKey) -> Message? { held[key]?.message }

    /// Holds a message that is stored, where there is room.
    mutating func hold(_ message: Message, bytes: Int, for key: EntryKey) {
        guard held.count < Self.maximumCount, storedBytes + bytes <= Self.maximumBytes else {
            return
        }
        storedBytes += bytes
        held[key] = Held(message: message, bytes: bytes, payer: nil)
    }

    /// Holds a message that is not stored; false where there is no room for it, or where its client or
    /// its app has as much as is left for all others.
    mutating func holdUnstored(
        _ message: Message, bytes: Int, for key: EntryKey, of payer: PeerAccounts.Payer
    ) -> Bool {
        guard accounts.value.mayCharge(bytes, of: .unstoredBytes, to: payer),
            let copy = try? unsafe Message.demarshal(message.keptBytes()),
            accounts.value.charge(bytes, of: .unstoredBytes, to: payer)
        else { return false }
        held[key] = Held(message: copy, bytes: bytes, payer: payer)
        return true
    }

    /// Lets go of a message, if it is held.
    mutating func release(_ key: EntryKey) {
        guard !held.isEmpty, let released = held.removeValue(forKey: key) else { return }
        guard let payer = released.payer else {
            storedBytes -= released.bytes
            return
        }
        accounts.value.release(released.bytes, of: .unstoredBytes, by: payer)
    }
}
