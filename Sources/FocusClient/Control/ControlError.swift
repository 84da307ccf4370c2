// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire

/// The reason why focusd did not fulfil a request.
package enum ControlError: Error, Hashable, Sendable {
    /// No answer: the session bus or focusd is missing, or focusd hangs.
    case notReachable(String)
    /// focusd refused, with a message for the user.
    case refused(Refusal, message: String)
    /// focusd's answer differs from its interface.
    case malformedAnswer(member: String)

    /// The refusals that callers distinguish.
    package enum Refusal: Hashable, Sendable {
        case unknownFocus
        /// The user turned a Focus on or off since the caller's last reading.
        case changedMeanwhile
        /// Somebody else saved the file since the caller read it.
        case conflict
        /// The result of the change would be an invalid file.
        case refused
        /// The notification or the filter does not exist.
        case notFound
        case accessDenied
        /// A required parameter of the filter has no value.
        case missingParameterValue
        /// The app is not reachable, or its answer is invalid.
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
        // The bus found a service file, but its program did not start.
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
        case WireError.changedMeanwhile: self = .changedMeanwhile
        case WireError.conflict: self = .conflict
        case WireError.refused: self = .refused
        case WireError.notFound: self = .notFound
        case WireError.accessDenied: self = .accessDenied
        case WireError.missingParameterValue: self = .missingParameterValue
        case WireError.appUnavailable: self = .appUnavailable
        default: self = .other
        }
    }
}
