// SPDX-License-Identifier: Apache-2.0

// Calls to apps. No other part waits for a call: an app that hangs, ends or sends an invalid reply
// fails only its own call.
//
// The destination is always the unique name of a client that may speak for the app
// (``AppPresences``). No other client can receive the call, since the values are the user's choice
// for that app. An extension that does not run is started by its name, without a message, and
// called once its owner is identified.

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// Sends calls of `org.focusd.FocusFilter1` to apps.
@LoopActor final class FilterCaller {
    private let connection: Connection
    private let presences: AppPresences
    private var barred = BarredApps()

    typealias Completion = @LoopActor (Result<Message, FilterFailure>) -> Void

    /// Call with its deadline.
    private struct Call {
        let key: FilterKey
        var destination: FilterDestination
        let member: MemberName
        let arguments: [Value]
        let deadline: ContinuousClock.Instant
        var completion: Completion

        var who: String { destination == .app ? "the app" : "the extension" }
    }

    init(_ connection: Connection, presences: AppPresences) {
        self.connection = connection
        self.presences = presences
    }

    /// Returns the time for which an app is not called; nil if it may be called.
    func pause(of app: AppID) -> Duration? { barred.pause(of: app, at: .now) }

    /// Calls the destination that the board chose. Calls `completion` once, later.
    func call(
        _ key: FilterKey, at destination: FilterDestination, _ member: MemberName,
        _ arguments: [Value], completion: @escaping Completion
    ) {
        let call = Call(
            key: key, destination: destination, member: member, arguments: arguments,
            deadline: .now + Limits.filterDeadline, completion: completion)
        if pause(of: key.app) != nil { return fail(completion, Self.barredReason) }
        switch destination {
        case .app:
            guard let owner = presences.owner(of: key.app) else { return failLater(call) }
            send(call, to: owner)
        case .extension:
            // The board chose the extension, so an app that runs now has refused this filter
            // before. An app that appears during the wait is asked first.
            let appRefusedBefore = presences.owner(of: key.app) != nil
            presences.whenKnown(key.app) { [self] in
                if appRefusedBefore { callExtension(call) } else { callAppFirst(call) }
            }
        }
    }

    /// Asks the running app, or its extension if the app does not serve the filter. The order of
    /// such calls does not matter to the board. Calls `completion` once, later.
    func ask(
        _ key: FilterKey, _ member: MemberName, _ arguments: [Value],
        completion: @escaping Completion
    ) {
        // The destination if the app does not run or does not serve the filter.
        let call = Call(
            key: key, destination: .extension, member: member, arguments: arguments,
            deadline: .now + Limits.filterDeadline, completion: completion)
        if pause(of: key.app) != nil { return fail(completion, Self.barredReason) }
        presences.whenKnown(key.app) { [self] in callAppFirst(call) }
    }

    /// Calls the running app, and its extension if there is no app or the app does not serve the
    /// filter.
    private func callAppFirst(_ call: Call) {
        guard let owner = presences.owner(of: call.key.app) else { return callExtension(call) }
        var attempt = call
        attempt.destination = .app
        attempt.completion = { [self] result in
            // Without an extension, the app's own answer says more.
            if case .failure(.notServed) = result, presences.extensionName(of: call.key.app) != nil
            {
                callExtension(call)
            } else {
                call.completion(result)
            }
        }
        send(attempt, to: owner)
    }

    private func callExtension(_ call: Call) {
        let app = call.key.app
        if let owner = presences.extensionOwner(of: app) { return send(call, to: owner) }
        guard let name = presences.extensionName(of: app) else { return failLater(call) }
        start(name, for: call)
    }

    private func failLater(_ call: Call) {
        fail(call.completion, "the app is not running and has no extension to start")
    }

    private func send(_ call: Call, to owner: BusName) {
        guard let message = Self.message(owner, call.key, call.member, call.arguments) else {
            fail(call.completion, "its ids or a default value cannot be sent over D-Bus")
            return
        }
        message.setNoAutoStart()
        let left = max(call.deadline - .now, .milliseconds(1))
        connection.call(message, timeout: left) { [self] result in
            if Self.isTooLong(result, call.member) { barred.add(call.key.app, at: .now) }
            switch result {
            case .success(let answer): call.completion(.success(answer))
            case .failure(let error): call.completion(.failure(Self.failure(error, of: call)))
            }
        }
    }

    private static let barredReason =
        "the app is not called for \(Limits.longAnswerPause.components.seconds) s after an answer"
        + " that was too long"

    private static func isTooLong(
        _ result: Result<Message, CallError>, _ member: MemberName
    ) -> Bool {
        switch result {
        case .success(let answer):
            let isContext = member == "Perform" || member == "AppContext"
            let limit = isContext ? Limits.contextAnswerBytes : Limits.filterAnswerBytes
            return answer.byteCount > limit
        case .failure(let error): return error == .tooLong
        }
    }

    private func start(_ name: BusName, for call: Call) {
        let left = max(call.deadline - .now, .milliseconds(1))
        connection.bus.start(name, within: left) { [self] result in
            if case .failure(let error) = result {
                call.completion(.failure(Self.failure(error, of: call)))
                return
            }
            presences.whenKnown(call.key.app) { [self] in
                guard let owner = presences.extensionOwner(of: call.key.app) else {
                    let reason = "the extension ended, or is in another app's sandbox"
                    call.completion(.failure(.failed(reason)))
                    return
                }
                send(call, to: owner)
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

    private static func failure(_ error: CallError, of call: Call) -> FilterFailure {
        let who = call.who
        let name = error.name.rawValue.prefix(Limits.filterNameBytes)
        return switch error.code {
        case .timedOut:
            .timedOut("\(who) did not answer within \(Limits.filterDeadline.components.seconds) s")
        case .noReply, .serviceUnknown, .nameHasNoOwner:
            .failed("\(who) ended without an answer (\(name))")
        case .disconnected: .failed("the session bus is gone")
        // GLib and libdbus reply with the same error for a missing object and a missing method.
        case .unknownMethod where call.member == "Perform":
            .notServed("\(who) does not serve the filter (\(name))")
        case .unknownMethod:
            .notServed("\(who) does not serve the filter's \(call.member) (\(name))")
        case .accessDenied: .failed("\(who) may not be called (\(name))")
        case _ where name.hasPrefix("org.freedesktop.DBus.Error.Spawn."):
            .failed("\(who) could not be started (\(name))")
        default: .refused(refusal(who, name, error.message.filterErrorText))
        }
    }

    private static func refusal(_ who: String, _ name: Substring, _ text: String) -> String {
        if text.isEmpty { return "\(who) answered with the error \(name)" }
        // The name of the plain error adds nothing to the text.
        let isPlain = name == ErrorName.failed.rawValue
        return "\(who) answered with an error: \(text)" + (isPlain ? "" : " (\(name))")
    }
}

/// Apps that are not called for a while after an answer beyond its limit.
///
/// libdbus reads and checks an answer as a whole before focusd knows its length: a turn of the loop
/// for each of the app's filters, and again for each client by which the app returns to the bus.
struct BarredApps {
    private var ends: [AppID: ContinuousClock.Instant] = [:]

    /// Bars an app for ``Limits/longAnswerPause``.
    mutating func add(_ app: AppID, at now: ContinuousClock.Instant) {
        ends = ends.filter { $0.value > now }
        ends[app] = now + Limits.longAnswerPause
    }

    /// Returns the time until the app may be called again; nil if it may be called now.
    func pause(of app: AppID, at now: ContinuousClock.Instant) -> Duration? {
        ends[app].flatMap { $0 > now ? $0 - now : nil }
    }
}
