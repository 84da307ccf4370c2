// SPDX-License-Identifier: Apache-2.0

import FocusCore
public import Foundation

extension Measurement: _IntentValue {
    /// The coding of a measurement as a number, in the parameter's unit or in the dimension's base
    /// unit.
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
    /// Makes a parameter with a measurement.
    ///
    /// The user sets a number. The description shows the unit.
    ///
    /// - Parameters:
    ///   - title: The name of the parameter for the user.
    ///   - description: The description of the parameter for the user.
    ///   - defaultValue: The value of the parameter if the user has not set one.
    ///   - defaultUnit: The unit of all values; nil for the dimension's base unit.
    ///   - defaultUnitAdjustForLocale: True to use the unit of the user's country. Has no effect.
    ///   - supportsNegativeNumbers: True to allow values below zero.
    ///   - requestValueDialog: The question to the user if there is no value.
    ///   - inputConnectionBehavior: The connection to the preceding action in Shortcuts.
    public convenience init<UnitType: Dimension>(
        title: LocalizedStringResource = "", description: LocalizedStringResource? = nil,
        defaultValue: Double? = nil, defaultUnit: UnitType? = nil,
        defaultUnitAdjustForLocale: Bool = false, supportsNegativeNumbers: Bool = true,
        requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) where Value.ValueType == Measurement<UnitType> {
        let unit = defaultUnit ?? UnitType.baseUnit()
        self.init(
            title, default: Self.measured(defaultValue, in: unit), description, requestValueDialog,
            inputConnectionBehavior
        ) { $0.setUnit(unit, supportsNegativeNumbers: supportsNegativeNumbers) }
    }

    /// Makes a parameter with a measurement in one unit.
    ///
    /// The user sets a number. The description shows the unit.
    ///
    /// - Parameters:
    ///   - title: The name of the parameter for the user.
    ///   - description: The description of the parameter for the user.
    ///   - defaultValue: The value of the parameter if the user has not set one.
    ///   - unit: The unit of all values.
    ///   - unitAdjustForLocale: True to use the unit of the user's country. Has no effect.
    ///   - supportsNegativeNumbers: True to allow values below zero.
    ///   - requestValueDialog: The question to the user if there is no value.
    ///   - inputConnectionBehavior: The connection to the preceding action in Shortcuts.
    public convenience init<UnitType: Dimension>(
        title: LocalizedStringResource = "", description: LocalizedStringResource? = nil,
        defaultValue: Double? = nil, unit: UnitType, unitAdjustForLocale: Bool = false,
        supportsNegativeNumbers: Bool = true, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) where Value.ValueType == Measurement<UnitType> {
        self.init(
            title, default: Self.measured(defaultValue, in: unit), description, requestValueDialog,
            inputConnectionBehavior
        ) { $0.setUnit(unit, supportsNegativeNumbers: supportsNegativeNumbers) }
    }

    private static func measured<UnitType: Dimension>(
        _ number: Double?, in unit: UnitType
    ) -> Value.UnwrappedType? {
        // A list of measurements has no default, because UnwrappedType is the list.
        number.map { Measurement<UnitType>(value: $0, unit: unit) } as? Value.UnwrappedType
    }
}

extension ParameterFacts {
    fileprivate mutating func setUnit(_ unit: Dimension, supportsNegativeNumbers: Bool) {
        context.unit = unit
        // Foundation on Linux gives minutes the symbol m, as it does metres.
        self.unit = unit == UnitDuration.minutes ? "min" : unit.symbol
        if !supportsNegativeNumbers { range = ParameterRange(.double(0), nil) }
    }
}
