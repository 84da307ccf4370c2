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
    /// Requests in progress: all of them, and those of each app.
    private var open = 0
    private var openOfApp: [AppID: Int] = [:]
    private var count: UInt64 = 0
    private var logged = LoggedFailures<AppID>()

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
            openOfApp[app, default: 0] < Limits.serviceRequestsPerApp,
            let name = app.serviceName, let path = app.servicePath
        else { return completion(payload) }
        open += 1
        openOfApp[app, default: 0] += 1
        count += 1
        let request = Request(
            app: app, name: name, path: path, identifier: "remote-\(count)", text: text,
            payload: payload, deadline: .now + Limits.serviceDeadline
        ) { [weak self] payload in
            self?.ended(app)
            completion(payload)
        }
        start(request)
    }

    private func ended(_ app: AppID) {
        open -= 1
        let left = openOfApp[app, default: 1] - 1
        openOfApp[app] = left > 0 ? left : nil
    }

    private func start(_ request: Request) {
        connection.bus.start(request.name, within: left(request)) { [weak self] result in
            switch result {
            case .success: self?.identify(request)
            // Most apps have none. A bus may give the same answer about a program that was started
            // by hand and that no service file names (dbus-daemon 1.14).
            case .failure(let error) where error.code == .serviceUnknown:
                self?.identify(request, isExpected: false)
            case .failure(let error):
                self?.report("could not be started (\(error.name))", request)
                request.completion(request.payload)
            }
        }
    }

    /// Identifies the owner of the extension's name and checks that it may speak for the app.
    ///
    /// - Parameter isExpected: false if the name may well have no owner.
    private func identify(_ request: Request, isExpected: Bool = true) {
        connection.bus.owner(of: request.name, within: left(request)) { [weak self] owner in
            guard let self, let owner else {
                if isExpected { self?.report("ended without an answer", request) }
                return request.completion(request.payload)
            }
            let peer = PeerName(rawValue: owner.rawValue)
            let isAccepted = senders.identify(peer) { [weak self] identity in
                guard identity.maySpeak(for: request.app) else {
                    return request.completion(request.payload)
                }
                self?.send(request, to: owner)
            }
            if !isAccepted { request.completion(request.payload) }
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
            report(Self.reason(error), request)
        } catch {
            report("\(error)", request)
        }
        request.completion(payload)
    }

    private static func reason(_ error: CallError) -> String {
        let text = error.message.filterErrorText
        return switch error.code {
        case .timedOut:
            "did not answer within \(Limits.serviceDeadline.components.seconds) s"
        case .noReply, .serviceUnknown, .nameHasNoOwner: "ended without an answer"
        case .disconnected: "cannot be asked, because the session bus is gone"
        default: "answered with an error: \(text.isEmpty ? error.name.rawValue : text)"
        }
    }

    private func report(_ reason: String, _ request: Request) {
        guard logged.mayLog(reason, of: request.app, at: .now) else { return }
        log.warning(
            "the notification service extension of \(request.app) \(reason);"
                + " the notification is delivered as it came")
    }

    private func left(_ request: Request) -> Duration {
        max(request.deadline - .now, .milliseconds(1))
    }
}
