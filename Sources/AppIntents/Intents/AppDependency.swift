// SPDX-License-Identifier: Apache-2.0

import Foundation
import Synchronization

/// A property that holds a dependency of the app's ``AppDependencyManager``.
///
/// ```swift
/// @Dependency
/// private var store: Store
/// ```
///
/// Reading a dependency that was never added is a programming error and ends the app. The system
/// prepares the dependencies of an intent, a query or an options provider before it calls them.
///
/// Source: Apple's documentation of `AppDependency`.
@propertyWrapper
public final class AppDependency<Value: Sendable>: @unchecked Sendable {
    // Unchecked because of the closures. They are called without a lock and change no state here.

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
    ///   - key: The key of the dependency; nil for its type.
    ///   - manager: The manager that holds the dependency.
    public convenience init(key: AnyHashable? = nil, manager: AppDependencyManager = .shared) {
        self.init(key, manager, nil, nil)
    }

    /// Makes a dependency with a default value for the case that none was added.
    ///
    /// - Parameters:
    ///   - key: The key of the dependency; nil for its type.
    ///   - manager: The manager that holds the dependency.
    ///   - defaultValueProvider: The default value.
    public convenience init(
        key: AnyHashable? = nil, manager: AppDependencyManager = .shared,
        default defaultValueProvider: @autoclosure () -> Value
    ) {
        self.init(key, manager, defaultValueProvider(), nil)
    }

    /// Makes a dependency with a default value that takes time to make.
    ///
    /// - Parameters:
    ///   - key: The key of the dependency; nil for its type.
    ///   - manager: The manager that holds the dependency.
    ///   - defaultValueProvider: Makes the default value.
    public convenience init(
        key: AnyHashable? = nil, manager: AppDependencyManager = .shared,
        default defaultValueProvider: @escaping () async throws -> Value
    ) {
        self.init(key, manager, nil, defaultValueProvider)
    }

    /// The dependency itself.
    public var projectedValue: AppDependency<Value> { self }

    /// The added dependency, or the value that was set here.
    ///
    /// - Precondition: a dependency was added, or a value was set.
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

/// A property that is made ready before it is read.
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

/// The system's preparation of dependencies before it calls code of the app.
enum Dependencies {
    /// Prepares all dependencies of a value, so that reading them cannot fail.
    ///
    /// - Throws: ``AppDependencyManager/Error`` for a dependency that was never added, and the
    ///   error of the closure that makes a dependency.
    static func prepare(_ subject: Any) async throws {
        for child in Mirror(reflecting: subject).children {
            if let dependency = child.value as? any PreparableDependency {
                try await dependency.prepare()
            }
        }
    }
}
