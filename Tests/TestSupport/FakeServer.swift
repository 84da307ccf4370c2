// SPDX-License-Identifier: Apache-2.0
package import DBus
package import GLibLoop

/// A notification server without a screen, for a private bus. It records what it receives and
/// follows its script.
///
/// It has a connection of its own, even in the process of the tested code.
@LoopActor package final class FakeServer {
    /// The name and the interface of notification servers.
    package nonisolated static let name: BusName = "org.freedesktop.Notifications"
    /// The object path of notification servers.
    package nonisolated static let path: ObjectPath = "/org/freedesktop/Notifications"

    /// The answer of `GetCapabilities`.
    package var capabilities = ["actions", "body", "body-markup", "icon-static", "persistence"]
    /// The answer of `GetServerInformation`: name, vendor, version, specification version.
    package var information = ["fake", "tests", "1.0", "1.2"]
    /// The id of the next notification that replaces none.
    package var nextID: UInt32 = 1
    /// The answer to a `Notify` without a script.
    package var usualAnswer: FakeServerAnswer = .usual
    /// The answer of `Echo`; nil for the argument of the call.
    package var echo: Value?
    /// True to leave calls other than `Notify` without an answer as well.
    package var isHung = false
    /// True to delay the answers to questions about the server until this is false again.
    package var holdsQuestions = false {
        didSet {
            guard !holdsQuestions else { return }
            let calls = questions
            questions = []
            for call in calls { serve(call) }
        }
    }
    /// Returns the answer to a `Notify` without a script; nil for ``usualAnswer``.
    package var answerTo: (@LoopActor (ReceivedNotification) -> FakeServerAnswer?)?
    /// Called with each `Notify` before it is answered; signals emitted here precede the answer.
    package var beforeAnswer: (@LoopActor (ReceivedNotification) -> Void)?

    /// Called with the id of each `CloseNotification` before it is answered.
    package var onClose: (@LoopActor (UInt32) -> Void)?

    /// Every `Notify`, oldest first.
    package private(set) var notifications: [ReceivedNotification] = []
    /// The ids of every `CloseNotification`, oldest first.
    package private(set) var closed: [UInt32] = []
    /// The members of every call to ``FakeServerInterfaces/own``, oldest first.
    package private(set) var ownCalls: [String] = []
    /// The connection to the bus; nil after ``leave()``.
    package private(set) var connection: Connection?

    private var registrations: [Registration] = []
    private var script: [FakeServerAnswer?] = []
    private var held: [(call: MethodCall, id: UInt32)] = []
    private var questions: [MethodCall] = []
    private var waiters: [Waiter] = []

    /// Connects to the bus at `address` and takes the name.
    ///
    /// - Parameters:
    ///   - name: Another name to own, such as that of a desktop's shell.
    ///   - replacing: True to take the name from another owner.
    package init(
        address: String, name: BusName = FakeServer.name, replacing: Bool = false
    ) throws {
        let connection = try Connection(address: address)
        self.connection = connection
        registrations.append(
            connection.export(FakeServerInterfaces.notifications, at: Self.path) {
                [weak self] call in self?.serve(call)
            })
        registrations.append(
            connection.export(FakeServerInterfaces.own, at: Self.path) { [weak self] call in
                self?.serveOwn(call)
            })
        let reply = try connection.requestName(
            name,
            replacing
                ? [.replaceExisting, .allowReplacement, .doNotQueue]
                : [.allowReplacement, .doNotQueue])
        guard reply == .primaryOwner else { throw FakeServerError.nameTaken }
    }

    /// Leaves the bus at once, as a crashed server does.
    package func leave() {
        registrations = []
        held = []
        connection?.close()
        connection = nil
        changed()
    }

    // MARK: - Script

    /// Sets the answer to the `number`-th `Notify` from now on; the next one is number 1.
    package func answer(_ answer: FakeServerAnswer, toNotify number: Int = 1) {
        while script.count < number { script.append(nil) }
        script[number - 1] = answer
    }

    /// Answers all delayed calls, in their order.
    package func release() {
        let calls = held
        held = []
        for (call, id) in calls { call.reply(.uint32(id)) }
    }

    /// Removes the notifications so far, to keep memory flat in long runs.
    package func forgetNotifications() {
        notifications = []
    }

    // MARK: - Signals

    /// Emits a signal of the notification interface.
    package func emit(_ member: MemberName, _ arguments: Value...) throws {
        let signal = Message.signal(
            path: Self.path, interface: FakeServerInterfaces.notifications.name, member: member)
        try signal.append(contentsOf: arguments)
        connection?.send(signal)
    }

    /// Emits `NotificationClosed`; 1 expired, 2 dismissed, 3 closed by a call, 4 anything else.
    package func emitClosed(_ id: UInt32, reason: UInt32 = 2) throws {
        try emit("NotificationClosed", .uint32(id), .uint32(reason))
    }

    /// Emits `ActionInvoked`, after an `ActivationToken` where one is given.
    package func emitAction(_ id: UInt32, _ key: String, token: String? = nil) throws {
        if let token { try emit("ActivationToken", .uint32(id), .string(token)) }
        try emit("ActionInvoked", .uint32(id), .string(key))
    }

    /// Emits `NotificationReplied`.
    package func emitReply(_ id: UInt32, _ text: String) throws {
        try emit("NotificationReplied", .uint32(id), .string(text))
    }

    /// Emits a signal of the server's own interface.
    package func emitOwn(_ text: String) throws {
        let signal = Message.signal(
            path: Self.path, interface: FakeServerInterfaces.own.name, member: "Changed")
        try signal.append(text)
        connection?.send(signal)
    }

    // MARK: - Expectations

    /// Waits for the `number`-th `Notify`, the first being number 1, and returns it.
    @discardableResult
    package func notification(
        _ number: Int, within deadline: Duration = .seconds(180)
    ) async throws -> ReceivedNotification {
        try await wait(for: "notification \(number)", within: deadline) {
            $0.notifications.count >= number
        }
        return notifications[number - 1]
    }

    /// Waits until `condition` holds. Checks it after every call that the server receives.
    ///
    /// - Throws: `FakeServerError.timedOut` at the deadline, with `what` and the received
    ///   notifications.
    package func wait(
        for what: String, within deadline: Duration = .seconds(180),
        until condition: @escaping @LoopActor (FakeServer) -> Bool
    ) async throws {
        if condition(self) { return }
        try await withCheckedThrowingContinuation { continuation in
            let waiter = Waiter(condition: condition, continuation: continuation)
            waiter.timer = Timer(after: deadline) { [weak self, weak waiter] in
                guard let self, let waiter else { return }
                self.waiters.removeAll { $0 === waiter }
                waiter.continuation.resume(
                    throwing: FakeServerError.timedOut(
                        waitingFor: what, received: self.notifications.map(\.summary)))
            }
            waiters.append(waiter)
        }
    }

    private func changed() {
        let ready = waiters.filter { $0.condition(self) }
        waiters.removeAll { waiter in ready.contains { $0 === waiter } }
        for waiter in ready { waiter.continuation.resume() }
    }

    @LoopActor private final class Waiter {
        let condition: @LoopActor (FakeServer) -> Bool
        let continuation: CheckedContinuation<Void, any Error>
        var timer: Timer?

        init(
            condition: @escaping @LoopActor (FakeServer) -> Bool,
            continuation: CheckedContinuation<Void, any Error>
        ) {
            self.condition = condition
            self.continuation = continuation
        }
    }
}

// The handling of calls.
extension FakeServer {
    private func serve(_ call: MethodCall) {
        defer { changed() }
        if call.message.member == "Notify" {
            serveNotify(call)
            return
        }
        if isHung { return }
        if holdsQuestions, call.message.member?.hasPrefix("Get") == true {
            questions.append(call)
            return
        }
        switch call.message.member {
        case "GetCapabilities": call.reply(.strings(capabilities))
        case "GetServerInformation":
            call.reply(
                .string(information[0]), .string(information[1]), .string(information[2]),
                .string(information[3]))
        default: serveClose(call)
        }
    }

    private func serveClose(_ call: MethodCall) {
        var reader = call.message.reader
        // The types were checked against the XML.
        guard let id = try? reader.uint32() else { return }
        closed.append(id)
        onClose?(id)
        call.reply()
        try? emitClosed(id, reason: 3)
    }

    private func serveNotify(_ call: MethodCall) {
        // The types were checked against the XML.
        guard let arguments = try? call.message.arguments(),
            let notification = ReceivedNotification(arguments)
        else { return }
        notifications.append(notification)
        let scripted = script.isEmpty ? nil : script.removeFirst()
        beforeAnswer?(notification)
        switch scripted ?? answerTo?(notification) ?? usualAnswer {
        case .usual: call.reply(.uint32(id(for: notification)))
        case .id(let id): call.reply(.uint32(id))
        case .hold: held.append((call, id(for: notification)))
        case .never: break
        case .refuse(let name, let text): call.reply(call.message.errorReply(name, text))
        case .values(let values):
            let reply = call.message.methodReturn()
            // A script that cannot be sent leaves the call without an answer.
            if (try? reply.append(contentsOf: values)) != nil { call.reply(reply) }
        case .crash: leave()
        }
    }

    private func id(for notification: ReceivedNotification) -> UInt32 {
        if notification.replacesID != 0 { return notification.replacesID }
        defer { nextID &+= 1 }
        return nextID
    }

    private func serveOwn(_ call: MethodCall) {
        defer { changed() }
        ownCalls.append(call.message.member ?? "")
        switch call.message.member {
        case "Ping": call.reply()
        default:
            var reader = call.message.reader
            if let value = try? reader.value() { call.reply(echo ?? value) }
        }
    }
}
