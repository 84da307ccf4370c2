// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import GLibLoop

extension FocusFile {
    /// Applies changes, in order. After an error, the text may have the changes before it.
    package mutating func apply(_ changes: [FocusChange]) throws(FocusFileError) {
        for change in changes { try apply(change) }
    }

    private mutating func apply(_ change: FocusChange) throws(FocusFileError) {
        switch change {
        case .name(let name): try setName(name)
        case .icon(let icon): try setIcon(icon)
        case .color(let color): try setColor(color)
        case .flag(let flag, let value): try set(flag, value)
        case .newApps(let treatment): try setNewApps(treatment)
        case .deliver(let times): try setDeliverAt(times)
        case .mode(.apps, let mode): try setAppsMode(mode)
        case .mode(.people, let mode): try setPeopleMode(mode == .allow ? .allow : .silence)
        case .list(let list, let members): try set(list, members)
        case .add(let list, let member): try add(member, to: list)
        case .remove(let list, let member): try remove(member, from: list)
        case .triggers(let triggers): try setTriggers(triggers)
        case .setSchedule(let schedule, let isShared):
            try setSchedule(schedule)
            if let isShared { try setShare(isShared, ofSchedule: schedule.name) }
        case .removeSchedule(let name): try removeSchedule(name)
        case .addRule(let name, let when, let effect):
            try addRule(name, when: when, do: effect)
        case .replaceRule(let name, let when, let effect):
            try replaceRule(name, when: when, do: effect)
        case .moveRule(let name, let places): try moveRule(name, by: places)
        case .removeRule(let name): try removeRule(name)
        case .setFilter(let key, let parameters):
            try setFilter(key.filter, of: key.app, parameters: parameters)
        case .setPredicate(let key, let predicate):
            try setFilterPredicate(predicate, filter: key.filter, of: key.app)
        case .removeFilter(let key): try removeFilter(key.filter, of: key.app)
        case .contents(let text): try setContents(text)
        }
    }

    /// Replaces the whole text.
    package mutating func setContents(_ contents: String) throws(FocusFileError) {
        do throws(FileProblems) {
            self = try FocusFile(id: id, contents: contents, path: path)
        } catch {
            throw .refused(error)
        }
    }

    /// Sets a flag; refused in a file without such a flag.
    package mutating func set(
        _ flag: FocusChange.Flag, _ value: Bool
    ) throws(FocusFileError) {
        let key =
            switch flag {
            case .timeSensitive: "TimeSensitive"
            case .repeatBreaksThrough: "RepeatBreaksThrough"
            case .hideBadges: "HideBadges"
            case .summary: "Summary"
            case .countsInBadge: "CountInBadge"
            }
        try setHead(key, .text(String(value)))
    }

    // MARK: Lists

    /// Replaces the members of a list in one edit.
    private mutating func set(
        _ list: FocusChange.List, _ members: [String]
    ) throws(FocusFileError) {
        switch list {
        case .apps:
            try setList("AppList", members, Self.folded, ("Apps", focus.apps.mode.rawValue))
        case .people:
            try setList(
                "PeopleList", members, PersonKey.init, ("People", focus.people.mode.rawValue))
        case .timeSensitiveExcept:
            try setList("TimeSensitiveExcept", members, Self.folded, nil)
        case .allowedSites: try setSites(members, in: "AllowedSites", besides: "SilencedSites")
        case .silencedSites: try setSites(members, in: "SilencedSites", besides: "AllowedSites")
        }
    }

    private static func folded(_ app: String) -> AppID { AppID(app).folded ?? AppID(app) }

    /// - Parameter mode: the key and the effect of a list that needs one.
    private mutating func setList<Key: Hashable>(
        _ name: String, _ members: [String], _ key: (String) -> Key, _ mode: (String, String)?
    ) throws(FocusFileError) {
        var seen: Set<Key> = []
        let unique = members.filter { seen.insert(key($0)).inserted }
        let head = head
        try edit { file throws(KeyFileError) in
            try file.set(unique, head, name)
            if let (key, effect) = mode { try file.set(effect, head, key) }
        }
    }

    private mutating func setSites(
        _ members: [String], in name: String, besides other: String
    ) throws(FocusFileError) {
        var hosts: [String] = []
        for member in members {
            let host = try Self.site(member).host
            if !hosts.contains(host) { hosts.append(host) }
        }
        let others = self.list(other)
        let kept = others.filter { site in !hosts.contains { WebSite(site)?.host == $0 } }
        let head = head
        try edit { file throws(KeyFileError) in
            try file.set(hosts, head, name)
            if kept.count != others.count { try file.set(kept, head, other) }
        }
    }

    private mutating func add(
        _ member: String, to list: FocusChange.List
    ) throws(FocusFileError) {
        switch list {
        case .apps: try addApp(AppID(member))
        case .people: try addPerson(member)
        case .allowedSites: try addSite(Self.site(member), to: .allow)
        case .silencedSites: try addSite(Self.site(member), to: .silence)
        case .timeSensitiveExcept: try addTimeSensitiveException(AppID(member))
        }
    }

    private mutating func remove(
        _ member: String, from list: FocusChange.List
    ) throws(FocusFileError) {
        switch list {
        case .apps: try removeApp(AppID(member))
        case .people: try removePerson(member)
        case .allowedSites: try removeSite(Self.site(member), from: .allow)
        case .silencedSites: try removeSite(Self.site(member), from: .silence)
        case .timeSensitiveExcept: try removeTimeSensitiveException(AppID(member))
        }
    }

    private static func site(_ text: String) throws(FocusFileError) -> WebSite {
        guard let site = WebSite(text) else { throw .badValue("“\(text)” is no host name") }
        return site
    }
}
