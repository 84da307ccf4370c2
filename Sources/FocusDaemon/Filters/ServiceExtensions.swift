// SPDX-License-Identifier: Apache-2.0

// Notification service extensions: a remote notification with `mutable-content` goes to the app's
// own extension before its delivery, as on Apple's systems. The notification is delivered in every
// case. If the extension is missing, fails or does not answer in time, the original payload is
// used. The extension's answer is the app's own text and is checked in the same way.

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// Passes remote notifications to the service extensions of apps.
@LoopActor final class ServiceExtensions {
    private let connection: Connection
    private let senders: SenderDirectory
    private let log: Log
    private var open = 0
    private var count: UInt64 = 0

    typealias Completion = @LoopActor (RemotePayload) -> Void

    init(_ connection: Connection, senders: SenderDirectory, log: Log) {
        self.connection = connection
        self.senders = senders
        self.log = log
    }

    /// Payload on its way through an extension.
    private struct Request {
        let app: AppID
        let name: BusName
        let path: ObjectPath
        let identifier: String
        let text: String
        let payload: RemotePayload
        let deadline: ContinuousClock.Instant
        let completion: Completion
    }

    /// Calls `completion` once with the payload, as changed by the app's extension.
    ///
    /// - Parameter text: the payload as received.
    func change(
        _ payload: RemotePayload, _ text: String, of app: AppID,
        completion: @escaping Completion
    ) {
        guard payload.isMutable, payload.hasAlert, open < Limits.serviceRequests,
            let name = app.serviceName, let path = app.servicePath
        else { return completion(payload) }
        open += 1
        count += 1
        let request = Request(
            app: app, name: name, path: path, identifier: "remote-\(count)", text: text,
            payload: payload, deadline: .now + Limits.serviceDeadline
        ) { [weak self] payload in
            self?.open -= 1
            completion(payload)
        }
        start(request)
    }

    private func start(_ request: Request) {
        let message = Message.methodCall(
            destination: WireName.bus, path: WireName.busPath, interface: WireName.busInterface,
            member: "StartServiceByName")
        // A bus name contains no NUL.
        try? message.append(.string(request.name.rawValue), .uint32(0))
        connection.call(message, timeout: left(request)) { [weak self] result in
            switch result {
            case .success: self?.identify(request)
            case .failure(let error):
                // Most apps have no service extension.
                if error.code != .serviceUnknown {
                    self?.report("could not be started (\(error.name))", request)
                }
                request.completion(request.payload)
            }
        }
    }

    /// Identifies the owner of the extension's name and checks that it may speak for the app.
    private func identify(_ request: Request) {
        let message = Message.methodCall(
            destination: WireName.bus, path: WireName.busPath, interface: WireName.busInterface,
            member: "GetNameOwner")
        try? message.append(request.name.rawValue)
        connection.call(message, timeout: left(request)) { [weak self] result in
            var reader = (try? result.get())?.reader
            guard let self, let text = try? reader?.string(), let owner = try? BusName(text) else {
                self?.report("ended without an answer", request)
                return request.completion(request.payload)
            }
            let isHeld = senders.identify(PeerName(rawValue: text)) { [weak self] identity in
                guard identity.maySpeak(for: request.app) else {
                    return request.completion(request.payload)
                }
                self?.send(request, to: owner)
            }
            if !isHeld { request.completion(request.payload) }
        }
    }

    private func send(_ request: Request, to owner: BusName) {
        let message = Message.methodCall(
            destination: owner, path: request.path, interface: WireName.notificationService,
            member: "DidReceive")
        message.setNoAutoStart()
        let time = left(request)
        let milliseconds =
            time.components.seconds * 1_000 + time.components.attoseconds / 1_000_000_000_000_000
        do {
            try message.append(
                .string(request.identifier), .string(request.text), .uint32(UInt32(milliseconds)))
        } catch {
            return request.completion(request.payload)
        }
        connection.call(message, timeout: time) { [weak self] result in
            self?.finish(request, result)
        }
    }

    private func finish(_ request: Request, _ result: Result<Message, CallError>) {
        var payload = request.payload
        do {
            payload = payload.changed(by: try ServiceContent(answer: result.get()))
        } catch let error as CallError {
            let text = error.message.filterErrorText
            report(
                error.code == .timedOut
                    ? "did not answer within \(Limits.serviceDeadline.components.seconds) s"
                    : "answered with an error: \(text.isEmpty ? error.name.rawValue : text)",
                request)
        } catch {
            report("\(error)", request)
        }
        request.completion(payload)
    }

    private func report(_ reason: String, _ request: Request) {
        log.warning(
            "the notification service extension of \(request.app) \(reason);"
                + " the notification is delivered as it came")
    }

    private func left(_ request: Request) -> Duration {
        max(request.deadline - .now, .milliseconds(1))
    }
}
