// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import GLibLoop

/// Where an interface is served.
struct Service: Sendable {
    let name: BusName
    let path: ObjectPath
    let interface: InterfaceName

    /// How long it may take to answer. focusd answers from memory, so this much means that it hangs.
    static let timeout = Duration.seconds(10)

    /// How long it may take where focusd asks an app first. It gives each up after 5 seconds, but
    /// asks one app one thing at a time.
    static let appTimeout = Duration.seconds(30)

    /// How many calls wait for their answers at a time; focusd answers no more questions to apps than
    /// `Limits.filterQuestions` at once, and others may ask as well.
    static let callsAtATime = Limits.filterQuestions / 2

    func message(_ member: MemberName, _ arguments: [Value]) throws(ControlError) -> Message {
        let message = Message.methodCall(
            destination: name, path: path, interface: interface, member: member)
        do {
            for argument in arguments { try message.append(argument) }
        } catch {
            // A NUL in a text, or more than the bus carries: focusd would have had to refuse it too.
            throw .refused(.other, message: "\(error)")
        }
        return message
    }
}

extension Connection {
    /// Calls and awaits the answer's arguments.
    func ask(
        _ member: MemberName, _ arguments: [Value], of service: Service,
        timeout: Duration = Service.timeout
    ) async throws(ControlError) -> [Value] {
        let message = try service.message(member, arguments)
        let answer: Message
        do throws(CallError) {
            answer = try await call(message, timeout: timeout)
        } catch {
            throw ControlError(error)
        }
        return try answer.values(of: member)
    }

    /// Calls and holds the thread until the answer is there.
    func askBlocking(
        _ member: MemberName, _ arguments: [Value], of service: Service,
        timeout: Duration = Service.timeout
    ) throws(ControlError) -> [Value] {
        let message = try service.message(member, arguments)
        let answer: Message
        do throws(CallError) {
            answer = try callBlocking(message, timeout: timeout)
        } catch {
            throw ControlError(error)
        }
        return try answer.values(of: member)
    }

    /// Calls all, many at a time, and holds the thread until every answer is there; in the calls'
    /// order.
    func askBlocking(
        _ calls: [(member: MemberName, arguments: [Value], timeout: Duration)],
        of service: Service
    ) -> [Result<[Value], ControlError>] {
        var results: [Result<[Value], ControlError>] = []
        var sent: ArraySlice<PendingAnswer> = []
        for call in calls {
            if sent.count == Service.callsAtATime, let first = sent.popFirst() {
                results.append(first.wait())
            }
            sent.append(
                PendingAnswer(
                    self, call.member, call.arguments, of: service, timeout: call.timeout))
        }
        return results + sent.map { $0.wait() }
    }
}

/// A call that was sent, and is waited for later.
@LoopActor private final class PendingAnswer {
    private let member: MemberName
    private var result: Result<[Value], ControlError>?
    private var call: PendingCall?

    init(
        _ connection: Connection, _ member: MemberName, _ arguments: [Value], of service: Service,
        timeout: Duration
    ) {
        self.member = member
        do throws(ControlError) {
            let message = try service.message(member, arguments)
            call = connection.call(message, timeout: timeout) { [weak self] answer in
                self?.result = answer.mapError(ControlError.init).flatMap { message in
                    Result { () throws(ControlError) in try message.values(of: member) }
                }
            }
        } catch {
            result = .failure(error)
        }
    }

    func wait() -> Result<[Value], ControlError> {
        call?.waitBlocking()
        // Without a result it could not even be sent.
        return result ?? .failure(.notReachable("the session bus is gone"))
    }
}

extension Message {
    fileprivate func values(of member: MemberName) throws(ControlError) -> [Value] {
        do {
            return try arguments()
        } catch {
            throw .malformedAnswer(member: member.rawValue)
        }
    }
}

/// The user's session bus.
enum SessionBus {
    /// Connects to the bus of the environment, or to the one at `address`.
    @LoopActor static func connect(_ address: String?) throws(ControlError) -> Connection {
        do throws(ConnectionError) {
            if let address { return try Connection(address: address) }
            return try Connection.session()
        } catch {
            throw .notReachable("no session bus: \(error.message)")
        }
    }
}
