// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import GLibLoop

/// Messages to be delivered that fit into memory. All others wait in the store.
///
/// Messages that wait for long are copies: libdbus stops reading from the session bus while too
/// many bytes of received messages are alive. Then no client would get a reply.
@LoopActor struct WaitingMessages {
    /// Maximum number of messages in memory that are also stored.
    static let maximumCount = 4_096
    /// Maximum size of messages in memory that are also stored, in bytes.
    static let maximumBytes = 4 << 20

    private struct Kept {
        let source: DeliveryRequest.Source
        let bytes: Int
        /// Payer of a message that is only in memory, or nil if the store has the message.
        let payer: PeerAccounts.Payer?
    }

    private let accounts: SharedAccounts
    private var kept: [EntryKey: Kept] = [:]
    /// Number and size in bytes of the messages in memory that are also stored.
    private var storedCount = 0
    private var storedBytes = 0

    init(_ accounts: SharedAccounts) {
        self.accounts = accounts
    }

    subscript(key: EntryKey) -> DeliveryRequest.Source? { kept[key]?.source }

    /// Keeps a stored message in memory, if there is room.
    mutating func keep(_ message: Message, bytes: Int, for key: EntryKey) {
        guard kept[key] == nil else { return }
        guard storedCount < Self.maximumCount, storedBytes + bytes <= Self.maximumBytes else {
            return
        }
        storedCount += 1
        storedBytes += bytes
        kept[key] = Kept(source: .message(message), bytes: bytes, payer: nil)
    }

    /// Keeps a message that is not stored. Returns false if there is no room, or if its client or
    /// app already uses as much room as is left for all others.
    mutating func keepUnstored(
        _ message: Message, bytes: Int, for key: EntryKey, of payer: PeerAccounts.Payer
    ) -> Bool {
        if kept[key]?.payer != nil { return true }
        guard accounts.value.mayCharge(bytes, of: .unstoredBytes, to: payer),
            let source = Self.copy(of: message),
            accounts.value.charge(bytes, of: .unstoredBytes, to: payer)
        else { return false }
        kept[key] = Kept(source: source, bytes: bytes, payer: payer)
        return true
    }

    private static func copy(of message: Message) -> DeliveryRequest.Source? {
        if let long = message.companion as? LongCallFile {
            return .file(long.file, texts: nil)
        }
        return (try? unsafe Message.demarshal(message.keptBytes())).map { .message($0) }
    }

    /// Releases a message, if it is in memory.
    mutating func release(_ key: EntryKey) {
        guard !kept.isEmpty, let released = kept.removeValue(forKey: key) else { return }
        guard let payer = released.payer else {
            storedCount -= 1
            storedBytes -= released.bytes
            return
        }
        accounts.value.release(released.bytes, of: .unstoredBytes, by: payer)
    }
}
