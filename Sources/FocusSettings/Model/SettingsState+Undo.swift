// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusWire
import Presentation

/// The way back from what the user did in the window.
extension SettingsState {
    /// Maximum number of changes that can be taken back.
    static let undoLimit = 100

    /// Notes something that "Undo" takes back, or must not pass over.
    mutating func add(_ entry: UndoEntry) {
        if entry == .final, undoEntries.isEmpty || undoEntries.last == .final { return }
        undoEntries.append(entry)
        if undoEntries.count > Self.undoLimit { undoEntries.removeFirst() }
    }

    /// Notes an action on notifications, mutes or the active Focus, which has no way back here.
    mutating func noteFinal(_ intent: Intent) {
        switch intent {
        case .unmute(let app) where undoEntries.last == .mute(app, before: nil):
            undoEntries.removeLast()
        case .unmute(let app):
            // A mute of a new app is focusd's own.
            guard let mute = mute(of: app), !mute.isNewApp else { return add(.final) }
            add(.mute(app, before: mute))
            let name = mute.name ?? name(of: app)
            say(
                tr("\(name.line(upTo: 40)) is no longer muted"),
                SettingsButton(tr("Undo"), .undo))
        case .activate, .deactivate, .act, .reply, .deliver, .markRead, .dismiss, .clearMissed,
            .clearBadge, .forget:
            add(.final)
        default: break
        }
    }

    /// Takes back the newest change.
    mutating func undo(into effects: inout [Effect]) {
        switch undoEntries.popLast() {
        case .change(let step): effects.append(.undo(step))
        case .changes(let steps): effects += steps.reversed().map { .undo($0) }
        case .mute(let app, let before):
            let name = name(of: app).line(upTo: 40)
            guard let before, before.until.map({ $0 > now }) ?? true else {
                effects.append(.unmute(app))
                return say(tr("Undone: \(name) is not muted"))
            }
            effects.append(.muteAgain(app, until: before.end))
            say(tr("Undone: \(name) is muted as before"))
        case .snooze(let step): undo(step, into: &effects)
        case .skip(let window, let isSkipped):
            effects.append(
                .skip(
                    window.focus, window.schedule, window: window.start, isSkipped: !isSkipped,
                    isUndo: true))
        case .final:
            say(
                undoEntries.isEmpty
                    ? tr("What you did last cannot be undone")
                    : tr("What you did last cannot be undone; undo again for the one before")
            )
        case nil: say(tr("Nothing to undo"))
        }
    }
}

extension MuteWire {
    /// The end of the mute, for a call that mutes the app again.
    fileprivate var end: ActivationEnd {
        if let until { return .at(until) }
        return endsWithSession ? .withSession : .never
    }
}
