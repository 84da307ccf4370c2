// SPDX-License-Identifier: Apache-2.0

/// Muted apps and new apps.
extension EngineState {
    /// Mutes an app at the user's request.
    ///
    /// - Parameter aliases: other ids of the app's notifications.
    /// - Returns: false if too many apps are muted, or if the app's id cannot be stored.
    package mutating func mute(
        _ app: AppID, aliases: [AppID] = [], until end: Agenda.End = .never, at now: Timestamp,
        _ rules: some LocalTimeRules, into effects: inout [EngineEffect]
    ) -> Bool {
        let mute = Mute(app, aliases: aliases, span: UserSpan(since: now, end: end))
        guard mutes.add(mute) else { return false }
        noteKnown(mute.ids, &effects)
        mutesChanged(&effects)
        _ = advance(to: now, rules, into: &effects)
        return true
    }

    /// Ends the mute of an app. Returns false if the app is not muted.
    package mutating func unmute(
        _ app: AppID, at now: Timestamp, _ rules: some LocalTimeRules,
        into effects: inout [EngineEffect]
    ) -> Bool {
        guard mutes.remove(app) else { return false }
        mutesChanged(&effects)
        _ = advance(to: now, rules, into: &effects)
        return true
    }

    /// Ends the mutes whose time has come.
    mutating func advanceMutes(to now: Timestamp, _ effects: inout [EngineEffect]) {
        if mutes.advance(to: now) { mutesChanged(&effects) }
    }

    mutating func mutesChanged(_ effects: inout [EngineEffect]) {
        updateHiddenBadges()
        effects.append(.row(.setMutes))
        effects.append(.changed(.mutes))
    }

    // MARK: New apps

    /// Begins or stops remembering the apps that are not new.
    mutating func updateAppsHeardBefore(_ effects: inout [EngineEffect]) {
        switch (configuration.always.newApps, appsHeardBefore) {
        case (.deliver, nil), (.silence, .some), (.ask, .some): break
        case (.deliver, .some):
            appsHeardBefore = nil
            effects.append(.row(.setAppsHeardBefore))
        case (.silence, nil), (.ask, nil): effects.append(.request(.learnApps))
        }
    }

    /// Takes the apps that have sent notifications before. Every other app is new.
    package mutating func learnApps(
        _ apps: some Sequence<AppID>, into effects: inout [EngineEffect]
    ) {
        appsHeardBefore = AppsHeardBefore(apps)
        effects.append(.row(.setAppsHeardBefore))
    }

    private mutating func noteKnown(_ apps: [AppID], _ effects: inout [EngineEffect]) {
        guard var known = appsHeardBefore, !apps.allSatisfy(known.contains) else { return }
        apps.forEach { known.insert($0) }
        appsHeardBefore = known
        effects.append(.row(.setAppsHeardBefore))
    }

    /// Mutes the app of a notification if the app is new and `always.focus` silences new apps.
    mutating func muteNewApp(
        of notification: Notification, at now: Timestamp, _ effects: inout [EngineEffect]
    ) {
        guard configuration.always.newApps == .silence, let app = newApp(of: notification) else {
            return
        }
        let span = UserSpan(since: now, end: .never)
        guard mutes.add(Mute(app, span: span, isNewApp: true)) else { return }
        mutesChanged(&effects)
        noteKnown([app], &effects)
    }

    /// Asks about the app of a delivered notification if the app is new and `always.focus` asks.
    ///
    /// A silenced notification causes no question: the question would show the user the app's name
    /// all the same. The app stays new.
    mutating func askAboutNewApp(
        of notification: Notification, _ effects: inout [EngineEffect]
    ) {
        guard configuration.always.newApps == .ask, newAppQuestions < Limits.appQuestions,
            let app = newApp(of: notification)
        else { return }
        let name = notification.program == nil ? notification.appName : ""
        effects.append(.request(.askAboutApp(app, name: name)))
        noteKnown([app], &effects)
    }

    /// Returns the app of a notification if the app has sent none before.
    private func newApp(of notification: Notification) -> AppID? {
        let app = notification.program ?? notification.app
        let isNew = !notification.isFeedback && appsHeardBefore?.contains(app) == false
        return isNew ? app : nil
    }
}
