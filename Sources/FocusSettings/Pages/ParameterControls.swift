// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore

extension SettingsState {
    /// Returns the control for a number or a time of day; nil for a value without steps, which is
    /// typed: one that is not set, one that the app wants typed, or one out of the control's reach.
    func stepper(
        _ value: ParameterValue?, _ parameter: ParameterDeclaration, _ set: Intent
    ) -> SettingsRow.Control? {
        guard !parameter.type.isList, parameter.control != .field else { return nil }
        let range = parameter.range
        switch (parameter.type.kind, value) {
        case (.int, .int(let number)):
            guard let bounds = Self.bounds(range, .integers, Double(number)),
                let lower = Int(exactly: bounds.lowerBound.rounded(.up)),
                let upper = Int(exactly: bounds.upperBound.rounded(.down)), lower <= upper
            else { return nil }
            if parameter.control == .slider, range?.lower != nil, range?.upper != nil {
                return .slider(
                    Double(number), in: Double(lower)...Double(upper), step: 1, set: set)
            }
            return .number(Int(number), in: lower...upper, set: set)
        case (.double, let value?):
            guard let number = value.number, (number * 1_000_000).rounded() / 1_000_000 == number,
                let bounds = Self.bounds(range, .decimals, number)
            else { return nil }
            if parameter.control == .slider, range?.lower != nil, range?.upper != nil {
                let span = bounds.upperBound - bounds.lowerBound
                return .slider(
                    number, in: bounds, step: span <= 1 ? 0.01 : span <= 10 ? 0.1 : 0.5, set: set)
            }
            return .decimal(number, in: bounds, set: set)
        case (.date, .text(let text)) where parameter.dateParts == .time:
            return TimeOfDay(text).map { .time($0.minutes, set: set) }
        default: return nil
        }
    }

    /// The numbers that a control can show.
    private enum Reach: Double {
        case integers = 2_147_483_647
        case decimals = 1_000_000_000
    }

    /// Returns the range of a control; nil if the number is outside.
    private static func bounds(
        _ range: ParameterRange?, _ reach: Reach, _ number: Double
    ) -> ClosedRange<Double>? {
        let lower = max(range?.lower?.number ?? -reach.rawValue, -reach.rawValue)
        let upper = min(range?.upper?.number ?? reach.rawValue, reach.rawValue)
        guard lower <= upper, (lower...upper).contains(number) else { return nil }
        return lower...upper
    }
}

extension ParameterValue {
    /// The value of an Int or Double; nil for others.
    fileprivate var number: Double? {
        switch self {
        case .int(let number): Double(number)
        case .double(let number): number
        default: nil
        }
    }
}
