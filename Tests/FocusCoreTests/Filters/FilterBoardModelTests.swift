// SPDX-License-Identifier: Apache-2.0

import FocusCore
import SeededRandom
import Testing

/// A desktop with random events, and apps that keep the values of their calls. After each step, the
/// test computes the board's promised state from all data and compares.
private struct Desktop {
    var desk = FilterDesk()
    var random: SeededGenerator
    let apps: [AppID]

    var focus: Focus?
    var files: [AppID: [FilterDeclaration]] = [:]
    var declared: [AppID: [FilterDeclaration]] = [:]
    var declaredNow: Set<AppID> = []
    var presence: [AppID: AppPresence] = [:]
    /// The apps' values. No entry for an app with default values that got no call.
    var has: [FilterKey: ToldFilter] = [:]
    /// The values of each call.
    var tells: [FilterCall.Ticket: ToldFilter] = [:]
    /// Filters with certainly these values, because their last call succeeded.
    var certain: Set<FilterKey> = []
    /// Number of changes of each app's contexts.
    var generation: [AppID: Int] = [:]
    /// The apps' answers, each computed at the start of its call.
    var answers: [FilterCall.Ticket: FilterContext] = [:]

    init(seed: UInt64, apps count: Int) {
        random = SeededGenerator(seed: seed)
        apps = (0..<count).map { AppID("org.example.App\($0)") }
        perform(desk.board.start())
    }

    mutating func perform(_ actions: [FilterAction]) {
        for call in desk.perform(actions) { begin(call) }
        check()
    }

    // MARK: Calls

    mutating func begin(_ call: FilterCall) {
        let presence = presence[call.key.app] ?? .absent
        switch call.destination {
        case .app: #expect(presence.isRunning)
        case .extension: #expect(presence.extension != .absent)
        }
        if call.method == .perform {
            let told = ToldFilter.values(call.values, isSet: configuration(of: call.key) != nil)
            tells[call.ticket] = told
            let isKnown = certain.contains(call.key) && has[call.key] == told
            #expect(!isKnown, "told what it has: \(call.summary)")
            certain.remove(call.key)
        } else {
            #expect(configuration(of: call.key) != nil)
        }
        #expect(desk.board.currentFilter(call.key) == .values(call.values))
        // The app computes its answer when it gets the call.
        answers[call.ticket] = context(of: call.key.app, call.values)
    }

    func context(of app: AppID, _ values: ParameterValues) -> FilterContext {
        var context = FilterDesk.context(of: values)
        context.predicate?.append(" OR SELF == \"\(generation[app, default: 0])\"")
        return context
    }

    mutating func endACall(_ outcome: FilterCallOutcome?) {
        guard let call = desk.underWay.randomElement(using: &random) else { return }
        desk.underWay.removeAll { $0.ticket == call.ticket }
        let outcome = outcome ?? randomOutcome(of: call)
        let arrived: Bool
        switch outcome {
        case .answered, .unusable: arrived = true
        case .failure(.notServed): arrived = false
        case .failure: arrived = Bool.random(using: &random)
        }
        if call.method == .perform, arrived {
            has[call.key] = tells[call.ticket]
            switch outcome {
            case .answered, .unusable: certain.insert(call.key)
            case .failure: break
            }
        }
        // An app without AppContext gets one more Perform, whose answer has the context.
        if call.method == .appContext, case .failure(.notServed) = outcome {
            certain.remove(call.key)
        }
        perform(desk.board.ended(call.ticket, outcome))
        // A second end of the same call has no effect.
        #expect(desk.board.ended(call.ticket, outcome).isEmpty)
    }

    mutating func randomOutcome(of call: FilterCall) -> FilterCallOutcome {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: .failure(.failed("no answer"))
        case 10: .failure(.refused("not now"))
        case 11: .failure(.timedOut("no answer in time"))
        case 1: .unusable("nonsense")
        case 2: .failure(.notServed("no such object"))
        case 3: .answered(FilterContext(predicate: "SELF IN"))
        default: .answered(answers[call.ticket] ?? FilterContext())
        }
    }

    // MARK: Events

    mutating func step() {
        let app = apps[Int.random(in: 0..<apps.count, using: &random)]
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<10: endACall(nil)
        case 10, 11:
            focus = Bool.random(using: &random) ? nil : randomFocus()
            perform(desk.board.setFocus(focus))
        case 12..<15:
            let appears = AppPresence(
                isRunning: Bool.random(using: &random),
                extension: [.absent, .activatable, .running].randomElement(using: &random)
                    ?? .absent)
            let hasNewOwner = Bool.random(using: &random)
            let isChange = hasNewOwner || appears != presence[app] ?? .absent
            presence[app] = appears
            // An app that declares without a bus name counts as present until a name appears and
            // leaves.
            if isChange, !appears.isOnBus { declaredNow.remove(app) }
            perform(desk.board.setPresence(of: app, appears, hasNewOwner: hasNewOwner))
        case 15:
            files[app] = Bool.random(using: &random) ? nil : randomDeclarations(app)
            perform(desk.board.setFileDeclarations(files))
        case 16, 17:
            let new = Int.random(in: 0..<4, using: &random) == 0 ? [] : randomDeclarations(app)
            declared[app] = new.isEmpty ? nil : new
            if new.isEmpty { declaredNow.remove(app) } else { declaredNow.insert(app) }
            guard let actions = try? desk.board.declare(app, new) else { return }
            perform(actions)
        case 18:
            generation[app, default: 0] += 1
            for filter in 0..<3 {
                perform(desk.board.invalidateContext(FilterKey(app, "F\(filter)")))
            }
        default: if Int.random(in: 0..<10, using: &random) == 0 { restart() }
        }
    }

    mutating func randomFocus() -> Focus {
        var filters: [(FilterKey, [String: String])] = []
        for app in apps where Int.random(in: 0..<3, using: &random) > 0 {
            for filter in 0..<3 where Bool.random(using: &random) {
                var values: [String: String] = [:]
                for name in ["a", "b"] where Bool.random(using: &random) {
                    values[name] = "\(Int.random(in: 0..<2, using: &random))"
                }
                filters.append((FilterKey(app, "F\(filter)"), values))
            }
        }
        return .setting("focus\(Int.random(in: 0..<3, using: &random))", filters)
    }

    mutating func randomDeclarations(_ app: AppID) -> [FilterDeclaration] {
        (0..<Int.random(in: 1...3, using: &random)).map { filter in
            let isRequired = Int.random(in: 0..<4, using: &random) == 0
            return FilterDeclaration(
                FilterKey(app, "F\(filter)"), title: "F",
                parameters: [
                    ParameterDeclaration("a", type: ParameterType(.string), isOptional: true),
                    ParameterDeclaration(
                        "b", type: ParameterType(.string),
                        defaultValue: isRequired ? nil : .text("x")),
                ])
        }
    }

    /// Restarts focusd. Calls in progress are lost; each may have reached its app or not.
    mutating func restart() {
        for call in desk.underWay where call.method == .perform {
            if Bool.random(using: &random) { has[call.key] = tells[call.ticket] }
        }
        desk = desk.restarted()
        declaredNow = []
        // The order does not matter before the start.
        desk.perform(desk.board.setFocus(focus))
        for app in apps {
            desk.perform(desk.board.setPresence(of: app, presence[app] ?? .absent))
        }
        desk.perform(desk.board.setFileDeclarations(files))
        #expect(desk.underWay.isEmpty)
        perform(desk.board.start())
    }

    /// Answers all calls from now on, and checks the final state.
    mutating func settle() {
        for app in apps {
            presence[app] = AppPresence(isRunning: true)
            perform(
                desk.board.setPresence(of: app, AppPresence(isRunning: true), hasNewOwner: true))
        }
        var calls = 0
        while let call = desk.underWay.first, calls < 10_000 {
            calls += 1
            let answer = answers[call.ticket] ?? FilterContext()
            desk.underWay.swapAt(0, Int.random(in: 0..<desk.underWay.count, using: &random))
            desk.underWay.removeAll { $0.ticket == call.ticket }
            if call.method == .perform { has[call.key] = tells[call.ticket] }
            perform(desk.board.ended(call.ticket, .answered(answer)))
        }
        #expect(calls < 10_000, "it never ends")
        for declaration in apps.flatMap(declarations) {
            guard let target = target(of: declaration) else { continue }
            let key = declaration.key
            let defaults = (try? declaration.delivery([:])).map { ToldFilter.values($0) }
            let expected = ToldFilter.values(target, isSet: configuration(of: key) != nil)
            #expect(has[key] ?? defaults == expected, "\(key)")
            guard configuration(of: key) != nil, let focus else { continue }
            #expect(
                desk.board.context(of: key, under: focus.id) == context(of: key.app, target))
        }
    }

    // MARK: Expected state

    func declarations(_ app: AppID) -> [FilterDeclaration] {
        let declared = declared[app] ?? []
        let file = files[app] ?? []
        let isOnBus = presence[app]?.isOnBus ?? false
        if !declared.isEmpty, file.isEmpty || isOnBus && declaredNow.contains(app) {
            return declared
        }
        return file
    }

    func configuration(of key: FilterKey) -> FilterConfiguration? {
        focus?.filters.first { $0.app == key.app && $0.filter == key.filter }
    }

    func target(of declaration: FilterDeclaration) -> ParameterValues? {
        let set = configuration(of: declaration.key)
            .map { FilterDesk.read(declaration, $0).values }
        return try? declaration.delivery(set ?? [:])
    }

    mutating func check() {
        let busy = desk.underWay.map(\.key.app)
        #expect(Set(busy).count == busy.count, "two calls to one app")
        let activations = desk.underWay.count { $0.destination == .extension }
        #expect(activations <= Limits.extensionActivations)
        var predicates: [String] = []
        for app in apps {
            let declarations = declarations(app)
            for declaration in declarations {
                let key = declaration.key
                let target = target(of: declaration)
                // A required value is missing now, and the app does not know this.
                if target == nil { certain.remove(key) }
                #expect(
                    desk.board.currentFilter(key) == (target.map { .values($0) } ?? .missing("b")))
                guard let focus, configuration(of: key) != nil, target != nil,
                    let predicate = desk.contexts[key]?[focus.id]?.predicate
                else { continue }
                predicates.append("\(app) \(key.filter) \(predicate)")
            }
            for filter in 0..<3
            where !declarations.contains(where: { $0.key.filter == "F\(filter)" }) {
                #expect(desk.board.currentFilter(FilterKey(app, "F\(filter)")) == .notFound)
            }
        }
        let inForce = desk.board.policyFilters.flatMap { app, filters in
            filters.map { "\(app) \($0.filter) \($0.predicate)" }
        }
        #expect(inForce.sorted() == predicates.sorted())
    }
}

@Suite struct FilterBoardModelTests {
    @Test(arguments: 1...40 as ClosedRange<UInt64>)
    func whateverHappensAppsHaveWhatTheyShouldInTheEnd(seed: UInt64) {
        var desktop = Desktop(seed: seed, apps: 3)
        for _ in 0..<3 {
            for _ in 0..<150 { desktop.step() }
            desktop.settle()
        }
    }

    @Test(arguments: 1...3 as ClosedRange<UInt64>)
    func withMoreAppsThanMayBeActivated(seed: UInt64) {
        var desktop = Desktop(seed: seed, apps: 40)
        for _ in 0..<200 { desktop.step() }
        desktop.settle()
    }
}
