// SPDX-License-Identifier: Apache-2.0

extension FilterBoard {
    /// What is known of one app.
    struct AppState: Sendable {
        var file: [FilterDeclaration] = []
        /// Declared at run time, in this run or an earlier one.
        private(set) var declared: [FilterDeclaration] = []
        /// Its bytes in the store.
        private(set) var declaredBytes = 0
        /// Whether the processes that are on the bus now declared it.
        var isDeclaredNow = false
        var presence = AppPresence.absent
        var underWay: FilterCall.Ticket?
        var isQueued = false
        /// The ids of the filters in force, in the order of their declaration.
        var filters: [String] = []

        mutating func setDeclared(_ declarations: [FilterDeclaration]) {
            declared = declarations
            declaredBytes =
                declarations.isEmpty ? 0 : FilterCodec.text(of: declarations).utf8.count
        }

        /// Whether ``declared`` is in force.
        var isDeclaredByApp: Bool {
            !declared.isEmpty && (file.isEmpty || isDeclaredNow && presence.isOnBus)
        }
        var declarations: [FilterDeclaration] { isDeclaredByApp ? declared : file }

        var isEmpty: Bool {
            file.isEmpty && declared.isEmpty && presence == .absent && underWay == nil
                && !isQueued
        }
    }

    /// What a filter should have.
    enum Target: Hashable, Sendable {
        /// These values, and whether the Focus that is on sets the filter.
        case values(ParameterValues, isSet: Bool)
        /// This parameter is required and has no value.
        case missing(String)
    }

    /// A call that is not repeated for now, because it failed.
    struct Hold: Sendable {
        let method: FilterCall.Method
        let destination: FilterDestination
        /// True where the app answered an error: it may be asked for its context all the same.
        var isRefusal = false
        /// False once that question failed as well.
        var mayAskNow = true

        var keepsFromAsking: Bool { !(isRefusal && mayAskNow) }
    }

    /// One declared filter.
    struct FilterState: Sendable {
        var declaration: FilterDeclaration
        var target = Target.values([:], isSet: false)
        /// What is wrong with what the Focus's file sets.
        var problems: [String] = []
        /// Why the last call failed or its answer was of no use.
        var failure: String?
        var hold: Hold?
        var isNotServedByApp = false

        /// What it has unless it was ever told.
        var defaults: ParameterValues? { try? declaration.delivery([:]) }
    }

    /// What stays known of a filter while nobody declares it.
    struct Memory: Sendable {
        var told: ToldFilter?
        var contexts: [FocusID: KnownContext] = [:]
        /// The last answer, under whichever Focus or none.
        var latest: KnownContext?
    }

    /// A call that is under way.
    struct Flight: Sendable {
        let call: FilterCall
        /// The Focus whose context the answer is; nil when none sets the filter.
        let focus: FocusID?
        var isOutdated = false

        /// What the filter has once it has performed.
        var told: ToldFilter { .values(call.values, isSet: focus != nil) }
    }

    /// Apps that wait for their turn, in order.
    struct Queue: Sendable {
        private var apps: [AppID] = []
        private var first = 0

        mutating func append(_ app: AppID) {
            apps.append(app)
        }

        mutating func popFirst() -> AppID? {
            guard first < apps.count else { return nil }
            defer {
                first += 1
                // Half of it is gone: moving the rest costs no more than that did.
                if first * 2 >= apps.count {
                    apps.removeFirst(first)
                    first = 0
                }
            }
            return apps[first]
        }
    }

    /// What one change has led to so far.
    struct Batch {
        var actions: [FilterAction] = []
        var policyChanged = false
        var filtersChanged = false
    }

    func finish(_ batch: Batch) -> [FilterAction] {
        // First: what is decided while the calls go out is decided by the new policy.
        (batch.policyChanged ? [.policyChanged] : []) + batch.actions
            + (batch.filtersChanged ? [.filtersChanged] : [])
    }

    mutating func discardIfEmpty(_ app: AppID) {
        if apps[app]?.isEmpty ?? false { apps[app] = nil }
    }

    /// Lets a filter be called again.
    mutating func release(_ key: FilterKey) {
        filters[key]?.hold = nil
        held.remove(key)
    }

    mutating func hold(_ key: FilterKey, _ hold: Hold) {
        guard filters[key] != nil else { return }
        filters[key]?.hold = hold
        held.insert(key)
    }
}
