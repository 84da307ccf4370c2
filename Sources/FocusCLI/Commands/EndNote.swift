// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Explanation of an end that differs from the end that the user asked for: a schedule or a trigger
/// keeps the Focus on, or another Focus begins before.
@LoopActor struct EndNote {
    private let invocation: Invocation
    private let activation: Activation
    /// The end that the user asked for. Nil if that is not a time.
    private let asked: Timestamp?

    /// Maximum difference between two equal ends in milliseconds: focusd counts from the time at
    /// which it gets the call.
    private static let tolerance: Int64 = 5_000

    init(_ invocation: Invocation, _ activation: Activation, _ end: ActivationEnd) {
        self.invocation = invocation
        self.activation = activation
        switch end {
        case .at(let moment): asked = moment
        case .after(let span):
            asked = Timestamp(rawValue: invocation.now.rawValue.addingReportingOverflow(span).0)
        case .never, .withSession: asked = nil
        }
    }

    /// Returns the explanation, or nil if the Focus ends as the user asked.
    func text(_ name: String) -> String? {
        guard let asked else { return successor(name) }
        let shown = TimeText.upcomingWithDate(asked, now: invocation.now)
        let late = activation.until.map { $0.rawValue - asked.rawValue } ?? .max
        if late > Self.tolerance {
            if isTooFar(asked) {
                return
                    "\(name.printable) was asked to end \(when(asked)); focusd does not foresee that"
                    + " far what schedules change until then."
            }
            return "It does not end \(when(asked)): \(keeper(at: asked, name))."
        }
        let changes = (try? invocation.ask(.upcoming(limit: UInt32(Limits.upcomingChanges)))) ?? []
        guard let next = changes.first, next.focus != nil else { return nil }
        guard late < -Self.tolerance else {
            let isNext = abs(next.time.rawValue - asked.rawValue) <= Self.tolerance
            return isNext ? "Then \(next.name.printable) is on." : nil
        }
        let schedule = next.schedule.map { " (schedule \($0.printable))" } ?? ""
        return "It does not stay on until \(shown): \(next.name.printable)\(schedule) begins before"
            + " that, \(when(next.time))." + comeback(changes.dropFirst(), before: asked, name)
    }

    /// Returns true for an end beyond focusd's forecast, for which it states no end at all.
    private func isTooFar(_ asked: Timestamp) -> Bool {
        activation.until == nil && asked.rawValue - invocation.now.rawValue > Self.foreseen
    }

    /// Milliseconds within which the forecast of focusd usually has the end: four weeks.
    private static let foreseen: Int64 = 4 * 7 * 86_400_000

    /// Returns a sentence about the Focus that comes back before the end that the user asked for,
    /// behind a blank; empty if it does not.
    private func comeback(
        _ changes: ArraySlice<UpcomingChange>, before asked: Timestamp, _ name: String
    ) -> String {
        let back = changes.first { $0.focus == activation.focus && $0.time < asked }
        guard let back else { return "" }
        let until = back.until.map {
            ", until \(TimeText.upcomingWithDate($0, now: invocation.now))"
        }
        return " \(name.printable) is on again \(when(back.time))\(until ?? "")."
    }

    /// Returns the Focus that takes over from one without an end, within the next day, or from one
    /// that ends with the login session.
    private func successor(_ name: String) -> String? {
        let isOfSession = activation.endsWithSession
        let limit = isOfSession ? UInt32(Limits.upcomingChanges) : 1
        guard activation.until == nil,
            let changes = try? invocation.ask(.upcoming(limit: limit)),
            let next = changes.first, next.focus != nil,
            isOfSession || next.time.rawValue - invocation.now.rawValue < 86_400_000
        else { return nil }
        let schedule = next.schedule.map { " (schedule \($0.printable))" } ?? ""
        let text = "\(next.name.printable)\(schedule) takes over \(when(next.time))."
        let end = Timestamp(rawValue: .max)
        return isOfSession ? text + comeback(changes.dropFirst(), before: end, name) : text
    }

    /// Returns `at 14:05` or `tomorrow (Tue 24 Nov) 09:00`.
    private func when(_ time: Timestamp) -> String {
        let text = TimeText.upcomingWithDate(time, now: invocation.now)
        // Only a time of today is a clock time alone.
        return text.first?.isNumber == true ? "at \(text)" : text
    }

    /// Returns the reason for which the Focus is still on at a time.
    private func keeper(at time: Timestamp, _ name: String) -> String {
        let focus = FocusEditor(invocation).catalog.focuses[activation.focus]
        let zone = LocalTimeZone.current()
        if let schedule = focus?.schedules.first(where: { $0.isDue(at: time, zone) }) {
            return "the schedule “\(schedule.name.printable)” of \(name.printable)"
                + " (\(schedule.timeText)) keeps it on then"
        }
        let triggers = focus?.triggers.sorted().map { $0.words(invocation.apps) } ?? []
        guard !triggers.isEmpty else { return "see focus-switch next" }
        return "\(name.printable) is on \(triggers.joined(with: "or"))"
    }
}
