// SPDX-License-Identifier: Apache-2.0

/// Something that is said to the user.
///
/// Source: Apple's documentation of `IntentDialog`. Nothing is said aloud here; dialogs are kept
/// so that an app's sources need no change.
public struct IntentDialog: ExpressibleByStringInterpolation, Sendable {
    /// What is said where nothing can be shown.
    let full: LocalizedStringResource
    /// What is said beside what is shown.
    let supporting: LocalizedStringResource?

    /// The dialog in the user's language.
    var text: String { String(localized: supporting ?? full) }

    /// Makes a dialog.
    ///
    /// - Parameter string: What is said.
    public init(_ string: LocalizedStringResource) {
        full = string
        supporting = nil
    }

    /// Makes a dialog.
    ///
    /// - Parameters:
    ///   - full: What is said where nothing can be shown.
    ///   - supporting: What is said beside what is shown.
    ///   - systemImageName: A picture of the system beside it.
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

    /// Makes a dialog with values in it.
    ///
    /// - Parameter stringInterpolation: The interpolated literal.
    public init(stringInterpolation: String.LocalizationValue.StringInterpolation) {
        self.init(
            LocalizedStringResource(
                String.LocalizationValue(stringInterpolation: stringInterpolation)))
    }
}
