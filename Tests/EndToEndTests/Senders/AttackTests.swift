// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

extension EndToEnd.Senders {
    /// Programs that try to end focusd, to make it deaf or to fill it up (issue 15).
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct AttackTests {
        /// One grapheme of so many bytes: combining marks of two classes, in the order that takes
        /// longest to sort.
        nonisolated static func endlessCharacter(_ bytes: Int) -> String {
            let marks = max(bytes / 4, 1)
            return "a" + String(repeating: "\u{301}", count: marks)
                + String(repeating: "\u{316}", count: marks)
        }

        /// Sends a notification; the answer's id comes to `answers`, 0 for an error.
        static func notify(
            _ summary: String, _ hints: KeyValuePairs<String, Value>, on connection: Connection,
            to answers: Recorder<UInt32>, app: String = "a", icon: String = "",
            body: String = "", actions: [String] = []
        ) throws {
            let call = Message.methodCall(
                destination: WireName.notifications, path: WireName.notificationsPath,
                interface: WireName.notificationsInterface, member: "Notify")
            try call.append(
                .string(app), .uint32(0), .string(icon), .string(summary), .string(body),
                .strings(actions), .vardict(hints), .int32(-1))
            connection.call(call, timeout: .testDeadline) { result in
                var reader = (try? result.get())?.reader
                answers.record((try? reader?.uint32()) ?? 0)
            }
        }

        // MARK: Descriptors

        /// As many as one message may bring over a socket, and as libdbus takes without being told.
        @Test(arguments: [16, 253])
        func descriptorsOfCallsAreClosed(count: Int) async throws {
            try await withDesktop(files: quietFocus) { desktop in
                try await desktop.start(through: ["prlimit", "--nofile=1024:1024", "--"])
                let client = try desktop.client()
                _ = try await client.call("GetServerInformation")
                try await client.focusd("Activate", .string("quiet"))
                let before = try desktop.descriptors()
                let attacker = try desktop.session.connect()
                let file = try #require(UnixFD(duplicating: STDERR_FILENO))
                let hint = Value.array(of: "h", Array(repeating: .unixFD(file), count: count))
                let answers = Recorder<UInt32>()
                let calls = 300 * 16 / count
                let atOnce = 300 / count
                for first in stride(from: 0, to: calls, by: atOnce) {
                    for number in first..<first + atOnce {
                        try Self.notify("\(number)", ["x-files": hint], on: attacker, to: answers)
                    }
                    for _ in 0..<atOnce { #expect(try await answers.next() != 0) }
                }
                #expect(try await client.notify("still here") != 0)
                #expect(try desktop.descriptors() <= before + 8)
                attacker.close()
            }
        }

        @Test(arguments: [true, false])
        func lastDescriptorEndsNothing(startsWithDescriptors: Bool) async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                _ = try await client.notify("before")
                try await desktop.fake.notification(1)
                let limit = try desktop.descriptors()
                let process = try #require(desktop.daemon)
                let tool = try ChildProcess(
                    ["prlimit", "--pid", "\(process.pid)", "--nofile=\(limit):\(limit)"],
                    endsWithParent: true
                ) { desktop.exits.record($0) }
                #expect(try await desktop.exit() == .exited(0))
                _ = tool
                let file = try #require(UnixFD(duplicating: STDERR_FILENO))
                // The next messages find no room, and the reserve is released.
                let deadline = ContinuousClock.now + .testDeadline
                var number = 2
                if startsWithDescriptors {
                    let files = Value.array(of: "h", Array(repeating: .unixFD(file), count: 253))
                    _ = try await client.notify("2", hints: ["x-files": files])
                    try await desktop.fake.notification(2)
                    number = 3
                }
                while try desktop.descriptors() > limit - 200 {
                    try #require(ContinuousClock.now < deadline)
                    _ = try await client.notify("\(number)")
                    try await desktop.fake.notification(number)
                    number += 1
                }
                for number in number...number + 18 {
                    let hints: [String: Value] =
                        number.isMultiple(of: 2)
                        ? ["x-files": .array(of: "h", Array(repeating: .unixFD(file), count: 100))]
                        : [:]
                    _ = try await client.notify("\(number)", hints: hints)
                    try await desktop.fake.notification(number)
                }
                #expect(try await client.status().server.isRunning)
            }
        }

        // MARK: Text

        @Test(arguments: [
            "summary", "body", "app name", "action", "category", "person", "hint", "image-path",
            "icon",
        ])
        func endlessCharacterHoldsUpNobody(place: String) async throws {
            try await withDesktop(files: Self.judging) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("judging"))
                let attacker = try desktop.session.connect()
                // The picture of a silenced notification is looked at after the answer, and its
                // name may have any length.
                let isPicture = ["image-path", "icon"].contains(place)
                let text = Self.endlessCharacter(isPicture ? 1_100 << 10 : 256 << 10)
                let answers = Recorder<UInt32>()
                let start = try desktop.loopTime()
                // The text is no key of a Dictionary here: to hash it takes half a minute.
                let key = [
                    "category": "category", "person": "x-focusd-person", "hint": text,
                    "image-path": "image-path", "icon": "image-path",
                ][place]
                let value =
                    place == "person"
                    ? Value.strings([text, text]) : .string(place == "icon" ? "/x" : text)
                let summary = place == "summary" ? text : isPicture ? "x" : "s"
                for _ in 0..<2 {
                    try Self.notify(
                        summary, key.map { [$0: value] } ?? [:], on: attacker, to: answers,
                        app: place == "app name" ? text : "a", icon: place == "icon" ? text : "",
                        body: place == "body" ? text : "b",
                        actions: place == "action" ? [text, text] : [])
                }
                for _ in 0..<2 { _ = try await answers.next() }
                #expect(try await client.notify("mine", hints: ["category": .string("im")]) != 0)
                // Before, each comparison of such a text took seconds.
                #expect(try desktop.loopTime() - start < .seconds(30))
                attacker.close()
            }
        }

        /// Rules that compare texts in every way there is.
        static let judging = [
            "focuses/judging.focus": """
            [Focus]
            Name=Judging
            People=allow
            PeopleList=alex@example.org;
            RepeatBreaksThrough=true

            [Rule a]
            When=body CONTAINS[cd] "invoice" OR summary == "x" OR category ==[c] "im"
            Do=silence

            [Rule b]
            When=appName BEGINSWITH[d] "é" OR hints.site ==[cd] "é" OR "x" IN people
            Do=silence
            """
        ]

        @Test func namesOfPeopleAreNoLongerThanTheirLimit() async throws {
            try await withDesktop(files: Self.judging) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("judging"))
                let name = String(repeating: "x", count: Limits.personBytes)
                _ = try await client.notify("at", hints: ["x-focusd-person": .string(name)])
                for people in [[name + "x"], Array(repeating: name + "x", count: 60)] {
                    let error = try await client.error {
                        _ = try await client.notify(
                            "past", hints: ["x-focusd-person": .strings(people)])
                    }
                    #expect(error.name == WireError.invalidArgs)
                    #expect(error.message.contains("x-focusd-person"))
                }
            }
        }

        @Test(arguments: ["category", "desktop-entry", "interruption-level"])
        func shortHintsAreNoLongerThanTheirLimit(hint: String) async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                func notify(_ count: Int) async throws {
                    let text = String(repeating: "x", count: count)
                    _ = try await client.call(
                        "Notify", .string("a"), .uint32(0), .string(""), .string("s"),
                        .string(""), .strings([]), .vardict([hint: .string(text)]), .int32(-1))
                }
                try await notify(Limits.shortHintBytes)
                let error = try await client.error { try await notify(Limits.shortHintBytes + 1) }
                #expect(error.name == WireError.invalidArgs)
                #expect(error.message.contains(hint))
                #expect(try await client.notify("mine") != 0)
            }
        }

        @Test func otherCallsAreNoLongerThanTheirLimit() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                let long = String(repeating: "x", count: Limits.otherCallBytes)
                let calls: [() async throws -> Void] = [
                    {
                        try await client.call(
                            "Inhibit", .string("a"), .string(long), .vardict([:]))
                    },
                    { try await client.focusd("Activate", .string(long)) },
                    {
                        try await client.focusd(
                            "SetBadgeCount", .string(long), .uint32(1), interface: WireName.apps)
                    },
                    {
                        try await client.call(
                            "Echo", .variant(.string(long)),
                            interface: FakeServerInterfaces.own.name)
                    },
                ]
                for call in calls {
                    #expect(try await client.error(call).name == WireError.limitsExceeded)
                }
                let error = try await client.error {
                    try await client.call(
                        "Get", .string(long), .string("Inhibited"),
                        interface: "org.freedesktop.DBus.Properties")
                }
                #expect(error.code != .timedOut)
                #expect(try await client.notify("mine") != 0)
            }
        }

        // MARK: A server that hangs

        @Test func focusdIsNotDeafWhileTheServerHangs() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                try desktop.fake.usualAnswer = .never
                try desktop.fake.isHung = true
                let client = try desktop.client()
                _ = try await client.notify("the server hangs on it")
                let file = try #require(UnixFD(duplicating: STDERR_FILENO))
                let bytes = Value.bytes([UInt8](repeating: 7, count: 24 << 20))
                // Answered ones with a descriptor, feedback of several apps, relayed calls.
                for number in 0..<3 {
                    _ = try await client.notify(
                        "big \(number)", hints: ["x-big": bytes, "x-file": .unixFD(file)])
                }
                for number in 0..<14 {
                    let feedback: [String: Value] = [
                        "x-canonical-private-synchronous": .string("volume"),
                        "x-big": .bytes([UInt8](repeating: 7, count: 5 << 20)),
                    ]
                    _ = try? await desktop.client().notify(
                        "volume", app: "org.example.App\(number)", hints: feedback)
                }
                for _ in 0..<8 {
                    let call = Message.methodCall(
                        destination: WireName.notifications, path: WireName.notificationsPath,
                        interface: FakeServerInterfaces.own.name, member: "Echo")
                    try call.append(.variant(bytes))
                    client.connection.send(call)
                    // Apps of other suites, which share this loop, have seconds for an answer.
                    await Task.yield()
                }
                let other = try desktop.client()
                for number in 0..<20 { #expect(try await other.notify("\(number)") != 0) }
                #expect(try await other.status().queued >= 20)
            }
        }

        @Test func busThatHangsAtTheStartHoldsUpNobody() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let directory = desktop.privateBusDirectory
                try FileManager.default.createDirectory(
                    atPath: directory, withIntermediateDirectories: true)
                let hung = try HungSocket(path: directory + "/bus")
                try await desktop.start([
                    "--server", "\(Programs.path("focus-console")) --output \(desktop.home)/shown",
                ])
                let client = try desktop.client()
                #expect(try await client.notify("answered at once") != 0)
                // Another bus takes the place of the one that hangs, and the notification is shown.
                try await client.waitForStatus { $0.queued == 0 && $0.server.isRunning }
                withExtendedLifetime(hung) {}
            }
        }

        @Test func signalsOfAServerThatAnswersNothingAreBounded() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                _ = try await client.notify("shown")
                try await desktop.fake.notification(1)
                try desktop.fake.usualAnswer = .never
                _ = try await client.notify("hangs")
                try await desktop.fake.notification(2)
                let before = try desktop.residentBytes()
                for _ in 0..<300 {
                    for _ in 0..<1_000 { try desktop.fake.emitAction(77, "key") }
                    // The bus has taken them, and other suites' servers have the loop.
                    _ = try desktop.fake.connection?.busID()
                    await Task.yield()
                }
                #expect(try await client.notify("answered") != 0)
                #expect(try desktop.residentBytes() - before < 64 << 20)
            }
        }

        // MARK: What sandboxes hear

        @Test func signalsOfTheServersOwnGoToThoseThatHaveCalledIt() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let tool = try desktop.client()
                let stranger = try desktop.client()
                let heard = Recorder<String>()
                let rule = MatchRule(interface: FakeServerInterfaces.own.name)
                let subscriptions = [("tool", tool), ("stranger", stranger)].map { name, client in
                    client.connection.subscribe(rule) { _ in heard.record(name) }
                }
                try await tool.call("Ping", interface: FakeServerInterfaces.own.name)
                try desktop.fake.emitOwn("paused")
                #expect(try await heard.next() == "tool")
                _ = try await stranger.status()
                #expect(heard.pending.isEmpty)
                withExtendedLifetime(subscriptions) {}
            }
        }

        @Test(.enabled(if: Sandbox.isPossible, "bubblewrap or xdg-dbus-proxy does not work here"))
        func sandboxCannotTellWhichIDsAreLive() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let other = try await desktop.client().notify("live")
                let evil = try await Sandbox(desktop, SandboxTests.evil).client()
                let tries = [other, other + 1_000, 4_000_000_000]
                var ids: [UInt32] = []
                for id in tries { ids.append(try await evil.notify("probe", replaces: id)) }
                #expect(Set(ids).isDisjoint(with: tries))
                #expect(try await evil.notify("again", replaces: ids[0]) == ids[0])
            }
        }

        @Test(.enabled(if: Sandbox.isPossible, "bubblewrap or xdg-dbus-proxy does not work here"))
        func sandboxCannotSilenceAnotherAppsBadge() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let evil = try await Sandbox(desktop, SandboxTests.evil).client()
                for app in [SandboxTests.chat, SandboxTests.evil] {
                    let signal = Message.signal(
                        path: "/a", interface: WireName.launcherEntry, member: "Update")
                    try signal.append(
                        .string("application://\(app).desktop"), .vardict(["count": .int64(1)]))
                    evil.connection.send(signal)
                }
                let client = try desktop.client()
                let (updates, subscription) = LimitTests.badges(notBy: evil, seenBy: client)
                defer { subscription.cancel() }
                _ = try await evil.notify("its own")
                _ = try await client.notify("chat", app: SandboxTests.chat)
                #expect(try await updates.next() == "application://\(SandboxTests.chat).desktop")
            }
        }
    }
}
