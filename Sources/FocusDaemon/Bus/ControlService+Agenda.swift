// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire

// For a sandboxed caller, ``SandboxedHolds`` asks the user first.

/// Calls about Focuses that clients hold on.
extension ControlService {
    /// Answers `Hold`: with the hold's number, or for a sandboxed app after the user's answer.
    func hold(
        _ call: MethodCall, _ focus: String, _ reason: String
    ) throws(ErrorReply) -> [Value]? {
        guard let app = senders.identity(of: call.peer)?.sandbox else {
            let peer = call.peer
            return try whenKnown(focus, call) { service throws(ErrorReply) in
                // A caller that left during the look for new files would never release the hold.
                guard service.senders.identity(of: peer) != nil else { return nil }
                return [.uint32(try service.hold(focus, reason, peer))]
            }
        }
        try holds.ask(call, to: focus, because: reason, for: app)
        return nil
    }

    func release(_ id: UInt32, of peer: PeerName) throws(ErrorReply) {
        guard engine.release(id, by: peer) else {
            throw ErrorReply(WireError.notFound, "the caller has no hold \(id)")
        }
    }

    private func hold(
        _ name: String, _ reason: String, _ peer: PeerName
    ) throws(ErrorReply) -> UInt32 {
        let focus = try existingFocus(named: name)
        do throws(Agenda.HoldRefusal) {
            return try engine.hold(focus.id, reason: reason, by: senders.payer(of: peer))
        } catch {
            throw ErrorReply(error)
        }
    }
}

extension ErrorReply {
    /// The error for a hold that is refused.
    init(_ refusal: Agenda.HoldRefusal) {
        switch refusal {
        case .tooMany:
            self.init(
                WireError.limitsExceeded,
                "too many holds: one client has at most \(Limits.holdsPerClient), one program half"
                    + " of \(Limits.holds); release a hold before the next")
        case .badReason:
            self.init(
                WireError.invalidArgs,
                "a reason is one line of at most \(Limits.holdReasonBytes) bytes")
        }
    }
}

/// Calls about windows of schedules that the user skips.
extension ControlService {
    /// Skips a window of a schedule, or lets it occur again. Returns the window.
    func skip(
        _ name: String, _ schedule: String, at moment: Timestamp?, isSkipped: Bool
    ) throws(ErrorReply) -> Agenda.WindowTimes {
        let focus = try existingFocus(named: name)
        guard let times = engine.skip(focus.id, schedule, at: moment, isSkipped: isSkipped) else {
            throw ErrorReply(
                WireError.notFound,
                isSkipped
                    ? "the Focus “\(focus.name)” has no such window of a schedule “\(schedule)”"
                    : "no such window of the schedule “\(schedule)” is skipped")
        }
        return times
    }

    var skips: [Value] {
        let now = Timestamp.now
        return engine.state.agenda.skips.compactMap { skip in
            guard let times = engine.state.agenda.times(of: skip, engine.clock.rules),
                times.end > now
            else { return nil }
            return SkippedWindow(
                focus: skip.focus, schedule: skip.schedule, start: times.start, end: times.end
            ).value
        }
    }
}
