// SPDX-License-Identifier: Apache-2.0

package import Predicates

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

/// A context that an app answered, with the values of the call.
package struct KnownContext: Hashable, Sendable {
    package let context: FilterContext
    /// The context's predicate, parsed.
    package let predicate: Predicates.Predicate?
    /// The values that the context is an answer for; nil when it is out of date.
    package let values: ParameterValues?

    /// - Throws: The problem with the context. The size is checked first.
    package init(_ context: FilterContext, values: ParameterValues?) throws(ContextProblem) {
        self.init(context, predicate: try context.parsed(), values: values)
    }

    private init(
        _ context: FilterContext, predicate: Predicates.Predicate?, values: ParameterValues?
    ) {
        self.context = context
        self.predicate = predicate
        self.values = values
    }

    /// The same context, marked as out of date.
    var outdated: KnownContext { KnownContext(context, predicate: predicate, values: nil) }
}

/// The problem with a context that an app answered. Contains no text of the context.
package struct ContextProblem: Error, Hashable, CustomStringConvertible {
    package let description: String
}

extension FilterContext {
    /// Returns the context's predicate after the checks.
    fileprivate func parsed() throws(ContextProblem) -> Predicates.Predicate? {
        let prefix = targetContentIdentifierPrefix?.utf8.count ?? 0
        guard prefix <= Limits.contextPrefixBytes else {
            throw ContextProblem(
                description: "a targetContentIdentifierPrefix of \(prefix) bytes, more than "
                    + "\(Limits.contextPrefixBytes)")
        }
        guard let predicate else { return nil }
        do throws(PredicateSyntaxError) {
            return try Predicates.Predicate(format: predicate)
        } catch {
            throw ContextProblem(description: "notificationFilterPredicate: \(error)")
        }
    }
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
