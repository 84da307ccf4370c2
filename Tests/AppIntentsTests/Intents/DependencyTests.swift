// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import Testing

@testable import AppIntents

@Suite struct DependencyTests {
    /// The manager of a program that has started.
    private let manager = AppDependencyManager(DependencyAdditions(until: .now))

    /// Issue 18: in Swift 5 mode a closure without `await` was added as the dependency itself.
    @Test func aClosureIsAskedForItsResult() async throws {
        manager.add { "made at once" }
        manager.add(key: "text", dependency: "as it is")
        let made: @Sendable () async -> Int = { @MainActor in 7 }
        manager.add(dependency: made)
        try await manager.make(Int.self, DependencyKey(nil, Int.self), isNeeded: true)
        #expect(try manager.made(String.self, DependencyKey(nil, String.self)) == "made at once")
        #expect(try manager.made(String.self, DependencyKey("text", String.self)) == "as it is")
        #expect(try manager.made(Int.self, DependencyKey(nil, Int.self)) == 7)
    }

    @Test func aDependencyIsFoundByItsTypeOrItsKey() {
        manager.add(dependency: "by type")
        manager.add(key: "key", dependency: "by key")
        #expect(AppDependency<String>(manager: manager).wrappedValue == "by type")
        #expect(AppDependency<String>(key: "key", manager: manager).wrappedValue == "by key")
    }

    @Test func theLastOneAddedCounts() {
        manager.add(dependency: 1)
        manager.add(dependency: 2)
        #expect(AppDependency<Int>(manager: manager).wrappedValue == 2)
    }

    @Test func oneThatWasNotAddedHasItsDefault() async throws {
        #expect(AppDependency<Int>(manager: manager, default: 5).wrappedValue == 5)
        let made = AppDependency<Int>(manager: manager) { () async throws -> Int in 6 }
        try await made.prepare()
        #expect(made.wrappedValue == 6)
        manager.add(dependency: 7)
        #expect(AppDependency<Int>(manager: manager, default: 5).wrappedValue == 7)
    }

    @Test func oneThatTakesTimeIsMadeOnceBeforeItIsNeeded() async throws {
        let made = Counter()
        manager.add { () async throws -> Int in await made.next() }
        let holder = Holder(manager)
        try await Dependencies.prepare(holder)
        try await Dependencies.prepare(Holder(manager))
        #expect(holder.number == 1)
        #expect(Holder(manager).number == 1)
    }

    @Test func oneThatWasNeverAddedIsSaidBeforeAnythingIsCalled() async {
        await #expect {
            try await Dependencies.prepare(Holder(manager))
        } throws: { error in
            "\(error.localizedDescription)".contains("no dependency of type Int")
        }
    }

    @Test func oneOfAnotherTypeIsSaidBeforeAnythingIsCalled() async {
        manager.add(key: "key", dependency: "text")
        let number = AppDependency<Int>(key: "key", manager: manager)
        await #expect {
            try await number.prepare()
        } throws: { error in
            guard case AppDependencyManager.Error<Int>.incorrectDependencyType = error else {
                return false
            }
            return true
        }
    }

    @Test func readingWhatWasNeverAddedEndsTheApp() async {
        await #expect(processExitsWith: .failure) {
            _ = AppDependency<Int>(manager: AppDependencyManager()).wrappedValue
        }
    }

    @Test func aQueryHasItsDependenciesBeforeItIsAsked() async throws {
        let source = EntitySource<Shelf>(DependentQuery())
        await #expect(throws: AppDependencyManager.Error<[Shelf]>.self) {
            try await source.suggested()
        }
        DependentQuery.manager.add(dependency: [Shelf(id: 4, name: "Four")])
        #expect(try await source.suggested().map(\.value) == ["4"])
    }
}

private actor Counter {
    private var count = 0

    func next() -> Int {
        count += 1
        return count
    }
}

private struct Holder {
    @AppDependency var number: Int

    init(_ manager: AppDependencyManager) {
        _number = AppDependency(manager: manager)
    }
}

private struct DependentQuery: EntityQuery {
    static let manager = AppDependencyManager(DependencyAdditions(until: .now))

    @Dependency(manager: Self.manager) var shelves: [Shelf]

    func entities(for identifiers: [Int]) async throws -> [Shelf] { shelves }
    func suggestedEntities() async throws -> [Shelf] { shelves }
}
