// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire

// For a sandboxed caller, ``HoldDesk`` asks the user first.

/// Calls about Focuses that clients hold on.
extension ControlService {
    func performOnHolds(
        _ request: ControlCall, of peer: PeerName
    ) throws(ErrorReply) -> [Value] {
        switch request {
        case .hold(let name, let reason):
            return [.uint32(try hold(name, reason, peer))]
        case .release(let id):
            guard engine.release(id, by: peer) else {
                throw ErrorReply(WireError.notFound, "the caller has no hold \(id)")
            }
            return []
        default: throw ErrorReply(WireError.failed, "\(request) is not answered here")
        }
    }

    private func hold(
        _ name: String, _ reason: String, _ peer: PeerName
    ) throws(ErrorReply) -> UInt32 {
        let focus = try known(name)
        do throws(Agenda.HoldRefusal) {
            return try engine.hold(focus.id, reason: reason, by: peer)
        } catch {
            throw ErrorReply(error)
        }
    }
}

extension ErrorReply {
    /// The error for a hold that is refused.
    init(_ refusal: Agenda.HoldRefusal) {
        switch refusal {
        case .tooMany: self.init(WireError.limitsExceeded, "there are too many holds")
        case .badReason:
            self.init(
                WireError.invalidArgs,
                "a reason is one line of at most \(Limits.holdReasonBytes) bytes")
        }
    }
}
