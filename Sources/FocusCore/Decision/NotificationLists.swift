// SPDX-License-Identifier: Apache-2.0

// Each list is an allow list or a silence list. A member of a silence list is silenced. A member of
// an allow list, or an allowed site, is admitted. A notification on no list is silenced if it names
// people and People is an allow list (person), or if Apps is an allow list (app).

/// The lists of apps, people and sites of a Focus or of `always.focus`.
struct NotificationLists: Sendable {
    private let apps: AppList
    private let appsMode: ListPolicy<AppID>.Mode
    private let people: ListPolicy<PersonKey>
    private let allowedSites: Set<String>
    private let silencedSites: Set<String>

    /// - Parameter aliases: returns other ids that the notifications of a listed app may have.
    init(
        apps: ListPolicy<AppID>, people: ListPolicy<PersonKey>, allowedSites: Set<String>,
        silencedSites: Set<String>, aliases: (AppID) -> [AppID]
    ) {
        self.apps = AppList(apps.members.union(apps.members.flatMap(aliases)))
        appsMode = apps.mode
        self.people = people
        self.allowedSites = allowedSites
        self.silencedSites = silencedSites
    }

    /// Returns the reason to silence, or nil, and true if a silence list has the site, the person
    /// or the app.
    func judge(
        _ notification: Notification
    ) -> (silences: Reason?, isOnSilenceList: Bool) {
        let isAppListed = apps.contains(notification)
        let namesPeople = !notification.people.isEmpty
        let isPersonListed =
            namesPeople && !people.members.isEmpty && names(notification.people, of: people.members)
        if WebSite.lists(silencedSites, notification.site) { return (.site, true) }
        if isPersonListed, case .silence = people.mode { return (.person, true) }
        if isAppListed, case .silence = appsMode { return (.app, true) }
        if isPersonListed || isAppListed { return (nil, false) }
        if WebSite.lists(allowedSites, notification.site) { return (nil, false) }
        if namesPeople, case .allow = people.mode { return (.person, false) }
        if case .allow = appsMode { return (.app, false) }
        return (nil, false)
    }

    private func names(_ people: [String], of members: Set<PersonKey>) -> Bool {
        people.contains { PersonKey.keys(of: $0).contains(where: members.contains) }
    }
}
