// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore
package import FocusWire
package import GLibLoop

/// The line of the user's own tools to focusd: `org.focusd.Focus1.Control`.
@LoopActor package final class ControlClient {
    private let connection: Connection

    /// Uses a connection that others may use as well.
    package init(_ connection: Connection) {
        self.connection = connection
    }

    /// Connects to the session bus of the environment, or to the one at `address`.
    package convenience init(address: String? = nil) throws(ControlError) {
        self.init(try SessionBus.connect(address))
    }

    /// Whether a focusd is on the bus. A request would have the bus start one where it knows how.
    package var isRunning: Bool {
        (try? connection.nameOwner(WireName.focus)) != nil
    }

    /// Asks and awaits the answer.
    package func send<Answer>(
        _ request: ControlRequest<Answer>
    ) async throws(ControlError) -> Answer {
        try request.answer(
            from: await connection.ask(
                request.member, request.arguments, of: .control, timeout: request.timeout))
    }

    /// Asks for a whole list of notifications, a page at a time.
    package func entries(_ query: HistoryQuery) async throws(ControlError) -> [EntryWire] {
        var entries: [EntryWire] = []
        var rest: HistoryQuery? = query
        while let query = rest {
            let page = try await send(.entries(query.page))
            entries += page
            rest = query.following(page)
        }
        return entries
    }

    /// Asks and holds the thread until the answer is there; quickest where nothing else is to do.
    package func sendBlocking<Answer>(
        _ request: ControlRequest<Answer>
    ) throws(ControlError) -> Answer {
        try request.answer(
            from: connection.askBlocking(
                request.member, request.arguments, of: .control, timeout: request.timeout))
    }

    /// Asks all at once and holds the thread until every answer is there; in the requests' order.
    ///
    /// For what focusd must ask of apps: their waits pass side by side.
    package func sendBlocking<Answer>(
        _ requests: [ControlRequest<Answer>]
    ) -> [Result<Answer, ControlError>] {
        let calls = requests.map { request in
            (member: request.member, arguments: request.arguments, timeout: request.timeout)
        }
        let answers = connection.askBlocking(calls, of: .control)
        return zip(requests, answers).map { request, values in
            values.flatMap { values in
                Result { () throws(ControlError) in try request.answer(from: values) }
            }
        }
    }

    /// Calls `handler` with everything that focusd tells from now on, until the token goes.
    ///
    /// focusd may leave and come back; it is subscribed to anew then.
    package func subscribe(
        _ handler: @escaping @LoopActor (ControlEvent) -> Void
    ) -> ControlSubscription {
        ControlSubscription(connection, handler)
    }

    /// The same events as a sequence, which ends when nobody reads it any more.
    package func events() -> AsyncStream<ControlEvent> {
        let (stream, continuation) = AsyncStream.makeStream(of: ControlEvent.self)
        let subscription = subscribe { continuation.yield($0) }
        continuation.onTermination = { _ in
            Task { @LoopActor in subscription.cancel() }
        }
        return stream
    }
}

extension ControlRequest {
    fileprivate func answer(from values: [Value]) throws(ControlError) -> Answer {
        guard let answer = decode(values) else {
            throw .malformedAnswer(member: member.rawValue)
        }
        return answer
    }
}

extension Service {
    static let control = Service(
        name: WireName.focus, path: WireName.focusPath, interface: WireName.control)
}
