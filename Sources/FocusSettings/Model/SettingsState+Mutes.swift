// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

/// The ends that the user chooses for a Focus, and mutes.
extension SettingsState {
    /// Handles wishes with a time.
    mutating func handleTime(_ intent: Intent, _ text: String, into effects: inout [Effect]) {
        switch intent {
        case .askForEnd(let focus):
            let evening = ClockText.next(hour: 18, after: now)
            messages += 1
            let name = files[focus]?.focus.shownName ?? focus.rawValue
            var question = Dialog<Intent>(
                messages, tr("\(name) until…"), tr("Choose the day and the time."),
                answers: [
                    SettingsButton(tr("Turn On"), style: .suggested, .activateUntilTyped(focus))
                ], cancel: .nothing)
            question.moment = ClockText.sortable(evening)
            dialog = question
        case .activateUntilTyped(let focus):
            guard let time = ClockText.time(of: text), time > now else {
                resets += 1
                return say(tr("That time has passed; choose a later one"))
            }
            add(.final)
            turnOn(focus, .at(time), into: &effects)
        case .mute:
            pageRefusals[place]?.mute = nil
            if let (app, doubt, isAlone) = mistyped(text) {
                guard isAlone else {
                    pageRefusals[place, default: PageRefusals()].mute = (doubt, text)
                    return say(doubt)
                }
                let name = app.rawValue.line(upTo: 40)
                return ask(
                    tr("Mute “\(name)”?"), doubt, SettingsButton(tr("Mute"), .muteApp(app)))
            }
            if let reason = forEachApp(typed: text, { .mute($0) }, into: &effects) {
                pageRefusals[place, default: PageRefusals()].mute = (reason, text)
                say(reason)
            }
        case .muteApp(let app): effects.append(.mute(app))
        case .muteForAnHour(let app):
            effects.append(.mute(app, until: .after(milliseconds: Self.anHour)))
        case .muteUntil(let app, let end): effects.append(.mute(app, until: end))
        case .snooze(let ids, let end): snooze(ids, end, into: &effects)
        case .unmute(let app): effects.append(.unmute(app))
        default: break
        }
    }

    private static let anHour: Int64 = 3_600_000

    /// Says that an app was muted, with the way back.
    mutating func sayMuted(_ app: AppID, _ end: ActivationEnd, _ before: MuteWire?) {
        let name = name(of: app).line(upTo: 40)
        let text: String
        switch end {
        case .after(let milliseconds):
            let time = ClockText.text(now.adding(milliseconds), seenFrom: now)
            text = tr("\(name) is muted until \(time)")
        case .at(let end):
            text = tr("\(name) is muted until \(ClockText.text(end, seenFrom: now))")
        case .withSession: text = tr("\(name) is muted until you log out")
        case .never: text = tr("\(name) is muted until you unmute it")
        }
        say(
            text,
            before == nil
                ? SettingsButton(tr("Unmute"), .unmute(app)) : SettingsButton(tr("Undo"), .undo))
    }
}
