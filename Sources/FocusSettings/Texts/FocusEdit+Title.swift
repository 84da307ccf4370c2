// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension FocusEdit {
    /// Returns the change in words, for the message that offers to undo it.
    ///
    /// - Parameters:
    ///   - text: the text that the user typed.
    ///   - name: returns the name of an app.
    ///   - focus: the name of the Focus.
    ///   - changed: the Focus after the change.
    func title(
        _ text: String, name: (AppID) -> String, focus: String, changed: Focus
    ) -> String {
        switch self {
        case .name: tr("Renamed to \(text)")
        case .apps: tr("The list of apps has another effect")
        case .people: tr("The list of people has another effect")
        case .app(let app, let isMember): changed.apps.words(name(app), isMember, focus)
        case .person(let person, let isMember): changed.people.words(person, isMember, focus)
        case .site(let site, .allow?): tr("\(focus) allows \(site) now")
        case .site(let site, .silence?): tr("\(focus) silences \(site) now")
        case .site(let site, nil): tr("\(focus) does not list \(site) any more")
        case .typedSite(.allow): tr("\(focus) allows \(WebSite(text)?.host ?? text) now")
        case .typedSite(.silence): tr("\(focus) silences \(WebSite(text)?.host ?? text) now")
        case .typedApp: changed.apps.words(name(AppID(text)), true, focus)
        case .typedPerson: changed.people.words(text, true, focus)
        case .timeSensitive(let isOn):
            isOn
                ? tr("Time-sensitive notifications come through")
                : tr("Time-sensitive notifications no longer come through")
        case .timeSensitiveExcept(let app, let isMember):
            isMember
                ? tr("\(name(app)) is never time-sensitive")
                : tr("\(name(app)) may be time-sensitive")
        case .repeats(let isOn):
            isOn ? tr("Repeats come through") : tr("Repeats no longer come through")
        case .hideBadges(let isOn): isOn ? tr("Badges hidden") : tr("Badges shown")
        case .summary(let isOn): isOn ? tr("Summary turned on") : tr("Summary turned off")
        case .delivery(let time, _): tr("No delivery at \(time.words)")
        case .typedDelivery: tr("Delivery at \(Self.words(text)) added")
        case .schedule(let schedule):
            tr("Schedule \(schedule.name): \(ScheduleWords.text(schedule))")
        case .scheduleTime(let schedule, let isEnd):
            isEnd
                ? tr("Schedule \(schedule) ends at \(Self.words(text))")
                : tr("Schedule \(schedule) begins at \(Self.words(text))")
        case .scheduleName: tr("Renamed to \(text)")
        case .removeSchedule(let schedule): tr("Schedule \(schedule) removed")
        case .trigger(let trigger, let isMember):
            isMember
                ? tr("\(focus) turns on \(ScheduleWords.text(trigger, name: name))")
                : tr("\(focus) no longer turns on \(ScheduleWords.text(trigger, name: name))")
        case .typedTrigger(let kind):
            Trigger(kind, name: text).map {
                tr("\(focus) turns on \(ScheduleWords.text($0, name: name))")
            } ?? ""
        case .ruleEffect(let rule, let effect):
            effect == .allow ? tr("“\(rule)” allows") : tr("“\(rule)” silences")
        case .ruleCondition(let rule): tr("“\(rule)” changed")
        case .newRule(let rule, _): tr("“\(rule)” added")
        case .icon: tr("\(focus) has another icon")
        case .color: tr("\(focus) has another colour")
        case .newApps: tr("New apps are treated differently")
        case .countsInBadge(let counts):
            counts ? tr("Badges count muted apps") : tr("Badges do not count muted apps")
        case .removeRule(let rule): tr("“\(rule)” removed")
        case .parameter(let key, let parameter, let value):
            value == nil
                ? tr("\(name(key.app)): \(parameter) reset")
                : tr("\(name(key.app)): \(parameter) changed")
        case .typedParameter(let filter, let parameter), .typedChoice(let filter, let parameter),
            .choice(let filter, let parameter, _, _):
            tr("\(name(filter.key.app)): \(parameter) changed")
        case .filterPredicate(let key): tr("\(name(key.app)): condition changed")
        case .useFilter(let key): tr("Filter of \(name(key.app)) added")
        case .suggestion(let filter, let suggestion):
            tr("\(name(filter.key.app)): \(suggestion.display.title.line(upTo: 60))")
        case .removeFilter(let key): tr("Filter of \(name(key.app)) removed")
        case .moveRule(let rule, let places):
            places < 0 ? tr("“\(rule)” moved up") : tr("“\(rule)” moved down")
        }
    }

    /// Returns a typed time of day as the locale writes it.
    private static func words(_ typed: String) -> String {
        ClockText.timeOfDay(typed: typed)?.words ?? typed
    }
}

extension ListPolicy {
    /// Returns the effect of a change of the list: `Work allows Chat now`.
    fileprivate func words(_ name: String, _ isMember: Bool, _ focus: String) -> String {
        (mode == .allow) == isMember
            ? tr("\(focus) allows \(name) now") : tr("\(focus) silences \(name) now")
    }
}
