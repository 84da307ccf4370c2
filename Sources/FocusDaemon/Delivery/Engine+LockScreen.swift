// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles

/// The texts of popups while the session is locked. The store keeps the whole texts.
extension Engine {
    /// Returns the part of a notification that is hidden while the session is locked, and the title
    /// that replaces a hidden summary. Returns nil if nothing is hidden now.
    func hiddenOnLockScreen(_ entry: LiveEntry) -> (part: LockScreenRules.Hidden, title: String)? {
        // focusd's own notifications leave the texts of apps out, see ``hidesTextsNow(of:)``.
        guard !entry.sender.rawValue.isEmpty,
            let hidden = rulesOfLock?.hidden(of: entry.app, for: entry.countedAs)
        else { return nil }
        let name = desktopFiles.name(of: entry.app) ?? entry.app.rawValue
        return (hidden, name.isEmpty ? "Notification" : name)
    }

    /// Returns true if a notification of focusd's own must not repeat texts of an app now.
    func hidesTextsNow(of app: AppID) -> Bool {
        rulesOfLock?.hidden(of: app) != nil
    }

    /// The rules of the locked session; nil without any, or while it is not locked.
    private var rulesOfLock: LockScreenRules? {
        guard !state.configuration.lockScreen.isEmpty, surroundings?.isLocked == true else {
            return nil
        }
        followInstalledApps()
        return state.configuration.lockScreen
    }
}
