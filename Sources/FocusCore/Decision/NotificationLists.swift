// SPDX-License-Identifier: Apache-2.0

// Each list is an allow list or a silence list. In order; the first step that applies decides:
//
//  1. The site, a named person or the app is on a silence list: silenced (site, person, app).
//  2. The app or a named person is on an allow list: delivered.
//  3. No list names the site, a person or the app. If People is an allow list and the notification
//     names people: silenced (person). Else if Apps is an allow list: silenced (app). Else:
//     delivered. A notification of an allowed site is delivered in all three cases.

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
        self.apps = AppList(apps.members, aliases: aliases)
        appsMode = apps.mode
        self.people = people
        self.allowedSites = allowedSites
        self.silencedSites = silencedSites
    }

    /// The result of the lists.
    enum Judgement {
        case allows(Reason)
        /// `isOnSilenceList` is true if a silence list has the site, the person or the app.
        case silences(Reason, isOnSilenceList: Bool)
    }

    /// Returns the result of the lists for a notification.
    func judge(_ notification: Notification) -> Judgement {
        let isAppListed = apps.contains(notification)
        let namesPeople = !notification.people.isEmpty
        let listed = listedPerson(of: notification)
        if WebSite.lists(silencedSites, notification.site) {
            return .silences(.site, isOnSilenceList: true)
        }
        if listed != nil, case .silence = people.mode {
            return .silences(.person, isOnSilenceList: true)
        }
        if isAppListed {
            if case .silence = appsMode { return .silences(.app, isOnSilenceList: true) }
            return .allows(.allowed)
        }
        if let listed { return .allows(.admitted(.person(listed))) }
        let reason: Reason
        if namesPeople, case .allow = people.mode {
            reason = .person
        } else if case .allow = appsMode {
            reason = .app
        } else {
            return .allows(.allowed)
        }
        if let site = notification.site, WebSite.lists(allowedSites, site) {
            return .allows(.admitted(.site(site)))
        }
        return .silences(reason, isOnSilenceList: false)
    }

    /// Returns the first person on the list, or the title that names them, if it is on the list.
    private func listedPerson(of notification: Notification) -> String? {
        if people.members.isEmpty { return nil }
        if let person = notification.people.first(where: isListed) { return person }
        guard notification.peopleSource == .title else { return nil }
        return PeopleReader.wholeNames(inTitle: notification.summary).first(where: isListed)
    }

    private func isListed(_ person: String) -> Bool {
        PersonKey.lists(people.members, person)
    }
}
