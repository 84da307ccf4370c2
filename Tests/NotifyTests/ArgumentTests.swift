// SPDX-License-Identifier: Apache-2.0
import DBus
import GLibLoop
import Notify
import TestSupport
import Testing

extension LibnotifyTests {
    /// The real server receives the client's arguments.
    @LoopActor @Suite struct Arguments {
        @Test(arguments: [
            ("chat", "mail-unread", "Hello", "How are you?"),
            ("", "", "", ""),
            ("", "/usr/share/icons/a.png", "", "body without a summary"),
            ("Ω≈ç", "file:///tmp/ä.png", "日本語 👩‍👩‍👧", "<b>bold</b> & <i>\n\u{FFFF}</i>"),
            (" ", " ", " ", " "),
        ])
        func `texts arrive as they were sent`(
            _ appName: String, _ appIcon: String, _ summary: String, _ body: String
        ) async throws {
            let fixture = try await Fixture()
            let seen = try await fixture.forward(
                Sample(appName: appName, appIcon: appIcon, summary: summary, body: body))
            #expect(seen.appName == appName)
            #expect(seen.appIcon == appIcon)
            #expect(seen.summary == summary)
            #expect(seen.body == body)
            #expect(seen.hints == ["sender-pid": .int64(77)])
            await fixture.finish()
        }

        @Test func `every expire timeout arrives`() async throws {
            let fixture = try await Fixture()
            for timeout in [-1, 0, 1, 5000, Int32.max, Int32.min, -2] {
                #expect(
                    try await fixture.forward(Sample(expireTimeout: timeout)).expireTimeout
                        == timeout)
            }
            await fixture.finish()
        }

        @Test(
            arguments: [
                ([], []),
                (["default", "Open it", "b", "B"], ["default", "Open it", "b", "B"]),
                (["default", ""], ["default", "Open"]),
                (["reply", "", "default", ""], ["reply", "reply", "default", "Open"]),
                (["z", "1", "a", "2", "m", "3"], ["z", "1", "a", "2", "m", "3"]),
                (["a", "A", "left"], ["a", "A"]),
                (["left"], []),
                (["a", "1", "a", "2"], ["a", "1", "a", "2"]),
                (["", "nameless", "a", "A"], ["a", "A"]),
            ] as [([String], [String])])
        func `actions arrive in their order, each with a label`(
            _ sent: [String], _ seen: [String]
        ) async throws {
            let fixture = try await Fixture()
            #expect(try await fixture.forward(Sample(actions: sent)).actions == seen)
            await fixture.finish()
        }

        @Test(arguments: [Value.byte(2), .uint32(2), .int32(2), .string("2")])
        func `urgency arrives as a byte`(_ sent: Value) async throws {
            let fixture = try await Fixture()
            let seen = try await fixture.forward(
                Sample(hints: [("urgency", sent)]), urgency: 2)
            #expect(seen.hints["urgency"] == .byte(2))
            await fixture.finish()
        }

        @Test func `an urgency that was not sent stays absent`() async throws {
            let fixture = try await Fixture()
            #expect(try await fixture.forward(Sample(), urgency: 2).hints["urgency"] == nil)
            await fixture.finish()
        }

        @Test(
            arguments: [
                (nil, 4711, .int64(4711)),
                (.int64(1), 4711, .int64(4711)),
                (.uint32(1), 4711, .int64(4711)),
                (.int64(1), nil, .int64(0)),
                (nil, nil, .int64(0)),
            ] as [(Value?, UInt32?, Value)])
        func `sender-pid is the client's, never ours`(
            _ sent: Value?, _ known: UInt32?, _ seen: Value
        ) async throws {
            let fixture = try await Fixture()
            let sample = Sample(hints: sent.map { [("sender-pid", $0)] } ?? [])
            #expect(
                try await fixture.forward(sample, senderPID: known).hints["sender-pid"] == seen)
            await fixture.finish()
        }

        @Test func `desktop-entry stays what it is`() async throws {
            let fixture = try await Fixture()
            for value in [Value.string("org.example.Chat"), .string(""), .int32(1)] {
                let seen = try await fixture.forward(Sample(hints: [("desktop-entry", value)]))
                #expect(seen.hints["desktop-entry"] == value)
            }
            #expect(try await fixture.forward(Sample()).hints["desktop-entry"] == nil)
            await fixture.finish()
        }

        @Test func `an image-path hint and an application icon do not mix`() async throws {
            let fixture = try await Fixture()
            let seen = try await fixture.forward(
                Sample(appIcon: "app", hints: [("image-path", .string("picture"))]))
            #expect(seen.appIcon == "app")
            #expect(seen.hints["image-path"] == .string("picture"))
            await fixture.finish()
        }

        @Test(arguments: [1, 2, UInt32(Int32.max), UInt32(Int32.max) + 1, UInt32.max])
        func `a replaced id arrives and the answer comes back`(_ id: UInt32) async throws {
            let fixture = try await Fixture()
            let request = ShowRequest(message: try Sample().message(), replaces: id)
            #expect(try await fixture.forwarder.show(request) == id)
            #expect(try await fixture.server.notification(1).replacesID == id)
            try await fixture.forwarder.close(id)
            #expect(fixture.server.closed == [id])
            await fixture.finish()
        }

        @Test func `a message that is no Notify call is refused`() async throws {
            let fixture = try await Fixture()
            let message = Message.methodCall(
                destination: nil, path: FakeServer.path, interface: nil, member: "Notify")
            try message.append("text")
            await #expect(throws: ShowError.notANotification) {
                try await fixture.forwarder.show(ShowRequest(message: message))
            }
            await fixture.finish()
        }
    }
}
