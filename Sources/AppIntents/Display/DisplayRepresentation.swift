// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The texts and the picture that show one value to the user.
///
/// Source: Apple's documentation of `DisplayRepresentation`.
public struct DisplayRepresentation: ExpressibleByStringLiteral, ExpressibleByStringInterpolation,
    Equatable, Sendable
{
    /// The value's name.
    public var title: LocalizedStringResource
    /// A second line.
    public var subtitle: LocalizedStringResource?
    /// A picture.
    public var image: Image?
    /// Further names by which the user can find the value. Unused.
    public var synonyms: [LocalizedStringResource]

    /// Makes a representation.
    ///
    /// - Parameters:
    ///   - title: The value's name.
    ///   - subtitle: A second line.
    ///   - image: A picture.
    ///   - synonyms: Further names by which the user can find the value.
    public init(
        title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil,
        image: Image? = nil, synonyms: [LocalizedStringResource] = []
    ) {
        self.title = title
        self.subtitle = subtitle
        self.image = image
        self.synonyms = synonyms
    }

    /// Makes a representation with only a title, which is a key of the app's translations.
    ///
    /// - Parameter value: The literal.
    public init(stringLiteral value: String) {
        self.init(title: LocalizedStringResource(stringLiteral: value))
    }

    /// Makes a representation with only a title, which contains values.
    ///
    /// - Parameter stringInterpolation: The interpolated literal.
    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(
            title: LocalizedStringResource(
                String.LocalizationValue(stringInterpolation: stringInterpolation)))
    }
}

extension DisplayRepresentation {
    /// The title, subtitle and image to send, in the user's language.
    var texts: (title: String, subtitle: String, image: String) {
        let limit = Limits.filterTitleBytes
        return (
            String(localized: title).clipped(to: limit),
            subtitle.map { String(localized: $0).clipped(to: limit) } ?? "",
            image?.text ?? ""
        )
    }
}

extension String {
    /// Returns the text, shortened with an ellipsis if it has more than `bytes` bytes.
    func clipped(to bytes: Int) -> String {
        if utf8.count <= bytes { return self }
        let ellipsis = "…"
        var kept = ""
        var room = bytes - ellipsis.utf8.count
        for character in self {
            room -= character.utf8.count
            if room < 0 { break }
            kept.append(character)
        }
        return kept + ellipsis
    }
}

/// The name of a type for the user.
///
/// Source: Apple's documentation of `TypeDisplayRepresentation`.
public struct TypeDisplayRepresentation: ExpressibleByStringLiteral,
    ExpressibleByStringInterpolation, Equatable, Sendable
{
    /// The name of one value of the type.
    public var name: LocalizedStringResource
    /// The text for a number of values. Unused.
    public var numericFormat: LocalizedStringResource?
    /// Further names of the type. Unused.
    public var synonyms: [LocalizedStringResource]

    /// Makes a representation.
    ///
    /// - Parameters:
    ///   - name: The name of one value of the type.
    ///   - numericFormat: The text for a number of values.
    ///   - synonyms: Further names of the type.
    public init(
        name: LocalizedStringResource, numericFormat: LocalizedStringResource? = nil,
        synonyms: [LocalizedStringResource] = []
    ) {
        self.name = name
        self.numericFormat = numericFormat
        self.synonyms = synonyms
    }

    /// Makes a representation with only a name, which is a key of the app's translations.
    ///
    /// - Parameter value: The literal.
    public init(stringLiteral value: String) {
        self.init(name: LocalizedStringResource(stringLiteral: value))
    }

    /// Makes a representation with only a name, which contains values.
    ///
    /// - Parameter stringInterpolation: The interpolated literal.
    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(
            name: LocalizedStringResource(
                String.LocalizationValue(stringInterpolation: stringInterpolation)))
    }
}
