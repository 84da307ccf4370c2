// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import GLibLoop

// Each edit changes only the text in memory; `FocusDirectory` writes it. An edit with an invalid
// result is refused, and the text stays unchanged.

extension FocusFile {
    /// Sets the displayed name, without white space at its ends.
    package mutating func setName(_ name: String) throws(FocusFileError) {
        try setHead("Name", .text(name.trimmed))
    }

    /// Sets an icon name or path; nil removes it.
    package mutating func setIcon(_ icon: String?) throws(FocusFileError) {
        try setHead("Icon", icon.map(FilterValue.text))
    }

    /// Sets the color `#rrggbb`; nil removes it.
    package mutating func setColor(_ color: String?) throws(FocusFileError) {
        try setHead("Color", color.map(FilterValue.text))
    }

    /// Sets the times of day for the delivery of silenced notifications; no times remove the key.
    package mutating func setDeliverAt(_ times: [TimeOfDay]) throws(FocusFileError) {
        try setHead("Deliver", times.isEmpty ? nil : .list(Set(times).sorted().map(\.text)))
    }

    // MARK: Lists

    /// Sets the effect of the list of apps.
    package mutating func setAppsMode(_ mode: ListPolicy<AppID>.Mode) throws(FocusFileError) {
        try setHead("Apps", .text(mode.rawValue))
    }

    /// Adds an app to the list, unless it is on the list in any letter case. Also writes the effect
    /// of the list, so that a file without `Apps=` states its default, `silence`.
    package mutating func addApp(_ app: AppID) throws(FocusFileError) {
        let head = head
        let mode = focus.apps.mode.rawValue
        guard !AppList(focus.apps.members).contains(app) else { return }
        try edit(list: "AppList", adding: app.rawValue) { file throws(KeyFileError) in
            try file.set(mode, head, "Apps")
        }
    }

    /// Removes an app from the list; ignores letter case.
    package mutating func removeApp(_ app: AppID) throws(FocusFileError) {
        try edit(list: "AppList", removing: { AppList([app]).contains(AppID($0)) })
    }

    /// Sets the effect of the list of people.
    package mutating func setPeopleMode(_ mode: ListPolicy<PersonKey>.Mode) throws(FocusFileError) {
        try setHead("People", .text(mode.rawValue))
    }

    /// Adds a person to the list, like ``addApp(_:)``; ignores letter case.
    package mutating func addPerson(_ person: String) throws(FocusFileError) {
        let head = head
        let mode = focus.people.mode.rawValue
        guard !focus.people.members.contains(PersonKey(person)) else { return }
        try edit(list: "PeopleList", adding: person) { file throws(KeyFileError) in
            try file.set(mode, head, "People")
        }
    }

    /// Removes a person from the list; ignores letter case.
    package mutating func removePerson(_ person: String) throws(FocusFileError) {
        try edit(list: "PeopleList", removing: { PersonKey($0) == PersonKey(person) })
    }

    /// Adds a web site to the list of allowed or silenced sites, and removes it from the other
    /// list.
    package mutating func addSite(
        _ site: WebSite, to mode: ListPolicy<AppID>.Mode
    ) throws(FocusFileError) {
        try removeSite(site, from: mode == .allow ? .silence : .allow)
        let members = mode == .allow ? focus.allowedSites : focus.silencedSites
        guard !members.contains(site.host) else { return }
        try edit(list: Self.siteKey(mode), adding: site.host) { _ in }
    }

    /// Removes a web site from a list.
    package mutating func removeSite(
        _ site: WebSite, from mode: ListPolicy<AppID>.Mode
    ) throws(FocusFileError) {
        try edit(list: Self.siteKey(mode), removing: { WebSite($0) == site })
    }

    private static func siteKey(_ mode: ListPolicy<AppID>.Mode) -> String {
        mode == .allow ? "AllowedSites" : "SilencedSites"
    }

    /// Stops an app's time-sensitive notifications from passing the lists; ignores letter case.
    package mutating func addTimeSensitiveException(_ app: AppID) throws(FocusFileError) {
        guard !AppList(focus.timeSensitiveExcept).contains(app) else { return }
        try edit(list: "TimeSensitiveExcept", adding: app.rawValue) { _ in }
    }

    /// Lets an app's time-sensitive notifications pass the lists again; ignores letter case.
    package mutating func removeTimeSensitiveException(_ app: AppID) throws(FocusFileError) {
        try edit(
            list: "TimeSensitiveExcept", removing: { AppList([app]).contains(AppID($0)) })
    }

    // MARK: Groups

    /// Adds a rule after the others.
    ///
    /// - Parameter condition: a predicate in the form for the file.
    package mutating func addRule(
        _ name: String, when condition: String, do effect: RuleEffect
    ) throws(FocusFileError) {
        let group = FocusGroup.rule(name: name)
        guard groupName(of: group) == nil else { throw .groupExists(group.name) }
        try edit { file throws(KeyFileError) in
            try file.set(condition, group.name, "When")
            try file.set(effect.rawValue, group.name, "Do")
        }
    }

    /// Changes a rule in its place; a nil argument keeps that part.
    package mutating func replaceRule(
        _ name: String, when condition: String? = nil, do effect: RuleEffect? = nil
    ) throws(FocusFileError) {
        let group = try existing(.rule(name: name))
        try edit { file throws(KeyFileError) in
            if let condition { try file.set(condition, group, "When") }
            if let effect { try file.set(effect.rawValue, group, "Do") }
        }
    }

    /// Moves a rule up (a negative number of places) or down, as far as there are rules. The first
    /// rule that matches decides.
    package mutating func moveRule(_ name: String, by places: Int) throws(FocusFileError) {
        guard var index = focus.rules.firstIndex(where: { $0.name == name }) else {
            throw .noGroup(FocusGroup.rule(name: name).name)
        }
        let names = try focus.rules.map { rule throws(FocusFileError) in
            try existing(.rule(name: rule.name))
        }
        let moved = names[index]
        let target = min(max(index + places, 0), names.count - 1)
        try edit { file throws(KeyFileError) in
            while index != target {
                let next = index < target ? index + 1 : index - 1
                file.swapGroups(moved, names[next])
                index = next
            }
        }
    }

    /// Removes a rule.
    package mutating func removeRule(_ name: String) throws(FocusFileError) {
        try remove(.rule(name: name))
    }

    /// Adds a schedule, or changes the schedule of that name.
    package mutating func setSchedule(_ schedule: Schedule) throws(FocusFileError) {
        let group = FocusGroup.schedule(name: schedule.name)
        let name = groupName(of: group) ?? group.name
        let days = Weekday.allCases.filter { schedule.days.contains($0) }.map(\.rawValue)
        try edit { file throws(KeyFileError) in
            try file.set(days, name, "Days")
            try file.set(schedule.from.text, name, "From")
            try file.set(schedule.to.text, name, "To")
        }
    }

    /// Shares a schedule with the user's other machines, or not.
    package mutating func setShare(
        _ isShared: Bool, ofSchedule name: String
    ) throws(FocusFileError) {
        let group = try existing(.schedule(name: name))
        try edit { file throws(KeyFileError) in try file.set(isShared, group, "Share") }
    }

    /// Gives a schedule another name in its place.
    package mutating func renameSchedule(
        _ name: String, to newName: String
    ) throws(FocusFileError) {
        let group = try existing(.schedule(name: name))
        let new = FocusGroup.schedule(name: newName)
        guard newName != name else { return }
        guard groupName(of: new) == nil else { throw .groupExists(new.name) }
        try edit { file throws(KeyFileError) in try file.renameGroup(group, to: new.name) }
    }

    /// Removes a schedule.
    package mutating func removeSchedule(_ name: String) throws(FocusFileError) {
        try remove(.schedule(name: name))
    }

    /// Sets the triggers of the Focus. An empty set also removes the group, unless the group has
    /// other keys or comments.
    package mutating func setTriggers(_ triggers: Set<Trigger>) throws(FocusFileError) {
        let name = groupName(of: .triggers) ?? FocusGroup.triggers.name
        var names = ["Apps": [String](), "Calendars": [], "Networks": []]
        for trigger in triggers.sorted() {
            switch trigger {
            case .app(let app): names["Apps"]?.append(app.rawValue)
            case .calendar(let name) where !name.isEmpty: names["Calendars"]?.append(name)
            case .network(let name): names["Networks"]?.append(name)
            default: break
            }
        }
        try edit { file throws(KeyFileError) in
            guard !triggers.isEmpty else {
                let flags = FocusFileReader.triggerFlags.map(\.key)
                return file.removeKeys(Array(names.keys) + flags, of: name)
            }
            for (key, list) in names.sorted(by: { $0.key < $1.key }) {
                if list.isEmpty {
                    file.removeKey(name, key)
                } else {
                    try file.set(list, name, key)
                }
            }
            for (key, trigger) in FocusFileReader.triggerFlags {
                if triggers.contains(trigger) {
                    try file.set(true, name, key)
                } else {
                    file.removeKey(name, key)
                }
            }
        }
    }

    /// Sets the seconds for which a trigger lasts after its state.
    package mutating func setTriggerGrace(seconds: Int) throws(FocusFileError) {
        let name = groupName(of: .triggers) ?? FocusGroup.triggers.name
        try edit { file throws(KeyFileError) in
            if !file.contains(group: name) { try file.addGroup(name) }
            try file.set(String(seconds), name, "Grace")
        }
    }

    /// Sets the predicate that lets an app's notifications pass; nil removes it.
    package mutating func setFilterPredicate(
        _ predicate: String?, filter: String, of app: AppID
    ) throws(FocusFileError) {
        let group = FocusGroup.filter(app: app.rawValue, id: filter)
        try set(FocusFileReader.predicateKey, in: group, to: predicate.map(FilterValue.text))
    }

    /// Sets a parameter of an app's Focus filter; nil removes it.
    package mutating func setFilterParameter(
        _ name: String, to value: FilterValue?, filter: String, of app: AppID
    ) throws(FocusFileError) {
        guard name != FocusFileReader.predicateKey else {
            throw .badValue("\(name) is no parameter: it sets the filter's predicate")
        }
        try set(name, in: .filter(app: app.rawValue, id: filter), to: value)
    }

    /// Sets several parameters of an app's Focus filter; nil removes a parameter. Adds the filter
    /// if the file does not have it, even without parameters.
    package mutating func setFilter(
        _ filter: String, of app: AppID, parameters: [String: FilterValue?] = [:]
    ) throws(FocusFileError) {
        if parameters[FocusFileReader.predicateKey] != nil {
            throw .badValue("Predicate is no parameter: it sets the filter's predicate")
        }
        let group = FocusGroup.filter(app: app.rawValue, id: filter)
        let name = groupName(of: group) ?? group.name
        try edit { file throws(KeyFileError) in
            try file.addGroup(name)
            for (key, value) in parameters.sorted(by: { $0.key < $1.key }) {
                try file.set(value, name, key)
            }
        }
    }

    /// Removes an app's Focus filter with its parameters.
    package mutating func removeFilter(_ filter: String, of app: AppID) throws(FocusFileError) {
        try remove(.filter(app: app.rawValue, id: filter))
    }

    // MARK: Common

    /// Sets a key of the group with the lists; nil removes the key.
    mutating func setHead(_ key: String, _ value: FilterValue?) throws(FocusFileError) {
        let head = head
        try edit { file throws(KeyFileError) in try file.set(value, head, key) }
    }

    private mutating func set(
        _ key: String, in group: FocusGroup, to value: FilterValue?
    ) throws(FocusFileError) {
        let name = groupName(of: group) ?? group.name
        try edit { file throws(KeyFileError) in try file.set(value, name, key) }
    }

    private mutating func edit(
        list key: String, adding entry: String,
        _ also: (inout KeyFile) throws(KeyFileError) -> Void
    ) throws(FocusFileError) {
        let head = head
        let entries = list(key) + [entry]
        try edit { file throws(KeyFileError) in
            try file.set(entries, head, key)
            try also(&file)
        }
    }

    private mutating func edit(
        list key: String, removing isRemoved: (String) -> Bool
    ) throws(FocusFileError) {
        let entries = list(key)
        let kept = entries.filter { !isRemoved($0) }
        if kept.count != entries.count { try setHead(key, .list(kept)) }
    }

    private func existing(_ group: FocusGroup) throws(FocusFileError) -> String {
        guard let name = groupName(of: group) else { throw .noGroup(group.name) }
        return name
    }

    private mutating func remove(_ group: FocusGroup) throws(FocusFileError) {
        let name = try existing(group)
        try edit { file throws(KeyFileError) in file.removeGroup(name) }
    }
}

extension KeyFile {
    /// Sets a text or a list; nil removes the key.
    fileprivate mutating func set(
        _ value: FilterValue?, _ group: String, _ key: String
    ) throws(KeyFileError) {
        switch value {
        case .text(let text): try set(text, group, key)
        case .list(let texts): try set(texts, group, key)
        case nil: removeKey(group, key)
        }
    }
}
