// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// A disk that refuses, a file that somebody overwrites or removes: focusd goes on deciding and
/// delivering, says so once, and remembers all of it when it can.
extension EndToEnd.Faults {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct StoreFaultTests {
        private static let quiet = ["focuses/quiet.focus": "[Focus]\nName=Quiet\nApps=allow\n"]

        private static func times(_ text: String, in desktop: Desktop) -> Int {
            desktop.log.components(separatedBy: text).count - 1
        }

        /// Removes the store's directory in one step, since focusd may make a file in it meanwhile.
        private static func removeStore(_ desktop: Desktop) throws {
            let removed = desktop.home + "/removed"
            try FileManager.default.moveItem(
                atPath: desktop.home + "/state/focusd", toPath: removed)
            try? FileManager.default.removeItem(atPath: removed)
        }

        /// Notifications that are silenced; more than the journal of arrivals holds.
        private static func send(
            _ count: Int, _ name: String, _ client: Client
        ) async throws -> [UInt32] {
            var ids: [UInt32] = []
            for number in 0..<count {
                ids.append(
                    try await client.notify(
                        "\(name) \(number)", body: String(repeating: "x", count: 1_000)))
            }
            return ids
        }

        /// Kills focusd and looks what the next one knows.
        private static func expectAfterKill(
            missed ids: [UInt32], _ desktop: Desktop
        ) async throws {
            try await desktop.end(SIGKILL)
            try await desktop.start()
            let entries = try await desktop.client().entries([
                "limit": .uint32(5_000), "missed": .boolean(true),
            ])
            #expect(entries.compactMap { $0.uint32("id") }.sorted() == ids.sorted())
        }

        @Test func aDiskThatRefusesCostsNoNotificationAndIsUsedAgain() async throws {
            try await sideBySide([ENOSPC, EIO, EROFS]) { try await aDiskThatRefuses(error: $0) }
        }

        private func aDiskThatRefuses(error: Int32) async throws {
            try await withDesktop(files: Self.quiet) { desktop in
                let shim = try DiskShim(home: desktop.home)
                try await desktop.start(through: shim.command())
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                var ids = try await Self.send(20, "before", client)
                try shim.refuse(error)
                ids += try await Self.send(600, "during", client)
                try await desktop.waitForLog("the store fails")
                let check = try await client.doctor("storage")
                #expect(check.problem?.kind == .storeFailing)
                #expect(check.problem?.since != nil)
                #expect(try await client.status().missed == 620)
                #expect(try await client.entries(["limit": .uint32(5_000)]).count == 620)
                // One that the file has, one that only memory has, and what neither may forget.
                for index in [3, 300] {
                    try await client.call("CloseNotification", .uint32(ids[index]))
                }
                try await client.focusd("Deactivate")
                ids.remove(at: 300)
                ids.remove(at: 3)
                try shim.refuse(0)
                try await desktop.waitForLog("the store works again")
                #expect(try await client.doctor("storage").isGood)
                #expect(Self.times("the store fails", in: desktop) == 1)
                #expect(Self.times("the store works again", in: desktop) == 1)
                try await Self.expectAfterKill(missed: ids, desktop)
                #expect(try await desktop.client().status().activation == nil)
            }
        }

        @Test func aStartWithoutADiskRemembersWhenItHasOne() async throws {
            try await sideBySide([ENOSPC, EIO, EROFS]) { try await aStartWithoutADisk(error: $0) }
        }

        private func aStartWithoutADisk(error: Int32) async throws {
            try await withDesktop(files: Self.quiet) { desktop in
                let shim = try DiskShim(home: desktop.home)
                try shim.refuse(error)
                try await desktop.start(through: shim.command())
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                let ids = try await Self.send(400, "without", client)
                let check = try await client.doctor("database file")
                #expect(check.problem?.kind == .storeInMemory)
                #expect(try await client.status().missed == 400)
                try shim.refuse(0)
                try await desktop.waitForLog("the store works again")
                #expect(Self.times("nothing outlives this run", in: desktop) == 1)
                #expect(Self.times("the store fails", in: desktop) == 0)
                try await Self.expectAfterKill(missed: ids, desktop)
                #expect(try await desktop.client().status().activation?.focus.rawValue == "quiet")
            }
        }

        @Test func aStartOnADiskThatRefusesReadsWhatIsThere() async throws {
            try await sideBySide([ENOSPC, EIO]) { try await aStartOnADiskThatRefuses(error: $0) }
        }

        private func aStartOnADiskThatRefuses(error: Int32) async throws {
            try await withDesktop(files: Self.quiet) { desktop in
                let shim = try DiskShim(home: desktop.home)
                try await desktop.start()
                try await desktop.client().focusd("Activate", .string("quiet"))
                var ids = try await Self.send(20, "before", desktop.client())
                try await desktop.end(SIGKILL)
                try shim.refuse(error)
                try await desktop.start(through: shim.command())
                let client = try desktop.client()
                try await desktop.waitForLog("the store fails")
                ids += try await Self.send(20, "during", client)
                #expect(try await client.status().missed == 40)
                #expect(try await client.status().activation?.focus.rawValue == "quiet")
                #expect(try desktop.fake.notifications.isEmpty)
                try shim.refuse(0)
                try await desktop.waitForLog("the store works again")
                try await Self.expectAfterKill(missed: ids, desktop)
            }
        }

        @Test func anOverwrittenDatabaseIsSetAsideAndRememberingGoesOn() async throws {
            try await withDesktop(files: Self.quiet) { desktop in
                try await desktop.start()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                // More than SQLite has in memory.
                _ = try await Self.send(1_000, "before", client)
                let path = desktop.home + "/state/focusd/focusd.sqlite"
                for file in [path, path + "-wal"] {
                    let handle = try FileHandle(forUpdating: URL(filePath: file))
                    let size = try handle.seekToEnd()
                    try handle.seek(toOffset: 0)
                    try handle.write(contentsOf: Data(repeating: 0x5A, count: Int(size)))
                    try handle.close()
                }
                _ = try? await client.entries(["limit": .uint32(5_000)])
                try await desktop.waitForLog("the store works again")
                #expect(Self.times("the store was damaged", in: desktop) == 1)
                let check = try await client.doctor("damaged database")
                #expect(check.problem?.kind == .storeSetAside)
                #expect(check.problem?.remedy.contains(path + ".corrupt-") == true)
                #expect(try await client.doctor("storage").isGood)
                let id = try await client.notify("after")
                try await desktop.end(SIGKILL)
                try await desktop.start()
                let next = try desktop.client()
                #expect(try await next.entries().contains { $0.uint32("id") == id })
                #expect(try await next.status().activation?.focus.rawValue == "quiet")
                // It is there as long as the file is.
                #expect(try await next.doctor("damaged database").problem?.kind == .storeSetAside)
            }
        }

        @Test func aRemovedDatabaseIsMadeAgain() async throws {
            try await withDesktop(files: Self.quiet) { desktop in
                try await desktop.start()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                var ids = try await Self.send(300, "before", client)
                try Self.removeStore(desktop)
                ids += try await Self.send(1, "after", client)
                try await desktop.waitForLog("the store works again")
                #expect(Self.times("the store fails", in: desktop) == 1)
                try await Self.expectAfterKill(missed: ids, desktop)
                #expect(try await desktop.client().status().activation?.focus.rawValue == "quiet")
            }
        }

        /// Delivers some notifications, and counts the popups by their texts.
        private static func show(_ count: Int, _ name: String, _ client: Client) async throws {
            for number in 0..<count {
                _ = try await client.notify("\(name) \(number)")
            }
            try await client.waitForStatus { $0.queued == 0 }
        }

        /// Kills focusd and looks whether the next one shows something again.
        private static func expectAfterKill(
            popups count: Int, _ shown: @LoopActor () -> [String: Int], _ desktop: Desktop
        ) async throws {
            try await desktop.end(SIGKILL)
            try await desktop.startWithServer()
            let client = try desktop.client()
            try await client.waitForStatus { $0.queued == 0 }
            #expect(shown().count == count)
            #expect(shown().filter { $0.value > 1 }.isEmpty)
            let entries = try await client.entries(["limit": .uint32(1_000)])
            #expect(entries.count { $0.string("state") == "shown" } == count)
        }

        @Test func aDeliveryWhileTheDiskRefusesIsNotRepeated() async throws {
            try await sideBySide([ENOSPC, EIO, EROFS]) {
                try await aDeliveryWhileTheDiskRefuses(error: $0)
            }
        }

        private func aDeliveryWhileTheDiskRefuses(error: Int32) async throws {
            try await withDesktop(files: Self.quiet) { desktop in
                let shim = try DiskShim(home: desktop.home)
                var shown: [String: Int] = [:]
                try desktop.fake.beforeAnswer = { notification in
                    if notification.replacesID == 0 { shown[notification.summary, default: 0] += 1 }
                }
                try await desktop.start(through: shim.command())
                let client = try desktop.client()
                try await client.call("GetServerInformation")
                try await Self.show(20, "before", client)
                try shim.refuse(error)
                try await Self.show(40, "during", client)
                try await client.focusd("Activate", .string("quiet"))
                try await client.focusd("Deactivate")
                try await desktop.waitForLog("the store fails")
                try shim.refuse(0)
                try await desktop.waitForLog("the store works again")
                try await Self.show(20, "after", client)
                try await Self.expectAfterKill(popups: 80, { shown }, desktop)
            }
        }

        /// The way back of a notification that came by a gate is stored beside its row.
        @Test func aPortalNotificationOnAFullDiskKeepsItsWayBack() async throws {
            try await withDesktop(files: Self.quiet) { desktop in
                let shim = try DiskShim(home: desktop.home)
                try await desktop.startWithServer(through: shim.command())
                let tool = try desktop.client()
                try await tool.focusd("Activate", .string("quiet"))
                let portal = try FakePortal(desktop)
                let app = try FakeApplication(desktop, "org.example.Mail", at: "/org/example/Mail")
                let button = Value.vardict([
                    "label": .string("Read"), "action": .string("app.read"),
                ])
                try shim.refuse(ENOSPC)
                try await portal.add(
                    "a",
                    ["title": .string("One"), "buttons": .array(of: "a{sv}", [button])])
                try await desktop.waitForLog("the store fails")
                try shim.refuse(0)
                try await desktop.waitForLog("the store works again")
                try await desktop.end(SIGKILL)
                try await desktop.startWithServer()
                let id = try #require(try await tool.entries().first?.uint32("id"))
                try await tool.focusd("Act", .uint32(id), .string("app.read"))
                #expect(
                    try await app.calls.next().prefix(2)
                        == [.string("ActivateAction"), .string("read")])
            }
        }

        @Test func aDeliveryWithoutADatabaseIsNotRepeated() async throws {
            try await withDesktop { desktop in
                var shown: [String: Int] = [:]
                try desktop.fake.beforeAnswer = { notification in
                    if notification.replacesID == 0 { shown[notification.summary, default: 0] += 1 }
                }
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await Self.show(20, "before", client)
                try Self.removeStore(desktop)
                try await Self.show(20, "without", client)
                try await desktop.waitForLog("the store works again")
                try await Self.show(20, "after", client)
                try await Self.expectAfterKill(popups: 60, { shown }, desktop)
            }
        }

        @Test func aDatabaseOfANewerFocusdIsLeftAlone() async throws {
            try await withDesktop(files: Self.quiet) { desktop in
                try await desktop.start()
                _ = try await desktop.client().notify("before")
                try await desktop.end()
                let path = URL(filePath: desktop.home + "/state/focusd/focusd.sqlite")
                // Its user version: 256 ("Database Header" of SQLite's file format).
                let file = try FileHandle(forUpdating: path)
                try file.seek(toOffset: 60)
                try file.write(contentsOf: Data([0, 0, 1, 0]))
                try file.close()
                let before = try Data(contentsOf: path)
                try await desktop.start(["--replace", "--server-bus", desktop.back.address])
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                #expect(try await client.notify("silenced") != 0)
                #expect(try await client.status().missed == 1)
                let check = try await client.doctor("database file")
                #expect(check.problem?.kind == .storeInMemory)
                #expect(check.problem?.remedy.hasPrefix("install the newer focusd") == true)
                #expect(try await desktop.end() == .exited(0))
                #expect(try Data(contentsOf: path) == before)
            }
        }

        @Test func aSecondSessionIsServedWhileTheFirstHasTheDatabase() async throws {
            try await withDesktop { first in
                try await first.start()
                _ = try await first.client().notify("first")
                try await withDesktop { second in
                    second.variables["XDG_STATE_HOME"] = first.home + "/state"
                    try await second.start()
                    let client = try second.client()
                    #expect(try await client.notify("second") != 0)
                    let check = try await client.doctor("database file")
                    #expect(check.detail.contains("focusd in another session of yours"))
                    #expect(check.problem?.remedy.hasPrefix("end the other focusd") == true)
                    try await first.end()
                    try await second.waitForLog("the store works again")
                    let entries = try await client.entries()
                    #expect(entries.map { $0.string("summary") } == ["second", "first"])
                }
            }
        }

        @Test func theLogOfALinkedDatabaseIsSynchronised() async throws {
            try await withDesktop(files: Self.quiet) { desktop in
                let shim = try DiskShim(home: desktop.home)
                try await desktop.start()
                try await desktop.end()
                // SQLite keeps its log beside the file, not beside the link.
                let (file, place) = (shim.root + "/focusd.sqlite", shim.root + "/disk")
                try FileManager.default.createDirectory(
                    atPath: place, withIntermediateDirectories: false)
                try FileManager.default.moveItem(atPath: file, toPath: place + "/focusd.sqlite")
                try FileManager.default.createSymbolicLink(
                    atPath: file, withDestinationPath: "disk/focusd.sqlite")
                try await desktop.start(through: shim.command(logs: true))
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                let end = ContinuousClock.now + .testDeadline
                func isSynchronised() throws -> Bool {
                    try DiskRecord.read(log: shim.log, root: shim.root).contains { record in
                        record.kind == .synchronised && record.path == "disk/focusd.sqlite-wal"
                    }
                }
                while try !isSynchronised() {
                    try #require(ContinuousClock.now < end, "the log stays in memory")
                    _ = try await client.status()
                }
            }
        }

        @Test func filesOfGarbageAreSetAsideAtTheStart() async throws {
            try await withDesktop(files: Self.quiet) { desktop in
                let shim = try DiskShim(home: desktop.home)
                let path = shim.root + "/focusd.sqlite"
                for suffix in ["", "-wal", "-arrivals"] {
                    try Data(repeating: 0x5A, count: 300_000).write(
                        to: URL(filePath: path + suffix))
                }
                try await desktop.start()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                let ids = try await Self.send(10, "new", client)
                #expect(Self.times("the store was damaged", in: desktop) == 1)
                #expect(try await client.doctor("damaged database").problem?.kind == .storeSetAside)
                #expect(try await client.doctor("storage").isGood)
                try await Self.expectAfterKill(missed: ids, desktop)
            }
        }
    }
}
