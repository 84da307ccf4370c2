// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire
import Presentation

/// Windows of schedules that the user skips.
extension SettingsState {
    /// Says which window does not take place, or does after all, with the way back.
    mutating func skipped(
        _ window: SkippedWindow, isSkipped: Bool, isUndo: Bool, into effects: inout [Effect]
    ) {
        let (schedule, name) = (window.schedule.line(upTo: 40), focusName(window.focus))
        let time = ClockText.text(window.start, seenFrom: now)
        let text =
            isSkipped
            ? tr("“\(schedule)” of \(name) is skipped: \(time)")
            : tr("“\(schedule)” of \(name) takes place: \(time)")
        if isUndo {
            say(text)
        } else {
            add(.skip(window, isSkipped: isSkipped))
            say(text, SettingsButton(tr("Undo"), .undo))
        }
        effects += [Part.status, .upcoming, .skips, .missed].map(Effect.read)
    }

    /// Returns the button that skips the window in which a change lies, such as the beginning of
    /// the window or the return of its Focus; nil for a change without a schedule.
    func skipButton(_ change: UpcomingChange) -> SettingsButton? {
        guard let focus = change.focus, let schedule = change.schedule else { return nil }
        let time = ClockText.text(change.time, seenFrom: now)
        return SettingsButton(
            tr("Skip"), name: tr("Skip \(change.name.line(upTo: 60)), \(time)"),
            .skip(focus, schedule, window: change.time))
    }

    /// Returns the rows of the skipped windows that are not over: of all schedules, or of one.
    func skipRows(_ focus: FocusID? = nil, _ schedule: String? = nil) -> [SettingsRow] {
        let found = skips.filter { window in
            window.end > now && (focus ?? window.focus) == window.focus
                && (schedule ?? window.schedule) == window.schedule
        }
        return found.sorted { $0.start < $1.start }.enumerated().map { index, window in
            let name = window.schedule.line(upTo: 60)
            return SettingsRow(
                "skip \(index)", ClockText.text(window.start, seenFrom: now),
                tr("\(focusName(window.focus)) stays off, schedule “\(name)”"),
                buttons: [
                    SettingsButton(
                        tr("Let It Take Place"), name: tr("Let “\(name)” take place"),
                        .unskip(window))
                ])
        }
    }
}
