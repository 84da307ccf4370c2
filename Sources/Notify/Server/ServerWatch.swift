// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Records the server's messages in the order in which they arrive.
///
/// GDBus passes every message to the filter on its worker thread at once, even while libnotify
/// blocks the actor's thread in a call. The filter records the messages here, and the actor takes
/// the events:
///
/// - Events before the answer to a `Notify` are delivered before `show` returns, later events after
///   it. A caller that maps ids therefore never sees an event of an unknown notification, and never
///   takes a popup's expiry for the expiry of its replacement. The end of a new popup that arrives
///   before its own answer, as dunst sends for a suppressed popup, is delivered after it.
/// - Calls that timed out keep their serial, so that a late answer finds its request.
final class ServerWatch: Sendable {
    /// Maximum number of the server's events that wait during a blocking call, or until the loop
    /// has handled earlier ones. Further ones are lost.
    static let maximumEvents = 16_384
    /// Maximum number of waiting ends of other popups than those that the server has answered with:
    /// popups from before the connection, and ids that a faulty server invents. Such a server
    /// leaves three quarters of the room to the ends that are due.
    static let maximumOtherEnds = 4_096
    /// Maximum number of remembered popups. Beyond it, the older half counts as others: a server
    /// may never tell the ends of its popups.
    static let maximumPopups = 16_384
    /// Maximum bytes of the texts in waiting events. Further events are lost.
    static let maximumEventBytes = 4 << 20
    /// Minimum time between two events that tell of lost actions.
    static let pauseOfReports = Duration.seconds(60)
    /// Maximum number of remembered unanswered calls. The oldest are dropped first.
    static let maximumOverdue = 4096

    /// The outcome of a call: the id, which is 0 if the server shows no popup, or nil for an answer
    /// that is no id.
    enum Answer: Hashable {
        case returned(id: UInt32?)
        case failed(ShowError)
    }

    private struct State {
        var owner: String?
        var ownerChanges: UInt64 = 0
        var events: [ServerEvent] = []
        var eventBytes = 0
        /// Popups that the server has answered with, and whose ends have not arrived.
        var popups: Set<UInt32> = []
        /// Popups from before those in ``popups``.
        var olderPopups: Set<UInt32> = []
        /// Number of ends of other popups since all events were taken.
        var otherEnds = 0
        var actions = ActionAllowance()
        /// The earliest time of the next event that tells of lost actions.
        var nextReport: ContinuousClock.Instant?
        /// The `Notify` that libnotify waits for.
        var current: Call?
        /// Serials and tokens of calls that timed out, oldest first.
        var overdue: [(serial: UInt32, token: UInt64)] = []
        /// The newest answer of any kind.
        var newest: (serial: UInt32, answer: Answer)?
    }

    private struct Call {
        /// True if the call replaces a popup, so that an end before the answer may be the popup's.
        let replaces: Bool
        /// Number of waiting events when the call began.
        let eventsAtStart: Int
        var serial: UInt32?
        var answer: Answer?
        /// Number of waiting events at the arrival of the answer.
        var eventsBefore = 0

        /// Number of waiting events that must stay where they are, because the events are split
        /// there.
        var boundary: Int { max(eventsAtStart, eventsBefore) }

        /// Returns true for the end of the popup that the call created.
        func isOwnEnd(_ event: ServerEvent) -> Bool {
            guard !replaces, case .returned(let own?)? = answer, case .closed(let id, _) = event
            else { return false }
            return id == own
        }
    }

    private let state = Mutex(State())
    /// Called from any thread when the first event waits.
    private let onEvents: @Sendable () -> Void

    init(onEvents: @escaping @Sendable () -> Void) {
        self.onEvents = onEvents
    }

    /// The unique name of the server, and a number that changes with each owner.
    var owner: (name: String?, change: UInt64) {
        state.withLock { ($0.owner, $0.ownerChanges) }
    }

    // MARK: - Calls of the filter

    /// Records a signal of the server.
    func received(
        _ event: ServerEvent, from sender: String, at now: ContinuousClock.Instant = .now
    ) {
        append { state in
            let bytes = event.textBytes
            guard state.owner == sender, state.events.count < Self.maximumEvents,
                state.eventBytes + bytes <= Self.maximumEventBytes
            else { return nil }
            if let popup = event.actedOn, !state.actions.take(bytes, ofPopup: popup, at: now) {
                if let next = state.nextReport, now < next { return nil }
                state.nextReport = now + Self.pauseOfReports
                return .actionsLost
            }
            if case .closed(let popup, _) = event, !Self.forget(popup, in: &state) {
                guard state.otherEnds < Self.maximumOtherEnds else { return nil }
                state.otherEnds += 1
            }
            state.eventBytes += bytes
            return event
        }
    }

    /// Records that another connection, or none, owns the name.
    ///
    /// A server that only comes and goes while events wait leaves no event: a program could take
    /// the name and leave it all the time, and these events are not in the limit, because the last
    /// one always counts.
    func ownerChanged(to owner: String?) {
        append { state in
            state.owner = owner
            state.ownerChanges += 1
            (state.popups, state.olderPopups) = ([], [])
            let event: ServerEvent = owner == nil ? .serverVanished : .serverAppeared
            let last = state.events.count - 1
            let first = state.current?.boundary ?? 0
            guard last >= first, state.events[last] == .serverAppeared else { return event }
            if event == .serverAppeared { return nil }
            guard last > first, state.events[last - 1] == .serverVanished else { return event }
            state.events.removeLast()
            return nil
        }
    }

    /// Records that a `Notify` is about to be written to the socket.
    func sending(serial: UInt32) {
        state.withLock { $0.current?.serial = serial }
    }

    /// Records the answer to an earlier call.
    func answered(serial: UInt32, _ answer: Answer) {
        append { state in
            state.newest = (serial, answer)
            if state.current?.serial == serial, state.current?.answer == nil {
                state.current?.answer = answer
                state.current?.eventsBefore = state.events.count
                Self.remember(answer, in: &state)
                return nil
            }
            guard let index = state.overdue.firstIndex(where: { $0.serial == serial }) else {
                return nil
            }
            Self.remember(answer, in: &state)
            return Self.lateEvent(state.overdue.remove(at: index).token, answer)
        }
    }

    // MARK: - Calls of the actor

    /// Records the owner in the bus's answer, unless the owner has changed since `change`.
    func learned(owner: String?, at change: UInt64) {
        append { state in
            guard state.ownerChanges == change, let owner else { return nil }
            state.owner = owner
            state.ownerChanges += 1
            return .serverAppeared
        }
    }

    /// Prepares for a `Notify` of libnotify.
    ///
    /// - Parameter replaces: True if it replaces a popup.
    func begin(replaces: Bool = false) {
        state.withLock { state in
            state.current = Call(replaces: replaces, eventsAtStart: state.events.count)
        }
    }

    /// Returns the answer, if one arrived during libnotify's call, and the events that precede it.
    ///
    /// Without an answer, `overdue` identifies the call whose answer may still arrive.
    func end(overdue: (serial: UInt32, token: UInt64)?) -> (
        answer: Answer?, events: [ServerEvent]
    ) {
        state.withLock { state in
            let call = state.current
            state.current = nil
            guard let call, let answer = call.answer else {
                if let overdue { Self.remember(overdue, in: &state) }
                return (nil, [])
            }
            var events = Array(state.events.prefix(call.eventsBefore))
            state.events.removeFirst(events.count)
            let early = events.dropFirst(call.eventsAtStart).filter(call.isOwnEnd)
            if !early.isEmpty {
                events.removeAll { early.contains($0) }
                state.events.insert(contentsOf: early, at: 0)
            }
            state.eventBytes -= events.reduce(0) { $0 + $1.textBytes }
            return (answer, events)
        }
    }

    /// Returns true if the newest answer belongs to `serial` and is not an error.
    func succeeded(serial: UInt32) -> Bool {
        guard case .returned? = newestAnswer(to: serial) else { return false }
        return true
    }

    /// Returns the error that answered `serial`, if it is the newest answer.
    func failure(ofSerial serial: UInt32) -> ShowError? {
        guard case .failed(let error)? = newestAnswer(to: serial) else { return nil }
        return error
    }

    private func newestAnswer(to serial: UInt32) -> Answer? {
        state.withLock { $0.newest?.serial == serial ? $0.newest?.answer : nil }
    }

    /// Removes and returns all events.
    func takeEvents() -> [ServerEvent] {
        state.withLock { state in
            defer {
                state.events = []
                state.eventBytes = 0
                state.otherEnds = 0
            }
            return state.events
        }
    }

    /// Handles the end of the connection: no more messages arrive, and overdue answers never will.
    /// Returns the events of the lost answers.
    func abandon() -> [ServerEvent] {
        state.withLock { state in
            let lost = state.overdue.map { ServerEvent.lateFailure(token: $0.token, .busLost) }
            defer {
                state.events = []
                state.eventBytes = 0
                state.otherEnds = 0
                (state.popups, state.olderPopups) = ([], [])
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

    private static func remember(_ answer: Answer, in state: inout State) {
        guard case .returned(let popup?) = answer, popup != 0 else { return }
        if state.popups.count >= maximumPopups / 2 {
            (state.popups, state.olderPopups) = ([], state.popups)
        }
        state.popups.insert(popup)
    }

    /// Returns false for a popup that is not remembered.
    private static func forget(_ popup: UInt32, in state: inout State) -> Bool {
        let older = state.olderPopups.remove(popup)
        return state.popups.remove(popup) ?? older != nil
    }

    private static func lateEvent(_ token: UInt64, _ answer: Answer) -> ServerEvent? {
        switch answer {
        case .returned(0?): .lateFailure(token: token, .notShown)
        case .returned(let id?): .lateAnswer(token: token, id: id)
        case .returned(nil): .lateFailure(token: token, .malformedAnswer)
        case .failed(let error): .lateFailure(token: token, error)
        }
    }
}
