// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The edits of a Focus that the user makes: what is refused before the file is written.
extension SettingsState {
    mutating func edit(
        _ focus: FocusID, _ edit: FocusEdit, _ text: String, into effects: inout [Effect]
    ) {
        refusals.begin(edit)
        var text = edit.trimsText ? text.trimmed : text
        if edit == .typedApp {
            let change: (AppID) -> Effect = { .edit(focus, edit, text: $0.rawValue) }
            if let reason = forEachApp(typed: text, change, into: &effects) {
                refusals.add(edit, reason, text)
                say(reason)
            }
            return
        }
        if edit == .name, let reason = takenName(text, besides: focus) {
            refusals.add(edit, reason, text)
            return say(reason)
        }
        if edit == .typedTrigger(.app) {
            do throws(SeveralApps) {
                text = try triggerApp(text)
            } catch {
                refusals.add(edit, error.sentence, text)
                return say(error.sentence)
            }
        }
        if case .person(let name, isMember: false) = edit, place == .people(focus) {
            removedPeople.append(name)
        }
        if case .app(let app, isMember: false) = edit, place == .apps(focus) {
            removedApps.insert(app)
        }
        effects.append(.edit(focus, edit, text: text))
        if case .removeRule(let name) = edit, place == .rule(focus, name) { trail.removeLast() }
        // The page of a schedule that goes is left before the file changes.
        if case .removeSchedule(let name) = edit, place == .schedule(focus, name) {
            trail.removeLast()
        }
    }
}
