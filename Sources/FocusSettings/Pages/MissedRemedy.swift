// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

/// The way from a silenced notification to its remedy: the switch of the list that silenced it, and
/// the mute.
extension SettingsState {
    /// A change that alone lets the next such notification through.
    struct Remedy {
        /// The button for a place that names the app already.
        var button: SettingsButton
        /// The same for the menu of a notification.
        var entry: SettingsButton
    }

    /// Returns the changes that let the next such notification through, the one of the list that
    /// decided first; none if the Focus lets it through already, or if no list alone keeps it back.
    ///
    /// - Parameter app: The name of the app.
    func remedies(
        _ entry: EntryWire, of app: String, _ policies: [FocusID: Policy]
    ) -> [Remedy] {
        let record = entry.record
        let isAlways: Bool
        switch record.reason {
        case .muted, .newApp: return [unmuting(entry, of: app)].compactMap { $0 }
        case .app, .person, .site: isAlways = false
        case .alwaysApp, .alwaysPerson, .alwaysSite: isAlways = true
        default: return []
        }
        let own = record.focus.flatMap { files[$0] }
        let mutes = silencing(record)
        guard let policy = policies[record.focus ?? .always], !policy.delivers(record, mutes),
            let file = isAlways ? alwaysFile : own
        else { return [] }
        // The lists have changed since, and only the mute silences it.
        if !mutes.isEmpty, policy.delivers(record) {
            return [unmuting(entry, of: app)].compactMap { $0 }
        }
        var found = allowingApps(record, file)
        found.insert(
            contentsOf: allowingPeople(record, file),
            at: record.reason.isOfPeople ? 0 : found.count)
        if let site = allowingSite(record) {
            found.insert(site, at: record.reason.isOfSites ? 0 : found.count)
        }
        let list = file.focus.id
        return found.filter { change in
            let key = PolicyCache.Key(focus: own?.focus.id, list: list, edit: change.edit)
            let policy = policyCache.policy(key) {
                var focus = file.focus
                change.apply(&focus)
                return isAlways
                    ? self.policy(of: own?.focus, always: focus) : self.policy(of: focus)
            }
            return policy.delivers(record, mutes)
        }.map { remedy($0, in: list, of: app) }
    }

    /// A change of a list, for which the list's file has the changed lists.
    private struct ListChange {
        /// The member of the list in words; nil for the notification's source.
        var member: String?
        var edit: FocusEdit
        /// Makes the change. It reads the whole list, so it runs once for all rows with the change.
        var apply: (inout Focus) -> Void
    }

    /// Returns the changes of the list of apps. A silence list may name a script, or the tool by
    /// which the script sends.
    private func allowingApps(_ record: EntryRecord, _ file: FocusFile) -> [ListChange] {
        let isAllowList = file.focus.apps.mode == .allow
        return (isAllowList ? [record.source] : record.sourceIDs).map { app in
            ListChange(
                member: app == record.source ? nil : name(of: app),
                edit: .app(app, isMember: isAllowList)
            ) { $0.apps.allow(app, $0.apps.members.naming(app, ids)) }
        }
    }

    private func allowingPeople(_ record: EntryRecord, _ file: FocusFile) -> [ListChange] {
        let known = Self.listedPerson(Self.people(of: record), in: file)
        let isAllowList = file.focus.people.mode == .allow
        return (known.map { [$0] } ?? Array(record.people.prefix(3))).map { person in
            ListChange(member: person, edit: .person(person, isMember: isAllowList)) {
                $0.people.allow(PersonKey(person), [PersonKey(person)])
            }
        }
    }

    /// Returns the people of a notification, and the whole title such as “John (Acme)” if it names
    /// them: a list may have that.
    static func people(of record: EntryRecord) -> [String] {
        record.peopleSource == .title
            ? record.people + PeopleReader.wholeNames(inTitle: record.summary) : record.people
    }

    /// Returns the entry of a Focus's list that names one of the people; nil for none. It may be
    /// the name or the address alone.
    func listedPerson(_ people: [String], in focus: FocusID) -> String? {
        files[focus].flatMap { Self.listedPerson(people, in: $0) }
    }

    private static func listedPerson(_ people: [String], in file: FocusFile) -> String? {
        let keys = Set(people.flatMap(PersonKey.keys))
        return file.peopleList.first { keys.contains(PersonKey($0)) }
    }

    private func allowingSite(_ record: EntryRecord) -> ListChange? {
        guard let site = record.site.flatMap({ WebSite($0) }) else { return nil }
        return ListChange(member: site.host, edit: .site(site.host, .allow)) {
            $0.silencedSites.remove(site.host)
            $0.allowedSites.insert(site.host)
        }
    }

    private func remedy(_ change: ListChange, in id: FocusID, of app: String) -> Remedy {
        let intent = Intent.edit(id, change.edit)
        let list = focusName(id)
        let member = change.member ?? app
        let title = tr("Allow \(member.line(upTo: 30)) in \(list.line(upTo: 20))")
        let name = tr("Allow \(member) in \(list)")
        let menu = SettingsButton(title, name: name, intent)
        guard change.member == nil else { return Remedy(button: menu, entry: menu) }
        return Remedy(
            button: SettingsButton(
                tr("Allow in \(list.line(upTo: 20))"), name: tr("Allow in \(list): \(member)"),
                intent), entry: menu)
    }

    private func unmuting(_ entry: EntryWire, of app: String) -> Remedy? {
        guard let button = unmuteButton(entry, of: app) else { return nil }
        return Remedy(
            button: SettingsButton(tr("Unmute"), name: button.title, button.intent), entry: button)
    }

    /// Returns the button that ends the mute of a notification's source; nil if it is not muted.
    private func unmuteButton(_ entry: EntryWire, of app: String) -> SettingsButton? {
        mute(of: entry.record).map { mute in
            // The mute may be of the tool by which a script sends.
            let isOfSource = self.mute(of: entry.record.source) == mute
            let name = isOfSource ? app : mute.name ?? self.name(of: mute.app)
            return SettingsButton(tr("Unmute \(name.line(upTo: 30))"), .unmute(mute.app))
        }
    }

    /// The mute that silences notifications as this one, for a decision.
    private func silencing(_ record: EntryRecord) -> Mutes {
        var mutes = Mutes()
        if mute(of: record) != nil {
            _ = mutes.add(Mute(record.source, span: UserSpan(since: now, end: .never)))
        }
        return mutes
    }

    /// Returns the menu's entries about the mute of the app: its end, or its begin.
    ///
    /// - Parameter app: The name of the app.
    func muteEntries(_ entry: EntryWire, of app: String) -> [SettingsButton] {
        if let unmute = unmuteButton(entry, of: app) { return [unmute] }
        let name = app.line(upTo: 30)
        return [
            SettingsButton(tr("Mute \(name) for an Hour"), .muteForAnHour(entry.record.source)),
            SettingsButton(tr("Always Mute \(name)"), .muteApp(entry.record.source)),
        ]
    }

    /// Returns the sentence about a Focus that would deliver the notification now; nil if it would
    /// silence the notification again.
    func changedSince(_ record: EntryRecord, _ policies: [FocusID: Policy]) -> String? {
        guard let policy = Self.silencer(of: record, policies), let focus = policy.focus,
            policy.delivers(record, silencing(record))
        else { return nil }
        return tr("\(focus.shownName.line(upTo: 40)) lets such notifications through now")
    }

    /// The Focuses of these notifications as they decide now, and no Focus as ``FocusID/always``.
    func policies(of records: some Sequence<EntryRecord>) -> [FocusID: Policy] {
        // Without a Focus, the lists that hold always decide.
        var policies = [FocusID.always: policyCache.policy(.init()) { policy(of: nil) }]
        for id in Set(records.compactMap(\.focus)) {
            guard let focus = files[id]?.focus else { continue }
            policies[id] = policyCache.policy(.init(focus: id)) { policy(of: focus) }
        }
        return policies
    }

    /// Returns the Focus whose lists silenced the notification; nil for another reason.
    private static func silencer(
        of record: EntryRecord, _ policies: [FocusID: Policy]
    ) -> Policy? {
        switch record.reason {
        case .app, .person: record.focus.flatMap { policies[$0] }
        default: nil
        }
    }
}

extension Reason {
    /// True if a list of people decides.
    fileprivate var isOfPeople: Bool { self == .person || self == .alwaysPerson }

    /// True if a list of web sites decides.
    fileprivate var isOfSites: Bool { self == .site || self == .alwaysSite }
}

extension Policy {
    fileprivate func delivers(_ record: EntryRecord, _ mutes: Mutes = Mutes()) -> Bool {
        decide(record.notification, mutes: mutes).verdict == .deliver
    }
}

extension ListPolicy {
    /// Changes the list so that it does not silence the member.
    ///
    /// - Parameter entries: The entries of the list that name the member.
    fileprivate mutating func allow(_ member: Member, _ entries: [Member]) {
        if mode == .allow { members.insert(member) } else { members.subtract(entries) }
    }
}
