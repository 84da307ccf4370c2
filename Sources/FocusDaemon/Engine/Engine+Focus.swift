// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusStore

/// Settings, and the policy that follows from them and from the active Focus.
extension Engine {
    /// Applies settings that were read again.
    func configure(_ settings: Settings) {
        var new = EngineConfiguration()
        new.focuses = settings.focuses
        new.criticalApps = settings.configuration.criticalApps
        new.urgencyIgnored = settings.configuration.urgencyIgnored
        new.privateApps = AppList(settings.configuration.privateApps)
        new.uncountedApps = settings.configuration.uncountedApps
        new.always = settings.always
        new.duplicates = settings.configuration.duplicates
        new.rate = settings.configuration.sendingRate
        retention = settings.configuration.retention
        hooks?.use(settings.configuration.hooks)
        lockScreen = settings.configuration.lockScreen
        snoozeMinutes = settings.configuration.snoozeMinutes
        change { $0.configure(new, at: .now, clock.rules, into: &$1) }
        // A file that cannot be read now may be readable later.
        if settings.knowsAllFocuses { filters?.keepContexts(of: Set(new.focuses.keys)) }
        endBatch()
    }

    /// Tells the apps of the active Focus or its contents, and builds the policy.
    func applyFocus() {
        let focus = state.activation.flatMap { state.focuses[$0.focus] }
        filters?.tellApps(of: focus)
        let policy = makePolicy(focus, filters?.predicates ?? [:])
        update { $0.setPolicy(policy) }
    }

    /// Applies changed filter predicates of apps.
    func setFilters(_ filters: [AppID: [FilterPredicate]]) {
        let policy = makePolicy(state.policy.focus, filters)
        update { $0.setPolicy(policy) }
    }

    /// Returns the policy of a Focus with the user's configuration.
    func makePolicy(_ focus: Focus?, _ filters: [AppID: [FilterPredicate]]) -> Policy {
        Policy(
            focus: focus, criticalApps: state.configuration.criticalApps,
            urgencyIgnored: state.configuration.urgencyIgnored, filters: filters,
            always: state.configuration.always, aliases: aliases(of:))
    }

    /// Returns other ids that the notifications of an app may have.
    func aliases(of app: AppID) -> [AppID] {
        guard let file = desktopFiles.file(of: app) else { return [] }
        return [file.id] + [file.windowClass, file.name].compactMap { $0.map { AppID($0) } }
    }

    /// Returns the decision of the given policy for an example notification, without counting it as
    /// a repeat.
    func explain(_ notification: Notification, by policy: Policy) -> Decision {
        state.explain(notification, by: policy, at: .now)
    }
}
