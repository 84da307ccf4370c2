// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// The objects of the app that its intents, queries and options providers need.
///
/// ```swift
/// AppDependencyManager.shared.add(dependency: Store.shared)
/// ```
///
/// Source: Apple's documentation of `AppDependencyManager`.
public final class AppDependencyManager: Sendable {
    /// The default manager of ``AppDependency``.
    public static let shared = AppDependencyManager()

    private let entries = Mutex<[DependencyKey: Entry]>([:])
    private let additions: DependencyAdditions

    /// Makes an empty manager.
    public convenience init() {
        self.init(DependencyAdditions())
    }

    /// - Parameter additions: Sets the time to wait for a missing dependency.
    init(_ additions: DependencyAdditions) {
        self.additions = additions
    }

    /// Adds a dependency, or replaces the dependency under the same key.
    ///
    /// The dependency is made immediately, on the caller's actor.
    ///
    /// - Parameters:
    ///   - key: The key of the dependency; nil for its type.
    ///   - dependencyProvider: The dependency.
    @_disfavoredOverload public func add<Dependency: Sendable>(
        key: AnyHashable? = nil, dependency dependencyProvider: @autoclosure () -> Dependency
    ) {
        add(.made(dependencyProvider()), DependencyKey(key, Dependency.self))
    }

    /// Adds a dependency, or replaces the dependency under the same key.
    ///
    /// The dependency is made immediately, on the caller's actor.
    ///
    /// - Parameters:
    ///   - key: The key of the dependency; nil for its type.
    ///   - dependencyProvider: Makes the dependency.
    public func add<Dependency: Sendable>(
        key: AnyHashable? = nil, dependency dependencyProvider: () -> Dependency
    ) {
        add(.made(dependencyProvider()), DependencyKey(key, Dependency.self))
    }

    /// Adds a dependency that takes time to make, or replaces the dependency under the same key.
    ///
    /// The dependency is made when an intent that needs it is about to run, and is kept.
    ///
    /// - Parameters:
    ///   - key: The key of the dependency; nil for its type.
    ///   - dependencyProvider: Makes the dependency.
    public func add<Dependency: Sendable>(
        key: AnyHashable? = nil,
        dependency dependencyProvider: @escaping () async throws -> Dependency
    ) {
        add(.toBeMade(Provider(make: dependencyProvider)), DependencyKey(key, Dependency.self))
    }

    private func add(_ entry: Entry, _ key: DependencyKey) {
        entries.withLock { $0[key] = entry }
        additions.tell(key)
    }

    /// Returns a dependency that was made already; nil if it is missing or not made yet.
    ///
    /// - Throws: ``Error/incorrectDependencyType(_:_:_:)``.
    func made<Value>(_ type: Value.Type, _ key: DependencyKey) throws -> Value? {
        guard case .made(let dependency)? = entries.withLock({ $0[key] }) else { return nil }
        guard let value = dependency as? Value else {
            throw Error.incorrectDependencyType(
                key.key, type, Swift.type(of: dependency as Any))
        }
        return value
    }

    /// Makes a dependency that is not made yet.
    ///
    /// Waits for a missing dependency while the program starts (``DependencyAdditions``).
    ///
    /// - Parameter isNeeded: True if the dependency has no default value. Otherwise the function
    ///   does not wait.
    /// - Throws: ``Error/failedToRetrieveDependency(_:_:)`` if the key has no dependency, and the
    ///   error of the closure that makes the dependency.
    func make<Value>(_ type: Value.Type, _ key: DependencyKey, isNeeded: Bool) async throws {
        if isNeeded, entries.withLock({ $0[key] == nil }) {
            await additions.wait(for: key) { entries.withLock { $0[key] != nil } }
        }
        switch entries.withLock({ $0[key] }) {
        case nil: throw Error.failedToRetrieveDependency(key.key, type)
        case .made: break
        case .toBeMade(let provider):
            let made = try await provider.make()
            entries.withLock { entries in
                // The first result wins, so that all callers hold the same dependency.
                if case .toBeMade? = entries[key] { entries[key] = .made(made) }
            }
        }
    }

    private enum Entry: Sendable {
        case made(any Sendable)
        case toBeMade(Provider)
    }

    // Unchecked because an app's closure may be bound to an actor. An asynchronous closure returns
    // to its actor by itself when it is called.
    private struct Provider: @unchecked Sendable {
        let make: () async throws -> any Sendable
    }
}

extension AppDependencyManager {
    /// The reason for a missing dependency.
    public enum Error<Value>: LocalizedError {
        /// The key has no dependency.
        case failedToRetrieveDependency(AnyHashable, Value.Type)
        /// The dependency could not be made.
        case failedToLoadDependency(AnyHashable, Value.Type)
        /// The dependency under the key has another type.
        case incorrectDependencyType(AnyHashable, Value.Type, any Any.Type)

        /// The message for the user.
        public var errorDescription: String? {
            switch self {
            case .failedToRetrieveDependency(let key, let type):
                "no dependency of type \(type) was added\(Self.place(of: key))"
            case .failedToLoadDependency(let key, let type):
                "the dependency of type \(type)\(Self.place(of: key)) could not be made"
            case .incorrectDependencyType(let key, let type, let found):
                "the dependency\(Self.place(of: key)) is of type \(found), not \(type)"
            }
        }

        /// The app's own key; nothing for the key that stands for the type.
        private static func place(of key: AnyHashable) -> String {
            key.base is ObjectIdentifier ? "" : " under the key \(key)"
        }
    }
}

// Unchecked because an AnyHashable holds a key, which is a value. The types do not affect Sendable.
extension AppDependencyManager.Error: @unchecked Sendable {}

/// The key of a dependency: a key of the app, or the dependency's type.
// Unchecked because AnyHashable is not Sendable; keys are values such as strings.
struct DependencyKey: Hashable, @unchecked Sendable {
    let key: AnyHashable

    init(_ key: AnyHashable?, _ type: Any.Type) {
        self.key = key ?? AnyHashable(ObjectIdentifier(type))
    }
}
