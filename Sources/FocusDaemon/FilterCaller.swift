// SPDX-License-Identifier: Apache-2.0

// Calls to apps (DESIGN §6). Nobody waits for one: an app that hangs, dies or answers nonsense
// costs its own call and nothing else.
//
// Who answers. A running app is called by the unique name that the bus gave for its id, so nobody
// else can be reached in its place. An extension is called by its well-known name, which starts it
// where it does not run; the bus passes only the answer of whoever received the call, and the
// answer counts only when the bus has told, before it, that its sender owns the name.

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// Why an app was not told, or did not answer; it holds no text of the app's but an error's name.
enum FilterFailure: Error, Hashable, CustomStringConvertible {
    /// It has no such object, interface or method.
    case notServed(String)
    case failed(String)

    var description: String {
        switch self {
        case .notServed(let reason), .failed(let reason): reason
        }
    }
}

/// Sends calls of `org.focusd.FocusFilter1` to apps.
@LoopActor final class FilterCaller {
    private let connection: Connection
    private let watch: AppWatch

    typealias Completion = @LoopActor (Result<Message, FilterFailure>) -> Void

    init(_ connection: Connection, watch: AppWatch) {
        self.connection = connection
        self.watch = watch
    }

    /// Calls the app or its extension; `completion` runs once, later.
    func call(
        _ key: FilterKey, at destination: FilterDestination, _ member: MemberName,
        _ arguments: [Value], completion: @escaping Completion
    ) {
        let owner = watch.owner(of: key.app)
        let name = destination == .app ? owner : watch.extensionName(of: key.app)
        let who = destination == .app ? "the app" : "the extension"
        guard let name else {
            fail(completion, "the app is not running and has no extension to start")
            return
        }
        guard let message = Self.message(name, key, member, arguments) else {
            fail(completion, "its ids or a default value cannot be sent over D-Bus")
            return
        }
        if destination == .app { message.setNoAutoStart() }
        connection.call(message, timeout: Limits.filterDeadline) { [watch] result in
            switch result {
            case .success(let answer):
                let isFromThem =
                    destination == .app
                    ? answer.sender == name.rawValue
                    : watch.isExtension(answer.sender, of: key.app)
                completion(
                    isFromThem ? .success(answer) : .failure(.failed("another program answered")))
            case .failure(let error):
                completion(.failure(Self.failure(error, who)))
            }
        }
    }

    private func fail(_ completion: @escaping Completion, _ reason: String) {
        Task { @LoopActor in completion(.failure(.failed(reason))) }
    }

    private static func message(
        _ destination: BusName, _ key: FilterKey, _ member: MemberName, _ arguments: [Value]
    ) -> Message? {
        guard let path = key.path else { return nil }
        let message = Message.methodCall(
            destination: destination, path: path, interface: WireName.focusFilter, member: member)
        return (try? message.append(contentsOf: arguments)) == nil ? nil : message
    }

    private static func failure(_ error: CallError, _ who: String) -> FilterFailure {
        let name = error.name.rawValue.prefix(Limits.filterNameBytes)
        return switch error.code {
        case .timedOut:
            .failed("\(who) did not answer within \(Limits.filterDeadline.components.seconds) s")
        case .noReply, .serviceUnknown, .nameHasNoOwner:
            .failed("\(who) ended without an answer (\(name))")
        case .disconnected: .failed("the session bus is gone")
        case .unknownMethod: .notServed("\(who) does not serve the filter (\(name))")
        case _ where name.hasPrefix("org.freedesktop.DBus.Error.Spawn."):
            .failed("\(who) could not be started (\(name))")
        default: .failed("\(who) answered with the error \(name)")
        }
    }
}
