// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// To an app, focusd is a correct notification server (Design.md, "Notifications").
extension EndToEnd.Server {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct ServerTests {
        @Test func informationAndCapabilitiesAreTheRealServers() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                let information = try await client.call("GetServerInformation")
                #expect(information.map(\.asString) == ["fake", "tests", "1.0", "1.2"])
                let capabilities = try await client.call("GetCapabilities").first?.asStrings
                #expect(
                    capabilities
                        == (try desktop.fake.capabilities + ["inhibitions", "x-kde-origin-name"]))
            }
        }

        @Test func argumentsAndAllHintsReachTheRealServerUnchanged() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let pixels = (0..<512 * 512 * 4).map { UInt8(truncatingIfNeeded: $0 &* 31) }
                let image = Value.structure([
                    .int32(512), .int32(512), .int32(2048), .boolean(true), .int32(8), .int32(4),
                    .bytes(pixels),
                ])
                let hints: [String: Value] = [
                    "image-data": image, "x-unknown": .variant(.array(of: "(si)", [])),
                    "x-nested": .dictionary(
                        key: "s", value: "v",
                        [
                            DictionaryEntry(
                                key: .string("a"), value: .variant(.variant(.double(1.5))))
                        ]),
                    "x-numbers": .array(of: "x", [.int64(.min), .int64(.max)]),
                    "category": .string("im.received"), "filterCriteria": .string("work"),
                    "transient": .boolean(true), "value": .int32(-7),
                ]
                let client = try desktop.client()
                _ = try await client.call(
                    "Notify", .string(""), .uint32(0), .string("mail-unread"), .string("Summary é"),
                    .string("<b>body</b>\n2"), .strings(["default", "Open", "x", "X"]),
                    .vardict(hints), .int32(12_345))
                let shown = try await desktop.fake.notification(1)
                #expect(shown.appName == "")
                #expect(shown.appIcon == "mail-unread")
                #expect(shown.summary == "Summary é")
                #expect(shown.body == "<b>body</b>\n2")
                #expect(shown.actions == ["default", "Open", "x", "X"])
                #expect(shown.expireTimeout == 12_345)
                for (name, value) in hints { #expect(shown.hints[name] == value, "\(name)") }
            }
        }

        /// A server that trusts the size would read beyond the bytes.
        @Test func pictureWithAWrongSizeIsLeftOutAndTheLogNamesIt() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let image = Value.structure([
                    .int32(512), .int32(512), .int32(2048), .boolean(true), .int32(8), .int32(4),
                    .bytes([1, 2, 3]),
                ])
                _ = try await desktop.client().notify("a", hints: ["image-data": image])
                #expect(try await desktop.fake.notification(1).hints["image-data"] == nil)
                try await desktop.waitForLog(
                    "the hint \"image-data\" is left out of what the real server is given: its size"
                        + " does not fit its bytes")
            }
        }

        @Test(arguments: [Value.byte(2), .uint32(2), .int32(2)])
        func urgencyOfAnyTypeArrivesAsAByte(_ urgency: Value) async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                _ = try await desktop.client().notify("a", hints: ["urgency": urgency])
                #expect(try await desktop.fake.notification(1).hints["urgency"] == .byte(2))
            }
        }

        @Test func senderPIDIsTheOriginalSenders() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                _ = try await desktop.client().notify("a")
                let shown = try await desktop.fake.notification(1)
                #expect(shown.hints["sender-pid"] == .int64(Int64(ownProcessID)))
            }
        }

        /// Found by review: a shell took the process that an app had named for the sender.
        @Test func processThatAnAppNamesIsNotPassedOnAfterTheAppHasLeft() async throws {
            let files = ["focuses/quiet.focus": "[Focus]\nName=Quiet\nApps=allow\n"]
            try await withDesktop(files: files) { desktop in
                try await desktop.startWithServer()
                let (app, tool) = (try desktop.client(), try desktop.client())
                try await tool.focusd("Activate", .string("quiet"))
                let id = try await app.notify("a", hints: ["sender-pid": .int64(1)])
                let left = Recorder<Void>()
                let rule = MatchRule(
                    sender: .bus, member: "NameOwnerChanged",
                    arguments: [0: app.connection.uniqueName.rawValue])
                let subscription = tool.connection.subscribe(rule) { _ in left.record(()) }
                defer { subscription.cancel() }
                _ = try await tool.status()
                app.leave()
                try await left.next()
                try await tool.focusd("DeliverNow", .array(of: "u", [.uint32(id)]))
                let shown = try await desktop.fake.notification(1)
                #expect(shown.hints["sender-pid"] == .int64(0))
            }
        }

        @Test func signalsGoToTheSenderAloneUnderItsOwnID() async throws {
            try await withDesktop { desktop in
                try desktop.fake.nextID = 1_000
                try await desktop.startWithServer()
                let other = try desktop.client()
                let sender = try desktop.client()
                let id = try await sender.notify("a", actions: ["default", "Open"])
                try await desktop.fake.notification(1)
                try desktop.fake.emitAction(1_000, "default", token: "token-1")
                try desktop.fake.emitReply(1_000, "an answer")
                try desktop.fake.emitClosed(1_000, reason: 2)
                let expected = [
                    Client.Signal("ActivationToken", .uint32(id), .string("token-1")),
                    Client.Signal("ActionInvoked", .uint32(id), .string("default")),
                    Client.Signal("NotificationReplied", .uint32(id), .string("an answer")),
                    Client.Signal("NotificationClosed", .uint32(id), .uint32(2)),
                ]
                for signal in expected { #expect(try await sender.signals.next() == signal) }
                // Whatever was sent to the other client came before this answer.
                _ = try await other.call("GetCapabilities")
                #expect(other.signals.pending.isEmpty)
            }
        }

        @Test func closingTellsTheSenderAndTheRealServer() async throws {
            try await withDesktop { desktop in
                try desktop.fake.nextID = 50
                try await desktop.startWithServer()
                let client = try desktop.client()
                let id = try await client.notify("a")
                try await desktop.fake.notification(1)
                try await client.call("CloseNotification", .uint32(id))
                #expect(
                    try await client.signals.next()
                        == Client.Signal("NotificationClosed", .uint32(id), .uint32(3)))
                try await desktop.fake.wait(for: "the popup's end") { $0.closed == [50] }
            }
        }

        @Test func strangerMayNotCloseNorReplace() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let owner = try desktop.client()
                let stranger = try desktop.client()
                let id = try await owner.notify("a")
                let error = try await stranger.error {
                    try await stranger.call("CloseNotification", .uint32(id))
                }
                #expect(error.code == .invalidArgs)
                #expect(error.message.contains("focus-switch missed dismiss \(id)"), "\(error)")
                let over = try await stranger.error {
                    try await stranger.call("CloseNotification", .uint32(id + 50))
                }
                #expect(over.message.hasSuffix("\(id + 50) is over, or never was"), "\(over)")
                let other = try await stranger.notify("b", replaces: id)
                #expect(other != id)
                #expect(try await desktop.fake.notification(2).replacesID == 0)
            }
        }

        /// Found by review: mako answers so for equal tags, and `notify-send --wait` hung.
        @Test func notificationEndsWhenTheServerShowsAnotherInItsPlace() async throws {
            try await withDesktop { desktop in
                for number in 1...2 { try desktop.fake.answer(.id(7), toNotify: number) }
                try await desktop.startWithServer()
                let (first, second) = (try desktop.client(), try desktop.client())
                let hints: [String: Value] = ["x-dunst-stack-tag": .string("song")]
                let id = try await first.notify("one", hints: hints)
                try await desktop.fake.notification(1)
                let other = try await second.notify("two", hints: hints)
                #expect(try await desktop.fake.notification(2).replacesID == 0)
                #expect(
                    try await first.signals.next()
                        == Client.Signal("NotificationClosed", .uint32(id), .uint32(4)))
                try desktop.fake.emitAction(7, "default")
                #expect(
                    try await second.signals.next()
                        == Client.Signal("ActionInvoked", .uint32(other), .string("default")))
                try desktop.fake.emitClosed(7)
                #expect(
                    try await second.signals.next()
                        == Client.Signal("NotificationClosed", .uint32(other), .uint32(2)))
                let states = try await first.entries().map { $0.string("state") }
                #expect(states == ["acted-on", "replaced"])
            }
        }

        @Test func anotherProcessReplacesWhatASenderLeft() async throws {
            try await withDesktop { desktop in
                try desktop.fake.nextID = 90
                try await desktop.startWithServer()
                let first = try desktop.client()
                let id = try await first.notify("a")
                try await desktop.fake.notification(1)
                let second = try desktop.client()
                let left = Recorder<Void>()
                let rule = MatchRule(
                    sender: .bus, member: "NameOwnerChanged",
                    arguments: [0: first.connection.uniqueName.rawValue])
                let subscription = second.connection.subscribe(rule) { _ in left.record(()) }
                defer { subscription.cancel() }
                _ = try await second.status()
                first.leave()
                try await left.next()
                #expect(try await second.notify("b", replaces: id) == id)
                #expect(try await desktop.fake.notification(2).replacesID == 90)
            }
        }

        @Test func inhibitionIsSeenAndEndsWithItsClient() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let watcher = try desktop.client()
                let changes = Recorder<Bool>()
                let rule = MatchRule(
                    path: WireName.notificationsPath, interface: "org.freedesktop.DBus.Properties",
                    member: "PropertiesChanged")
                let subscription = watcher.connection.subscribe(rule) { message in
                    let values = (try? message.arguments()) ?? []
                    changes.record(values[1]["Inhibited"]?.unwrapped.asBool ?? false)
                }
                defer { subscription.cancel() }
                _ = try await watcher.call("GetCapabilities")
                let player = try desktop.client()
                let cookie = try await player.call(
                    "Inhibit", .string("org.example.Player"), .string("a film"), .vardict([:]))
                #expect(try await changes.next() == true)
                let status = try await watcher.status()
                #expect(status.isInhibited)
                #expect(status.inhibitors.map(\.reason) == ["a film"])
                #expect(status.activation?.focus == .doNotDisturb)
                let silenced = try await watcher.notify("during the film")
                #expect(try await watcher.status().missed == 1)
                _ = try await watcher.call("CloseNotification", .uint32(silenced))
                let error = try await watcher.error {
                    try await watcher.call("UnInhibit", cookie[0])
                }
                #expect(error.code == .invalidArgs)
                player.leave()
                #expect(try await changes.next() == false)
                #expect(try await watcher.status().activation == nil)
            }
        }

        @Test func wrongTypesGetAnErrorThatNamesThem() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                let wrongArguments = try await client.error {
                    try await client.call("Notify", .string("only one"))
                }
                #expect(wrongArguments.code == .invalidArgs)
                #expect(wrongArguments.message.contains("susssasa{sv}i"))
                let wrongHint = try await client.error {
                    _ = try await client.notify("a", hints: ["filterCriteria": .int32(1)])
                }
                #expect(wrongHint.code == .invalidArgs)
                #expect(wrongHint.message.contains("filterCriteria"))
                let longHint = try await client.error {
                    _ = try await client.notify(
                        "a", criteria: String(repeating: "x", count: 16 << 10 | 1))
                }
                #expect(longHint.code == .invalidArgs)
                let unknown = try await client.error { try await client.call("Nonsense") }
                #expect(unknown.code == .unknownMethod)
                #expect(try await client.notify("still there") != 0)
            }
        }

        @Test func interfacesOfTheRealServerAreRelayed() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let tool = try desktop.client()
                let heard = Recorder<String>()
                let own = FakeServerInterfaces.own.name
                let subscription = tool.connection.subscribe(
                    MatchRule(sender: WireName.notifications, interface: own)
                ) { message in
                    heard.record((try? message.arguments())?.first?.asString ?? "")
                }
                defer { subscription.cancel() }
                _ = try await tool.call("Ping", interface: own)
                #expect(try desktop.fake.ownCalls == ["Ping"])
                try desktop.fake.emitOwn("changed")
                #expect(try await heard.next() == "changed")
            }
        }

        @Test func doctorWaitsForAServerThatIsOnItsWay() async throws {
            try await withDesktop(hasServer: false) { desktop in
                try await desktop.start()
                let client = try desktop.client()
                let answers = Recorder<[Value]>()
                // focusd reads the call together with the name of the server, which it then asks.
                try desktop.whileStopped {
                    let call = Message.methodCall(
                        destination: WireName.focus, path: WireName.focusPath,
                        interface: WireName.control, member: "Doctor")
                    client.connection.call(call, timeout: .testDeadline) { result in
                        answers.record((try? result.get().arguments()) ?? [])
                    }
                    // The bus has the call when it answers this.
                    _ = try client.connection.busID()
                    try desktop.replaceServer()
                }
                let checks = try await answers.next().first.flatMap(Fields.list) ?? []
                let check = checks.compactMap(DoctorCheck.init).first { $0.check == "server" }
                #expect(check?.isGood == true)
            }
        }

        /// Found by review: a browser that dunst started notified dunst, past every Focus.
        @Test func serverKnowsTheSessionBusForWhatItStarts() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let script = desktop.home + "/server"
                try desktop.writeFile(
                    script,
                    """
                    test "$DBUS_SESSION_BUS_ADDRESS" = "$FOCUSD_SESSION_BUS" && exit 1
                    export DBUS_SESSION_BUS_ADDRESS="$FOCUSD_SESSION_BUS"
                    exec notify-send "sent by the server"

                    """)
                // A server without a display is not started.
                desktop.variables["WAYLAND_DISPLAY"] = "wayland-1"
                try await desktop.start(["--server", "sh \(script)"])
                let client = try desktop.client()
                try await client.waitForStatus { $0.queued > 0 }
                #expect(try await client.entries().first?.string("summary") == "sent by the server")
            }
        }

        @Test func doctorNamesAProgramOnThePrivateBus() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let console = Programs.path("focus-console")
                try await desktop.start(["--server", "\(console) --output /dev/null"])
                try await desktop.client().waitForStatus(\.server.isRunning)
                @LoopActor func doctor() async throws -> String {
                    let tool = try desktop.tool(Programs.path("focus-switch"), "doctor", "--json")
                    _ = try await tool.exits.next()
                    try await tool.ended()
                    return tool.text
                }
                let before = try await doctor()
                #expect(before.contains("server") && !before.contains("private-bus-shared"))
                let stranger = try Connection(address: desktop.privateBusAddress)
                let after = try await doctor()
                #expect(after.contains("private-bus-shared"), "\(after)")
                stranger.close()
            }
        }

        @Test func introspectionIsTheFileInDBus() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let text = try await desktop.client().call(
                    "Introspect", interface: "org.freedesktop.DBus.Introspectable"
                ).first?.asString
                let method = #"<method name="UnInhibit">"#
                #expect(text?.contains(method) == true)
                #expect(text?.contains(#"<signal name="NotificationReplied">"#) == true)
            }
        }
    }
}
