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
    ///   - title: returns the name of an app.
    func sentences(
        apps: [AppID], people: [String], title: (AppID) -> String
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
        }
        // Listed apps, and people that are on no list.
        let open = listedApps.filter { app in
            !changed.contains(app) && isChanged(app, Self.otherPerson)
        }
        if !open.isEmpty {
            let names = list(open.map(title))
            let start = "\(names): notifications that name a person"
            if !allows {
                sentences.append("\(start) come through for everyone now.")
            } else if after.peopleList.isEmpty {
                sentences.append("\(start) are silenced now, since the list of people is empty.")
                sentences.append(
                    "To let all people through: focus-switch allow --all-people --focus"
                        + " \(shellQuoted(after.id.rawValue).printable)")
            } else {
                sentences.append(
                    "\(start) come through only for people on the list of people"
                        + " (\(list(after.peopleList.map(\.printable)))).")
            }
        }
        let others = listedPeople.filter { person in
            !named.contains(PersonKey(person)) && isChanged(Self.otherApp, person)
        }
        if !others.isEmpty { sentences.append(sentence(about: others, title)) }
        return sentences
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
