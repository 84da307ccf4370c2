// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// How one value is shown to the user.
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
    /// Other names under which the value is found.
    public var synonyms: [LocalizedStringResource]

    /// Makes a representation.
    ///
    /// - Parameters:
    ///   - title: The value's name.
    ///   - subtitle: A second line.
    ///   - image: A picture.
    ///   - synonyms: Other names under which the value is found.
    public init(
        title: LocalizedStringResource, subtitle: LocalizedStringResource? = nil,
        image: Image? = nil, synonyms: [LocalizedStringResource] = []
    ) {
        self.title = title
        self.subtitle = subtitle
        self.image = image
        self.synonyms = synonyms
    }

    /// Makes a representation that is a title alone, a key of the app's translations.
    ///
    /// - Parameter value: The literal.
    public init(stringLiteral value: String) {
        self.init(title: LocalizedStringResource(stringLiteral: value))
    }

    /// Makes a representation that is a title alone, with values in it.
    ///
    /// - Parameter stringInterpolation: The interpolated literal.
    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(
            title: LocalizedStringResource(
                String.LocalizationValue(stringInterpolation: stringInterpolation)))
    }
}

extension DisplayRepresentation {
    /// Title, subtitle and image as they are sent, in the user's language.
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
    /// The beginning of a text that is too long to be sent, with an ellipsis.
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

/// How a type is named to the user.
///
/// Source: Apple's documentation of `TypeDisplayRepresentation`.
public struct TypeDisplayRepresentation: ExpressibleByStringLiteral,
    ExpressibleByStringInterpolation, Equatable, Sendable
{
    /// The name of one value of the type.
    public var name: LocalizedStringResource
    /// A count of values with their name.
    public var numericFormat: LocalizedStringResource?
    /// Other names of the type.
    public var synonyms: [LocalizedStringResource]

    /// Makes a representation.
    ///
    /// - Parameters:
    ///   - name: The name of one value of the type.
    ///   - numericFormat: A count of values with their name.
    ///   - synonyms: Other names of the type.
    public init(
        name: LocalizedStringResource, numericFormat: LocalizedStringResource? = nil,
        synonyms: [LocalizedStringResource] = []
    ) {
        self.name = name
        self.numericFormat = numericFormat
        self.synonyms = synonyms
    }

    /// Makes a representation that is a name alone, a key of the app's translations.
    ///
    /// - Parameter value: The literal.
    public init(stringLiteral value: String) {
        self.init(name: LocalizedStringResource(stringLiteral: value))
    }

    /// Makes a representation that is a name alone, with values in it.
    ///
    /// - Parameter stringInterpolation: The interpolated literal.
    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(
            name: LocalizedStringResource(
                String.LocalizationValue(stringInterpolation: stringInterpolation)))
    }
}
