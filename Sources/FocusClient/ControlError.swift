// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire

/// Why focusd did not do what it was asked.
package enum ControlError: Error, Hashable, Sendable {
    /// Nobody answers: no session bus, no focusd on it, or one that hangs.
    case notReachable(String)
    /// focusd answered that it will not, in words for the user.
    case refused(Refusal, message: String)
    /// focusd answered something else than its interface promises.
    case malformedAnswer(member: String)

    /// The refusals that a caller may want to tell apart.
    package enum Refusal: Hashable, Sendable {
        case unknownFocus
        /// No notification with that id, no such filter.
        case notFound
        case accessDenied
        /// A required parameter of the filter has no value.
        case missingParameterValue
        /// The app that was to be asked is not there, or gave no answer that makes sense.
        case appUnavailable
        case other
    }
}

extension ControlError {
    init(_ error: CallError) {
        switch error.code {
        case .serviceUnknown, .nameHasNoOwner:
            self = .notReachable("it does not run")
        case .noReply, .timedOut:
            self = .notReachable("it does not answer")
        case .disconnected:
            self = .notReachable("the session bus is gone")
        // The bus found a service file, but what it names did not start.
        case _ where error.name.rawValue.hasPrefix("org.freedesktop.DBus.Error.Spawn."):
            self = .notReachable("it cannot be started: \(error.message)")
        default:
            self = .refused(Refusal(error.name), message: error.message)
        }
    }
}

extension ControlError.Refusal {
    fileprivate init(_ name: ErrorName) {
        switch name {
        case WireError.unknownFocus: self = .unknownFocus
        case WireError.notFound: self = .notFound
        case WireError.accessDenied: self = .accessDenied
        case WireError.missingParameterValue: self = .missingParameterValue
        case WireError.appUnavailable: self = .appUnavailable
        default: self = .other
        }
    }
}
