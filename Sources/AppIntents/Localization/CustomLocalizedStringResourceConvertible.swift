// SPDX-License-Identifier: Apache-2.0

/// Something that describes itself by a text to translate.
///
/// See Apple's documentation of `CustomLocalizedStringResourceConvertible`.
@_alwaysEmitConformanceMetadata
public protocol CustomLocalizedStringResourceConvertible {
    /// The description.
    var localizedStringResource: LocalizedStringResource { get }
}
