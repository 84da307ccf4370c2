// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusStore
import FocusWire
import Notify

/// A notification on its way to libnotify's thread, which reads its message and changes it.
///
/// Reading, checking and copying a message of many megabytes takes tens of milliseconds, and no
/// client is answered while the loop does that.
struct DeliveryRequest: Sendable {
    /// The place of the message.
    enum Source: Sendable {
        case message(Message)
        /// Bytes from the store, and a message made from the stored texts for damaged ones.
        case bytes([UInt8], texts: Message?)
        /// File of the store, and a message made from the stored texts for an unreadable file.
        case file(PayloadFile, texts: Message?)
    }

    let source: Source
    let changes: NotifyChanges
    /// The server's id of the notification to replace, or 0 for a new one.
    let replaces: UInt32
    let senderPID: UInt32?
    let key: EntryKey

    /// Returns the request for libnotify; nil if the message cannot be read.
    func read() -> ShowRequest? {
        guard let message else { return nil }
        return ShowRequest(
            message: changes.isEmpty ? message : changes.applied(to: message),
            replaces: replaces, urgency: NotifyCall.sentUrgency, senderPID: senderPID,
            token: UInt64(key.rawValue))
    }

    private var message: Message? {
        switch source {
        case .message(let message): message
        case .bytes(let bytes, let texts): (try? Message.demarshal(bytes)) ?? texts
        case .file(let file, let texts): file.read().flatMap { try? Message.demarshal($0) } ?? texts
        }
    }
}
