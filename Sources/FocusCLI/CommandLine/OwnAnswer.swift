// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// The answer of a command line of this program, without the change that it would make: what a
/// step may say about words that another command would refuse.
@LoopActor struct OwnAnswer {
    /// The refusal; nil if the command would make its change.
    let failure: CommandFailure?
    /// The steps that the command would print beside its change, as for a name that may be a
    /// person's.
    let hints: [String]

    /// - Parameter words: the command line without the program's name.
    init(_ words: [String], _ invocation: Invocation) {
        let state = State()
        let output = Output { stream, text in
            if stream == .error { state.notes += text }
            return true
        }
        let trial = Invocation(
            output: output, environment: invocation.environment, now: invocation.now
        ) { () throws(ControlError) in
            ReadingConnection(try invocation.connection(), state)
        }
        trial.words = words
        trial.beforeFileChange = { () throws(CommandFailure) in
            state.hasReachedChange = true
            throw CommandFailure(.refused, nil)
        }
        let refusal = Self.failure(words, trial)
        failure = state.hasReachedChange ? nil : refusal
        hints = state.notes.split(separator: "\n").map { String($0).trimmingBlanks }
            .filter { $0.contains(": focus-switch ") }
    }

    private static func failure(_ words: [String], _ trial: Invocation) -> CommandFailure? {
        do throws(CommandFailure) {
            let reader = CommandLineReader(commands: CommandTable.all)
            guard case .run(let command, let values) = try reader.read(words) else { return nil }
            try NewestNotification(invocation: trial, command: command).refuse(values)
            try command.body(trial, values)
            return nil
        } catch {
            return error
        }
    }

    /// Record of what the command has done.
    @LoopActor private final class State {
        var notes = ""
        var hasReachedChange = false
    }

    /// A connection that asks focusd, but never for a change.
    @LoopActor private final class ReadingConnection: ControlConnection {
        private let base: any ControlConnection
        private let state: State

        init(_ base: any ControlConnection, _ state: State) {
            self.base = base
            self.state = state
        }

        var isRunning: Bool { base.isRunning }

        func start() throws(ControlError) { throw .notReachable("it does not run") }

        func sendBlocking<Answer>(
            _ request: ControlRequest<Answer>
        ) throws(ControlError) -> Answer {
            guard !request.isChange else {
                state.hasReachedChange = true
                throw .refused(.other, message: "a change")
            }
            return try base.sendBlocking(request)
        }

        func sendBlocking<Answer>(
            _ requests: [ControlRequest<Answer>]
        ) -> [Result<Answer, ControlError>] {
            requests.map { request in
                Result { () throws(ControlError) in try sendBlocking(request) }
            }
        }

        func follow(_ handler: @escaping @LoopActor (ControlEvent) -> Void) -> AnyObject {
            base.follow(handler)
        }
    }
}
