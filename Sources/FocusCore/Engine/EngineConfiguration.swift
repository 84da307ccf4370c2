// SPDX-License-Identifier: Apache-2.0

/// The user's configuration, as far as decisions depend on it.
package struct EngineConfiguration: Sendable {
    package var focuses: [FocusID: Focus] = [:]
    /// The rules that need no Focus.
    package var general = GeneralRules()
    /// Apps whose notifications are stored without their bodies.
    package var privateApps: AppList = []
    package var rate = SendingRate()
    /// Apps whose notifications make a phone's copy a duplicate.
    package var duplicates = DuplicateScope.none
    /// Apps that no badge counts (`[Badge] Never=`).
    package var uncountedApps: Set<AppID> = []

    package init() {}

    package var always: AlwaysRules {
        get { general.always }
        set { general.always = newValue }
    }
}
