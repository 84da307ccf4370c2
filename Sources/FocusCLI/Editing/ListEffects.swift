// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Effects of a change of a Focus's lists on senders that the command does not name: a list that
/// changes from one kind to the other lets others through, or silences them.
///
/// The policy decides about example notifications before and after the change, so the sentences
/// follow from the rules of focus(5).
struct ListEffects {
    private let before: FocusFile
    private let after: FocusFile
    private let old: Policy
    private let new: Policy
    /// True if the command allows. The sentences report the contrary effects: senders that are
    /// silenced now, or that come through if the command silences.
    private let allows: Bool

    /// Ids that are on no list.
    private static let otherApp = AppID("\u{1}")
    private static let otherPerson = "\u{1}"

    init(_ before: FocusFile, _ after: FocusFile, allows: Bool) {
        self.before = before
        self.after = after
        self.allows = allows
        // The sentences are about the Focus's lists alone.
        func policy(_ file: FocusFile) -> Policy {
            Policy(focus: file.focus.withListsOnly, GeneralRules(), aliases: { _ in [] })
        }
        old = policy(before)
        new = policy(after)
    }

    /// Returns the sentences.
    ///
    /// - Parameters:
    ///   - apps: the apps that the command names.
    ///   - people: the people that the command names.
    ///   - allApps: true if the command is about all apps.
    ///   - title: returns the name of an app.
    func sentences(
        apps: [AppID], people: [String], allApps: Bool = false, title: (AppID) -> String
    ) -> [String] {
        let named = Set(people.map(PersonKey.init))
        let listedApps = unique(before.appList + after.appList)
        let listedPeople = unique(before.peopleList + after.peopleList)
        var sentences: [String] = []
        // Notifications that name no person.
        let changed = listedApps.filter { !apps.contains($0) && isChanged($0, nil) }
        if !changed.isEmpty {
            sentences.append(
                "\(allows ? "No longer allowed" : "No longer silenced"):"
                    + " \(list(changed.map(title))).")
        }
        if isChanged(Self.otherApp, nil) {
            sentences.append(
                allows ? "All other apps are silenced." : "All other apps come through.")
            if !allows, limitsPeopleEverywhere { sentences += limits(of: "There, notifications") }
        }
        if allApps, !allows {
            sentences += SilencedMember(member: "", list: .apps).sentences(after, [:])
        }
        // Listed apps, and people that are on no list.
        let open = listedApps.filter { app in
            !changed.contains(app) && isChanged(app, Self.otherPerson)
        }
        if allApps, allows, limitsPeopleEverywhere {
            sentences += limits(of: "In every app, notifications")
        } else if !open.isEmpty {
            let names = list(open.map(title))
            if !allows {
                sentences.append(
                    "\(names): notifications that name a person come through for everyone now.")
            } else {
                sentences += limits(of: "\(names): notifications")
            }
        }
        let others = listedPeople.filter { person in
            !named.contains(PersonKey(person)) && isChanged(Self.otherApp, person)
        }
        if !others.isEmpty { sentences.append(sentence(about: others, title)) }
        if !allows, allApps || !apps.isEmpty { sentences += WordRules.exceptions(in: after) }
        return sentences
    }

    /// True if the changed Focus lets all apps through, but not the people that are on no list.
    private var limitsPeopleEverywhere: Bool {
        func isSilenced(_ people: [String]) -> Bool {
            new.decide(Notification(app: Self.otherApp, people: people)).verdict == .silence
        }
        return !isSilenced([]) && isSilenced([Self.otherPerson])
    }

    /// Returns the sentences about notifications that only people on the list of people send.
    ///
    /// - Parameter start: the words that name the notifications.
    private func limits(of start: String) -> [String] {
        guard after.peopleList.isEmpty else {
            return [
                "\(start) that name a person come through only for people on the list of people"
                    + " (\(list(after.peopleList.map(\.printable))))."
            ]
        }
        return [
            "\(start) that name a person are silenced, since the list of people is empty.",
            "To let all people through: focus-switch allow --all-people --focus"
                + " \(shellQuoted(after.id.rawValue).printable)",
        ]
    }

    private func sentence(about people: [String], _ title: (AppID) -> String) -> String {
        let names = list(people.map(\.printable))
        guard allows else { return "No longer silenced: \(names)." }
        let apps = after.focus.apps.mode == .allow ? after.appList : []
        return apps.isEmpty
            ? "No longer allowed: \(names)."
            : "\(names): until now allowed in every app, now only in the apps that"
                + " \(after.focus.name.printable) allows (\(list(apps.map(title))))."
    }

    /// Returns true if the change is contrary to the command for notifications of that app and
    /// person.
    private func isChanged(_ app: AppID, _ person: String?) -> Bool {
        let notification = Notification(app: app, people: person.map { [$0] } ?? [])
        let was = old.decide(notification).verdict
        let verdict = new.decide(notification).verdict
        return was != verdict && (verdict == .silence) == allows
    }

    private func list(_ names: [String]) -> String {
        let some = names.prefix(Self.listed)
        return some.namesWithCommas + (names.count > some.count ? ", …" : "")
    }

    /// Maximum number of names in a sentence.
    private static let listed = 10

    private func unique<Member: Hashable>(_ members: [Member]) -> [Member] {
        var seen: Set<Member> = []
        return members.filter { seen.insert($0).inserted }
    }
}

extension Focus {
    /// The Focus without rules and filters.
    fileprivate var withListsOnly: Focus {
        var focus = self
        focus.rules = []
        focus.filters = []
        return focus
    }
}
