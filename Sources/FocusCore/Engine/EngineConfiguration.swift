// SPDX-License-Identifier: Apache-2.0

/// The user's configuration, as far as decisions depend on it.
package struct EngineConfiguration: Sendable {
    package var focuses: [FocusID: Focus] = [:]
    package var criticalApps: Set<AppID> = []
    package var urgencyIgnored: Set<AppID> = KnownBrowsers.apps
    /// Apps whose notifications are stored without their bodies.
    package var privateApps: AppList = []
    package var rate = SendingRate()
    /// The rules that need no Focus.
    package var always = AlwaysRules()
    /// Apps whose notifications make a phone's copy a duplicate.
    package var duplicates = DuplicateScope.none
    /// Apps that no badge counts (`[Badge] Never=`).
    package var uncountedApps: Set<AppID> = []

    package init() {}
}
