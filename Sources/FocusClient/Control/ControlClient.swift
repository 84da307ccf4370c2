// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore
package import FocusWire
package import GLibLoop

/// The client of the user's own tools for focusd: `org.focusd.Focus1.Control`.
///
/// No request starts focusd: that would replace the user's notification server. ``start()`` makes
/// the bus start the server that the session is set up for.
@LoopActor package final class ControlClient {
    private let connection: Connection

    /// Uses a connection, which others may share.
    package init(_ connection: Connection) {
        self.connection = connection
    }

    /// Connects to the session bus of the environment, or to the one at `address`.
    package convenience init(address: String? = nil) throws(ControlError) {
        self.init(try SessionBus.connect(address))
    }

    /// True while a focusd is on the bus.
    package var isRunning: Bool {
        (try? connection.nameOwner(WireName.focus)) != nil
    }

    /// Makes the bus start the session's notification server, as the first notification would.
    ///
    /// - Throws: `notReachable` if another server shows notifications, or the bus cannot start one.
    package func start() throws(ControlError) {
        // The bus answers at once if a server runs, and starts no other one.
        _ = try connection.askBlocking(
            "StartServiceByName", [.string(WireName.notifications.rawValue), .uint32(0)],
            of: .bus, timeout: BusService.startTimeout)
        // focusd has both of its names before it answers the first call.
        _ = try? connection.askBlocking("Ping", [], of: .notificationServer)
        guard isRunning else { throw .notReachable("another server shows notifications") }
    }

    /// Sends a request and awaits the answer.
    package func send<Answer>(
        _ request: ControlRequest<Answer>
    ) async throws(ControlError) -> Answer {
        try request.answer(
            from: await connection.ask(
                request.member, request.arguments, of: .control, timeout: request.timeout))
    }

    /// Requests a whole list of notifications, a page at a time.
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

    /// Requests figures about all apps that have sent notifications lately, a page at a time.
    package func appDetails() async throws(ControlError) -> [AppDetails] {
        try await pages(ControlRequest.appDetails) { $0.next }
    }

    /// Requests figures about all people whom notifications have named lately, a page at a time.
    package func personDetails() async throws(ControlError) -> [PersonDetails] {
        try await pages(ControlRequest.personDetails) { $0.next }
    }

    /// Requests a whole list, a page at a time.
    ///
    /// - Parameters:
    ///   - request: returns the request for the page behind an element; nil for the first page.
    ///   - next: returns the name of the next page, of the last element of a page.
    private func pages<Element>(
        _ request: (String?) -> ControlRequest<[Element]>, next: (Element) -> String?
    ) async throws(ControlError) -> [Element] {
        var elements: [Element] = []
        var following: String?
        repeat {
            let page = try await send(request(following))
            elements += page
            following = page.last.flatMap(next)
        } while following != nil
        return elements
    }

    /// Sends a request and blocks the thread until the answer arrives. Fastest for a program
    /// without other work.
    package func sendBlocking<Answer>(
        _ request: ControlRequest<Answer>
    ) throws(ControlError) -> Answer {
        try request.answer(
            from: connection.askBlocking(
                request.member, request.arguments, of: .control, timeout: request.timeout))
    }

    /// Sends all requests at once and blocks the thread until every answer has arrived. Returns the
    /// answers in the order of the requests.
    ///
    /// For requests that focusd forwards to apps: their waiting times overlap.
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

    /// Calls `handler` with every event of focusd from now on, until the token is dropped.
    ///
    /// After a restart of focusd it subscribes again.
    ///
    /// - Parameter onRefusal: Called with the reason when focusd refuses the subscription, as one
    ///   subscriber too many. No event follows until focusd restarts, or accepts a later
    ///   ``ControlSubscription/askForEvents()``; calls are answered.
    package func subscribe(
        _ handler: @escaping @LoopActor (ControlEvent) -> Void,
        onRefusal: (@LoopActor (String) -> Void)? = nil
    ) -> ControlSubscription {
        ControlSubscription(connection, handler, onRefusal: onRefusal)
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

extension BusService {
    static let control = BusService(
        name: WireName.focus, path: WireName.focusPath, interface: WireName.control,
        isActivatable: false)

    /// The program that shows notifications, as long as there is one.
    static let notificationServer = BusService(
        name: WireName.notifications, path: WireName.notificationsPath,
        interface: "org.freedesktop.DBus.Peer", isActivatable: false)
}
