// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore
import FocusWire

/// Actions and replies of the user.
extension Engine {
    /// Invokes an action like the real server: tells the sender, then ends the notification, unless
    /// it is resident.
    ///
    /// - Parameter token: the activation token of the user's click.
    func act(_ id: ClientID, _ action: String, token: String? = nil) throws(UserRefusal) {
        guard let record = wholeRecord(id) else { throw .notFound }
        let known = record.actions.map(\.key)
        let isResident = isResident(record.key)
        try change { state, effects throws(UserRefusal) in
            try state.act(
                id, record.key, action, known: known, isResident: isResident, token: token,
                into: &effects)
        }
    }

    /// Returns true if the stored message of a notification has the hint `resident`. False without
    /// a message, which focusd drops when the popup expires.
    private func isResident(_ key: EntryKey) -> Bool {
        var isResident: Bool?
        attempt {
            isResident = try unsafe store.withPayload(of: key) { bytes in
                unsafe MessageHints.isResident(bytes)
            }
        }
        return isResident ?? false
    }

    /// Sends the user's answer to the app, then ends the notification, unless it is resident.
    func reply(_ id: ClientID, _ text: String) throws(UserRefusal) {
        guard let record = wholeRecord(id) else { throw .notFound }
        let known = record.actions.map(\.key)
        let isResident = isResident(record.key)
        try change { state, effects throws(UserRefusal) in
            try state.reply(
                id, record.key, text, known: known, isResident: isResident, into: &effects)
        }
    }
}
