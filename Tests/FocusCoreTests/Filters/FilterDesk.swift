// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The surroundings of a ``FilterBoard`` in a test: records the calls that the board requests, and
/// the data for the store.
struct FilterDesk {
    var board: FilterBoard
    /// Unanswered calls, in the order of their requests.
    var underWay: [FilterCall] = []
    var told: [FilterKey: ToldFilter] = [:]
    var contexts: [FilterKey: [FocusID: KnownContext]] = [:]
    var declarations: [AppID: [FilterDeclaration]] = [:]
    /// Numbers of announced changes.
    var policyChanges = 0
    var filterChanges = 0

    init() {
        board = FilterBoard(reading: Self.read)
    }

    /// Returns a desk whose board starts with this desk's stored data.
    func restarted() -> FilterDesk {
        var desk = FilterDesk()
        desk.board = FilterBoard(
            told: told, contexts: contexts, declarations: declarations, reading: Self.read)
        desk.told = told
        desk.contexts = contexts
        desk.declarations = declarations
        return desk
    }

    /// Reads parameters in the simplest way: as texts, and as whole numbers for an Int.
    static let read: FilterBoard.Reading = { declaration, configuration in
        var values: ParameterValues = [:]
        var problems: [String] = []
        for (name, written) in configuration.parameters.sorted(by: { $0.key < $1.key }) {
            guard let parameter = declaration.parameters.first(where: { $0.name == name }) else {
                problems.append("\(name) is unknown")
                continue
            }
            if parameter.type.kind == .int {
                guard let number = Int64(written) else {
                    problems.append("\(name) is no number")
                    continue
                }
                values[name] = .int(number)
            } else {
                values[name] = .text(written)
            }
        }
        return (values, problems)
    }

    /// Performs the board's actions. Returns the calls that they start.
    @discardableResult
    mutating func perform(_ actions: [FilterAction]) -> [FilterCall] {
        var begun: [FilterCall] = []
        for action in actions {
            switch action {
            case .call(let call): begun.append(call)
            case .policyChanged: policyChanges += 1
            case .filtersChanged: filterChanges += 1
            case .storeTold(let key, let told): self.told[key] = told
            case .storeContext(let key, let focus, let known):
                contexts[key, default: [:]][focus] = known
            case .storeDeclarations(let app, let declared):
                declarations[app] = declared.isEmpty ? nil : declared
            }
        }
        underWay += begun
        return begun
    }

    /// Ends the oldest call to an app.
    @discardableResult
    mutating func end(
        _ app: AppID, _ outcome: FilterCallOutcome
    ) -> (call: FilterCall, begun: [FilterCall])? {
        guard let index = underWay.firstIndex(where: { $0.key.app == app }) else { return nil }
        let call = underWay.remove(at: index)
        return (call, perform(board.ended(call.ticket, outcome)))
    }

    /// Answers every call with a predicate that contains the call's values, until no call is left.
    mutating func answerAll() {
        while let call = underWay.first {
            end(call.key.app, .answered(Self.context(of: call.values)))
        }
    }

    /// Returns the answer of an app that filters by its values.
    static func context(of values: ParameterValues) -> FilterContext {
        let text = values.sorted { $0.key < $1.key }
            .map { "\($0.key)=\($0.value.plain)" }.joined(separator: " ")
        return FilterContext(predicate: "SELF == \"\(text)\"")
    }
}

extension Focus {
    /// Returns a Focus that sets parameters of filters.
    static func setting(
        _ id: String, _ filters: [(FilterKey, [String: String])] = []
    ) -> Focus {
        var focus = Focus(id: FocusID(id), name: id)
        focus.filters = filters.map {
            FilterConfiguration(app: $0.app, filter: $0.filter, parameters: $1)
        }
        return focus
    }
}

extension FilterCall {
    /// The call as text: `perform app ChatFilter account=work`.
    var summary: String {
        let values = values.sorted { $0.key < $1.key }
            .map { " \($0.key)=\($0.value.plain)" }.joined()
        return "\(method) \(destination) \(key.filter)\(values)"
    }
}
