// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A property that holds what the app added to its ``AppDependencyManager``.
///
/// ```swift
/// @Dependency
/// private var store: Store
/// ```
///
/// Reading one that nothing was added for is a mistake of the app's and ends it. Before the
/// system calls an intent, a query or an options provider it makes sure of its dependencies.
///
/// Source: Apple's documentation of `AppDependency`.
@propertyWrapper
public final class AppDependency<Value: Sendable>: @unchecked Sendable {
    // Unchecked because of the closures; they are called under no lock and change nothing here.

    private let key: DependencyKey
    private let manager: AppDependencyManager
    private let ownDefault: (() async throws -> Value)?
    private let state = Mutex<Value?>(nil)

    private init(
        _ key: AnyHashable?, _ manager: AppDependencyManager, _ value: Value?,
        _ ownDefault: (() async throws -> Value)?
    ) {
        self.key = DependencyKey(key, Value.self)
        self.manager = manager
        self.ownDefault = ownDefault
        fallback = value
    }

    private let fallback: Value?

    /// Makes a dependency.
    ///
    /// - Parameters:
    ///   - key: Under what it was added; nil for its type.
    ///   - manager: Where it was added.
    public convenience init(key: AnyHashable? = nil, manager: AppDependencyManager = .shared) {
        self.init(key, manager, nil, nil)
    }

    /// Makes a dependency that has a value where none was added.
    ///
    /// - Parameters:
    ///   - key: Under what it was added; nil for its type.
    ///   - manager: Where it was added.
    ///   - defaultValueProvider: The value.
    public convenience init(
        key: AnyHashable? = nil, manager: AppDependencyManager = .shared,
        default defaultValueProvider: @autoclosure () -> Value
    ) {
        self.init(key, manager, defaultValueProvider(), nil)
    }

    /// Makes a dependency for which a value is made where none was added.
    ///
    /// - Parameters:
    ///   - key: Under what it was added; nil for its type.
    ///   - manager: Where it was added.
    ///   - defaultValueProvider: Makes the value.
    public convenience init(
        key: AnyHashable? = nil, manager: AppDependencyManager = .shared,
        default defaultValueProvider: @escaping () async throws -> Value
    ) {
        self.init(key, manager, nil, defaultValueProvider)
    }

    /// The dependency itself.
    public var projectedValue: AppDependency<Value> { self }

    /// What was added, or what was set here.
    ///
    /// - Precondition: there is one.
    public var wrappedValue: Value {
        get {
            if let value = state.withLock({ $0 }) { return value }
            do {
                if let value = try manager.made(Value.self, key) ?? fallback { return value }
                throw AppDependencyManager.Error.failedToRetrieveDependency(key.key, Value.self)
            } catch {
                preconditionFailure("\(error.localizedDescription)")
            }
        }
        set { state.withLock { $0 = newValue } }
    }
}

/// A property that can be made ready for reading.
protocol PreparableDependency {
    func prepare() async throws
}

extension AppDependency: PreparableDependency {
    func prepare() async throws {
        if state.withLock({ $0 != nil }) { return }
        do {
            let hasDefault = fallback != nil || ownDefault != nil
            try await manager.make(Value.self, key, isNeeded: !hasDefault)
            _ = try manager.made(Value.self, key)
        } catch AppDependencyManager.Error<Value>.failedToRetrieveDependency {
            if fallback != nil { return }
            guard let ownDefault else {
                throw AppDependencyManager.Error.failedToRetrieveDependency(
                    key.key, Value.self)
            }
            wrappedValue = try await ownDefault()
        }
    }
}

/// What the system does about dependencies before it calls anything of the app's.
enum Dependencies {
    /// Makes all of a value's dependencies ready, so that reading them cannot fail.
    ///
    /// - Throws: ``AppDependencyManager/Error`` for one that was never added, and what making it
    ///   throws.
    static func prepare(_ subject: Any) async throws {
        for child in Mirror(reflecting: subject).children {
            if let dependency = child.value as? any PreparableDependency {
                try await dependency.prepare()
            }
        }
    }
}
