// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A property of an entity that the system can read.
///
/// ```swift
/// struct AccountEntity: AppEntity {
///     let id: String
///
///     @Property(title: "Name")
///     var name: String
/// }
/// ```
///
/// Reading a property that was never set and is not optional is a programming error and ends the
/// app.
///
/// Source: Apple's documentation of `EntityProperty`.
@propertyWrapper
public final class EntityProperty<Value: _IntentValue & Sendable>: AnyIntentValue, Sendable {
    /// The name of the property for the user.
    public let title: LocalizedStringResource
    private let state = Mutex<Value?>(nil)

    /// Makes a property without a name.
    public convenience init() {
        self.init(title: "")
    }

    /// Makes a property.
    ///
    /// - Parameter title: The name of the property for the user.
    public init(title: LocalizedStringResource) {
        self.title = title
    }

    /// True if the value may be nil.
    public var isOptional: Bool { Value._parameterCoding.isOptional }

    /// The property itself.
    public var projectedValue: EntityProperty<Value> { self }

    /// The value of the property; nil for an optional property that was never set.
    ///
    /// - Precondition: a property that is not optional was set.
    public var wrappedValue: Value {
        get {
            guard let value = state.withLock({ $0 }) ?? Value._parameterCoding.absent else {
                preconditionFailure(
                    """
                    property "\(String(localized: title))" was read before it was set
                    """)
            }
            return value
        }
        set { state.withLock { $0 = newValue } }
    }
}
