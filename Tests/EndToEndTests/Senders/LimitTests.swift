// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

extension EndToEnd.Senders {
    /// Limits that take a whole focusd, and a disk that is full.
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct LimitTests {
        @Test func longestMessageIsTakenAndALongerOneRefused() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                func notify(_ count: Int) async throws {
                    let bytes = [UInt8](repeating: 7, count: count)
                    _ = try await client.notify("big", hints: ["x-big": .bytes(bytes)])
                }
                // The rest of the message is shorter than that.
                try await notify(Limits.messageBytes - 1_024)
                #expect(try await desktop.fake.notification(1).summary == "big")
                let error = try await client.error { try await notify(Limits.messageBytes) }
                #expect(error.name == WireError.limitsExceeded)
                #expect(try await client.notify("small") != 0)
            }
        }

        /// Issue 15: a thread writes the file of a long call, and another one reads it.
        @Test func longCallsKeepTheirOrderAndTheirBytes() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.session.connect()
                let bytes = (0..<6 << 20).map { UInt8(truncatingIfNeeded: $0 >> 8) }
                let big = ["x-big": Value.bytes(bytes)]
                let volume = ["x-canonical-private-synchronous": Value.string("v")]
                let answers = Recorder<UInt32>()
                for (summary, hints) in [
                    ("long", big), ("short", [:]), ("volume", big.merging(volume) { $1 }),
                ] {
                    let call = Message.methodCall(
                        destination: WireName.notifications, path: WireName.notificationsPath,
                        interface: WireName.notificationsInterface, member: "Notify")
                    try call.append(
                        .string("Example"), .uint32(0), .string(""), .string(summary), .string(""),
                        .strings([]), .vardict(hints), .int32(-1))
                    client.call(call, timeout: .testDeadline) { result in
                        var reader = (try? result.get())?.reader
                        answers.record((try? reader?.uint32()) ?? 0)
                    }
                }
                for id in UInt32(1)...3 {
                    #expect(try await answers.next() == id)
                }
                for (number, summary) in ["long", "short", "volume"].enumerated() {
                    let shown = try await desktop.fake.notification(number + 1)
                    #expect(shown.summary == summary)
                    #expect(shown.hints["x-big"] == (summary == "short" ? nil : .bytes(bytes)))
                }
            }
        }

        /// A message whose file is damaged is shown with the texts that the store has.
        @Test(arguments: [false, true])
        func damagedMessageIsShownWithItsTexts(isShorter: Bool) async throws {
            try await withDesktop(files: quietFocus) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                let bytes = [UInt8](repeating: 7, count: 100 << 10)
                let id = try await client.notify("title", hints: ["x-big": .bytes(bytes)])
                let folder = desktop.home + "/state/focusd/focusd.sqlite-payload"
                let name = try #require(
                    FileManager.default.contentsOfDirectory(atPath: folder).first)
                let length = isShorter ? 10 : desktop.payloadBytes
                try Data(count: length).write(to: URL(filePath: "\(folder)/\(name)"))
                try await client.focusd("DeliverNow", .array(of: "u", [.uint32(id)]))
                let shown = try await desktop.fake.notification(1)
                #expect(shown.summary == "title" && shown.hints["x-big"] == nil)
            }
        }

        @Test func missedMessagesBeyondTheirLimitKeepTheirWords() async throws {
            try await withDesktop(files: quietFocus) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                let bytes = [UInt8](repeating: 7, count: 30 << 20)
                let count = Limits.storedPayloadBytes / bytes.count + 1
                var ids: [UInt32] = []
                for number in 0..<count {
                    ids.append(
                        try await client.notify("n\(number)", hints: ["x-big": .bytes(bytes)]))
                }
                // Answered after what follows an arrival is done. Files go when the change that
                // makes them useless has reached the disk.
                #expect(try await client.status().missed == UInt32(count))
                try await client.waitForStatus { _ in
                    desktop.payloadBytes <= Limits.storedPayloadBytes
                }
                #expect(desktop.payloadBytes > Limits.storedPayloadBytes - 2 * bytes.count)
                let first = Value.array(of: "u", [.uint32(ids[0])])
                let last = Value.array(of: "u", [.uint32(ids[count - 1])])
                try await client.focusd("DeliverNow", first)
                #expect(try await desktop.fake.notification(1).summary == "n0")
                #expect(try desktop.fake.notifications[0].hints["x-big"] == nil)
                try await client.focusd("DeliverNow", last)
                #expect(try await desktop.fake.notification(2).hints["x-big"] == .bytes(bytes))
            }
        }

        @Test func notificationsThatWaitBeyondTheirLimitAreRefused() async throws {
            try await withDesktop(files: ["focusd.conf": "[Limits]\nBurst=0\n"]) { desktop in
                try await desktop.startWithServer()
                try desktop.fake.leave()
                let loud = try desktop.session.connect()
                let answers = Recorder<UInt32>()
                // Alone it gets half.
                let half = Limits.waitingNotifications / 2
                try CrowdTests.send(half + 1, on: loud, to: answers)
                var ids: [UInt32] = []
                for _ in 0...half { ids.append(try await answers.next()) }
                // One was refused, and all others have ids of their own.
                #expect(ids.count { $0 == 0 } == 1)
                #expect(Set(ids).count == half + 1)
                let client = try desktop.client()
                #expect(try await client.status().queued == UInt32(half))
                #expect(try await client.counters()[.refused] == 1)
                // Others have room.
                #expect(try await client.notify("other") != 0)
                loud.close()
            }
        }

        @Test func waitingMessagesBeyondTheirLimitAreRefused() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                try desktop.fake.leave()
                let client = try desktop.client()
                let bytes = [UInt8](repeating: 7, count: 30 << 20)
                // One gets half of it, whatever apps it claims to be.
                let half = Limits.waitingPayloadBytes / 2 / bytes.count + 1
                for number in 0..<half {
                    _ = try await client.notify(
                        "n\(number)", app: "app\(number)", hints: ["x-big": .bytes(bytes)])
                }
                let error = try await client.error {
                    _ = try await client.notify("late", hints: ["x-big": .bytes(bytes)])
                }
                #expect(error.name == WireError.limitsExceeded)
                // Another has room for as much as it had, of what is left.
                let other = try desktop.client()
                let quarter = half / 2
                for number in 0..<quarter {
                    _ = try await other.notify("o\(number)", hints: ["x-big": .bytes(bytes)])
                }
                let status = try await client.status()
                #expect(status.queued == UInt32(half + quarter))
                #expect(try await client.counters()[.refused] == 1)
            }
        }

        @Test func subscribersHaveALimit() async throws {
            try await withDesktop { desktop in
                try await desktop.start()
                var clients: [Client] = []
                // All clients here are of one program, which gets half.
                for _ in 0..<Limits.subscribers / 2 {
                    clients.append(try desktop.client())
                    try await clients.last?.focusd("Subscribe")
                }
                // One that subscribes again does not count twice.
                try await clients[0].focusd("Subscribe")
                let late = try desktop.client()
                let error = try await late.error { try await late.focusd("Subscribe") }
                #expect(error.name == WireError.limitsExceeded)
                try await clients[0].focusd("Unsubscribe")
                try await late.focusd("Subscribe")
            }
        }

        @Test func relayedCallsHaveALimit() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let server = try desktop.spawn(
                    ["--bus", desktop.back.address, "--output", desktop.home + "/console"],
                    program: "focus-console")
                try await desktop.startWithServer()
                server.signal(SIGSTOP)
                let tool = try desktop.client()
                let answers = Recorder<CallError?>()
                // One program gets half.
                for _ in 0...Limits.relayedCalls / 2 {
                    let call = Message.methodCall(
                        destination: WireName.notifications, path: "/somewhere/else",
                        interface: "org.example.Other", member: "Do")
                    tool.connection.call(call, timeout: .testDeadline) { result in
                        if case .failure(let error) = result { answers.record(error) }
                    }
                }
                let refused = try await answers.next()
                #expect(refused?.name == WireError.limitsExceeded)
                _ = try await tool.status()
                #expect(answers.pending.isEmpty)
                server.signal(SIGCONT)
                for _ in 0..<Limits.relayedCalls / 2 {
                    #expect(try await answers.next()?.name != WireError.limitsExceeded)
                }
                #expect(try await tool.notify("still there") != 0)
                server.signal(SIGTERM)
            }
        }

        @Test func onlyTheNewestPopupsOfAnEarlierRunAreShownOnceMore() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                for number in 1...65 { _ = try await client.notify("\(number)") }
                try await desktop.fake.notification(65)
                // focusd has the server's answers, too.
                try await client.waitForStatus { $0.queued == 0 }
                try await desktop.end()
                try await desktop.startWithServer()
                _ = try await client.notify("new")
                try await desktop.fake.wait(for: "the new one") {
                    $0.notifications.last?.summary == "new"
                }
                let again = try desktop.fake.notifications[65...].map(\.summary)
                #expect(again == (2...65).map(String.init) + ["new"])
            }
        }

        @Test func reasonOfAnInhibitionIsCut() async throws {
            try await withDesktop { desktop in
                try await desktop.start()
                let client = try desktop.client()
                let limit = Limits.inhibitionReasonBytes
                let reasons = [
                    String(repeating: "x", count: limit), String(repeating: "é", count: limit),
                    AttackTests.endlessCharacter(limit * 16),
                ]
                for reason in reasons {
                    _ = try await client.call(
                        "Inhibit", .string("a"), .string(reason), .vardict([:]))
                }
                let counts = try await client.status().inhibitors.map(\.reason.utf8.count)
                #expect(counts[0] == limit)
                #expect(counts.dropFirst().allSatisfy { ($0 - 1...$0).contains(limit - 1) })
            }
        }

        /// Records the URIs of badges that other clients than `sender` show from now on.
        static func badges(
            notBy sender: Client, seenBy client: Client
        ) -> (Recorder<String>, Subscription) {
            let updates = Recorder<String>()
            let rule = MatchRule(interface: WireName.launcherEntry, member: "Update")
            let own = sender.connection.uniqueName.rawValue
            let subscription = client.connection.subscribe(rule) { message in
                guard message.sender != own else { return }
                updates.record((try? message.arguments())?.first?.asString ?? "")
            }
            return (updates, subscription)
        }

        @Test func oneClientShowsTheBadgesOfSoManyAppsItself() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                let limit = Limits.launcherAppsPerClient
                for number in 1...limit + 1 {
                    let signal = Message.signal(
                        path: "/a", interface: WireName.launcherEntry, member: "Update")
                    try signal.append(
                        .string("application://app\(number).desktop"),
                        .vardict(["count": .int64(1)]))
                    client.connection.send(signal)
                }
                _ = try await client.status()
                let (updates, subscription) = Self.badges(notBy: client, seenBy: client)
                defer { subscription.cancel() }
                _ = try await client.notify("a", app: "app\(limit)")
                _ = try await client.notify("b", app: "app\(limit + 1)")
                #expect(try await updates.next() == "application://app\(limit + 1).desktop")
            }
        }

        /// Issue 15: a message with a descriptor had a length of 0.
        @Test(arguments: [false, true])
        func longSignalOfABadgeIsIgnored(hasDescriptor: Bool) async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                let file = try #require(UnixFD(duplicating: STDERR_FILENO))
                let limit = Limits.launcherSignalBytes
                for (app, bytes) in [("short", limit / 2), ("long", limit)] {
                    let signal = Message.signal(
                        path: "/a", interface: WireName.launcherEntry, member: "Update")
                    try signal.append(
                        .string("application://\(app).desktop"),
                        .vardict([
                            "count": .int64(1),
                            "text": .string(String(repeating: "x", count: bytes)),
                            "file": hasDescriptor ? .unixFD(file) : .boolean(false),
                        ]))
                    client.connection.send(signal)
                }
                _ = try await client.status()
                let (updates, subscription) = Self.badges(notBy: client, seenBy: client)
                defer { subscription.cancel() }
                _ = try await client.notify("a", app: "short")
                _ = try await client.notify("b", app: "long")
                #expect(try await updates.next() == "application://long.desktop")
            }
        }

        /// Issue 15: focusd held all of these calls while it asked the bus who the caller is. It
        /// read the bus's answer only after the calls.
        @Test func callsOfAppsWaitForTheAnswerAboutTheFirst() async throws {
            try await withDesktop { desktop in
                try await desktop.start()
                let app = try desktop.client()
                for name in ["org.example.Chat.NotificationService", "org.example.Mail"] {
                    _ = try app.connection.requestName(BusName(name))
                }
                let answers = Recorder<String>()
                // focusd asks the bus three times about the first app, and once about the second.
                for name in ["org.example.Chat", "org.example.Mail"] {
                    let call = Message.methodCall(
                        destination: WireName.focus, path: WireName.focusPath,
                        interface: WireName.apps, member: "BadgeCount")
                    try call.append(.string(name))
                    app.connection.call(call, timeout: .testDeadline) { result in
                        if case .success = result { answers.record(name) }
                    }
                }
                #expect(try await answers.next() == "org.example.Chat")
                #expect(try await answers.next() == "org.example.Mail")
            }
        }

        @Test func notificationThatCannotBeStoredIsShown() async throws {
            try await withDesktop(files: quietFocus) { desktop in
                // A file may have 256 KiB: the write-ahead log is soon full.
                let limit = "trap '' XFSZ; ulimit -f 512; exec \"$@\""
                try await desktop.start(
                    ["--server-bus", desktop.back.address],
                    through: ["/bin/sh", "-c", limit, "sh"])
                let client = try desktop.client()
                _ = try await client.call("GetServerInformation")
                try await client.focusd("Activate", .string("quiet"))
                var sent: Set<String> = []
                while try desktop.fake.notifications.isEmpty, sent.count < 2_000 {
                    let summary = "n\(sent.count)"
                    _ = try await client.notify(summary, body: String(repeating: "x", count: 999))
                    sent.insert(summary)
                }
                try await desktop.waitForLog("the store fails")
                let kept = try await client.entries(["limit": .uint32(10_000)])
                let rest = sent.subtracting(kept.compactMap { $0.string("summary") })
                try await desktop.fake.wait(for: "\(rest.count) of them") { server in
                    rest.isSubset(of: server.notifications.map(\.summary))
                }
            }
        }
    }
}
