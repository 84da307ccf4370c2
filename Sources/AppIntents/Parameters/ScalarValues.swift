// SPDX-License-Identifier: Apache-2.0

import FocusCore
public import Foundation

extension Bool: _IntentValue {
    /// The coding of the type's values on the bus.
    public static var _parameterCoding: _ParameterCoding<Bool> {
        .one(
            .bool, encode: { value, _ in .bool(value) },
            decode: { value, _ in
                guard case .bool(let flag) = value else { return nil }
                return flag
            })
    }
}

extension Int: _IntentValue {
    /// The coding of the type's values on the bus.
    public static var _parameterCoding: _ParameterCoding<Int> {
        .one(
            .int, encode: { value, _ in .int(Int64(value)) },
            decode: { value, _ in
                guard case .int(let number) = value else { return nil }
                return Int(exactly: number)
            })
    }
}

extension Double: _IntentValue {
    /// The coding of the type's values on the bus.
    public static var _parameterCoding: _ParameterCoding<Double> {
        .one(
            .double, encode: { value, _ in .double(value) },
            decode: { value, _ in
                guard case .double(let number) = value else { return nil }
                return number
            })
    }
}

extension String: _IntentValue {
    /// The coding of the type's values on the bus.
    public static var _parameterCoding: _ParameterCoding<String> {
        .text(.string, encode: { $0 }, decode: { $0 })
    }
}

extension URL: _IntentValue {
    /// The coding of the type's values on the bus.
    public static var _parameterCoding: _ParameterCoding<URL> {
        .text(.url, encode: { $0.absoluteString }, decode: { URL(string: $0) })
    }
}

extension AttributedString: _IntentValue {
    /// The coding of the characters. Attributes are not sent.
    public static var _parameterCoding: _ParameterCoding<AttributedString> {
        .text(
            .string, encode: { String($0.characters) }, decode: { AttributedString($0) })
    }
}

extension _ParameterCoding {
    /// Makes the coding of a type whose values are texts.
    static func text(
        _ kind: ParameterType.Kind, encode: @escaping @Sendable (Value) -> String,
        decode: @escaping @Sendable (String) -> Value?
    ) -> Self {
        .one(
            kind, encode: { value, _ in .text(encode(value)) },
            decode: { value, _ in
                guard case .text(let text) = value else { return nil }
                return decode(text)
            })
    }
}
