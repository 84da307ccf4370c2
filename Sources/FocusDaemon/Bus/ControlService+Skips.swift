// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire

/// Calls about windows of schedules that the user skips.
extension ControlService {
    /// Skips a window of a schedule, or lets it occur again. Returns the window.
    func skip(
        _ name: String, _ schedule: String, at moment: Timestamp?, isSkipped: Bool
    ) throws(ErrorReply) -> Agenda.WindowTimes {
        let focus = try known(name)
        guard let times = engine.skip(focus.id, schedule, at: moment, isSkipped: isSkipped) else {
            throw ErrorReply(
                WireError.notFound,
                isSkipped
                    ? "the Focus “\(focus.name)” has no such window of a schedule “\(schedule)”"
                    : "no such window of the schedule “\(schedule)” is skipped")
        }
        return times
    }

    var skips: [Value] {
        let now = Timestamp.now
        return engine.state.agenda.skips.compactMap { skip in
            guard let times = engine.state.agenda.times(of: skip, engine.clock.rules),
                times.end > now
            else { return nil }
            return SkippedWindow(
                focus: skip.focus, schedule: skip.schedule, start: times.start, end: times.end
            ).value
        }
    }
}

extension Engine {
    /// Skips a window of a schedule, or lets it occur again.
    ///
    /// - Returns: the window; nil if there is no such window.
    func skip(
        _ focus: FocusID, _ schedule: String, at moment: Timestamp?, isSkipped: Bool
    ) -> Agenda.WindowTimes? {
        change {
            $0.skip(
                focus, schedule, at: moment, isSkipped: isSkipped, now: .now, clock.rules,
                into: &$1)
        }
    }
}
