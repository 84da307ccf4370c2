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

    private mutating func mutesChanged(_ effects: inout [EngineEffect]) {
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

    /// Handles the first notification of an app: mutes the app, or asks about it.
    mutating func noteNewApp(
        of notification: Notification, at now: Timestamp, _ effects: inout [EngineEffect]
    ) {
        let app = notification.program ?? notification.app
        guard !notification.isFeedback, appsHeardBefore?.contains(app) == false else { return }
        switch configuration.always.newApps {
        case .deliver: return
        case .silence:
            let span = UserSpan(since: now, end: .never)
            guard mutes.add(Mute(app, span: span, isNewApp: true)) else { return }
            mutesChanged(&effects)
        case .ask:
            // A mute answers the question already.
            if mutes.mute(of: notification, at: now) == nil {
                guard newAppQuestions < Limits.appQuestions else { return }
                let name = notification.program == nil ? notification.appName : ""
                effects.append(.request(.askAboutApp(app, name: name)))
            }
        }
        noteKnown([app], &effects)
    }
}
