// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation
import GLibLoop
import Synchronization
import TestSupport
import Testing

@testable import UserNotifications

/// Requests stay scheduled after the end of their process.
@Suite("Requests of earlier runs", .timeLimit(.minutes(5))) @LoopActor struct ArchiveTests {
    private let files: Files

    init() throws {
        files = try Files()
    }

    private var directory: String { files.directory.appendingPathComponent("app").path }

    private func archive(adopts: Bool = true) -> RequestArchive {
        RequestArchive(directory: directory, adopts: adopts)
    }

    private func left() throws -> [String] {
        guard FileManager.default.fileExists(atPath: directory) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: directory)
    }

    /// Runs the app, schedules requests, and ends it.
    private func run(
        at start: String = "2026-03-10T12:00:00Z", adopts: Bool = true,
        _ requests: [UNNotificationRequest]
    ) async throws {
        try await AppOnBus.run(archive: archive(adopts: adopts), clock: ManualClock(start)) { app in
            for request in requests { try await app.center.add(request) }
        }
    }

    private func request(
        _ identifier: String, in seconds: TimeInterval, repeats: Bool = false
    ) -> UNNotificationRequest {
        UNNotificationRequest(
            identifier: identifier, content: content(identifier),
            trigger: UNTimeIntervalNotificationTrigger(timeInterval: seconds, repeats: repeats))
    }

    @Test("a pending request is pending again after a restart")
    func pending() async throws {
        try await run([request("1", in: 600), request("2", in: 60, repeats: true)])
        let app = try AppOnBus(archive: archive(), clock: ManualClock("2026-03-10T12:00:30Z"))
        #expect(
            await app.center.pendingNotificationRequests().map(\.identifier) == ["2", "1"])
        #expect(app.clock.wakeDate == app.clock.now + 30)
        app.clock.advance(by: 30)
        #expect(try await app.fake.notification(1).summary == "2")
    }

    @Test("a request that was due while the app did not run is delivered once at its start")
    func missed() async throws {
        try await run([request("1", in: 600), request("2", in: 60, repeats: true)])
        let app = try AppOnBus(archive: archive(), clock: ManualClock("2026-03-11T12:00:00Z"))
        #expect(await app.center.pendingNotificationRequests().map(\.identifier) == ["2"])
        #expect(try Set(app.fake.notifications.map(\.summary)) == ["1", "2"])
        #expect(app.clock.wakeDate == app.clock.now + 60)
    }

    @Test("a request without a trigger that no server took is delivered at the next start")
    func immediate() async throws {
        try await AppOnBus.run(capabilities: nil, archive: archive()) { app in
            app.center.isAppInFront = true
            try await app.center.add(
                UNNotificationRequest(identifier: "1", content: content("now"), trigger: nil))
            _ = try await app.delegate.presented.next()
            // The request is kept some time after the app's answer.
            let deadline = ContinuousClock.now + .testDeadline
            while await app.center.pendingNotificationRequests().isEmpty, .now < deadline {
                await Task.yield()
            }
        }
        let app = try AppOnBus(archive: archive())
        #expect(try await app.fake.notification(1).summary == "now")
        #expect(await app.center.pendingNotificationRequests().isEmpty)
    }

    @Test("a request that was due while the app did not run has the buttons of its category")
    func missedWithButtons() async throws {
        let category = UNNotificationCategory(
            identifier: "C",
            actions: [
                UNNotificationAction(
                    identifier: "LIKE", title: "Like", options: .foreground,
                    icon: UNNotificationActionIcon(systemImageName: "heart")),
                UNTextInputNotificationAction(
                    identifier: "REPLY", title: "Reply", textInputButtonTitle: "Send",
                    textInputPlaceholder: "Message"),
            ], intentIdentifiers: ["I"], hiddenPreviewsBodyPlaceholder: "P",
            categorySummaryFormat: "S", options: .customDismissAction)
        try await AppOnBus.run(archive: archive()) { app in
            app.center.setNotificationCategories([category])
            try await app.center.add(
                UNNotificationRequest(
                    identifier: "1", content: content { $0.categoryIdentifier = "C" },
                    trigger: UNTimeIntervalNotificationTrigger(timeInterval: 600, repeats: false)))
            await app.settle()
        }
        let app = try AppOnBus(archive: archive(), clock: ManualClock("2026-03-11T12:00:00Z"))
        let shown = try await app.fake.notification(1)
        #expect(shown.actions == ["default", "Open", "LIKE", "Like", "REPLY", "Reply"])
        #expect(await app.center.notificationCategories() == [category])
    }

    @Test("everything about a request is kept")
    func everything() async throws {
        let picture = try UNNotificationAttachment(identifier: "p", url: files.png("p.png"))
        let full = UNNotificationRequest(
            identifier: "1",
            content: content("Title") {
                $0.subtitle = "Sub"
                $0.body = "Body"
                $0.badge = 4
                $0.sound = .criticalSoundNamed(
                    UNNotificationSoundName("a.oga"), withAudioVolume: 0.5)
                $0.attachments = [picture]
                $0.userInfo = ["id": 7, "at": Date(timeIntervalSince1970: 5), "list": ["a", "b"]]
                $0.categoryIdentifier = "C"
                $0.threadIdentifier = "T"
                $0.launchImageName = "L"
                $0.targetContentIdentifier = "chat/7"
                $0.interruptionLevel = .timeSensitive
                $0.relevanceScore = 0.25
                $0.filterCriteria = "work"
                $0.summaryArgument = "S"
                $0.summaryArgumentCount = 3
            },
            trigger: UNCalendarNotificationTrigger(
                dateMatching: DateComponents(
                    timeZone: TimeZone(identifier: "Asia/Tokyo"), hour: 9, weekday: 2),
                repeats: true))
        try await run([full])
        let app = try AppOnBus(archive: archive())
        let pending = await app.center.pendingNotificationRequests()
        #expect(pending == [full])
        #expect(pending.first?.content.userInfo["at"] as? Date == Date(timeIntervalSince1970: 5))
    }

    @Test("userInfo that no property list holds costs nothing but itself")
    func oddUserInfo() async throws {
        let odd = UNNotificationRequest(
            identifier: "1", content: content { $0.userInfo = [1: "a", "b": NSObject()] },
            trigger: UNTimeIntervalNotificationTrigger(timeInterval: 60, repeats: false))
        try await run([odd])
        let app = try AppOnBus(archive: archive())
        let pending = await app.center.pendingNotificationRequests()
        #expect(pending.map(\.content.title) == ["Lunch?"])
        #expect(pending.first?.content.userInfo.isEmpty == true)
    }

    @Test("a request of a running process stays with it, and a dropped one is gone")
    func secondInstance() async throws {
        let first = try AppOnBus(archive: archive())
        try await first.center.add(request("first", in: 60))
        let second = try AppOnBus(archive: archive())
        try await second.center.add(request("second", in: 60))
        #expect(
            await second.center.pendingNotificationRequests().map(\.identifier) == ["second"])
        first.center.removeAllPendingNotificationRequests()
        await first.settle()
        let third = try AppOnBus(archive: archive())
        #expect(await third.center.pendingNotificationRequests().isEmpty)
        #expect(try left().filter { $0.hasSuffix(".plist") }.count == 1)
    }

    @Test("an extension leaves what it scheduled to its app, and takes nothing from it")
    func fromExtension() async throws {
        try await run([request("app", in: 600)])
        try await run(adopts: false, [request("extension", in: 600)])
        let app = try AppOnBus(archive: archive())
        #expect(
            await Set(app.center.pendingNotificationRequests().map(\.identifier))
                == ["app", "extension"])
    }

    @Test("a process that ends with nothing pending leaves nothing")
    func nothingLeft() async throws {
        try await AppOnBus.run(archive: archive()) { app in
            try await app.center.add(request("1", in: 60))
            app.center.removeAllPendingNotificationRequests()
            await app.settle()
        }
        try await run([])
        #expect(try left().isEmpty)
    }

    @Test("damaged files are no obstacle")
    func damaged() async throws {
        try FileManager.default.createDirectory(
            atPath: directory, withIntermediateDirectories: true)
        try Data("nonsense".utf8).write(to: URL(fileURLWithPath: directory + "/x.plist"))
        try Data().write(to: URL(fileURLWithPath: directory + "/x.lock"))
        let app = try AppOnBus(archive: archive())
        #expect(await app.center.pendingNotificationRequests().isEmpty)
        #expect(try left().isEmpty)
    }

    @Test("a full disk at the app's start costs no request")
    func fullDisk() async throws {
        try await run([request("1", in: 600)])
        do {
            let started = RequestArchive(directory: directory, adopts: true) { _, _ in
                throw CocoaError(.fileWriteOutOfSpace)
            }
            #expect(started.takeUp().pending.count == 1)
            // The request belongs to the running process.
            #expect(archive().takeUp().pending.isEmpty)
            withExtendedLifetime(started) {}
        }
        #expect(archive().takeUp().pending.count == 1)
    }

    @Test("the first write after a full disk replaces the files of ended processes")
    func spaceAgain() async throws {
        try await run([request("1", in: 600)])
        do {
            let isFull = Atomic(true)
            let started = RequestArchive(directory: directory, adopts: true) { data, file in
                if isFull.load(ordering: .relaxed) { throw CocoaError(.fileWriteOutOfSpace) }
                try data.write(to: file, options: .atomic)
            }
            let state = started.takeUp()
            isFull.store(false, ordering: .relaxed)
            started.write(state)
            #expect(try left().count == 2)
        }
        #expect(archive().takeUp().pending.count == 1)
    }

    @Test(
        "an app id that is no file name keeps nothing",
        arguments: ["", ".", "..", "a/b", "a\0b", String(repeating: "a", count: 256)])
    func badID(id: String) {
        #expect(RequestArchive(of: .init(rawValue: id), environment: [:], adopts: true) == nil)
    }

    @Test("an app's files lie in its own directory of the state directory")
    func place() throws {
        let state = files.directory.path
        let archive = try #require(
            RequestArchive(
                of: AppOnBus.id, environment: ["XDG_STATE_HOME": state], adopts: true))
        let due = PendingRequest(request("1", in: 60), since: Date(), due: Date())
        archive.write(ArchivedState(pending: [due.archived]))
        let files = try FileManager.default.contentsOfDirectory(
            atPath: state + "/user-notifications/org.example.Chat")
        #expect(files.count == 2)
    }
}
