// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

/// The way from a silenced notification to its remedy: the switch of the list that silenced it.
extension SettingsState {
    /// Returns the button that lets the next notification through; none if the Focus does so
    /// already, or if the list alone does not keep it back.
    ///
    /// - Parameter app: The name of the app.
    func allowing(
        _ entry: EntryWire, of app: String, _ policies: [FocusID: Policy]
    ) -> [SettingsButton] {
        let record = entry.record
        guard let policy = Self.silencer(of: record, policies), let focus = policy.focus,
            !policy.delivers(record)
        else { return [] }
        var changed = focus
        let title: String
        let name: String
        let edit: FocusEdit
        let focusName = focus.name.line(upTo: 20)
        if record.reason == .app {
            // The group's title names the app already.
            title = tr("Allow in \(focusName)")
            name = tr("Allow in \(focus.name): \(app)")
            edit = .app(record.app, isMember: focus.apps.mode == .allow)
            changed.apps.allow(record.app, focus.apps.members.naming(record.app, ids))
        } else {
            guard let person = listedPerson(of: record, in: focus.id) ?? record.people.first
            else { return [] }
            title = tr("Allow \(person.line(upTo: 20)) in \(focusName)")
            name = tr("Allow \(person) in \(focus.name)")
            edit = .person(person, isMember: focus.people.mode == .allow)
            changed.people.allow(PersonKey(person), [PersonKey(person)])
        }
        guard self.policy(of: changed).delivers(record) else { return [] }
        return [SettingsButton(title, name: name, .edit(focus.id, edit))]
    }

    /// Returns the entry of a Focus's list that names a person of the notification; nil for none.
    /// It may be the name or the address alone, or a whole title such as “John (Acme)”.
    func listedPerson(of record: EntryRecord, in focus: FocusID) -> String? {
        var names = record.people
        if record.peopleSource == .title {
            names += PeopleReader.wholeNames(inTitle: record.summary)
        }
        let keys = Set(names.flatMap(PersonKey.keys))
        return files[focus]?.peopleList.first { keys.contains(PersonKey($0)) }
    }

    /// Returns the menu's entry that lets the next notification of the same web site through; nil
    /// without a site, or if the site alone does not keep the notification back.
    func allowingSite(_ record: EntryRecord, _ policies: [FocusID: Policy]) -> SettingsButton? {
        guard let site = record.site.flatMap({ WebSite($0) }), record.reason.isOfLists,
            let policy = record.focus.flatMap({ policies[$0] }), let focus = policy.focus,
            !policy.delivers(record)
        else { return nil }
        var changed = focus
        changed.silencedSites.remove(site.host)
        changed.allowedSites.insert(site.host)
        guard self.policy(of: changed).delivers(record) else { return nil }
        return SettingsButton(
            tr("Allow \(site.host.line(upTo: 30)) in \(focus.name.line(upTo: 20))"),
            .edit(focus.id, .allowSite(site.host)))
    }

    /// Returns the sentence about a Focus that would deliver the notification now; nil if it would
    /// silence the notification again.
    func changedSince(_ record: EntryRecord, _ policies: [FocusID: Policy]) -> String? {
        guard let policy = Self.silencer(of: record, policies), let focus = policy.focus,
            policy.delivers(record)
        else { return nil }
        return tr("\(focus.name.line(upTo: 40)) lets such notifications through now")
    }

    /// The Focuses of these notifications as they decide now.
    func policies(of records: some Sequence<EntryRecord>) -> [FocusID: Policy] {
        var policies: [FocusID: Policy] = [:]
        for id in Set(records.compactMap(\.focus)) {
            if let focus = files[id]?.focus { policies[id] = policy(of: focus) }
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
    /// True if the lists of the active Focus decide.
    fileprivate var isOfLists: Bool {
        switch self {
        case .app, .person, .site: true
        default: false
        }
    }
}

extension Policy {
    fileprivate func delivers(_ record: EntryRecord) -> Bool {
        decide(record.notification).verdict == .deliver
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
