// SPDX-License-Identifier: Apache-2.0

import AppIntents
import FocusClient
import FocusCore

/// The program of a ``UNNotificationServiceExtension``.
enum ServiceExtensionProgram {
    /// Maximum time without requests until an extension ends.
    private static let idle = Duration.seconds(30)

    static func run(_ type: UNNotificationServiceExtension.Type) async {
        let session = AppSession.process
        guard session.role == .serviceExtension else {
            SDKReport.write(
                "this program is a notification service extension; start it with the argument "
                    + "\(AppSession.serviceArgument), as in Exec= of its .service file")
            exit(1)
        }
        await session.use(ServiceExtensionProvider(type))
        do throws(ControlError) {
            try await session.serveUntilIdle(idle)
        } catch {
            SDKReport.write("the notification service extension is not served: \(error.text)")
            exit(1)
        }
    }
}

/// Answers focusd's requests with instances of the app's extension.
final class ServiceExtensionProvider: NotificationServiceProvider {
    /// Waits for a time.
    typealias Pause = @Sendable (Duration) async -> Void

    private let type: UNNotificationServiceExtension.Type
    private let pause: Pause

    init(
        _ type: UNNotificationServiceExtension.Type,
        pause: @escaping Pause = { try? await Task.sleep(for: $0) }
    ) {
        self.type = type
        self.pause = pause
    }

    func didReceive(
        _ identifier: String, _ payload: String, within limit: Duration
    ) async -> ServiceContent? {
        guard let content = UNMutableNotificationContent(remotePayload: payload) else { return nil }
        let request = UNNotificationRequest(
            identifier: identifier, content: content, trigger: UNPushNotificationTrigger())
        // The app finds the values that its extension keeps, as it finds those of a Focus filter.
        return await StoredDefaults.synchronized {
            await ServiceCall(type.init(), request, limit, pause).content()
        }
    }
}

/// A notification that an extension is changing.
private final class ServiceCall: @unchecked Sendable {
    // Unchecked because of the app's instance. A subclass must protect its own state, as on Apple's
    // systems, because its two methods run on different threads.
    private let instance: UNNotificationServiceExtension
    private let request: UNNotificationRequest
    private let limit: Duration
    private let pause: ServiceExtensionProvider.Pause

    init(
        _ instance: UNNotificationServiceExtension, _ request: UNNotificationRequest,
        _ limit: Duration, _ pause: @escaping ServiceExtensionProvider.Pause
    ) {
        self.instance = instance
        self.request = request
        self.limit = limit
        self.pause = pause
    }

    /// Returns the content that the app passes to the handler; nil if the app passes none in time.
    func content() async -> ServiceContent? {
        await withCheckedContinuation { continuation in
            let end = Once<ServiceContent?> { continuation.resume(returning: $0) }
            let handOver: @Sendable (UNNotificationContent) -> Void = { content in
                end(ServiceContent(content.fields))
            }
            // Runs on a thread of a queue, because an extension may block the thread.
            DispatchQueue.global().async { [self] in
                instance.didReceive(request, withContentHandler: handOver)
            }
            Task { [self] in
                await pause(limit * 0.8)
                DispatchQueue.global().async { [self] in
                    if !end.isCalled { instance.serviceExtensionTimeWillExpire() }
                }
                await pause(limit * 0.1)
                end(nil)
            }
        }
    }
}

extension ServiceContent {
    /// Makes the content from all fields of the extension's content.
    init(_ fields: ContentFields) {
        self.init()
        title = fields.title
        subtitle = fields.subtitle
        body = fields.body
        badge = fields.badge.flatMap { UInt32(exactly: $0.intValue) }
        category = fields.categoryIdentifier
        thread = fields.threadIdentifier
        filterCriteria = fields.filterCriteria
        level = fields.effectiveLevel
        sound = fields.sound.map(\.payloadName) ?? ""
        targetContent = fields.targetContentIdentifier
        relevance = fields.relevanceScore
        image =
            fields.attachments.first { $0.kind == .picture && !$0.isHidden }?.url
            .absoluteString
        people = fields.people.isEmpty ? nil : fields.people
    }
}

extension UNNotificationSound {
    /// The name of the sound in a payload.
    fileprivate var payloadName: String {
        switch source {
        case .usual: "default"
        case .ringtone: "phone-incoming-call"
        case .named(let name): name
        }
    }
}
