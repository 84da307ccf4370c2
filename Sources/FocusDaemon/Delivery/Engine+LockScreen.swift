// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusWire

/// The texts of popups while the session is locked. The store keeps the whole texts.
extension Engine {
    /// Returns the call without what must not be read while the session is locked; nil if all of it may
    /// be shown.
    func hiddenOnLockScreen(_ message: Message, of entry: LiveEntry) -> Message? {
        // A summary has no texts of apps.
        guard !lockScreen.isEmpty, !entry.sender.rawValue.isEmpty, isLocked?() == true,
            let hidden = lockScreen.hidden(of: entry.app)
        else { return nil }
        let name = desktopFiles.name(of: entry.app) ?? entry.app.rawValue
        let title = name.isEmpty ? "Notification" : name
        return HiddenText.message(message, without: hidden, title: title)
            ?? HiddenText.placeholder(title: title)
    }
}
