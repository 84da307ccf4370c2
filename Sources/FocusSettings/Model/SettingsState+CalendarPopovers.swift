// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire
import Presentation

/// Days that the user chooses in a calendar.
extension SettingsState {
    mutating func handleDay(_ intent: Intent, _ text: String, into effects: inout [Effect]) {
        switch intent {
        case .showTypedDay:
            guard let start = ClockText.time(of: Self.day(text) + " 00:00") else { return }
            show(into: &effects) { $0.until = ClockText.next(hour: 0, after: start) }
        case .showNewest: show(into: &effects) { $0.until = nil }
        case .filterApp(let app): show(into: &effects) { $0.app = app }
        case .filterVerdict(let verdict): show(into: &effects) { $0.verdict = verdict }
        case .showAll: show(into: &effects) { $0 = HistoryFilter() }
        default: break
        }
    }

    /// The calendar that leads to a day of the history.
    var dayPopover: Popover<Intent> {
        let day = history.filter.until.map { $0.adding(-1) } ?? now
        return Popover(
            .moment(Self.day(ClockText.sortable(day))),
            answers: [SettingsButton(tr("Show This Day"), style: .suggested, .showTypedDay)])
    }

    /// Returns the calendar for a filter's parameter of type Date.
    func datePopover(
        _ value: ParameterValue?, _ parameter: ParameterDeclaration, _ set: Intent
    ) -> Popover<Intent> {
        let moment = value.flatMap { Self.moment($0.words) } ?? ClockText.sortable(now)
        return Popover(
            .moment(parameter.dateParts == .date ? Self.day(moment) : moment),
            answers: [SettingsButton(tr("Use This Date"), style: .suggested, set)])
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
