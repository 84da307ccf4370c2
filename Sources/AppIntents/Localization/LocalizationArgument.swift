// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A value in a localised text, stored until the language and the locale are known.
///
/// Opaque to clients. Public only because `_FormatSpecifiable` names the type.
public struct LocalizationArgument: Hashable, Sendable {
    /// The kind and the content of a value.
    indirect enum Content: Hashable, Sendable {
        case text(String)
        case signed(Int64)
        case unsigned(UInt64)
        case real(Double)
        case resource(LocalizedStringResource)
        case styled(AnyStyledArgument)
    }

    let content: Content

    /// The number for `plural` rules and `%f`; nil for a value that is not a number.
    var number: Double? {
        switch content {
        case .signed(let number): Double(number)
        case .unsigned(let number): Double(number)
        case .real(let number): number
        case .text, .resource, .styled: nil
        }
    }
}

extension LocalizationArgument {
    static func text(_ text: String) -> Self { Self(content: .text(text)) }
    static func signed(_ number: Int64) -> Self { Self(content: .signed(number)) }
    static func unsigned(_ number: UInt64) -> Self { Self(content: .unsigned(number)) }
    static func real(_ number: Double) -> Self { Self(content: .real(number)) }
    static func resource(_ resource: LocalizedStringResource) -> Self {
        Self(content: .resource(resource))
    }
    static func styled(_ argument: some StyledArgument) -> Self {
        Self(content: .styled(AnyStyledArgument(base: argument)))
    }
}

extension LocalizationArgument: Codable {
    private enum CodingKeys: String, CodingKey {
        case text, signed, unsigned, real, resource
    }

    /// Reads a value. The key names the kind of the value.
    ///
    /// - Parameter decoder: The decoder to read from.
    /// - Throws: `DecodingError` if the data has none of the kinds.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        if let text = try container.decodeIfPresent(String.self, forKey: .text) {
            content = .text(text)
        } else if let number = try container.decodeIfPresent(Int64.self, forKey: .signed) {
            content = .signed(number)
        } else if let number = try container.decodeIfPresent(UInt64.self, forKey: .unsigned) {
            content = .unsigned(number)
        } else if let number = try container.decodeIfPresent(Double.self, forKey: .real) {
            content = .real(number)
        } else {
            content = .resource(
                try container.decode(LocalizedStringResource.self, forKey: .resource))
        }
    }

    /// Writes a value under the name of its kind. A styled value is written as text in the user's
    /// locale.
    ///
    /// - Parameter encoder: The encoder to write to.
    /// - Throws: the error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch content {
        case .text(let text): try container.encode(text, forKey: .text)
        case .signed(let number): try container.encode(number, forKey: .signed)
        case .unsigned(let number): try container.encode(number, forKey: .unsigned)
        case .real(let number): try container.encode(number, forKey: .real)
        case .resource(let resource): try container.encode(resource, forKey: .resource)
        case .styled(let styled):
            try container.encode(styled.base.text(.user), forKey: .text)
        }
    }
}

/// A value with its format style, without their types.
protocol StyledArgument: Sendable {
    /// Returns the text in a setting.
    func text(_ setting: LocalizationSetting) -> String

    /// The identity of the style among styles of the same type.
    var styleIdentity: AnyHashable { get }
}

/// A comparable styled value. Two values are equal if the types, the styles and the texts are
/// equal.
struct AnyStyledArgument: Hashable, Sendable {
    let base: any StyledArgument

    static func == (left: Self, right: Self) -> Bool {
        type(of: left.base) == type(of: right.base)
            && left.base.styleIdentity == right.base.styleIdentity
            && left.base.text(.user) == right.base.text(.user)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(base.styleIdentity)
    }
}

/// A value with its format style.
///
/// Unchecked because a style is a codable value that is not changed after its storage here, and
/// formatting only reads the value. Apple's signature requires neither type to be Sendable.
struct StyledValue<Style: FormatStyle>: StyledArgument, @unchecked Sendable
where Style.FormatOutput == String {
    let value: Style.FormatInput
    let style: Style

    func text(_ setting: LocalizationSetting) -> String {
        style.locale(setting.locale).format(value)
    }

    var styleIdentity: AnyHashable { AnyHashable(style) }
}

/// Translatable texts with the style that joins their translations.
///
/// Unchecked for the same reason as ``StyledValue``.
struct StyledResources<Style: FormatStyle>: StyledArgument, @unchecked Sendable
where Style.FormatInput == [String], Style.FormatOutput == String {
    let resources: [LocalizedStringResource]
    let style: Style

    func text(_ setting: LocalizationSetting) -> String {
        style.locale(setting.locale).format(resources.map { $0.text(setting) })
    }

    var styleIdentity: AnyHashable { AnyHashable(style) }
}
