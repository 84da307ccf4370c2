// SPDX-License-Identifier: Apache-2.0

extension FilterBoard {
    /// The state of one app.
    struct AppState: Sendable {
        /// Declared by a `.focus-filter` file.
        var file: [FilterDeclaration] = []
        /// Declared at run time, in this run of focusd or an earlier one.
        private(set) var declared: [FilterDeclaration] = []
        /// Size of ``declared`` in the store, in bytes.
        private(set) var declaredBytes = 0
        /// True if a process that is on the bus now declared the filters.
        var isDeclaredNow = false
        var presence = AppPresence.absent
        /// The call that has no outcome yet; an app has one at a time.
        var underWay: FilterCall.Ticket?
        /// True while the app waits in ``FilterBoard/queue``.
        var isQueued = false
        /// The ids of the filters in force, in the order of their declarations.
        var filters: [String] = []

        mutating func setDeclared(_ declarations: [FilterDeclaration]) {
            declared = declarations
            declaredBytes =
                declarations.isEmpty ? 0 : FilterCodec.text(of: declarations).utf8.count
        }

        /// True while ``declared`` is in force.
        var isDeclaredByApp: Bool {
            !declared.isEmpty && (file.isEmpty || isDeclaredNow && presence.isOnBus)
        }
        var declarations: [FilterDeclaration] { isDeclaredByApp ? declared : file }

        var isEmpty: Bool {
            file.isEmpty && declared.isEmpty && presence == .absent && underWay == nil
                && !isQueued
        }
    }

    /// The values that a filter should have.
    enum Target: Hashable, Sendable {
        /// These values, and true if the active Focus sets the filter.
        case values(ParameterValues, isSet: Bool)
        /// This parameter is required and has no value.
        case missing(String)
    }

    /// A failed call that is not repeated for now. A refused one:
    ///
    ///     mayAskForContext: true ──no usable context──▶ mayAskForContext: false
    ///               ▲────────────invalidateContext────────────────┘
    ///
    /// ``release(_:)`` ends each of them.
    enum Setback: Sendable {
        /// `Perform` was answered with an error. The board may ask for the context of the values,
        /// until that call fails as well.
        case refused(by: FilterDestination, mayAskForContext: Bool)
        /// The process ended without an answer, or did not answer in time, or gave no usable one.
        case failed(FilterCall.Method, at: FilterDestination, isTimeout: Bool)

        var method: FilterCall.Method {
            switch self {
            case .refused: .perform
            case .failed(let method, _, _): method
            }
        }

        var destination: FilterDestination {
            switch self {
            case .refused(let destination, _), .failed(_, let destination, _): destination
            }
        }

        var mayAskForContext: Bool {
            if case .refused(_, mayAskForContext: true) = self { true } else { false }
        }

        /// True if an extension did not answer in time. Another one gets the values, once.
        var isTimeoutOfExtension: Bool {
            if case .failed(_, at: .extension, isTimeout: true) = self { true } else { false }
        }

        /// Allows or forbids the call for the context after a refusal.
        mutating func setMayAskForContext(_ mayAsk: Bool) {
            if case .refused(let destination, _) = self {
                self = .refused(by: destination, mayAskForContext: mayAsk)
            }
        }
    }

    /// The state of one declared filter.
    struct FilterState: Sendable {
        var declaration: FilterDeclaration
        var target = Target.values([:], isSet: false)
        /// Problems in the filter's configuration of the active Focus.
        var problems: [String] = []
        /// The error of the last call, or nil if it succeeded.
        var failure: String?
        var setback: Setback?
        var isNotServedByApp = false
        /// True after these values were sent to a second process of the extension, because the
        /// first one did not answer in time and has ended since. The values of an extension that
        /// crashes are not sent again: it would crash again.
        var wasResentAfterTimeout = false

        /// The values that the filter has before its first call.
        var defaults: ParameterValues? { try? declaration.delivery([:]) }
    }

    /// The data that outlives the declaration of a filter.
    struct Memory: Sendable {
        /// The values that the filter got last; nil before its first call.
        var told: ToldFilter?
        /// The last answer for each Focus.
        var contexts: [FocusID: KnownContext] = [:]
        /// The last answer, for any Focus or none.
        var latest: KnownContext?
    }

    /// A call in progress.
    struct Flight: Sendable {
        let call: FilterCall
        /// The Focus that the context belongs to; nil when no Focus sets the filter.
        let focus: FocusID?
        /// True if the app invalidated its context during the call.
        var isOutdated = false

        /// The values that the filter has after a successful Perform call.
        var told: ToldFilter { .values(call.values, isSet: focus != nil) }
    }

    /// The effects of one event so far.
    struct Changes {
        var actions: [FilterAction] = []
        var policyChanged = false
        var filtersChanged = false
    }
}

/// The bus name of an app that a call goes to.
package enum FilterDestination: Hashable, Sendable {
    /// The app itself, which runs. The call must not start the app.
    case app
    /// The app's extension, which the bus starts if it does not run.
    case `extension`
}

/// The presence of an app on the bus.
package struct AppPresence: Hashable, Sendable {
    /// The presence of the app's extension.
    package enum Extension: Hashable, Sendable {
        case absent
        case activatable
        case running
    }

    /// True if the app's own bus name has an owner.
    package var isRunning: Bool
    package var `extension`: Extension

    /// The presence without app and extension.
    package static var absent: AppPresence { AppPresence() }

    package init(isRunning: Bool = false, `extension`: Extension = .absent) {
        self.isRunning = isRunning
        self.extension = `extension`
    }

    /// True if a process of the app is on the bus.
    package var isOnBus: Bool { isRunning || `extension` == .running }
    /// True if the app or its extension can take a call.
    package var isReachable: Bool { isRunning || `extension` != .absent }
}

/// A call to a Focus filter, in the order that ``FilterBoard`` decides.
package struct FilterCall: Hashable, Sendable {
    /// The unique number of a call.
    package struct Ticket: Hashable, Sendable {
        package let rawValue: UInt64
    }

    /// A method of `org.focusd.FocusFilter1`. Both methods return the filter's context.
    package enum Method: Hashable, Sendable {
        case perform
        case appContext
    }

    package let ticket: Ticket
    package let method: Method
    package let key: FilterKey
    package let destination: FilterDestination
    /// The values with defaults filled in; an absent value is nil.
    package let values: ParameterValues
}

/// The outcome of a call.
package enum FilterCallOutcome: Hashable, Sendable {
    /// An answer. The board checks the context and records an unusable predicate.
    case answered(FilterContext)
    /// An answer that is not a context. The app has the values nevertheless.
    case unusable(String)
    case failure(FilterFailure)
}

/// The failure of a call, with a reason. The reason has the app's own text as one short line.
package enum FilterFailure: Error, Hashable, Sendable, CustomStringConvertible {
    /// An error from the app: `perform()` threw, or the app rejects the values.
    case refused(String)
    /// No answer in time. The process may still be running.
    case timedOut(String)
    /// The process ended without an answer, or could not be called.
    case failed(String)
    /// Nothing serves the filter at the destination: no such object, interface or method.
    case notServed(String)

    package var description: String {
        switch self {
        case .refused(let reason), .timedOut(let reason), .failed(let reason),
            .notServed(let reason):
            reason
        }
    }
}

/// The values that a filter got last.
package enum ToldFilter: Hashable, Sendable {
    /// The filter's values are unknown: a call failed or was in progress, or a required parameter
    /// lost its value, which no call can report. Any values are new to the filter.
    case unknown
    /// These values, and true if a Focus set the filter at that time.
    case values(ParameterValues, isSet: Bool = false)
}

/// An action that ``FilterBoard`` requests. The actions of an event come in this order.
package enum FilterAction: Hashable, Sendable {
    /// Make the call. Report ``FilterBoard/ended(_:_:)`` exactly once, within the deadline.
    case call(FilterCall)
    /// ``FilterBoard/policyFilters`` has changed: build a ``Policy`` from it before the next
    /// decision.
    case policyChanged
    /// Declarations, presence, contexts or failures of apps have changed. At most once, as the last
    /// action.
    case filtersChanged
    case storeTold(FilterKey, ToldFilter)
    /// Store the context; nil removes it.
    case storeContext(FilterKey, FocusID, KnownContext?)
    /// Store the app's declarations from run time; an empty array removes them.
    case storeDeclarations(AppID, [FilterDeclaration])
}
