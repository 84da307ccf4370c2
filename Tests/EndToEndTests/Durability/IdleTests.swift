// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// An idle focusd that lets the processor sleep.
extension EndToEnd.Durability {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct IdleTests {
        /// Issue 15: Swift's pool of threads, once used, wakes its process up once a second.
        @Test func swiftsPoolOfThreadsIsNotUsed() async throws {
            let quiet = "[Focus]\nName=Quiet\nApps=allow\n"
            try await withDesktop(files: ["focuses/quiet.focus": quiet]) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                let daemon = try #require(desktop.daemon?.pid)
                // A file beside the loop, of each kind: a long message, a picture, a changed Focus.
                let bytes = [UInt8](repeating: 7, count: Limits.longCallBytes)
                _ = try await client.notify("long", hints: ["x-big": .bytes(bytes)])
                #expect(try await desktop.fake.notification(1).summary == "long")
                try await client.focusd("Activate", .string("quiet"))
                let image = desktop.home + "/face.png"
                try desktop.writeFile(image, "a face")
                _ = try await client.notify(
                    "face", hints: ["image-path": .string("file://" + image)])
                let pictures = desktop.home + "/state/focusd/pictures"
                try await client.waitForStatus { _ in
                    (try? FileManager.default.contentsOfDirectory(atPath: pictures))?.count == 1
                }
                let details = try await client.focusd("GetFocus", .string("quiet"))
                let revision = try #require(details.first.flatMap(Fields.init)?.string("revision"))
                try await client.focusd(
                    "ChangeFocus", .string("quiet"), .string(revision),
                    FieldsBuilder.list([FocusChange.name("Calm").value]))
                let threads = try Self.threads(of: daemon)
                #expect(threads.contains("long calls"))
                // libdispatch, on which the pool is built, names its threads after it or its
                // queues.
                #expect(!threads.contains { $0.contains("qos") || $0.contains("ispatch") })
            }
        }

        /// The names of a process's threads. One may end after it was listed.
        private static func threads(of process: Int32) throws -> [String] {
            let tasks = "/proc/\(process)/task/"
            return try FileManager.default.contentsOfDirectory(atPath: tasks).compactMap {
                try? String(contentsOfFile: tasks + $0 + "/comm", encoding: .utf8)
                    .trimmingCharacters(in: .newlines)
            }
        }
    }
}
