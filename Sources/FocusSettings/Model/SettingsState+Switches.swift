// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Presentation

/// A switch of the user, and another Focus that it ends.
struct SwitchNote: Hashable, Sendable {
    /// The Focus that is on after the switch; nil for none.
    var focus: FocusID?
    /// The Focus that was turned off; nil for a switch that turned one on.
    var left: FocusID?
    /// The Focus that the switch has replaced for good.
    var replaced: Activation?
    /// The Focus that would have come back, and is off, too.
    var follower: UpcomingChange?
    /// The time at which the follower begins again; nil if no such time is known.
    var returnTime: Timestamp?

    /// The Focus that is off by the switch, without being named in it.
    var other: FocusID? { replaced?.focus ?? follower?.focus }
}

/// Turning Focuses on and off, with a word about other Focuses that end by that.
extension SettingsState {
    mutating func turnOn(
        _ focus: FocusID, _ end: ActivationEnd, into effects: inout [Effect]
    ) {
        pendingSwitch = SwitchNote(
            focus: focus, replaced: status?.replaced(by: focus, until: end))
        effects.append(.activate(focus, end))
    }

    mutating func turnOff(into effects: inout [Effect]) {
        let follower = status?.follower(upcoming.first) { focus, name in
            (files[focus]?.focus.schedules ?? []).contains {
                $0.name == name && $0.isDue(at: now, LocalTimeZone.current())
            }
        }
        pendingSwitch = SwitchNote(left: activation?.focus, follower: follower)
        effects.append(.deactivate)
    }

    /// Says which other Focus the switch has ended.
    mutating func switched(_ changes: [UpcomingChange], into effects: inout [Effect]) {
        effects += [Part.status, .upcoming, .missed, .mutes].map(Effect.read)
        // The list of ends shows the chosen one, and the end in force has an entry of its own.
        resets += 1
        guard var note = pendingSwitch else { return }
        // The sentence about the switch before is no longer true.
        if switchNote != nil { toast = nil }
        (pendingSwitch, switchNote) = (nil, nil)
        guard let other = note.other else { return }
        note.returnTime = changes.first { $0.focus == other }?.time
        switchNote = note
        say(text(note, isShort: true), note.follower.map(turnOnButton))
    }

    /// The button that turns a Focus on that was turned off with another one.
    private func turnOnButton(_ follower: UpcomingChange) -> SettingsButton {
        let focus = follower.focus ?? .doNotDisturb
        return SettingsButton(
            tr("Turn It On"), name: tr("Turn on \(switchName(focus))"),
            .activate(focus, follower.until.map { .at($0) } ?? .never))
    }

    /// Returns the sentence about the last switch for a page about this Focus; nil for none. The
    /// page *Now* is about all Focuses.
    func switchText(about focus: FocusID? = nil) -> String? {
        guard let note = switchNote, note.focus == activation?.focus else { return nil }
        if let focus, ![note.focus, note.left, note.other].contains(focus) { return nil }
        return text(note, isShort: false)
    }

    private func text(_ note: SwitchNote, isShort: Bool) -> String {
        if let replaced = note.replaced, let focus = note.focus {
            let (name, other) = (switchName(focus), switchName(replaced.focus))
            if let until = replaced.until {
                let time = ClockText.text(until, seenFrom: now)
                return tr("\(name) replaces \(other), which was on until \(time).")
            }
            return replaced.endsWithSession
                ? tr("\(name) replaces \(other), which was on until you log out.")
                : tr("\(name) replaces \(other), which is off now.")
        }
        let other = note.other.map(switchName) ?? ""
        let text = tr("\(other), which was on before, is off, too.")
        guard !isShort, let time = note.returnTime else { return text }
        return text + " " + tr("It begins again \(ClockText.text(time, seenFrom: now)).")
    }

    private func switchName(_ focus: FocusID) -> String {
        (files[focus]?.focus.shownName ?? focus.rawValue).line(upTo: 40)
    }
}
