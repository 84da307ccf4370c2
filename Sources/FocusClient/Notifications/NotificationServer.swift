// SPDX-License-Identifier: Apache-2.0

import DBus
package import FocusCore
import FocusWire
import GLibLoop

/// The notification service extension of an app; `org.focusd.NotificationService1` without the bus.
package protocol NotificationServiceProvider: Sendable {
    /// Returns the new content of a remote notification; nil to deliver it unchanged.
    ///
    /// - Parameters:
    ///   - identifier: The request's identifier.
    ///   - payload: The JSON of the remote notification.
    ///   - limit: Maximum time until the answer. focusd ignores a later answer.
    func didReceive(
        _ identifier: String, _ payload: String, within limit: Duration
    ) async -> ServiceContent?
}

/// Serves `org.focusd.NotificationService1` of an app with the provider's answers, for focusd
/// alone.
@LoopActor final class NotificationServer {
    private let provider: any NotificationServiceProvider
    private let focusd: FocusdWatch
    private var registration: Registration?
    private(set) var running = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Called when a call arrives, and when the last one is answered.
    var onActivity: (@LoopActor () -> Void)?

    init(
        _ connection: Connection, app: AppID, provider: any NotificationServiceProvider,
        focusd: FocusdWatch
    ) {
        self.provider = provider
        self.focusd = focusd
        // The XML is part of the program. DBusTests and FocusWireTests check it.
        guard let interface = try? WireInterface.notificationService, let path = app.servicePath
        else { return }
        registration = connection.export(
            interface, at: path, admit: { [weak self] call in self?.refusal(of: call) }
        ) { [weak self] call in self?.handle(call) }
    }

    /// Returns once no call is being answered.
    func idle() async {
        guard running > 0 else { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    private func refusal(of call: MethodCall) -> ErrorReply? {
        if let owner = focusd.owner, call.sender.rawValue == owner { return nil }
        return ErrorReply(WireError.accessDenied, "only focusd may call this")
    }

    private func handle(_ call: MethodCall) {
        var reader = call.arguments
        guard running < Limits.answeredFilterCalls, let identifier = try? reader.string(),
            let payload = try? reader.string(), let milliseconds = try? reader.uint32()
        else { return call.fail(WireError.limitsExceeded, "too many calls at once") }
        running += 1
        onActivity?()
        Task { [provider] in
            let content = await provider.didReceive(
                identifier, payload, within: .milliseconds(Int64(milliseconds)))
            let reply = call.message.methodReturn()
            do {
                try reply.append((content ?? ServiceContent()).fields)
                call.reply(reply)
            } catch {
                call.fail(WireError.failed, "\(error)")
            }
            finish()
        }
    }

    private func finish() {
        running -= 1
        guard running == 0 else { return }
        for waiter in waiters { waiter.resume() }
        waiters = []
        onActivity?()
    }
}
