// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Effects of a switch on a Focus that it does not name: turning off, and a Focus without an end,
/// end all that had begun before (DESIGN §5).
@LoopActor struct ReplacedFocus {
    private let invocation: Invocation
    private let before: ServiceStatus

    /// - Parameter before: the state before the switch.
    init(_ invocation: Invocation, _ before: ServiceStatus) {
        self.invocation = invocation
        self.before = before
    }

    /// Returns a sentence about a Focus that another one has replaced for good.
    ///
    /// - Parameter follower: ``follower()`` of before the switch.
    func replacement(
        by focus: FocusID?, until end: ActivationEnd, _ follower: UpcomingChange?
    ) -> String? {
        guard let activation = before.replaced(by: focus, until: end) else { return nil }
        let until = activation.untilText(now: invocation.now, withDate: true)
        let first = "It replaces \(name(of: activation.focus))"
        let text = until.isEmpty ? first : "\(first), which was on\(until)"
        guard let next = follower?.focus, next != focus else { return "\(text)." }
        return "\(text), and \(name(of: next)), which would have come back."
    }

    /// Returns the Focus that would have followed the active one at its end, because it had begun
    /// before. Must be called before the switch.
    func follower() -> UpcomingChange? {
        guard before.activation?.until != nil else { return nil }
        let next = (try? invocation.ask(.upcoming(limit: 1)))?.first
        return before.follower(next) { focus, name in
            let schedules = FocusEditor(invocation).catalog.focuses[focus]?.schedules ?? []
            // A window that begins at the change is not the window of now.
            let justBefore = next?.time.adding(-1_000) ?? invocation.now
            let zone = LocalTimeZone.current()
            return schedules.contains {
                $0.name == name && $0.isDue(at: invocation.now, zone)
                    && $0.isDue(at: justBefore, zone)
            }
        }
    }

    /// Prints that the follower is off, too, and the command that turns it on.
    func tell(_ follower: UpcomingChange) {
        guard let focus = follower.focus else { return }
        let name = follower.name.isEmpty ? name(of: focus) : follower.name.printable
        let output = invocation.output
        var state = "\(name), which was on before, is off, too"
        let changes = try? invocation.ask(.upcoming(limit: UInt32(Limits.upcomingChanges)))
        if let next = changes?.first(where: { $0.focus == focus }) {
            state +=
                "; it begins again \(TimeText.upcomingWithDate(next.time, now: invocation.now))"
        } else if let trigger = follower.trigger {
            state += ", until it is on again \(trigger.words(invocation.apps))"
        }
        output.sentence("\(state).")
        output.advice("To turn it on now: \(command(follower, focus).printable)")
    }

    /// Returns the command that turns the follower on, until its end within a day.
    private func command(_ follower: UpcomingChange, _ focus: FocusID) -> String {
        let command = "focus-switch on \(shellQuoted(focus.rawValue))"
        guard let until = follower.until,
            until.rawValue - invocation.now.rawValue < 86_400_000
        else { return command }
        return "\(command) --until \(CalendarTime(local: until).clockText)"
    }

    private func name(of focus: FocusID) -> String { FocusEditor(invocation).name(of: focus) }
}
