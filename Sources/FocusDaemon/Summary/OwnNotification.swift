// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire

/// A notification that focusd itself sends to the user.
struct OwnNotification {
    var icon = ""
    let summary: String
    /// The text as markup; texts of apps and users are escaped.
    let body: String
    /// A key and a label for each action.
    var actions: [String] = []
    /// 0 (low) or 1 (normal).
    var urgency: UInt8 = 0
    /// Milliseconds until the popup goes; -1 for as long as the server likes.
    var expires: Int32 = -1

    /// Maximum number of characters of an app's name on a button.
    static let labelLength = 30
    /// Maximum number of characters of other texts in a question.
    static let textLength = 120

    /// The call of `Notify`.
    func message() throws(MarshalError) -> Message {
        try .notify(
            appName: "focusd", icon: icon, summary: summary, body: body, actions: actions,
            hints: .vardict(["category": .string("presence"), "urgency": .byte(urgency)]),
            expires: expires)
    }

    /// Returns a text on one line of limited length. Characters that change the direction of
    /// writing are left out, since they could make "Don't allow" look like "Allow".
    static func line(_ text: String, upTo length: Int = textLength) -> String {
        let shown = String(text.unicodeScalars.filter { !$0.properties.isBidiControl }).singleLine
        return shown.count > length ? shown.prefix(length - 1) + "…" : shown
    }
}
