// SPDX-License-Identifier: Apache-2.0

package import Predicates

/// Which of an app's bus names a call goes to.
package enum FilterDestination: Hashable, Sendable {
    /// The app itself, which runs; the call must not start it.
    case app
    /// The app's extension, which the bus starts where it does not run.
    case `extension`
}

/// What there is of an app on the bus.
package struct AppPresence: Hashable, Sendable {
    /// What there is of the app's extension.
    package enum Extension: Hashable, Sendable {
        case absent
        case activatable
        case running
    }

    /// Whether the app's own bus name has an owner.
    package var isRunning: Bool
    package var `extension`: Extension

    /// Neither the app nor an extension.
    package static var absent: AppPresence { AppPresence() }

    package init(isRunning: Bool = false, `extension`: Extension = .absent) {
        self.isRunning = isRunning
        self.extension = `extension`
    }

    /// Whether a process of the app is there.
    package var isOnBus: Bool { isRunning || `extension` == .running }
    /// Whether the app can be told something.
    package var isReachable: Bool { isRunning || `extension` != .absent }
}

/// One call to a Focus filter, of ``FilterBoard``'s ordering.
package struct FilterCall: Hashable, Sendable {
    /// A call's number; each is used once.
    package struct Ticket: RawRepresentable, Hashable, Sendable {
        package let rawValue: UInt64

        package init(rawValue: UInt64) {
            self.rawValue = rawValue
        }
    }

    /// A method of `org.focusd.FocusFilter1`; both answer the filter's context.
    package enum Method: Hashable, Sendable {
        case perform
        case appContext
    }

    package let ticket: Ticket
    package let method: Method
    package let key: FilterKey
    package let destination: FilterDestination
    /// Defaults are filled in; nil is absent.
    package let values: ParameterValues
}

/// How a call ended.
package enum FilterCallOutcome: Hashable, Sendable {
    /// The board checks the context itself, and notes a predicate that cannot be used.
    case answered(FilterContext)
    /// The app answered something that is no context; it has the values all the same.
    case unusable(String)
    /// The app answered an error: `perform()` threw, or the values are none that it takes.
    case refused(String)
    /// No answer in time, or the process died.
    case failed(String)
    /// Nobody serves this filter at the destination: no such object, interface or method.
    case notServed(String)
}

/// What a filter was given last.
package enum ToldFilter: Hashable, Sendable {
    /// What it has is not known: a call failed or was under way, or it cannot be told that a
    /// required parameter has no value any more. Any values are new to it.
    case nothing
    /// These values, and whether a Focus set the filter then.
    case values(ParameterValues, isSet: Bool = false)
}

/// A context that an app answered, with what it was an answer to.
package struct KnownContext: Hashable, Sendable {
    package let context: FilterContext
    /// The context's predicate, parsed.
    package let predicate: Predicates.Predicate?
    /// The values that it is an answer to; nil when it is known to be out of date.
    package let values: ParameterValues?

    /// - Throws: what is wrong with the context; its size is looked at first.
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

    /// The same, known to be out of date.
    var outdated: KnownContext { KnownContext(context, predicate: predicate, values: nil) }
}

/// What is wrong with a context that an app answered; it quotes nothing of it.
package struct ContextProblem: Error, Hashable, CustomStringConvertible {
    package let description: String
}

extension FilterContext {
    /// The context's predicate, checked.
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

/// What ``FilterBoard`` wants done, in this order.
package enum FilterAction: Hashable, Sendable {
    /// Make the call; tell ``FilterBoard/ended(_:_:)`` exactly once, within the deadline.
    case call(FilterCall)
    /// ``FilterBoard/policyFilters`` is another: build a ``Policy`` from it before the next
    /// decision.
    case policyChanged
    /// What apps declare, how they can be reached, what they answered or failed at is another than
    /// before; at most once, and last.
    case filtersChanged
    case storeTold(FilterKey, ToldFilter)
    /// nil: forget it.
    case storeContext(FilterKey, FocusID, KnownContext?)
    /// What the app declared at run time; empty: forget it.
    case storeDeclarations(AppID, [FilterDeclaration])
}
