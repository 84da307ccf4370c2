// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

@testable import UserNotifications

/// The center with the real focusd in front of the notification server.
@Suite("UserNotifications with focusd", .timeLimit(.minutes(5))) @LoopActor struct FocusdTests {
    private static let work = """
        [Focus]
        Name=Work
        Apps=allow
        AppList=org.example.Chat;

        [Filter org.example.Chat ChatFilter]
        Predicate=SELF IN {"work"}
        """

    private func add(
        _ identifier: String, criteria: String?, to center: UNUserNotificationCenter
    ) async throws {
        let content = content(identifier) { $0.filterCriteria = criteria }
        try await center.add(
            UNNotificationRequest(identifier: identifier, content: content, trigger: nil))
    }

    @Test("a Focus filters by the criteria, and the app does not notice")
    func filters() async throws {
        try await withFocusd(["focuses/work.focus": Self.work]) { desk in
            try await desk.control("Activate", .string("Work"))
            try await add("personal", criteria: "personal", to: desk.center)
            try await add("work", criteria: "work", to: desk.center)
            try await add("none", criteria: nil, to: desk.center)
            _ = try await desk.server.notification(2)
            #expect(desk.server.notifications.map(\.summary) == ["work", "none"])
            #expect(
                await Set(desk.center.deliveredNotifications().map(\.request.identifier))
                    == ["personal", "work", "none"])
        }
    }

    @Test("the badge is the app's own")
    func badge() async throws {
        try await withFocusd { desk in
            try await desk.center.setBadgeCount(3)
            let badges = try await desk.control("Badges")
            #expect(badges.first?["org.example.Chat"]?.asUInt32 == 3)
        }
    }

    @Test("responses come through focusd, with the token to come to the front")
    func responses() async throws {
        try await withFocusd { desk in
            try await add("1", criteria: nil, to: desk.center)
            _ = try await desk.server.notification(1)
            try desk.server.emitAction(1, "default", token: "token-7")
            let response = try await desk.delegate.responses.next()
            #expect(response.actionIdentifier == UNNotificationDefaultActionIdentifier)
            #expect(response.activationToken == "token-7")
        }
    }

    @Test("an expired notification is still delivered: the user has not dealt with it")
    func expired() async throws {
        try await withFocusd { desk in
            try await add("1", criteria: nil, to: desk.center)
            _ = try await desk.server.notification(1)
            try desk.server.emitClosed(1, reason: 1)
            // focusd reports the end of the first notification before it answers this call.
            try await add("2", criteria: nil, to: desk.center)
            _ = try await desk.server.notification(2)
            try await desk.control("Status")
            #expect(await desk.center.deliveredNotifications().count == 2)
        }
    }

    @Test("a notification that the user dismissed after its popup had expired is gone")
    func dismissedLater() async throws {
        try await withFocusd { desk in
            for name in ["1", "2", "3"] { try await add(name, criteria: nil, to: desk.center) }
            _ = try await desk.server.notification(3)
            for id: UInt32 in 1...3 { try desk.server.emitClosed(id, reason: 1) }
            try await desk.dismiss("1")
            #expect(
                await Set(desk.center.deliveredNotifications().map(\.request.identifier))
                    == ["2", "3"])
            // Also by an app that does not run meanwhile.
            try await desk.restartApp { try await desk.dismiss("2") }
            #expect(
                await desk.center.deliveredNotifications().map(\.request.identifier) == ["3"])
        }
    }

    @Test("notifications outlive a restart of focusd, and are replaced after it")
    func restart() async throws {
        try await withFocusd { desk in
            try await add("1", criteria: nil, to: desk.center)
            _ = try await desk.server.notification(1)
            try await desk.restartFocusd()
            #expect(await desk.center.deliveredNotifications().count == 1)
            try await add("1", criteria: nil, to: desk.center)
            #expect(try await desk.server.notification(2).replacesID == 1)
        }
    }

    @Test("a bridge in focusd's place is no other server: the notifications outlive it")
    func bridge() async throws {
        try await withFocusd(onGNOME: true) { desk in
            try await add("1", criteria: nil, to: desk.center)
            _ = try await desk.server.notification(1)
            try await desk.waitForRecord("1")
            try await desk.endFocusd(SIGKILL)
            // The bus reports the new owner before it answers this call.
            try await desk.center.setBadgeCount(1)
            #expect(await desk.center.deliveredNotifications().count == 1)
            try await desk.startFocusd()
            try await add("2", criteria: nil, to: desk.center)
            _ = try await desk.server.notification(2)
            try desk.server.emitAction(1_000, "default")
            let response = try await desk.delegate.responses.next()
            #expect(response.notification.request.identifier == "1")
            #expect(
                await desk.center.deliveredNotifications().map(\.request.identifier) == ["2"])
        }
    }

    @Test("another server in focusd's place has other notifications under the same ids")
    func replacedByAnotherServer() async throws {
        try await withFocusd { desk in
            try await add("1", criteria: nil, to: desk.center)
            _ = try await desk.server.notification(1)
            try await desk.endFocusd()
            let other = try FakeServer(address: desk.address)
            // The bus reports the new owner before it answers this call.
            try await desk.center.setBadgeCount(1)
            #expect(await desk.center.deliveredNotifications().isEmpty)
            try await add("1", criteria: nil, to: desk.center)
            #expect(try await other.notification(1).replacesID == 0)
        }
    }

    @Test("the next run of the app knows its notifications, and takes them back")
    func nextRun() async throws {
        try await withFocusd { desk in
            try await add("1", criteria: nil, to: desk.center)
            try await add("2", criteria: nil, to: desk.center)
            _ = try await desk.server.notification(2)
            try await desk.restartApp()
            #expect(
                await Set(desk.center.deliveredNotifications().map(\.request.identifier))
                    == ["1", "2"])
            desk.center.removeAllDeliveredNotifications()
            try await desk.server.wait(for: "both to be closed") { $0.closed.count == 2 }
            #expect(Set(desk.server.closed) == [1, 2])
        }
    }

    /// Adds two notifications, ends focusd, and starts the app again. Returns once the app has
    /// found no server.
    private func startAppFirst(on desk: FocusdDesk) async throws {
        try await add("1", criteria: nil, to: desk.center)
        try await add("2", criteria: nil, to: desk.center)
        _ = try await desk.server.notification(2)
        try await desk.endFocusd()
        try await desk.restartApp()
        _ = await desk.center.pendingNotificationRequests()
    }

    @Test("an app that starts before focusd knows its notifications, and which ones expired")
    func appStartsBeforeFocusd() async throws {
        try await withFocusd { desk in
            try await startAppFirst(on: desk)
            try await desk.startFocusd()
            try await add("3", criteria: nil, to: desk.center)
            _ = try await desk.server.notification(3)
            try desk.server.emitClosed(1, reason: 1)
            // focusd reports the end of the first notification before it answers this call.
            try await add("4", criteria: nil, to: desk.center)
            _ = try await desk.server.notification(4)
            try await desk.control("Status")
            #expect(
                await Set(desk.center.deliveredNotifications().map(\.request.identifier))
                    == ["1", "2", "3", "4"])
            desk.center.removeAllDeliveredNotifications()
            try await desk.server.wait(for: "three to be closed") { $0.closed.count == 3 }
            #expect(Set(desk.server.closed) == [2, 3, 4])
        }
    }

    @Test("an app that starts before another server replaces nothing there")
    func appStartsBeforeAnotherServer() async throws {
        try await withFocusd { desk in
            try await startAppFirst(on: desk)
            let other = try FakeServer(address: desk.address)
            try await add("2", criteria: nil, to: desk.center)
            #expect(try await other.notification(1).replacesID == 0)
            #expect(
                await desk.center.deliveredNotifications().map(\.request.identifier) == ["2"])
        }
    }
}

/// A session with focusd, a scripted server behind it, and an app.
@LoopActor private final class FocusdDesk {
    let server: FakeServer
    /// GNOME's shell, whose object is the server; nil for a server behind focusd.
    private let shell: FakeShell?
    let delegate = RecordingDelegate(Recorder())
    /// Nil between two runs of the app.
    private var app: App?
    private let session: PrivateBus
    private let back: PrivateBus
    private let user: Connection
    private let files: Files
    private let owners = Recorder<String>()
    private let exits = Recorder<ChildProcess.ExitStatus>()
    private var ownership: Subscription?
    private var daemon: ChildProcess?

    /// One run of the app.
    private struct App {
        let session: AppSession
        let center: UNUserNotificationCenter
    }

    init(_ configuration: [String: String], onGNOME: Bool) async throws {
        session = try PrivateBus()
        back = try PrivateBus()
        shell = try onGNOME ? FakeShell(FakeShell.gnome, at: session.address) : nil
        if let shell {
            server = shell.server
        } else {
            server = try FakeServer(address: back.address)
        }
        user = try session.connect()
        files = try Files()
        for (name, text) in configuration {
            let url = files.directory.appendingPathComponent("config/focusd/\(name)")
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        let owners = owners
        let rule = MatchRule(
            sender: .bus, member: "NameOwnerChanged", arguments: [0: WireName.focus.rawValue])
        ownership = user.subscribe(rule) { message in
            owners.record((try? message.arguments())?.last?.asString ?? "")
        }
        try await startFocusd()
        startApp()
    }

    /// The address of the app's bus.
    var address: String { session.address }

    /// The center of the running app.
    var center: UNUserNotificationCenter {
        guard let app else { preconditionFailure("the app does not run") }
        return app.center
    }

    private func startApp() {
        let session = AppSession(app: AppOnBus.id, address: session.address) { _ in }
        let center = UNUserNotificationCenter(
            session: session, appName: "Chat",
            archive: RequestArchive(
                directory: files.directory.appendingPathComponent("app").path, adopts: true))
        center.delegate = delegate
        center.delegateExecutor = { work in Task { @LoopActor in work() } }
        app = App(session: session, center: center)
    }

    /// Ends the app and starts it again.
    func restartApp(after body: @LoopActor () async throws -> Void = {}) async throws {
        _ = await center.pendingNotificationRequests()
        await app?.session.end()
        weak let office = center.office
        app = nil
        try await waitForEnd { office }
        try await body()
        startApp()
    }

    func restartFocusd() async throws {
        try await endFocusd()
        try await startFocusd()
    }

    func startFocusd() async throws {
        var environment = ProcessInfo.processInfo.environment
        let home = files.directory.path
        environment["HOME"] = home
        for name in ["CONFIG", "STATE", "DATA"] {
            environment["XDG_\(name)_HOME"] = "\(home)/\(name.lowercased())"
        }
        environment["XDG_RUNTIME_DIR"] = home + "/runtime"
        environment["DBUS_SESSION_BUS_ADDRESS"] = session.address
        environment["DISPLAY"] = nil
        environment["WAYLAND_DISPLAY"] = nil
        let exits = exits
        daemon = try ChildProcess(
            [Programs.path("focusd"), "--session-bus", session.address]
                + (shell == nil ? ["--server-bus", back.address] : []),
            environment: environment, endsWithParent: true
        ) { exits.record($0) }
        _ = try await owners.next { !$0.isEmpty }
    }

    func endFocusd(_ signal: Int32 = SIGTERM) async throws {
        guard let daemon else { return }
        daemon.signal(signal)
        _ = try await exits.next()
        self.daemon = nil
    }

    /// Ends everything.
    func close() async throws {
        try await endFocusd()
        // The bridge ends with the shell.
        shell?.leave()
    }

    /// Waits until focusd has stored a state of a notification, and returns its entry.
    @discardableResult
    func waitForRecord(_ summary: String, as state: String = "shown") async throws -> Fields {
        let deadline = ContinuousClock.now + .testDeadline
        while ContinuousClock.now < deadline {
            let list = try await control("Entries", .vardict([:])).first.flatMap(Fields.list) ?? []
            guard let entry = list.first(where: { $0.string("summary") == summary }),
                entry.string("state") == state
            else { continue }
            // focusd commits what an answer tells before it answers the next call.
            try await control("Status")
            return entry
        }
        throw DeadlinePassed()
    }

    /// Dismisses an expired notification from the list.
    func dismiss(_ summary: String) async throws {
        let entry = try await waitForRecord(summary, as: "expired")
        let id = try #require(entry.uint32("id"))
        try await control("Dismiss", .array(of: "u", [.uint32(id)]))
    }

    /// Calls a method of `Control`, as the user's own tools do.
    @discardableResult
    func control(_ member: MemberName, _ values: Value...) async throws -> [Value] {
        let call = Message.methodCall(
            destination: WireName.focus, path: WireName.focusPath, interface: WireName.control,
            member: member)
        try call.append(contentsOf: values)
        return try await user.call(call, timeout: .testDeadline).arguments()
    }
}

/// Runs a test with a focusd that ends before this function returns.
@LoopActor private func withFocusd(
    _ configuration: [String: String] = [:], onGNOME: Bool = false,
    _ body: @LoopActor (FocusdDesk) async throws -> Void
) async throws {
    let desk = try await FocusdDesk(configuration, onGNOME: onGNOME)
    do {
        try await body(desk)
    } catch {
        try? await desk.close()
        throw error
    }
    try await desk.close()
}
