// SPDX-License-Identifier: Apache-2.0

import DBus

/// Parts of `Notify` calls that others in front of a locked screen may read.
enum LockedPopup {
    /// Hints without a text, a picture or a name of a person.
    static let harmless: Set<String> = [
        "urgency", "category", "desktop-entry", "transient", "resident", "sound-file", "sound-name",
        "suppress-sound", "sender-pid", "action-icons",
    ]

    /// Returns a call for a message that cannot be read.
    static func placeholder(title: String) -> Message? {
        try? .notify(appName: "", summary: title)
    }

    /// Returns the action of a click on the popup, without its label; the labels of buttons can
    /// repeat the text.
    static func defaultAction(_ actions: [String]) -> [String] {
        let keys = stride(from: 0, to: actions.count - 1, by: 2).map { actions[$0] }
        return keys.contains("default") ? ["default", ""] : []
    }
}
