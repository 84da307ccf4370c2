// SPDX-License-Identifier: Apache-2.0

import FocusCore
public import Foundation

extension Date: _IntentValue {
    /// The coding of the type's values on the bus.
    public static var _parameterCoding: _ParameterCoding<Date> {
        .one(
            .date,
            encode: { date, context in
                .text(DateText(date, kind: context.dateKind).written)
            },
            decode: { value, _ in
                guard case .text(let text) = value else { return nil }
                return DateText(text)?.date
            })
    }
}

extension DateComponents: _IntentValue {
    /// The coding of the type's values on the bus.
    public static var _parameterCoding: _ParameterCoding<DateComponents> {
        .one(
            .date,
            encode: { components, _ throws(ParameterProblem) in
                guard let text = DateText(components) else {
                    throw ParameterProblem.unreadable(expected: ParameterType.Kind.date.rawValue)
                }
                return .text(text.written)
            },
            decode: { value, _ in
                guard case .text(let text) = value else { return nil }
                return DateText(text)?.components
            })
    }
}
