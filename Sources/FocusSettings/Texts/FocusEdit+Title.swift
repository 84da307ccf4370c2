// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles

extension FocusEdit {
    /// Returns the change in words, for the message that offers to undo it.
    ///
    /// - Parameters:
    ///   - text: the text that the user typed.
    ///   - name: returns the name of an app.
    func title(_ text: String, name: (AppID) -> String, focus: String) -> String {
        switch self {
        case .name: "Renamed to \(text)"
        case .apps: "The list of apps has another effect"
        case .people: "The list of people has another effect"
        case .app(let app, let isMember): "\(name(app)) \(Self.verb(isMember))"
        case .person(let person, let isMember): "\(person) \(Self.verb(isMember))"
        case .typedApp, .typedPerson: "\(text) added"
        case .timeSensitive(let isOn): "Time-sensitive notifications \(Self.state(isOn))"
        case .timeSensitiveExcept(let app, let isMember):
            "\(name(app)) \(isMember ? "is never time-sensitive" : "may be time-sensitive")"
        case .repeats(let isOn): "Repeats \(Self.state(isOn))"
        case .hideBadges(let isOn): isOn ? "Badges hidden" : "Badges shown"
        case .summary(let isOn): isOn ? "Summary turned on" : "Summary turned off"
        case .delivery(let time, _): "No hand-over at \(time.text)"
        case .typedDelivery: "Hand-over at \(text) added"
        case .schedule(let schedule): "Schedule \(schedule.name): \(ScheduleWords.text(schedule))"
        case .scheduleTime(let schedule, let isEnd):
            "Schedule \(schedule) \(isEnd ? "ends" : "begins") at \(text)"
        case .removeSchedule(let schedule): "Schedule \(schedule) removed"
        case .trigger(let trigger, let isMember):
            "\(focus) \(isMember ? "turns on" : "no longer turns on") "
                + ScheduleWords.text(trigger, name: name)
        case .typedTrigger: "\(focus) turns on while \(text) runs"
        case .typedRule: "Rule added"
        case .ruleEffect(let rule, let effect):
            "Rule \(rule) \(effect == .allow ? "allows" : "silences")"
        case .ruleCondition(let rule): "Rule \(rule) changed"
        case .removeRule(let rule): "Rule \(rule) removed"
        case .parameter(let key, let parameter, let value):
            "\(name(key.app)): \(parameter) \(value == nil ? "reset" : "changed")"
        case .typedParameter(let filter, let parameter):
            "\(name(filter.key.app)): \(parameter) changed"
        case .filterPredicate(let key): "\(name(key.app)): condition changed"
        case .useFilter(let key): "Filter of \(name(key.app)) added"
        case .removeFilter(let key): "Filter of \(name(key.app)) removed"
        case .moveRule(let rule, let places): "Rule \(rule) moved \(places < 0 ? "up" : "down")"
        }
    }

    private static func verb(_ isMember: Bool) -> String { isMember ? "added" : "removed" }

    private static func state(_ isOn: Bool) -> String {
        isOn ? "come through" : "no longer come through"
    }
}
