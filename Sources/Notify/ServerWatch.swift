// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// What the messages on the bus say about the server, in the order in which they arrive.
///
/// GDBus hands every message to its worker thread's filter at once, also while libnotify blocks the
/// actor's thread in a call. The filter records here; the actor takes the events out:
///
/// - Events before the answer to a `Notify` are delivered before `show` returns, those behind it
///   after it returned. So a caller that maps ids never sees an event of a notification that it does
///   not know yet, and a popup's expiry never looks like that of the notification that replaces it.
/// - Calls that were given up keep their serial, so a late answer finds the request it belongs to.
final class ServerWatch: Sendable {
    /// Events of the server that wait while a call to it blocks; further ones are lost.
    static let maximumEvents = 16_384
    /// Bytes of the texts in events that wait; further ones are lost.
    static let maximumEventBytes = 4 << 20
    /// How many unanswered calls are remembered; the oldest are forgotten first.
    static let maximumOverdue = 4096

    /// How a call ended.
    enum Answer: Hashable {
        case returned(id: UInt32?)
        case failed(ShowError)
    }

    private struct State {
        var owner: String?
        var ownerChanges: UInt64 = 0
        var events: [ServerEvent] = []
        var eventBytes = 0
        /// The `Notify` that libnotify waits for.
        var current: Call?
        /// Serials and tokens of calls that were given up, oldest first.
        var overdue: [(serial: UInt32, token: UInt64)] = []
        /// The newest answer of any kind.
        var newest: (serial: UInt32, answer: Answer)?
    }

    private struct Call {
        var serial: UInt32?
        var answer: Answer?
        /// How many events were waiting when the answer came.
        var eventsBefore = 0
    }

    private let state = Mutex(State())
    /// Called, from any thread, when events wait and none did before.
    private let onEvents: @Sendable () -> Void

    init(onEvents: @escaping @Sendable () -> Void) {
        self.onEvents = onEvents
    }

    /// The unique name of the server, and a number that changes whenever it does.
    var owner: (name: String?, change: UInt64) {
        state.withLock { ($0.owner, $0.ownerChanges) }
    }

    // MARK: - What the filter sees

    /// A signal of the server arrived.
    func received(_ event: ServerEvent, from sender: String) {
        append { state in
            let bytes = event.textBytes
            guard state.owner == sender, state.events.count < Self.maximumEvents,
                state.eventBytes + bytes <= Self.maximumEventBytes
            else { return nil }
            state.eventBytes += bytes
            return event
        }
    }

    /// The name went to another connection, or to none.
    func ownerChanged(to owner: String?) {
        append { state in
            state.owner = owner
            state.ownerChanges += 1
            return owner == nil ? .serverVanished : .serverAppeared
        }
    }

    /// A `Notify` is about to be written to the socket.
    func sending(serial: UInt32) {
        state.withLock { $0.current?.serial = serial }
    }

    /// The answer to an earlier call arrived.
    func answered(serial: UInt32, _ answer: Answer) {
        append { state in
            state.newest = (serial, answer)
            if state.current?.serial == serial, state.current?.answer == nil {
                state.current?.answer = answer
                state.current?.eventsBefore = state.events.count
                return nil
            }
            guard let index = state.overdue.firstIndex(where: { $0.serial == serial }) else {
                return nil
            }
            return Self.lateEvent(state.overdue.remove(at: index).token, answer)
        }
    }

    // MARK: - What the actor does

    /// The answer of the bus to who the owner is, unless a change was seen since `change`.
    func learned(owner: String?, at change: UInt64) {
        append { state in
            guard state.ownerChanges == change, let owner else { return nil }
            state.owner = owner
            state.ownerChanges += 1
            return .serverAppeared
        }
    }

    /// libnotify is about to send a `Notify`.
    func begin() {
        state.withLock { $0.current = Call() }
    }

    /// libnotify returned; gives the answer if one came, and the events that precede it.
    ///
    /// Without an answer, `overdue` names the call whose answer is still to be expected.
    func end(overdue: @autoclosure () -> (serial: UInt32, token: UInt64)?) -> (
        answer: Answer?, events: [ServerEvent]
    ) {
        let late = overdue()
        return state.withLock { state in
            let call = state.current
            state.current = nil
            guard let call, let answer = call.answer else {
                if let late { Self.remember(late, in: &state) }
                return (nil, [])
            }
            let events = Array(state.events.prefix(call.eventsBefore))
            state.events.removeFirst(events.count)
            state.eventBytes -= events.reduce(0) { $0 + $1.textBytes }
            return (answer, events)
        }
    }

    /// Whether the newest answer belongs to `serial` and is no error.
    func succeeded(serial: UInt32) -> Bool {
        guard case .returned? = newestAnswer(to: serial) else { return false }
        return true
    }

    /// The error that answered `serial`, if the newest answer is one.
    func failure(ofSerial serial: UInt32) -> ShowError? {
        guard case .failed(let error)? = newestAnswer(to: serial) else { return nil }
        return error
    }

    private func newestAnswer(to serial: UInt32) -> Answer? {
        state.withLock { $0.newest?.serial == serial ? $0.newest?.answer : nil }
    }

    /// Takes out all events.
    func takeEvents() -> [ServerEvent] {
        state.withLock { state in
            defer {
                state.events = []
                state.eventBytes = 0
            }
            return state.events
        }
    }

    /// The connection is gone: nothing more arrives, and what was overdue never will.
    func abandon() -> [ServerEvent] {
        state.withLock { state in
            let lost = state.overdue.map { ServerEvent.lateFailure(token: $0.token, .busLost) }
            defer {
                state.events = []
                state.eventBytes = 0
                state.overdue = []
                state.owner = nil
                state.ownerChanges += 1
            }
            return state.events + lost
        }
    }

    private func append(_ event: (inout sending State) -> ServerEvent?) {
        let isFirst = state.withLock { state in
            guard let event = event(&state) else { return false }
            state.events.append(event)
            return state.events.count == 1
        }
        if isFirst { onEvents() }
    }

    private static func remember(_ call: (serial: UInt32, token: UInt64), in state: inout State) {
        state.overdue.append(call)
        if state.overdue.count > maximumOverdue { state.overdue.removeFirst() }
    }

    private static func lateEvent(_ token: UInt64, _ answer: Answer) -> ServerEvent? {
        switch answer {
        case .returned(let id?): .lateAnswer(token: token, id: id)
        case .returned(nil): .lateFailure(token: token, .malformedAnswer)
        case .failed(let error): .lateFailure(token: token, error)
        }
    }
}
