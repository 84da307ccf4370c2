// SPDX-License-Identifier: Apache-2.0
import DBus
import Foundation
import GLibLoop
import Notify
import Synchronization
import TestSupport
import Testing

/// All suites that use libnotify, which has one state per process.
@Suite(.serialized) enum LibnotifyTests {}

/// A private bus with a fake server, and a forwarder connected to it.
@LoopActor final class Fixture {
    let bus: PrivateBus
    let log: EventLog
    let forwarder: NotificationForwarder
    private(set) var server: FakeServer

    init() async throws {
        Self.routeMessages()
        bus = try PrivateBus()
        server = try FakeServer(address: bus.address)
        let log = EventLog()
        self.log = log
        forwarder = NotificationForwarder { log.append($0) }
        try await forwarder.reconnect(busAddress: bus.address)
        #expect(await log.first(1) == [.serverAppeared])
    }

    /// Sends a notification and returns it as the server received it.
    func forward(_ notification: Sample, urgency: UInt8 = 1, senderPID: UInt32? = 77) async throws
        -> ReceivedNotification
    {
        let known = server.notifications.count
        _ = try await forwarder.show(
            ShowRequest(
                message: try notification.message(), urgency: { _ in urgency },
                senderPID: senderPID)
        )
        return try await server.notification(known + 1)
    }

    func restartServer() throws {
        server.leave()
        server = try FakeServer(address: bus.address)
    }

    /// Closes the connection and checks that GLib printed no message.
    func finish() async {
        await forwarder.disconnect()
        server.leave()
        #expect(Self.messages.withLock { $0 }.isEmpty)
    }

    /// The messages of libnotify and GLib since the process started.
    nonisolated static let messages = Mutex<[String]>([])

    private static func routeMessages() {
        GLibMessages.route { text in messages.withLock { $0.append(text) } }
    }
}

/// The arguments of a client's `Notify`.
struct Sample {
    var appName = "chat"
    var appIcon = ""
    var summary = "Hello"
    var body = ""
    var actions: [String] = []
    var hints: [(name: String, value: Value)] = []
    var expireTimeout: Int32 = -1

    func message() throws -> Message {
        let message = Message.methodCall(
            destination: nil, path: FakeServer.path,
            interface: "org.freedesktop.Notifications", member: "Notify")
        let entries = hints.map {
            DictionaryEntry(key: .string($0.name), value: .variant($0.value))
        }
        try message.append(
            .string(appName), .uint32(0), .string(appIcon), .string(summary), .string(body),
            .strings(actions), .dictionary(key: .string, value: .variant, entries),
            .int32(expireTimeout))
        return message
    }
}

/// Returns the resident memory of this process in KiB.
func residentKiB() -> Int {
    let statm = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let fields = statm.split(separator: " ")
    return fields.count > 1 ? (Int(fields[1]) ?? 0) * Int(getpagesize()) / 1024 : 0
}
