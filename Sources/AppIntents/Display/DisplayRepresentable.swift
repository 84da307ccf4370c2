// SPDX-License-Identifier: Apache-2.0

/// A type whose values say how they are shown.
///
/// Source: Apple's documentation of `InstanceDisplayRepresentable`.
@_alwaysEmitConformanceMetadata
public protocol InstanceDisplayRepresentable: CustomLocalizedStringResourceConvertible {
    /// How this value is shown.
    var displayRepresentation: DisplayRepresentation { get }
}

extension InstanceDisplayRepresentable {
    /// The title of ``displayRepresentation``.
    public var localizedStringResource: LocalizedStringResource { displayRepresentation.title }
}

/// A type that has a name for the user.
///
/// Source: Apple's documentation of `TypeDisplayRepresentable`.
@_alwaysEmitConformanceMetadata
public protocol TypeDisplayRepresentable {
    /// How the type is named.
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}

/// A type of few values that are all shown in a way known beforehand.
///
/// Source: Apple's documentation of `CaseDisplayRepresentable`.
@_alwaysEmitConformanceMetadata
public protocol CaseDisplayRepresentable: CustomLocalizedStringResourceConvertible, CaseIterable,
    Hashable
{
    /// How each case is shown.
    static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}

extension CaseDisplayRepresentable {
    /// The title that ``caseDisplayRepresentations`` gives for this case.
    public var localizedStringResource: LocalizedStringResource { caseDisplay.title }

    /// How this case is shown; by its name in the source where the app says nothing.
    var caseDisplay: DisplayRepresentation {
        Self.caseDisplayRepresentations[self]
            ?? DisplayRepresentation(
                title: LocalizedStringResource(stringLiteral: String(describing: self)))
    }
}

extension CaseDisplayRepresentable where Self: InstanceDisplayRepresentable {
    /// The title of ``InstanceDisplayRepresentable/displayRepresentation``.
    public var localizedStringResource: LocalizedStringResource { displayRepresentation.title }
}

/// A type that has a name for the user, as have its values.
///
/// Source: Apple's documentation of `DisplayRepresentable`.
@_alwaysEmitConformanceMetadata
public protocol DisplayRepresentable: InstanceDisplayRepresentable, TypeDisplayRepresentable {}

/// A type that has a name for the user, as have its cases.
///
/// Source: Apple's documentation of `StaticDisplayRepresentable`.
@_alwaysEmitConformanceMetadata
public protocol StaticDisplayRepresentable: CaseDisplayRepresentable, TypeDisplayRepresentable {}
