// SPDX-License-Identifier: Apache-2.0

/// A type whose values have a representation for the user.
///
/// Source: Apple's documentation of `InstanceDisplayRepresentable`.
@_alwaysEmitConformanceMetadata
public protocol InstanceDisplayRepresentable: CustomLocalizedStringResourceConvertible {
    /// The title, subtitle and image of this value.
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
    /// The name of the type.
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }
}

/// A type whose cases have representations that are known beforehand.
///
/// Source: Apple's documentation of `CaseDisplayRepresentable`.
@_alwaysEmitConformanceMetadata
public protocol CaseDisplayRepresentable: CustomLocalizedStringResourceConvertible, CaseIterable,
    Hashable
{
    /// The title, subtitle and image of each case.
    static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}

extension CaseDisplayRepresentable {
    /// The title that ``caseDisplayRepresentations`` gives for this case.
    public var localizedStringResource: LocalizedStringResource { caseDisplay.title }

    /// The representation of this case; its name in the source if the app gives none.
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

/// A type with a name for the user, whose values have representations too.
///
/// Source: Apple's documentation of `DisplayRepresentable`.
@_alwaysEmitConformanceMetadata
public protocol DisplayRepresentable: InstanceDisplayRepresentable, TypeDisplayRepresentable {}

/// A type with a name for the user, whose cases have representations too.
///
/// Source: Apple's documentation of `StaticDisplayRepresentable`.
@_alwaysEmitConformanceMetadata
public protocol StaticDisplayRepresentable: CaseDisplayRepresentable, TypeDisplayRepresentable {}
