// SPDX-License-Identifier: Apache-2.0

/// A text that Apple's systems may speak; here a prompt or an error message.
///
/// Source: Apple's documentation of `IntentDialog`.
public struct IntentDialog: ExpressibleByStringInterpolation, Sendable {
    /// The text to speak without a display.
    let full: LocalizedStringResource
    /// The text to speak beside a display.
    let supporting: LocalizedStringResource?

    /// The dialog in the user's language.
    var text: String { String(localized: supporting ?? full) }

    /// Makes a dialog.
    ///
    /// - Parameter string: The text of the dialog.
    public init(_ string: LocalizedStringResource) {
        full = string
        supporting = nil
    }

    /// Makes a dialog.
    ///
    /// - Parameters:
    ///   - full: The text to speak without a display.
    ///   - supporting: The text to speak beside a display.
    ///   - systemImageName: The name of a picture of the system. Unused.
    public init(
        full: LocalizedStringResource, supporting: LocalizedStringResource,
        systemImageName: String? = nil
    ) {
        self.full = full
        self.supporting = supporting
    }

    /// Makes a dialog from a literal, which is a key of the app's translations.
    ///
    /// - Parameter value: The literal.
    public init(stringLiteral value: String) {
        self.init(LocalizedStringResource(stringLiteral: value))
    }

    /// Makes a dialog that contains values.
    ///
    /// - Parameter stringInterpolation: The interpolated literal.
    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(
            LocalizedStringResource(
                String.LocalizationValue(stringInterpolation: stringInterpolation)))
    }
}
