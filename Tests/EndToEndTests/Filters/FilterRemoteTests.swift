// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Glibc
import TestSupport
import Testing

/// A remote notification is a notification of its app like any other (`DeliverRemote`).
extension EndToEnd.Filters {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct FilterRemoteTests {
        @Test func remoteNotificationIsShownWithItsHints() async throws {
            try await withDesktop { desktop in
                try desktop.fake.nextID = 700
                try await desktop.startWithServer()
                let app = try FilterApp(desktop)
                let id = try await app.ask(
                    "DeliverRemote",
                    .string(
                        #"""
                        {"aps":{"alert":{"title":"Lunch?","body":"now"},"badge":4,
                        "category":"INVITE","filter-criteria":"work","thread-id":"t",
                        "interruption-level":"passive","sound":"default"}}
                        """#)
                ).first?.asUInt32
                let shown = try await desktop.fake.notification(1)
                #expect(shown.summary == "Lunch?")
                #expect(shown.body == "now")
                #expect(shown.appName == "org.example.Chat")
                #expect(shown.hints["desktop-entry"] == .string("org.example.Chat"))
                #expect(shown.hints["filterCriteria"] == .string("work"))
                #expect(shown.hints["interruption-level"] == .string("passive"))
                #expect(shown.hints["category"] == .string("INVITE"))
                #expect(shown.hints["x-focusd-thread"] == .string("t"))
                #expect(shown.hints["urgency"] == .byte(0))
                #expect(try await app.client.badge() == 4)
                let entry = try await app.client.entries().first
                #expect(entry?.uint32("id") == id)
                #expect(entry?.string("app") == "org.example.Chat")
                // Its signals go to who asked for it.
                try desktop.fake.emitClosed(700)
                #expect(
                    try await app.client.signals.next()
                        == Client.Signal("NotificationClosed", .uint32(id ?? 0), .uint32(2)))
            }
        }

        @Test func remoteNotificationIsFilteredAndOutlivesAKill() async throws {
            try await withDesktop(files: FilterTests.files) { desktop in
                try desktop.install(FilterTests.mail)
                try await desktop.startWithServer()
                let app = try FilterApp(desktop, predicate: "SELF == \"work\"")
                try await app.client.focusd("Activate", .string("work"))
                try await app.client.waitForFilter(focus: "work") { $0.appPredicate != nil }
                let text = #"{"aps":{"alert":"from home","filter-criteria":"home"}}"#
                let id = try await app.ask("DeliverRemote", .string(text)).first?.asUInt32 ?? 0
                #expect(id != 0)
                let missed = try await app.client.entries(["missed": .boolean(true)])
                #expect(missed.first?.string("reason") == "filter")
                try await desktop.end(SIGKILL)
                try await desktop.startWithServer()
                try await app.client.focusd("DeliverNow", .array(of: "u", [.uint32(id)]))
                let shown = try await desktop.fake.notification(1)
                #expect(shown.body == "from home")
                #expect(shown.hints["filterCriteria"] == .string("home"))
            }
        }

        @Test func payloadWithNothingToShowIsAnsweredWithZero() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let app = try FilterApp(desktop)
                for text in [
                    #"{"aps":{"badge":3}}"#, #"{"aps":{"content-available":1}}"#,
                    #"{"aps":{"badge":0}}"#,
                ] {
                    #expect(try await app.ask("DeliverRemote", .string(text)) == [.uint32(0)])
                    let isThree = text.contains("available") || text.contains("3")
                    #expect(try await app.client.badge() == (isThree ? 3 : 0))
                }
                #expect(try await app.client.entries().isEmpty)
            }
        }

        @Test func badPayloadIsRefusedWithItsPlace() async throws {
            try await withDesktop { desktop in
                try await desktop.start()
                let app = try FilterApp(desktop)
                for (text, place) in [
                    (#"{"aps":{"alert":}}"#, "offset 16"), (#"{"aps":{"badge":-1}}"#, "aps.badge"),
                ] {
                    let error = try await app.client.error {
                        try await app.ask("DeliverRemote", .string(text))
                    }
                    #expect(error.code == .invalidArgs)
                    #expect(error.message.contains(place))
                }
                let other = try FilterApp(desktop, "org.example.Other")
                let denied = try await other.client.error {
                    try await other.client.focusd(
                        "DeliverRemote", .string("org.example.Chat"),
                        .string(#"{"aps":{"alert":"x"}}"#), interface: WireName.apps)
                }
                #expect(denied.code == .accessDenied)
            }
        }
    }
}
