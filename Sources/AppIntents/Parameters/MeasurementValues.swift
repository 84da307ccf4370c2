// SPDX-License-Identifier: Apache-2.0

import FocusCore
public import Foundation

extension Measurement: _IntentValue {
    /// How its values are sent: as a number of the unit that the parameter names, else of the
    /// dimension's base unit.
    public static var _parameterCoding: _ParameterCoding<Measurement<UnitType>> {
        guard UnitType.self is Dimension.Type else { return .unsupported }
        return .one(
            .double,
            encode: { measurement, context throws(ParameterProblem) in
                guard let own = measurement.unit as? Dimension,
                    let unit = unit(context) as? Dimension
                else { throw ParameterProblem.unsupported("\(Self.self)") }
                return .double(
                    Measurement<Dimension>(value: measurement.value, unit: own)
                        .converted(to: unit).value)
            },
            decode: { value, context in
                guard case .double(let number) = value, let unit = unit(context) else {
                    return nil
                }
                return Measurement(value: number, unit: unit)
            })
    }

    private static func unit(_ context: ParameterContext) -> UnitType? {
        context.unit as? UnitType
            ?? (UnitType.self as? Dimension.Type)?.baseUnit() as? UnitType
    }
}

extension IntentParameter {
    /// Makes a parameter whose value is a measurement.
    ///
    /// The user sets a number; its unit stands in the description.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - defaultUnit: The unit of all its values; nil for the dimension's base unit.
    ///   - defaultUnitAdjustForLocale: Whether a window may choose a unit by the user's country.
    ///   - supportsNegativeNumbers: Whether it may be less than zero.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    public convenience init<UnitType: Dimension>(
        title: LocalizedStringResource = "", description: LocalizedStringResource? = nil,
        defaultValue: Double? = nil, defaultUnit: UnitType? = nil,
        defaultUnitAdjustForLocale: Bool = false, supportsNegativeNumbers: Bool = true,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) where Value.ValueType == Measurement<UnitType> {
        self.init(
            title, number: defaultValue, of: defaultUnit,
            supportsNegativeNumbers: supportsNegativeNumbers,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior))
    }

    /// Makes a parameter whose value is a measurement in one unit.
    ///
    /// The user sets a number; its unit stands in the description.
    ///
    /// - Parameters:
    ///   - title: What the user sees as its name.
    ///   - description: What the user reads about it.
    ///   - defaultValue: Its value where nobody has set one.
    ///   - unit: The unit of all its values.
    ///   - unitAdjustForLocale: Whether a window may choose a unit by the user's country.
    ///   - supportsNegativeNumbers: Whether it may be less than zero.
    ///   - requestValueDialog: What Siri asks when there is no value.
    ///   - inputConnectionBehavior: Whether Shortcuts connects it to what came before.
    public convenience init<UnitType: Dimension>(
        title: LocalizedStringResource = "", description: LocalizedStringResource? = nil,
        defaultValue: Double? = nil, unit: UnitType, unitAdjustForLocale: Bool = false,
        supportsNegativeNumbers: Bool = true, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) where Value.ValueType == Measurement<UnitType> {
        self.init(
            title, number: defaultValue, of: unit,
            supportsNegativeNumbers: supportsNegativeNumbers,
            ParameterFacts(description, requestValueDialog, inputConnectionBehavior))
    }

    private convenience init<UnitType: Dimension>(
        _ title: LocalizedStringResource, number: Double?, of unit: UnitType?,
        supportsNegativeNumbers: Bool, _ facts: ParameterFacts
    ) where Value.ValueType == Measurement<UnitType> {
        let unit = unit ?? UnitType.baseUnit()
        let measured = number.map { Measurement<UnitType>(value: $0, unit: unit) }
        self.init(
            // A list of measurements has no default: UnwrappedType is the list.
            title, default: measured as? Value.UnwrappedType,
            facts.with {
                $0.context.unit = unit
                // Foundation calls minutes m here, as it does metres.
                $0.unit = unit == UnitDuration.minutes ? "min" : unit.symbol
                if !supportsNegativeNumbers {
                    $0.range = ParameterRange(.double(0), nil)
                }
            })
    }
}
