// SPDX-License-Identifier: Apache-2.0

import DBus
package import FocusCore
import FocusWire
import GLibLoop

/// Serves `org.focusd.FocusFilter1` for every filter of an app, with the provider's answers, for
/// focusd alone.
@LoopActor final class FilterServer {
    private let provider: any FilterProvider
    private let calls: AnsweredCalls
    private var registrations: [Registration] = []
    private var queues: [String: FilterCallQueue] = [:]

    /// Exports the filters. Reports and skips a filter whose id cannot be part of an object path.
    init(
        _ connection: Connection, app: AppID, provider: any FilterProvider, calls: AnsweredCalls,
        _ report: (String) -> Void
    ) {
        self.provider = provider
        self.calls = calls
        // The XML is part of the program. DBusTests and FocusWireTests check it.
        guard let interface = try? WireInterface.focusFilter else { return }
        for filter in Set(provider.filterIDs).sorted() {
            guard let path = FilterKey(app, filter).path else {
                report("the Focus filter \(filter) of \(app) has an id that focusd cannot call")
                continue
            }
            registrations.append(
                connection.export(
                    interface, at: path,
                    admit: { [weak calls] call in calls?.refusalUnlessFocusd(call) }
                ) { [weak self] call in self?.handle(call, filter) })
        }
    }

    /// Time limit of a `Perform` or `AppContext` call, and the handler for a call that exceeds it.
    var limit: (time: Duration, handler: @Sendable (_ filter: String) -> Void)?

    private func handle(_ call: MethodCall, _ filter: String) {
        guard !calls.isFull else {
            return call.fail(WireError.limitsExceeded, "too many calls at once")
        }
        guard let arguments = try? call.message.arguments() else {
            return call.fail(WireError.invalidArgs, "the arguments cannot be read")
        }
        switch call.member {
        case "Perform", "AppContext":
            let isPerform = call.member == "Perform"
            inOrder(filter, call, isPerform: isPerform) { [provider] () async throws -> [Value] in
                let parameters = await provider.parameters(of: filter)
                let values = try ParameterValues(arguments[0], of: parameters)
                let context =
                    isPerform
                    ? try await provider.perform(filter, values)
                    : try await provider.appContext(filter, values)
                return [context.fields]
            }
        default: read(call, arguments, filter)
        }
    }

    /// Answers a call that only reads, beside other calls. A call without an answer does not keep
    /// the process alive.
    private func read(_ call: MethodCall, _ arguments: [Value], _ filter: String) {
        calls.begin()
        let reading = Reading()
        let timer = Timer(after: Limits.filterDeadline) { [weak self] in
            reading.isAbandoned = true
            self?.calls.abandon()
        }
        Task { [provider] in
            await call.answer(upTo: Limits.filterAnswerBytes) {
                try await Self.answer(call.member, arguments, filter, provider)
            }
            timer.cancel()
            calls.finish(isAbandoned: reading.isAbandoned)
        }
    }

    /// Returns the answer of a call that only reads.
    private nonisolated static func answer(
        _ member: String, _ arguments: [Value], _ filter: String, _ provider: any FilterProvider
    ) async throws -> [Value] {
        switch member {
        case "DisplayRepresentation":
            let parameters = await provider.parameters(of: filter)
            let display = try await provider.display(
                filter, ParameterValues(arguments[0], of: parameters))
            return [.string(display.title), .string(display.subtitle), .string(display.image)]
        case "SuggestedFocusFilters":
            return [FieldsBuilder.list(try await provider.suggestions(filter).map(\.wire))]
        case "Options":
            let parameter = arguments[0].asString ?? ""
            return [
                ParameterChoice.list(try await provider.options(filter, parameter: parameter))
            ]
        default:
            let request: EntityRequest =
                switch member {
                case "Entities": .identifiers(arguments[1].asStrings ?? [])
                case "EntitiesMatching": .matching(arguments[1].asString ?? "")
                default: .suggested
                }
            let entities = try await provider.entities(
                filter, type: arguments[0].asString ?? "", request)
            return [ParameterChoice.list(entities)]
        }
    }

    private func inOrder(
        _ filter: String, _ call: MethodCall, isPerform: Bool,
        _ body: @escaping @Sendable () async throws -> [Value]
    ) {
        let queue = queues[filter] ?? FilterCallQueue()
        queues[filter] = queue
        calls.begin()
        queue.add(isPerform: isPerform) { [weak self] instruction in
            switch instruction {
            case .run:
                let timer = self?.limit.map { limit in
                    Timer(after: limit.time) { limit.handler(filter) }
                }
                await call.answer(upTo: Limits.contextAnswerBytes, body)
                timer?.cancel()
            case .superseded: call.fail(WireError.failed, "newer values have replaced these")
            }
            self?.calls.finish()
        }
    }
}

/// A call that only reads.
@LoopActor private final class Reading {
    /// True once focusd awaits the answer no longer.
    var isAbandoned = false
}

/// The calls about one filter, which run one after the other.
///
/// New values replace values that still wait: the app would adopt the old values only to replace
/// them at once.
@LoopActor private final class FilterCallQueue {
    /// Instruction to a waiting call.
    enum Instruction {
        case run
        /// Newer values have replaced this call.
        case superseded
    }

    typealias Call = @LoopActor (Instruction) async -> Void

    private var waiting: [(isPerform: Bool, call: Call)] = []
    private var isRunning = false

    /// Runs `call` after the earlier calls have ended.
    func add(isPerform: Bool, _ call: @escaping Call) {
        if isPerform, let old = waiting.firstIndex(where: \.isPerform) {
            let superseded = waiting.remove(at: old).call
            Task { await superseded(.superseded) }
        }
        waiting.append((isPerform, call))
        guard !isRunning else { return }
        isRunning = true
        Task { await run() }
    }

    private func run() async {
        while !waiting.isEmpty { await waiting.removeFirst().call(.run) }
        isRunning = false
    }
}

extension MethodCall {
    /// Answers with the result of `body`, or with its error.
    ///
    /// - Parameter limit: length of the answer in bytes. A longer answer is replaced by an error:
    ///   focusd would not read it, and would not call the app for ``Limits/longAnswerPause``.
    func answer(
        upTo limit: Int, _ body: @Sendable () async throws -> [Value]
    ) async {
        do {
            let values = try await body()
            let reply = message.methodReturn()
            try reply.append(contentsOf: values)
            guard reply.byteCount <= limit else {
                return fail(
                    WireError.failed, "the answer to \(member) is longer than \(limit) bytes")
            }
            reply.dropBytes()
            self.reply(reply)
        } catch {
            fail(ErrorReply(answering: error))
        }
    }
}

extension ErrorReply {
    /// Creates the bus error for an error of a provider.
    init(answering error: any Error) {
        switch error {
        case let error as MissingParameter:
            self.init(WireError.missingParameterValue, "\(error.name) has no value")
        case FilterProblem.notFound(let text): self.init(WireError.notFound, text)
        case FilterProblem.invalid(let text): self.init(WireError.invalidArgs, text)
        case let error as ParameterMismatch:
            self.init(WireError.invalidArgs, error.description)
        default: self.init(WireError.failed, "\(error)")
        }
    }
}

/// The provider of an app's Focus filters; `org.focusd.FocusFilter1` without the bus.
///
/// Any thread may call the methods, which may take long. A thrown error is answered with its text;
/// ``MissingParameter`` and ``FilterProblem`` have error names of their own.
package protocol FilterProvider: Sendable {
    /// The ids of the filters, which never change.
    var filterIDs: [String] { get }

    /// Returns the filters' declarations for focusd.
    func declarations() async -> [FilterDeclaration]

    /// Returns the parameters of a filter, which give the types of the arriving values.
    func parameters(of filter: String) async -> [ParameterDeclaration]

    /// Adopts new values and returns the resulting context.
    ///
    /// Calls about one filter run one after the other.
    func perform(_ filter: String, _ values: ParameterValues) async throws -> FilterContext

    /// Returns the context that the values would have, without adopting them.
    func appContext(_ filter: String, _ values: ParameterValues) async throws -> FilterContext

    /// Returns the description of the filter with these values.
    func display(_ filter: String, _ values: ParameterValues) async throws -> FilterDisplay

    /// Returns suggested values for a user who sets the filter for the first time.
    func suggestions(_ filter: String) async throws -> [ParameterValues]

    /// Returns entities of a type.
    func entities(
        _ filter: String, type: String, _ query: EntityRequest
    ) async throws -> [ParameterChoice]

    /// Returns the choices of a parameter with options.
    func options(_ filter: String, parameter: String) async throws -> [ParameterChoice]
}

/// A query for entities.
package enum EntityRequest: Hashable, Sendable {
    /// The entities with the identifiers, except those that no longer exist.
    case identifiers([String])
    /// The suggested entities.
    case suggested
    /// The entities that match the user's text.
    case matching(String)
}

/// A reason to refuse a question to a filter.
package enum FilterProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such filter, entity type or parameter; the text says which.
    case notFound(String)
    /// The value in the text is invalid.
    case invalid(String)

    package var description: String {
        switch self {
        case .notFound(let text), .invalid(let text): text
        }
    }
}
