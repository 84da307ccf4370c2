// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import Presentation

/// The schedule that the user is making.
extension SettingsState {
    mutating func change(_ edit: DraftEdit, _ text: String) {
        refusals.begin(nil)
        switch edit {
        case .name: draft.name = text
        case .days(let days): draft.days = days
        case .from: if let time = TimeOfDay(text) { draft.from = time }
        case .to: if let time = TimeOfDay(text) { draft.to = time }
        }
    }

    mutating func addDraft(to focus: FocusID, into effects: inout [Effect]) {
        refusals.begin(nil)
        var schedule = draft
        // As the file is read.
        schedule.name = draft.name.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let names = Set(files[focus]?.focus.schedules.map(\.name) ?? [])
        if schedule.name.isEmpty {
            let words = ScheduleWords.name(schedule)
            let others = (2...names.count + 2).map { "\(words) \($0)" }
            schedule.name = ([words] + others).first { !names.contains($0) } ?? words
        }
        guard !names.contains(schedule.name) else {
            refusals.add(
                nil, tr("There is a schedule “\(schedule.name)” already; choose another name"),
                schedule.name)
            return
        }
        effects.append(.edit(focus, .schedule(schedule), text: ""))
    }
}
