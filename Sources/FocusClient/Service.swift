// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop

/// Where an interface is served.
struct Service: Sendable {
    let name: BusName
    let path: ObjectPath
    let interface: InterfaceName

    /// How long it may take to answer. focusd answers from memory, so this much means that it hangs.
    static let timeout = Duration.seconds(10)

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
        _ member: MemberName, _ arguments: [Value], of service: Service
    ) async throws(ControlError) -> [Value] {
        let message = try service.message(member, arguments)
        let answer: Message
        do throws(CallError) {
            answer = try await call(message, timeout: Service.timeout)
        } catch {
            throw ControlError(error)
        }
        return try answer.values(of: member)
    }

    /// Calls and holds the thread until the answer is there.
    func askBlocking(
        _ member: MemberName, _ arguments: [Value], of service: Service
    ) throws(ControlError) -> [Value] {
        let message = try service.message(member, arguments)
        let answer: Message
        do throws(CallError) {
            answer = try callBlocking(message, timeout: Service.timeout)
        } catch {
            throw ControlError(error)
        }
        return try answer.values(of: member)
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
