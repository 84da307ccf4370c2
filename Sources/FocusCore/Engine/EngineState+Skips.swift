// SPDX-License-Identifier: Apache-2.0

/// Windows of schedules that the user skips.
extension EngineState {
    /// Skips one window of a schedule, or lets it occur again.
    ///
    /// - Parameter moment: a time within the window; nil for the current or next window.
    /// - Returns: the window; nil if there is no such window to skip or to bring back.
    package mutating func skip(
        _ focus: FocusID, _ schedule: String, at moment: Timestamp?, isSkipped: Bool,
        now: Timestamp, _ rules: some LocalTimeRules, into effects: inout [EngineEffect]
    ) -> Agenda.WindowTimes? {
        let times =
            isSkipped
            ? agenda.skip(focus, schedule, at: moment, now: now, rules)
            : agenda.unskip(focus, schedule, at: moment, now: now, rules)
        guard let times else { return nil }
        effects.append(.row(.setAgenda))
        _ = advance(to: now, rules, into: &effects)
        return times
    }
}
