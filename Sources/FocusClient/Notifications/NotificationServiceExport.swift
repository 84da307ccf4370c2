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
@LoopActor final class NotificationServiceExport {
    private let provider: any NotificationServiceProvider
    private let calls: AnsweredCalls
    private var registration: Registration?

    init(
        _ connection: Connection, app: AppID, provider: any NotificationServiceProvider,
        calls: AnsweredCalls
    ) {
        self.provider = provider
        self.calls = calls
        // The XML is part of the program. DBusTests and FocusWireTests check it.
        guard let interface = try? WireInterface.notificationService, let path = app.servicePath
        else { return }
        registration = connection.export(
            interface, at: path, admit: { [weak calls] call in calls?.refusalUnlessFocusd(call) }
        ) { [weak self] call in self?.handle(call) }
    }

    private func handle(_ call: MethodCall) {
        var reader = call.arguments
        guard !calls.isFull, let identifier = try? reader.string(),
            let payload = try? reader.string(), let milliseconds = try? reader.uint32()
        else { return call.fail(WireError.limitsExceeded, "too many calls at once") }
        calls.begin()
        Task { [provider] in
            await call.answer(upTo: Limits.serviceAnswerBytes) {
                let content = await provider.didReceive(
                    identifier, payload, within: .milliseconds(Int64(milliseconds)))
                return [(content ?? ServiceContent()).fields]
            }
            calls.finish()
        }
    }
}
