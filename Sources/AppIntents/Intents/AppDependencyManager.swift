// SPDX-License-Identifier: Apache-2.0

public import Foundation
import Synchronization

/// Holds what an app's intents, queries and options providers need of the app.
///
/// ```swift
/// AppDependencyManager.shared.add(dependency: Store.shared)
/// ```
///
/// Source: Apple's documentation of `AppDependencyManager`.
public final class AppDependencyManager: Sendable {
    /// The one that ``AppDependency`` asks unless told otherwise.
    public static let shared = AppDependencyManager()

    private let entries = Mutex<[DependencyKey: Entry]>([:])
    private let additions: DependencyAdditions

    /// Makes an empty manager.
    public convenience init() {
        self.init(DependencyAdditions())
    }

    /// - Parameter additions: How long what is not there is waited for.
    init(_ additions: DependencyAdditions) {
        self.additions = additions
    }

    /// Adds a dependency, in place of one under the same key.
    ///
    /// It is made at once, on the caller's actor.
    ///
    /// - Parameters:
    ///   - key: Under what it is found; nil for its type.
    ///   - dependencyProvider: The dependency.
    public func add<Dependency: Sendable>(
        key: AnyHashable? = nil, dependency dependencyProvider: @autoclosure () -> Dependency
    ) {
        let made = dependencyProvider()
        let key = DependencyKey(key, Dependency.self)
        entries.withLock { $0[key] = .made(made) }
        additions.tell(key)
    }

    /// Adds a dependency that takes time to make, in place of one under the same key.
    ///
    /// It is made when an intent that needs it is about to run, and then kept.
    ///
    /// - Parameters:
    ///   - key: Under what it is found; nil for its type.
    ///   - dependencyProvider: Makes the dependency.
    public func add<Dependency: Sendable>(
        key: AnyHashable? = nil,
        dependency dependencyProvider: @escaping () async throws -> Dependency
    ) {
        let provider = Provider(make: dependencyProvider)
        let key = DependencyKey(key, Dependency.self)
        entries.withLock { $0[key] = .toBeMade(provider) }
        additions.tell(key)
    }

    /// A dependency that is made already; nil for one that is not there or not made yet.
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
    /// While the program starts, one that is not there yet is waited for (``DependencyAdditions``).
    ///
    /// - Parameter isNeeded: Whether there is nothing that would do instead; without need nothing
    ///   is waited for.
    /// - Throws: ``Error/failedToRetrieveDependency(_:_:)`` when there is none under the key, and
    ///   what making it throws.
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
                // Whoever was first counts, so that all hold the same.
                if case .toBeMade? = entries[key] { entries[key] = .made(made) }
            }
        }
    }

    private enum Entry: Sendable {
        case made(any Sendable)
        case toBeMade(Provider)
    }

    // Unchecked because an app's closure may be bound to an actor, to which an asynchronous one
    // returns by itself when it is called.
    private struct Provider: @unchecked Sendable {
        let make: () async throws -> any Sendable
    }
}

extension AppDependencyManager {
    /// Why a dependency is not there.
    public enum Error<Value>: LocalizedError {
        /// Nothing was added under the key.
        case failedToRetrieveDependency(AnyHashable, Value.Type)
        /// It could not be made.
        case failedToLoadDependency(AnyHashable, Value.Type)
        /// What was added under the key has another type.
        case incorrectDependencyType(AnyHashable, Value.Type, any Any.Type)

        /// What went wrong, for the user.
        public var errorDescription: String? {
            switch self {
            case .failedToRetrieveDependency(let key, let type):
                "no dependency of type \(type) was added under \(key)"
            case .failedToLoadDependency(let key, let type):
                "the dependency of type \(type) under \(key) could not be made"
            case .incorrectDependencyType(let key, let type, let found):
                "the dependency under \(key) is of type \(found), not \(type)"
            }
        }
    }
}

// The types are of no consequence for Sendable; an AnyHashable holds a key, which is a value.
extension AppDependencyManager.Error: @unchecked Sendable {}

/// Under what a dependency is found: a key of the app's, or its type.
// Unchecked because AnyHashable is not Sendable; keys are values such as strings.
struct DependencyKey: Hashable, @unchecked Sendable {
    let key: AnyHashable

    init(_ key: AnyHashable?, _ type: Any.Type) {
        self.key = key ?? AnyHashable(ObjectIdentifier(type))
    }
}
