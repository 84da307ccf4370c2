// SPDX-License-Identifier: Apache-2.0

import FocusCore
public import Foundation

/// A type of the app that parameters can have.
///
/// Source: Apple's documentation of `AppValue`.
@_alwaysEmitConformanceMetadata
public protocol AppValue: PersistentlyIdentifiable, TypeDisplayRepresentable, _IntentValue,
    Sendable
{}

/// An object of the app that a user can choose: an account, a calendar, a folder.
///
/// A Focus stores the identifier; the app's query finds the entity by its identifier.
///
/// Source: Apple's documentation of `AppEntity`.
@_alwaysEmitConformanceMetadata
public protocol AppEntity: AppValue, DisplayRepresentable, Identifiable
where Self == Self.ValueType, Self.ID: EntityIdentifierConvertible {
    /// The type of ``defaultQuery``.
    associatedtype DefaultQuery: EntityQuery where Self.ValueType == DefaultQuery.Entity

    /// The query that finds entities of this type.
    static var defaultQuery: DefaultQuery { get }
}

extension AppEntity {
    /// A property that the system can read: `@Property(title: "Name") var name: String`.
    public typealias Property = EntityProperty

    /// The coding of the type's values on the bus.
    public static var _parameterCoding: _ParameterCoding<Self> { entityCoding }

    static var entityCoding: _ParameterCoding<Self> {
        _ParameterCoding(
            type: ParameterType(.entity),
            encode: { entity, _ throws(ParameterProblem) in
                .text(entity.id.entityIdentifierString)
            },
            decode: { values, context in
                let source =
                    context.entities as? EntitySource<Self> ?? EntitySource<Self>()
                return try await source.entities(
                    values.map { value in
                        guard case .text(let text) = value else { return "" }
                        return text
                    })
            }, entities: { EntityChoices(EntitySource<Self>()) })
    }
}

/// An identifier of an entity, with a text form.
///
/// Source: Apple's documentation of `EntityIdentifierConvertible`.
@_alwaysEmitConformanceMetadata
public protocol EntityIdentifierConvertible: Sendable {
    /// The identifier as text.
    var entityIdentifierString: String { get }

    /// Reads an identifier.
    ///
    /// - Parameter entityIdentifierString: The text of ``entityIdentifierString``.
    /// - Returns: the identifier; nil if the text is not an identifier.
    static func entityIdentifier(for entityIdentifierString: String) -> Self?
}

extension String: EntityIdentifierConvertible {
    /// The identifier as text.
    public var entityIdentifierString: String { self }

    /// Reads an identifier.
    ///
    /// - Parameter entityIdentifierString: The identifier as text.
    /// - Returns: the identifier; nil if the text is not an identifier.
    public static func entityIdentifier(for entityIdentifierString: String) -> String? {
        entityIdentifierString
    }
}

extension EntityIdentifierConvertible where Self: LosslessStringConvertible {
    /// The identifier as text.
    public var entityIdentifierString: String { description }

    /// Reads an identifier.
    ///
    /// - Parameter entityIdentifierString: The identifier as text.
    /// - Returns: the identifier; nil if the text is not an identifier.
    public static func entityIdentifier(for entityIdentifierString: String) -> Self? {
        Self(entityIdentifierString)
    }
}

extension Int: EntityIdentifierConvertible {}
extension Float: EntityIdentifierConvertible {}

extension UUID: EntityIdentifierConvertible {
    /// The identifier as text.
    public var entityIdentifierString: String { uuidString }

    /// Reads an identifier.
    ///
    /// - Parameter entityIdentifierString: The identifier as text.
    /// - Returns: the identifier; nil if the text is not an identifier.
    public static func entityIdentifier(for entityIdentifierString: String) -> UUID? {
        UUID(uuidString: entityIdentifierString)
    }
}

extension URL: EntityIdentifierConvertible {
    /// The identifier as text.
    public var entityIdentifierString: String { absoluteString }

    /// Reads an identifier.
    ///
    /// - Parameter entityIdentifierString: The identifier as text.
    /// - Returns: the identifier; nil if the text is not an identifier.
    public static func entityIdentifier(for entityIdentifierString: String) -> URL? {
        URL(string: entityIdentifierString)
    }
}
