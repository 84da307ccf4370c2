// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Glibc

extension ControlService {
    /// Answers `Decide`, once the sender of the notification is known.
    func decide(_ call: MethodCall, _ request: DecideRequest) throws(ErrorReply) {
        let message: Message
        do throws(MarshalError) {
            message = try request.notify()
        } catch {
            throw ErrorReply(WireError.invalidArgs, error.description)
        }
        guard let sender = request.sender else {
            return decide(call, message, SenderIdentity())
        }
        guard let name = try? BusName(sender), name.isUnique else {
            throw ErrorReply(WireError.invalidArgs, "sender is not a client's unique name")
        }
        // The caller's further calls wait, so that focusd holds one of them at most.
        let caller = call.sender.rawValue
        connection.pauseCalls(of: caller, for: .answer)
        let isAccepted = senders.identify(PeerName(rawValue: sender)) { [weak self] identity in
            self?.decide(call, message, identity)
            call.connection.resumeCalls(of: caller, for: .answer)
        }
        guard !isAccepted else { return }
        connection.resumeCalls(of: caller, for: .answer)
        throw ErrorReply(WireError.limitsExceeded, "too many calls at once")
    }

    private func decide(_ call: MethodCall, _ message: Message, _ identity: SenderIdentity) {
        if identity.processID == UInt32(getpid()) {
            let own = Decision(verdict: .deliver, reason: .allowed, level: .active)
            return answer(call, own, ClientID(rawValue: 0), nil)
        }
        do throws(ErrorReply) {
            var arrival = try engine.decide(message, from: identity, for: call.peer)
            engine.endBatch()
            if !engine.wasLastBatchKept {
                arrival = engine.showUnstored(arrival)
                engine.endBatch()
            }
            answer(
                call, arrival.decision, arrival.entry.id,
                engine.record(arrival.entry.id)?.notification)
        } catch {
            engine.endBatch()
            call.fail(error)
        }
    }

    private func answer(
        _ call: MethodCall, _ decision: Decision, _ id: ClientID, _ notification: Notification?
    ) {
        let focus = decision.reason.isOfFocus ? engine.state.policy.focus?.id : nil
        let answer = ExplainAnswer(decision, focus: focus, about: notification).value
        let number = DictionaryEntry(key: .string("id"), value: .variant(.uint32(id.rawValue)))
        call.reply(.dictionary(key: .string, value: .variant, (answer.entries ?? []) + [number]))
    }
}
