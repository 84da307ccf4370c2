// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import GLibLoop
import Synchronization
import TestSupport

/// An app's filters for tests. They record every call and answer when the test allows it.
final class ScriptedFilters: FilterProvider {
    /// A call of a filter.
    enum Event: Hashable, Sendable {
        case performing(String, ParameterValues)
        case performed(String)
        case context(ParameterValues)
        case entities(type: String, EntityRequest)
    }

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    let events: Recorder<Event>
    let filterIDs: [String]
    private let gates = Mutex<[String: Gate]>([:])
    /// Number of the choices that `entities` answers.
    private let choiceCount = Mutex(1)

    var choices: Int {
        get { choiceCount.withLock { $0 } }
        set { choiceCount.withLock { $0 = newValue } }
    }

    /// - Parameter filters: The ids. Each filter has a required `account` and a `dark` that is
    ///   false by default.
    @LoopActor init(_ filters: String...) {
        events = Recorder()
        filterIDs = filters
    }

    static let parameters = [
        ParameterDeclaration("account", title: "Account", type: ParameterType(.string)),
        ParameterDeclaration("dark", type: ParameterType(.bool), defaultValue: .bool(false)),
    ]

    /// Delays `perform` of an account, or the answers to `entities`, until the gate is opened.
    func hold(_ name: String) -> Gate {
        let gate = Gate()
        gates.withLock { $0[name] = gate }
        return gate
    }

    func declarations() async -> [FilterDeclaration] {
        filterIDs.map {
            FilterDeclaration(
                FilterKey(AppID("org.example.Chat"), $0), title: "Filter \($0)",
                parameters: Self.parameters)
        }
    }

    func parameters(of filter: String) async -> [ParameterDeclaration] { Self.parameters }

    func perform(_ filter: String, _ values: ParameterValues) async throws -> FilterContext {
        await events.record(.performing(filter, values))
        guard case .text(let account) = values["account"] else {
            throw MissingParameter(name: "account")
        }
        if account == "broken" { throw Failure(description: "the account is locked") }
        if let gate = gates.withLock({ $0[account] }) { await gate.opens() }
        await events.record(.performed(account))
        return FilterContext(
            predicate: "SELF == \"\(account)\"", targetContentIdentifierPrefix: "\(account)/")
    }

    func appContext(_ filter: String, _ values: ParameterValues) async throws -> FilterContext {
        await events.record(.context(values))
        return FilterContext(predicate: "TRUEPREDICATE")
    }

    func display(_ filter: String, _ values: ParameterValues) async throws -> FilterDisplay {
        FilterDisplay(title: "Title of \(filter)", subtitle: "\(values.count) set", image: "chat")
    }

    func suggestions(_ filter: String) async throws -> [ParameterValues] {
        [["account": .text("work"), "dark": .bool(true)], ["account": .text("home")]]
    }

    func entities(
        _ filter: String, type: String, _ request: EntityRequest
    ) async throws -> [ParameterChoice] {
        guard type == "Account" else { throw FilterProblem.notFound("no entities \(type)") }
        await events.record(.entities(type: type, request))
        if let gate = gates.withLock({ $0["entities"] }) { await gate.opens() }
        let choice = ParameterChoice("w", title: "Work", subtitle: "3 unread", image: "work")
        return Array(repeating: choice, count: choices)
    }

    func options(_ filter: String, parameter: String) async throws -> [ParameterChoice] {
        [ParameterChoice("1", title: "Option of \(parameter)")]
    }
}

/// A condition to wait for, which the test opens.
actor Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func open() {
        isOpen = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    func opens() async {
        if isOpen { return }
        await withCheckedContinuation { waiters.append($0) }
    }
}
