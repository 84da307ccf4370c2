// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import GLibLoop

/// A service on the bus: its name, its object and its interface.
struct BusService: Sendable {
    let name: BusName
    let path: ObjectPath
    let interface: InterfaceName
    /// True if a call may have the bus start a program that serves it.
    var isActivatable = true

    /// The timeout of a call. focusd answers from memory, so it hangs if it takes this long.
    static let timeout = Duration.seconds(10)

    /// The timeout of a call for which focusd asks an app first. focusd waits 5 seconds for each
    /// request to an app, but sends one app one request at a time.
    static let appTimeout = Duration.seconds(30)

    /// The timeout of the start of a program by the bus.
    static let startTimeout = Duration.seconds(25)

    /// Maximum number of calls that wait at a time: a third of the requests that focusd sends to
    /// apps at a time. focusd grants a program as many as it leaves to all others, so two programs
    /// that ask at the same time get a third each.
    static let callsAtATime = Limits.filterQuestions / 3

    func message(_ member: MemberName, _ arguments: [Value]) throws(ControlError) -> Message {
        let message = Message.methodCall(
            destination: name, path: path, interface: interface, member: member)
        if !isActivatable { message.setNoAutoStart() }
        do {
            for argument in arguments { try message.append(argument) }
        } catch {
            // The text contains a NUL, or is longer than a message may be. focusd would refuse it
            // as well.
            throw .refused(.other, message: "\(error)")
        }
        return message
    }
}

extension Connection {
    /// Calls and returns the answer's arguments.
    func ask(
        _ member: MemberName, _ arguments: [Value], of service: BusService,
        timeout: Duration = BusService.timeout
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

    /// Calls and blocks the thread until the answer arrives.
    func askBlocking(
        _ member: MemberName, _ arguments: [Value], of service: BusService,
        timeout: Duration = BusService.timeout
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

    /// Makes all calls, several at a time, and blocks the thread until every answer has arrived.
    /// Returns the answers in the order of the calls.
    func askBlocking(
        _ calls: [(member: MemberName, arguments: [Value], timeout: Duration)],
        of service: BusService
    ) -> [Result<[Value], ControlError>] {
        var results: [Result<[Value], ControlError>] = []
        var sent: ArraySlice<PendingAnswer> = []
        for call in calls {
            if sent.count == BusService.callsAtATime, let first = sent.popFirst() {
                results.append(first.wait())
            }
            sent.append(
                PendingAnswer(
                    self, call.member, call.arguments, of: service, timeout: call.timeout))
        }
        return results + sent.map { $0.wait() }
    }
}

/// A sent call whose answer is awaited later.
@LoopActor private final class PendingAnswer {
    private let member: MemberName
    private var result: Result<[Value], ControlError>?
    private var call: PendingCall?

    init(
        _ connection: Connection, _ member: MemberName, _ arguments: [Value],
        of service: BusService,
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
        // Without a result the call could not be sent.
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
