// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// A choice between cases that the app knows beforehand.
///
/// A Focus stores the raw value of the case.
///
/// Source: Apple's documentation of `AppEnum`.
@_alwaysEmitConformanceMetadata
public protocol AppEnum: AppValue, StaticDisplayRepresentable, RawRepresentable
where RawValue: LosslessStringConvertible {}

extension AppEnum {
    /// The coding of the type's values on the bus.
    public static var _parameterCoding: _ParameterCoding<Self> { caseCoding }

    static var caseCoding: _ParameterCoding<Self> {
        _ParameterCoding(
            type: ParameterType(.enumeration),
            encode: { value, _ throws(ParameterProblem) in .text(value.rawValue.description) },
            decode: { values, _ in
                // A removed case reads as nil, as a deleted entity does.
                values.map { value in
                    guard case .text(let text) = value, let raw = RawValue(text) else {
                        return nil
                    }
                    return Self(rawValue: raw)
                }
            }, cases: { allCases.map(\.caseChoice) })
    }

    /// The case as a choice.
    var caseChoice: ParameterChoice {
        let texts = caseDisplay.texts
        return ParameterChoice(
            rawValue.description, title: texts.title, subtitle: texts.subtitle,
            image: texts.image)
    }
}

// A type may be both, so that a query finds its cases too: it is sent as its case.

extension AppEntity where Self: AppEnum {
    /// The coding of the type's values on the bus.
    public static var _parameterCoding: _ParameterCoding<Self> { caseCoding }
}

extension AppEntity where Self: CaseDisplayRepresentable {
    /// The representation of this case in ``CaseDisplayRepresentable/caseDisplayRepresentations``.
    public var displayRepresentation: DisplayRepresentation { caseDisplay }
}

extension AppEntity where Self: RawRepresentable, Self.ID == Self.RawValue {
    /// The raw value.
    public var id: RawValue { rawValue }
}
