// SPDX-License-Identifier: Apache-2.0

/// A type whose values describe themselves by a translatable text.
///
/// See Apple's documentation of `CustomLocalizedStringResourceConvertible`.
@_alwaysEmitConformanceMetadata
public protocol CustomLocalizedStringResourceConvertible {
    /// The description of the value.
    var localizedStringResource: LocalizedStringResource { get }
}
