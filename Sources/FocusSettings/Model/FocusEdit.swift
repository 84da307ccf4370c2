// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import Presentation

/// One change of a Focus file or of `always.focus`. A case whose value the user types, such as
/// `name` or `typedApp`, does not contain it: ``apply(to:_:ids:)`` gets the text.
enum FocusEdit: RefusableEdit {
    case name
    case apps(ListPolicy<AppID>.Mode)
    case people(ListPolicy<PersonKey>.Mode)
    case app(AppID, isMember: Bool)
    case person(String, isMember: Bool)
    /// Puts a web site on a list, and takes it off the other one; nil takes it off both.
    case site(String, ListPolicy<AppID>.Mode?)
    /// Puts the web site that the user typed on a list.
    case typedSite(ListPolicy<AppID>.Mode)
    /// Adds the app whose id the user typed.
    case typedApp
    /// Adds the person whom the user typed.
    case typedPerson
    case timeSensitive(Bool)
    case timeSensitiveExcept(AppID, isMember: Bool)
    case repeats(Bool)
    case hideBadges(Bool)
    case summary(Bool)
    case delivery(TimeOfDay, isMember: Bool)
    /// Adds the time that the user typed, such as `12:30`.
    case typedDelivery
    case schedule(Schedule)
    /// Changes a schedule's begin or end to the time that the user set.
    case scheduleTime(String, isEnd: Bool)
    /// Gives a schedule the name that the user typed.
    case scheduleName(String)
    case removeSchedule(String)
    case trigger(Trigger, isMember: Bool)
    /// Adds the trigger of this kind whose name the user typed.
    case typedTrigger(Trigger.Kind)
    case ruleEffect(String, RuleEffect)
    case ruleCondition(String)
    case removeRule(String)
    /// Adds a rule with a name and the predicate of the builder.
    case newRule(String, RuleEffect)
    /// Sets an icon name; nil removes it.
    case icon(String?)
    /// Sets the colour that the user chose; empty for none.
    case color
    /// Sets the treatment of new apps, in `always.focus`.
    case newApps(NewApps)
    /// Sets the treatment of muted apps in badges, in `always.focus`.
    case countsInBadge(Bool)
    case moveRule(String, by: Int)
    /// Sets a parameter of an app's Focus filter; nil removes it.
    case parameter(FilterKey, String, ParameterValue?)
    /// Sets a parameter to the value that the user typed.
    case typedParameter(FilterDeclaration, String)
    /// Adds a member to a parameter's list in the file, or removes it; sets a parameter without a
    /// list, or removes it.
    case choice(FilterDeclaration, String, String, isMember: Bool)
    /// Adds the value that the user typed to a parameter's list; sets a parameter without a list.
    case typedChoice(FilterDeclaration, String)
    /// Sets the predicate that the user typed; an empty one removes it.
    case filterPredicate(FilterKey)
    case useFilter(FilterKey)
    /// Sets all parameters of a filter as the app suggests.
    case suggestion(FilterDeclaration, FilterSuggestion)
    case removeFilter(FilterKey)

    /// True if blanks at the ends of the typed text are a slip of the hand.
    var trimsText: Bool {
        switch self {
        case .name, .typedApp, .typedPerson, .typedSite, .typedDelivery, .typedTrigger,
            .ruleCondition, .filterPredicate, .typedChoice, .scheduleName:
            true
        default: false
        }
    }

    var isTyped: Bool {
        guard case .typedParameter(let filter, let name) = self else { return trimsText }
        guard let parameter = filter.parameters.first(where: { $0.name == name }),
            parameter.defaultValue != nil, parameter.control != .field, !parameter.type.isList
        else { return true }
        return switch parameter.type.kind {
        case .int, .double: false
        case .date: parameter.dateParts != .time
        default: true
        }
    }

    /// Changes the file.
    ///
    /// - Parameters:
    ///   - text: the text that the user typed; empty for other controls.
    ///   - ids: returns the ids under which a list may name an app.
    func apply(
        to file: inout FocusFile, _ text: String, ids: (AppID) -> [AppID] = { [$0] }
    ) throws(FocusFileError) {
        switch self {
        case .name:
            guard !text.isEmpty else { throw .badValue(tr("a Focus needs a name")) }
            try file.setName(text)
        case .apps(let mode): try file.setAppsMode(mode)
        case .people(let mode): try file.setPeopleMode(mode)
        case .app(let app, let isMember):
            guard !isMember else { return try file.addApp(app) }
            for entry in file.appList.naming(app, ids) { try file.removeApp(entry) }
        case .person(let person, let isMember):
            if isMember { try file.addPerson(person) } else { try file.removePerson(person) }
        case .site(let site, let mode): try Self.set(site, mode, in: &file)
        case .typedSite(let mode): try Self.set(text, mode, in: &file)
        case .typedApp:
            guard !text.isEmpty else { throw .badValue(tr("type the app's name or id first")) }
            try file.addApp(AppID(text))
        case .typedPerson:
            guard !text.isEmpty else { throw .badValue(tr("type a name or an address first")) }
            try file.addPerson(text)
        case .timeSensitive(let isOn): try file.set(.timeSensitive, isOn)
        case .timeSensitiveExcept(let app, let isMember):
            guard !isMember else { return try file.addTimeSensitiveException(app) }
            for entry in file.timeSensitiveExcept.naming(app, ids) {
                try file.removeTimeSensitiveException(entry)
            }
        case .repeats(let isOn): try file.set(.repeatBreaksThrough, isOn)
        case .hideBadges(let isOn): try file.set(.hideBadges, isOn)
        case .summary(let isOn): try file.set(.summary, isOn)
        case .delivery, .typedDelivery: try applyDelivery(to: &file, text)
        case .schedule, .scheduleTime, .scheduleName, .removeSchedule:
            try applySchedule(to: &file, text)
        case .trigger, .typedTrigger: try applyTrigger(to: &file, text)
        case .ruleEffect, .ruleCondition, .removeRule, .moveRule, .newRule:
            try applyRule(to: &file, text)
        case .icon(let icon): try file.setIcon(icon)
        case .color: try file.setColor(text.isEmpty ? nil : text)
        case .newApps(let treatment): try file.setNewApps(treatment)
        case .countsInBadge(let counts): try file.set(.countsInBadge, counts)
        case .parameter, .typedParameter, .choice, .typedChoice, .filterPredicate, .useFilter,
            .removeFilter, .suggestion:
            try applyFilter(to: &file, text)
        }
    }

    private static func set(
        _ text: String, _ mode: ListPolicy<AppID>.Mode?, in file: inout FocusFile
    ) throws(FocusFileError) {
        guard !text.isEmpty else { throw .badValue(tr("type a web site first")) }
        guard let site = WebSite(text) else {
            throw .badValue(tr("“\(text.line(upTo: 60))” is not a web site"))
        }
        if let mode { return try file.addSite(site, to: mode) }
        try file.removeSite(site, from: .allow)
        try file.removeSite(site, from: .silence)
    }

    private func applyFilter(to file: inout FocusFile, _ text: String) throws(FocusFileError) {
        switch self {
        case .parameter(let key, let name, let value):
            try file.setFilterParameter(
                name, to: value.map { FilterValue($0) }, filter: key.filter, of: key.app)
        case .typedParameter(let filter, let name):
            try Self.set(name, of: filter, to: text, in: &file)
        case .choice(let filter, let name, let member, let isMember):
            try Self.choose(member, isMember: isMember, name, of: filter, in: &file)
        case .typedChoice(let filter, let name):
            guard !text.isEmpty else { throw .badValue(tr("type a value first")) }
            try Self.choose(text, isMember: true, name, of: filter, in: &file)
        case .filterPredicate(let key):
            try file.setFilterPredicate(
                text.isEmpty ? nil : text, filter: key.filter, of: key.app)
        case .useFilter(let key): try file.setFilter(key.filter, of: key.app)
        case .suggestion(let filter, let suggestion):
            // The other parameters get their defaults, as in the app's description.
            let values = filter.parameters.map { parameter in
                (parameter.name, suggestion.values[parameter.name].map { FilterValue($0) })
            }
            try file.setFilter(
                filter.key.filter, of: filter.key.app,
                parameters: Dictionary(values, uniquingKeysWith: { first, _ in first }))
        case .removeFilter(let key): try file.removeFilter(key.filter, of: key.app)
        default: break
        }
    }

    /// Changes the list that the file has, since the window may know an older one.
    private static func choose(
        _ member: String, isMember: Bool, _ name: String, of filter: FilterDeclaration,
        in file: inout FocusFile
    ) throws(FocusFileError) {
        guard let parameter = filter.parameters.first(where: { $0.name == name }) else { return }
        guard parameter.type.isList else {
            return try set(name, of: filter, to: isMember ? member : "", in: &file)
        }
        let written = file.focus.filters.first {
            $0.app == filter.key.app && $0.filter == filter.key.filter
        }?.parameters[name]
        let present =
            written.map { try? parameter.value(written: $0) } ?? parameter.defaultValue
        let others = (present.map(SettingsState.members) ?? []).filter { $0 != member }
        let kind = parameter.type.kind
        let values = (isMember ? others + [member] : others).map { ParameterValue.text($0) }
        let value = ParameterValue.list(kind, values)
        if let reason = parameter.complaint(about: value) { throw .badValue(reason) }
        try file.setFilterParameter(
            name, to: FilterValue(value), filter: filter.key.filter, of: filter.key.app)
    }

    /// Sets a parameter to a typed value; an empty one removes it.
    private static func set(
        _ name: String, of filter: FilterDeclaration, to text: String, in file: inout FocusFile
    ) throws(FocusFileError) {
        let value: FilterValue?
        do throws(ParameterTextProblem) {
            value = text.isEmpty ? nil : try filter.fileValue(of: name, typed: text)
        } catch {
            throw .badValue(error.reason)
        }
        try file.setFilterParameter(
            name, to: value, filter: filter.key.filter, of: filter.key.app)
    }

    private func applyDelivery(to file: inout FocusFile, _ text: String) throws(FocusFileError) {
        var times = file.focus.deliverAt
        if case .delivery(let time, let isMember) = self {
            times.removeAll { $0 == time }
            if isMember { times.append(time) }
        } else {
            times.append(try Self.time(text))
        }
        try file.setDeliverAt(times)
    }

    private func applySchedule(to file: inout FocusFile, _ text: String) throws(FocusFileError) {
        switch self {
        case .schedule(let schedule):
            guard !schedule.days.isEmpty else {
                throw .badValue(tr("a schedule needs at least one day"))
            }
            try file.setSchedule(schedule)
        case .scheduleTime(let name, let isEnd):
            guard var schedule = file.focus.schedules.first(where: { $0.name == name }) else {
                throw .noGroup("Schedule \(name)")
            }
            let time = try Self.time(text)
            if isEnd { schedule.to = time } else { schedule.from = time }
            try file.setSchedule(schedule)
        case .scheduleName(let name):
            // As the file is read.
            let new = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
            guard !new.isEmpty else { throw .badValue(tr("a schedule needs a name")) }
            guard new == name || !file.focus.schedules.contains(where: { $0.name == new }) else {
                throw .badValue(
                    tr("There is a schedule “\(new)” already; choose another name"))
            }
            try file.renameSchedule(name, to: new)
        case .removeSchedule(let name): try file.removeSchedule(name)
        default: break
        }
    }

    private func applyTrigger(to file: inout FocusFile, _ text: String) throws(FocusFileError) {
        var triggers = file.focus.triggers
        switch self {
        case .trigger(let trigger, true): triggers.insert(trigger)
        case .trigger(let trigger, false): triggers.remove(trigger)
        case .typedTrigger(let kind):
            guard text.contains(where: { !$0.isWhitespace }) else {
                throw .badValue(Self.missingName(kind))
            }
            if let trigger = Trigger(kind, name: text) { triggers.insert(trigger) }
        default: break
        }
        try file.setTriggers(triggers)
    }

    private static func missingName(_ kind: Trigger.Kind) -> String {
        switch kind {
        case .calendar: tr("type the calendar's name first")
        case .network: tr("type the network's name first")
        default: tr("type the app's name or id first")
        }
    }

    private func applyRule(to file: inout FocusFile, _ text: String) throws(FocusFileError) {
        switch self {
        case .ruleEffect(let name, let effect): try file.replaceRule(name, do: effect)
        case .ruleCondition(let name): try file.replaceRule(name, when: text)
        case .removeRule(let name): try file.removeRule(name)
        case .newRule(let name, let effect): try file.addRule(name, when: text, do: effect)
        case .moveRule(let name, let places): try file.moveRule(name, by: places)
        default: break
        }
    }

    /// Returns a name for a new rule that no other rule of its file has.
    static func freeRuleName(besides used: Set<String>) -> String {
        // Letter case alone would not tell two rules apart.
        let used = Set(used.map { $0.lowercased() })
        // Not shown: a name in the file. At least one of these names is free.
        let word = "Rule"
        let names = (1...used.count + 1).lazy.map { "\(word) \($0)" }
        return names.first { !used.contains($0.lowercased()) } ?? word
    }

    private static func time(_ text: String) throws(FocusFileError) -> TimeOfDay {
        guard let time = ClockText.timeOfDay(typed: text) else {
            throw .badValue(tr("“\(text)” is not a time of day such as 9:30"))
        }
        return time
    }
}
