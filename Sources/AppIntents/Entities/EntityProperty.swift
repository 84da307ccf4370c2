// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A property of an entity that the system may look at.
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
/// Reading one that was never set, and is not optional, is a mistake of the app's and ends it.
///
/// Source: Apple's documentation of `EntityProperty`.
@propertyWrapper
public final class EntityProperty<Value: _IntentValue & Sendable>: AnyIntentValue, Sendable {
    /// What the user sees as its name.
    public let title: LocalizedStringResource
    private let state = Mutex<Value?>(nil)

    /// Makes a property without a name of its own.
    public convenience init() {
        self.init(title: "")
    }

    /// Makes a property.
    ///
    /// - Parameter title: What the user sees as its name.
    public init(title: LocalizedStringResource) {
        self.title = title
    }

    /// Whether it may be nil.
    public var isOptional: Bool { Value._parameterCoding.isOptional }

    /// The property itself.
    public var projectedValue: EntityProperty<Value> { self }

    /// The value that was set, else nil.
    ///
    /// - Precondition: for a type that is not optional, one was set.
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
