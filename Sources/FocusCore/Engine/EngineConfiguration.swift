// SPDX-License-Identifier: Apache-2.0

/// The user's configuration, as far as decisions and popups depend on it.
package struct EngineConfiguration: Sendable {
    package var focuses: [FocusID: Focus] = [:]
    /// The Focuses that have files, none of which can be used.
    package var refused: Set<FocusID> = []
    /// The rules that need no Focus.
    package var general = GeneralRules()
    /// Apps whose notifications are stored without their bodies.
    package var privateApps: AppList = []
    package var rate = SendingRate()
    /// Apps whose notifications make a phone's copy a duplicate.
    package var duplicates = DuplicateScope.none
    /// Apps that no badge counts (`[Badge] Never=`).
    package var uncountedApps: Set<AppID> = []
    /// Minutes of the action "Snooze" on popups; 0 for no action (`[Missed] SnoozeAction=`).
    package var snoozeMinutes = 0
    /// The texts that are hidden while the session is locked.
    package var lockScreen = LockScreenRules()

    package init() {}

    package var always: AlwaysRules {
        get { general.always }
        set { general.always = newValue }
    }
}
