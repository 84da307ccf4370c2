// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire
import Presentation

/// Days that the user chooses in a calendar.
extension SettingsState {
    mutating func handleDay(_ intent: Intent, _ text: String, into effects: inout [Effect]) {
        switch intent {
        case .askForDay:
            let day = history.filter.until.map { $0.adding(-1) } ?? now
            ask(
                tr("Go to a Day"), tr("The list begins with the last notification of the day."),
                SettingsButton(tr("Show"), style: .suggested, .showTypedDay),
                moment: Self.day(ClockText.sortable(day)))
        case .showTypedDay:
            guard let start = ClockText.time(of: Self.day(text) + " 00:00") else { return }
            show(into: &effects) { $0.until = ClockText.next(hour: 0, after: start) }
        case .showNewest: show(into: &effects) { $0.until = nil }
        case .filterApp(let app): show(into: &effects) { $0.app = app }
        case .filterVerdict(let verdict): show(into: &effects) { $0.verdict = verdict }
        case .showAll: show(into: &effects) { $0 = HistoryFilter() }
        case .askForDate(let focus, let filter, let name):
            guard let parameter = filter.parameters.first(where: { $0.name == name })
            else { return }
            let value = filters[focus]?.first { $0.key == filter.key }?.values[name]
            let known = (value ?? parameter.defaultValue).flatMap { Self.moment($0.words) }
            let moment = known ?? ClockText.sortable(now)
            ask(
                parameter.title.isEmpty ? name : parameter.title.line(upTo: 60),
                parameter.description.line(),
                SettingsButton(
                    tr("Use This Date"), style: .suggested,
                    .edit(focus, .typedParameter(filter, name))),
                moment: parameter.dateParts == .date ? Self.day(moment) : moment)
        default: break
        }
    }

    private mutating func show(
        into effects: inout [Effect], _ change: (inout HistoryFilter) -> Void
    ) {
        var filter = history.filter
        change(&filter)
        guard filter != history.filter else { return }
        history = HistoryList(filter, text: history.text)
        readHistory(into: &effects)
    }

    private mutating func ask(
        _ heading: String, _ body: String, _ answer: SettingsButton, moment: String
    ) {
        ask(heading, body, answer)
        dialog?.moment = moment
    }

    /// Returns the day of a text such as `2026-12-24 09:05`.
    private static func day(_ text: String) -> String { String(text.prefix(10)) }

    /// Returns the value of a Date in the form of the calendar; nil without a day.
    private static func moment(_ value: String) -> String? {
        let text = String(value.replacing("T", with: " ").prefix(16))
        if ClockText.time(of: text) != nil { return text }
        let start = day(text) + " 00:00"
        return ClockText.time(of: start) == nil ? nil : start
    }
}
