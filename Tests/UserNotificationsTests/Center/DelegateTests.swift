// SPDX-License-Identifier: Apache-2.0

import DBus
import Foundation
import GLibLoop
import Synchronization
import TestSupport
import Testing

@testable import UserNotifications

/// Delegates that implement some methods, with completion handlers or async.
@Suite("UNUserNotificationCenterDelegate", .timeLimit(.minutes(5))) @LoopActor
struct DelegateTests {
    // MARK: In front

    @Test("the delegate is asked only while the app says that it is in front")
    func inFront() async throws {
        let app = try AppOnBus()
        _ = try await app.show(content("behind"))
        #expect(app.delegate.presented.pending.isEmpty)
        app.center.isAppInFront = true
        try await app.center.add(
            UNNotificationRequest(identifier: "2", content: content("front"), trigger: nil))
        #expect(try await app.delegate.presented.next().request.identifier == "2")
        #expect(try await app.fake.notification(2).summary == "front")
    }

    @Test(
        "the delegate's answer decides how the notification appears",
        arguments: [
            (UNNotificationPresentationOptions([.banner, .list, .sound]), "active", false),
            ([.alert], "active", true),
            ([.list], "passive", true),
        ] as [(UNNotificationPresentationOptions, String, Bool)])
    func options(
        options: UNNotificationPresentationOptions, level: String, isSilent: Bool
    ) async throws {
        let app = try AppOnBus()
        let focusd = try FakeApps(app.bus)
        app.center.isAppInFront = true
        app.delegate.options.withLock { $0 = options }
        try await app.center.add(
            UNNotificationRequest(
                identifier: "1",
                content: content {
                    $0.sound = .default
                    $0.badge = 4
                }, trigger: nil))
        let sent = try await app.fake.notification(1)
        #expect(sent.hints["interruption-level"] == .string(level))
        #expect((sent.hints["suppress-sound"] == .boolean(true)) == isSilent)
        #expect((sent.hints["sound-name"] == nil) == isSilent)
        #expect(focusd.counts.pending.isEmpty)
    }

    @Test("a notification that the delegate hides does not appear, but may count")
    func nothing() async throws {
        let app = try AppOnBus()
        let focusd = try FakeApps(app.bus)
        app.center.isAppInFront = true
        app.delegate.options.withLock { $0 = [.badge] }
        try await app.center.add(
            UNNotificationRequest(
                identifier: "1", content: content { $0.badge = 4 }, trigger: nil))
        #expect(try await focusd.counts.next() == 4)
        #expect(await app.center.deliveredNotifications().isEmpty)
        #expect(try app.fake.notifications.isEmpty)
    }

    @Test("a delegate that never answers holds nothing else up")
    func silentDelegate() async throws {
        let app = try AppOnBus()
        let delegate = SilentDelegate()
        app.center.delegate = delegate
        app.center.isAppInFront = true
        try await app.center.add(
            UNNotificationRequest(identifier: "1", content: content(), trigger: nil))
        app.center.isAppInFront = false
        #expect(try await app.show(content("next"), identifier: "2").summary == "next")
        withExtendedLifetime(delegate) {}
    }

    // MARK: Spellings

    @Test("an app that implements the async spelling alone is reached")
    func asyncOnly() async throws {
        let app = try AppOnBus()
        let delegate = AsyncDelegate(Recorder())
        app.center.delegate = delegate
        app.center.isAppInFront = true
        try await app.center.add(
            UNNotificationRequest(identifier: "1", content: content(), trigger: nil))
        _ = try await app.fake.notification(1)
        await app.settle()
        try app.fake.emitAction(1, "default")
        #expect(
            try await delegate.responses.next().actionIdentifier
                == UNNotificationDefaultActionIdentifier)
    }

    @Test("an app that implements nothing shows nothing in front, and nothing hangs")
    func neither() async throws {
        let app = try AppOnBus()
        let delegate = EmptyDelegate()
        let answer = Recorder<UNNotificationPresentationOptions>()
        let notification = try await notification(app)
        delegate.userNotificationCenter(app.center, willPresent: notification) { options in
            Task { @LoopActor in answer.record(options) }
        }
        #expect(try await answer.next() == [])
        #expect(
            await delegate.userNotificationCenter(app.center, willPresent: notification) == [])
        delegate.userNotificationCenter(app.center, openSettingsFor: nil)
    }

    @Test("each spelling leads to the other, also through a delegate that hands its calls on")
    func forwarding() async throws {
        let app = try AppOnBus()
        let notification = try await notification(app)
        let inner = RecordingDelegate(Recorder())
        inner.options.withLock { $0 = [.list] }
        let outer = ForwardingDelegate(inner)
        let answer = Recorder<UNNotificationPresentationOptions>()
        // The outer delegate's method with a completion handler leads to its async method, which
        // calls the inner delegate's method with a completion handler.
        outer.userNotificationCenter(app.center, willPresent: notification) { options in
            Task { @LoopActor in answer.record(options) }
        }
        #expect(try await answer.next() == [.list])
        #expect(try await inner.presented.next() == notification)
    }

    @Test("a completion handler that is called twice counts once")
    func twice() async throws {
        let app = try AppOnBus()
        let delegate = TwiceDelegate()
        app.center.delegate = delegate
        app.center.isAppInFront = true
        try await app.center.add(
            UNNotificationRequest(identifier: "1", content: content(), trigger: nil))
        _ = try await app.fake.notification(1)
        app.center.isAppInFront = false
        _ = try await app.show(content("next"), identifier: "2")
        #expect(try app.fake.notifications.map(\.summary) == ["Lunch?", "next"])
        withExtendedLifetime(delegate) {}
    }

    @Test("the delegate is held weakly, and its absence is no fault")
    func weakDelegate() async throws {
        let app = try AppOnBus()
        app.center.delegate = EmptyDelegate()
        #expect(app.center.delegate == nil)
        app.center.isAppInFront = true
        try await app.center.add(
            UNNotificationRequest(identifier: "1", content: content(), trigger: nil))
        app.center.isAppInFront = false
        _ = try await app.show(content("shown"), identifier: "2")
        #expect(try app.fake.notifications.map(\.summary) == ["shown"])
    }

    // MARK: Threads

    @Test("without an executor of the app's, the delegate is called on the main queue")
    func mainQueue() async throws {
        let app = try AppOnBus()
        let delegate = QueueDelegate()
        app.center.delegate = delegate
        app.center.delegateExecutor = nil
        _ = try await app.show(content())
        try app.fake.emitAction(1, "default")
        #expect(try await withDeadline { await delegate.isOnMainQueue() })
    }

    @Test("a main queue that nobody serves is reported, once")
    func unservedQueue() async throws {
        let queue = DispatchQueue(label: "unserved")
        queue.suspend()
        let reports = Recorder<String>()
        let done = Recorder<Int>()
        let main = MainQueue(queue, patience: .milliseconds(1)) { report in
            Task { @LoopActor in reports.record(report) }
        }
        main.run { Task { @LoopActor in done.record(1) } }
        main.run { Task { @LoopActor in done.record(2) } }
        #expect(try await reports.next().contains("delegateExecutor"))
        queue.resume()
        _ = try await done.next()
        _ = try await done.next()
        #expect(reports.pending.isEmpty)
    }

    private func notification(_ app: AppOnBus) async throws -> UNNotification {
        _ = try await app.show(content())
        return try #require(await app.center.deliveredNotifications().first)
    }
}

private final class EmptyDelegate: NSObject, UNUserNotificationCenterDelegate {}

/// Records the queue of its calls. If `dispatchMain()` serves the main queue, as in a test runner,
/// the main queue runs on another thread than the process's first thread.
private final class QueueDelegate: NSObject, UNUserNotificationCenterDelegate, Sendable {
    private let calls: AsyncStream<Bool>
    private let continuation: AsyncStream<Bool>.Continuation

    private let key = DispatchSpecificKey<Bool>()

    override init() {
        (calls, continuation) = AsyncStream.makeStream()
        DispatchQueue.main.setSpecific(key: key, value: true)
    }

    func isOnMainQueue() async -> Bool {
        await calls.first { _ in true } ?? false
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping () -> Void
    ) {
        continuation.yield(DispatchQueue.getSpecific(key: key) ?? false)
        completionHandler()
    }
}

private final class SilentDelegate: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {}
}

private final class TwiceDelegate: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
        withCompletionHandler completionHandler:
            @escaping (UNNotificationPresentationOptions) -> Void
    ) {
        completionHandler([.banner])
        completionHandler([.banner])
    }
}

@LoopActor private final class AsyncDelegate: NSObject, UNUserNotificationCenterDelegate {
    let responses: Recorder<UNNotificationResponse>

    init(_ responses: Recorder<UNNotificationResponse>) {
        self.responses = responses
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        [.banner]
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
    ) async {
        responses.record(response)
    }
}

private final class ForwardingDelegate: NSObject, UNUserNotificationCenterDelegate, Sendable {
    let inner: RecordingDelegate

    init(_ inner: RecordingDelegate) {
        self.inner = inner
    }

    func userNotificationCenter(
        _ center: UNUserNotificationCenter, willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        await onLoop(center, notification)
    }

    /// Runs on the loop, which owns the inner delegate's recorders.
    @LoopActor private func onLoop(
        _ center: UNUserNotificationCenter, _ notification: UNNotification
    ) async -> UNNotificationPresentationOptions {
        await withCheckedContinuation { answer in
            inner.userNotificationCenter(center, willPresent: notification) {
                answer.resume(returning: $0)
            }
        }
    }
}
