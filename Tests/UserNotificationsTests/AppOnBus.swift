// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import Foundation
import GLibLoop
import Synchronization
import TestSupport

@testable import UserNotifications

/// An app with its center on a private bus, with a scripted notification server.
@LoopActor final class AppOnBus {
    nonisolated static let id = AppID("org.example.Chat")

    let bus: PrivateBus
    private(set) var server: FakeServer?
    nonisolated let center: UNUserNotificationCenter
    nonisolated let clock: ManualClock
    nonisolated let delegate: RecordingDelegate

    /// - Parameter capabilities: the server's capabilities; nil for no server.
    init(
        capabilities: [String]? = ["actions", "body", "body-markup"], app: AppID? = id,
        archive: RequestArchive? = nil, clock: ManualClock = ManualClock()
    ) throws {
        bus = try PrivateBus()
        self.clock = clock
        center = UNUserNotificationCenter(
            session: AppSession(app: app, address: bus.address) { _ in }, appName: "Chat",
            archive: archive, clock: clock)
        delegate = RecordingDelegate(Recorder())
        center.delegate = delegate
        // The loop owns the recorder.
        center.delegateExecutor = { work in Task { @LoopActor in work() } }
        if let capabilities { try startServer(capabilities) }
    }

    /// Runs an app from its start to its end.
    static func run(
        capabilities: [String]? = ["actions", "body", "body-markup"], archive: RequestArchive,
        clock: ManualClock = ManualClock(), _ body: @LoopActor (AppOnBus) async throws -> Void
    ) async throws {
        weak var office: PostOffice?
        do {
            let app = try AppOnBus(capabilities: capabilities, archive: archive, clock: clock)
            office = app.center.office
            try await body(app)
        }
        try await waitForEnd { office }
    }

    func startServer(_ capabilities: [String] = ["actions", "body", "body-markup"]) throws {
        let server = try FakeServer(address: bus.address)
        server.capabilities = capabilities
        self.server = server
    }

    var fake: FakeServer {
        get throws {
            guard let server else { throw TestSupportError("there is no server") }
            return server
        }
    }

    /// Adds a request and returns the notification that the server received.
    func show(
        _ content: UNNotificationContent, identifier: String = "1"
    ) async throws -> ReceivedNotification {
        try await center.add(
            UNNotificationRequest(identifier: identifier, content: content, trigger: nil))
        guard let last = try fake.notifications.last else {
            throw TestSupportError("nothing came")
        }
        return last
    }

    /// Adds a request without waiting.
    nonisolated func addLater(_ request: UNNotificationRequest) {
        center.add(request)
    }

    /// Waits until the center has done all its work.
    nonisolated func settle() async {
        _ = await center.pendingNotificationRequests()
    }
}

/// Waits until the office of a center that the test has given up is gone. A task that has just
/// answered the test may still hold it, and the files of an app belong to the office until then.
@LoopActor func waitForEnd(of office: @LoopActor () -> PostOffice?) async throws {
    let deadline = ContinuousClock.now + .testDeadline
    while office() != nil {
        guard .now < deadline else { throw DeadlinePassed() }
        await Task.yield()
    }
}

/// Returns a content with a title and further changes.
func content(
    _ title: String = "Lunch?", _ fill: (UNMutableNotificationContent) -> Void = { _ in }
) -> UNNotificationContent {
    let content = UNMutableNotificationContent()
    content.title = title
    fill(content)
    return content
}

/// A delegate that implements the methods with completion handlers.
final class RecordingDelegate: NSObject, UNUserNotificationCenterDelegate, Sendable {
    let responses: Recorder<UNNotificationResponse>
    let presented: Recorder<UNNotification>
    let options = Mutex<UNNotificationPresentationOptions>([.banner, .list, .sound, .badge])

    @LoopActor init(_ responses: Recorder<UNNotificationResponse>) {
        self.responses = responses
        presented = Recorder()
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        LoopActor.assumeIsolated { responses.record(response) }
        completionHandler()
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        LoopActor.assumeIsolated { presented.record(notification) }
        completionHandler(options.withLock { $0 })
    }
}

/// A clock that a test sets.
final class ManualClock: TriggerClock, Sendable {
    private let state: Mutex<State>

    private struct State {
        var now: Date
        var timeZone: TimeZone
        var date: Date?
        var body: (@Sendable () -> Void)?
        var onTimeZoneChange: (@Sendable () -> Void)?
    }

    /// - Parameters:
    ///   - start: any time in UTC.
    ///   - zone: the name of the user's time zone.
    init(_ start: String = "2026-03-10T12:00:00Z", in zone: String = "Europe/Berlin") {
        state = Mutex(
            State(
                now: (try? Date(start, strategy: .iso8601)) ?? .distantPast,
                timeZone: TimeZone(identifier: zone) ?? .gmt))
    }

    var now: Date { state.withLock { $0.now } }

    var timeZone: TimeZone { state.withLock { $0.timeZone } }

    func onTimeZoneChange(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.onTimeZoneChange = body }
    }

    /// Changes the user's time zone.
    ///
    /// - Parameter isReported: False if the system reports no change.
    func travel(to zone: String, isReported: Bool) {
        let report = state.withLock { state in
            state.timeZone = TimeZone(identifier: zone) ?? .gmt
            return state.onTimeZoneChange
        }
        if isReported { report?() }
    }

    /// The time at which the center asked to be woken.
    var wakeDate: Date? { state.withLock { $0.date } }

    func wake(at date: Date?, _ body: @escaping @Sendable () -> Void) {
        state.withLock { state in
            state.date = date
            state.body = body
        }
        ring()
    }

    /// Lets time pass.
    func advance(by seconds: TimeInterval) {
        state.withLock { $0.now += seconds }
        ring()
    }

    private func ring() {
        let body = state.withLock { state -> (@Sendable () -> Void)? in
            guard let date = state.date, date <= state.now else { return nil }
            state.date = nil
            return state.body
        }
        body?()
    }
}
