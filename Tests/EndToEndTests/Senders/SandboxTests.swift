// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// The limits of a sandboxed app, tried from real sandboxes.
///
/// Where nothing else is said, the sandbox's own filter lets everything through, so that it is
/// focusd which refuses.
extension EndToEnd.Senders {
    @Suite(
        .timeLimit(.minutes(20)),
        .enabled(if: Sandbox.isPossible, "bubblewrap or xdg-dbus-proxy does not work here"))
    @LoopActor struct SandboxTests {
        nonisolated static let chat = "org.example.Chat"
        nonisolated static let evil = "org.example.Evil"
        static let files = [
            "focuses/work.focus": """
            [Focus]
            Name=Work
            Apps=allow
            AppList=org.example.Chat;

            [Filter org.example.Chat Mail]
            account=zq-secret
            """
        ]

        // MARK: Posing as another app

        @Test func cannotPoseByDesktopEntryOrName() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let tool = try desktop.client()
                try await tool.focusd("Activate", .string("work"))
                let evil = try await Sandbox(desktop, Self.evil).client()
                for hint in [Self.chat, "/usr/share/applications/\(Self.chat).desktop", ""] {
                    _ = try await evil.call(
                        "Notify", .string(Self.chat), .uint32(0), .string(""), .string("posing"),
                        .string(""), .strings([]), .vardict(["desktop-entry": .string(hint)]),
                        .int32(-1))
                }
                let entries = try await tool.entries()
                #expect(entries.map { $0.string("app") } == [Self.evil, Self.evil, Self.evil])
                // What the Focus allows to another is not allowed to it.
                #expect(entries.allSatisfy { $0.string("verdict") == "silence" })
                #expect(try await tool.badge(of: Self.chat) == 0)
            }
        }

        @Test func cannotSpeakForAnotherAppEvenWhenItOwnsItsNames() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try desktop.install(EndToEnd.Filters.FilterTests.mail)
                try await desktop.startWithServer()
                let tool = try desktop.client()
                let chat = try FilterApp(desktop, Self.chat, filters: [])
                try await chat.ask("SetBadgeCount", .uint32(7))
                chat.leave()
                let evil = try await Sandbox(desktop, Self.evil).client()
                for name in [Self.chat, Self.chat + ".FocusFilter"] as [String] {
                    _ = try evil.connection.requestName(BusName(name))
                }
                for (member, values) in EndToEnd.Filters.FilterPrivacyTests.methods {
                    let error = try await evil.error {
                        try await evil.apps(member, [.string(Self.chat)] + values)
                    }
                    #expect(error.name == WireError.accessDenied, "\(member)")
                }
                #expect(try await tool.badge(of: Self.chat) == 7)
                // For itself it speaks without owning any name.
                try await evil.apps("SetBadgeCount", [.string(Self.evil), .uint32(2)])
                #expect(try await tool.badge(of: Self.evil) == 2)
                let inhibition = try await evil.call(
                    "Inhibit", .string(Self.chat), .string("posing"), .vardict([:]))
                #expect(inhibition.first?.asUInt32 != nil)
                let status = try await tool.status()
                #expect(status.inhibitors.map(\.app) == [AppID(Self.evil)])
                #expect(status.activation == nil)
            }
        }

        @Test func filterOfAnAppDoesNotGoToASandboxThatOwnsTheAppsNames() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try desktop.install(EndToEnd.Filters.FilterTests.mail)
                try await desktop.startWithServer()
                let tool = try desktop.client()
                let box = try await Sandbox(desktop, Self.evil)
                var pretenders: [FilterApp] = []
                for name in [Self.chat, Self.chat + ".FocusFilter"] {
                    pretenders.append(
                        try FilterApp(box.client(), Self.chat, filters: ["Mail"], name: name))
                }
                try await tool.focusd("Activate", .string("work"))
                // They are there, and yet nobody is.
                try await tool.waitForFilter(focus: "work") { $0.appState == .absent }
                let error = try await tool.error {
                    try await tool.focusd(
                        "DescribeFilter", .string(Self.chat), .string("Mail"), .vardict([:]))
                }
                #expect(error.name == WireError.appUnavailable)
                for pretender in pretenders { pretender.leave() }
                // The app itself, in its own sandbox, is told.
                let chat = try FilterApp(
                    try await Sandbox(desktop, Self.chat).client(), Self.chat, filters: ["Mail"])
                #expect(try await chat.told()["account"] == .string("zq-secret"))
                #expect(pretenders.allSatisfy { $0.calls.pending.isEmpty })
            }
        }

        // MARK: Other apps' notifications

        @Test func cannotCloseNorReplaceWhatAnotherAppSent() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let tool = try desktop.client()
                let chat = try await Sandbox(desktop, Self.chat).client()
                let evil = try await Sandbox(desktop, Self.evil).client()
                let id = try await chat.notify("mine", app: Self.chat)
                func tryEverything() async throws {
                    let error = try await evil.error {
                        try await evil.call("CloseNotification", .uint32(id))
                    }
                    #expect(error.name == WireError.invalidArgs)
                    // It does not tell whether the id is in use.
                    #expect(error.message.hasSuffix("is over, or is another program's"))
                    #expect(try await evil.notify("mine", app: Self.chat, replaces: id) != id)
                    let record = try await tool.focusd("Entry", .uint32(id)).first
                        .flatMap(Fields.init)
                    #expect(record?.string("app") == Self.chat)
                    #expect(record?.string("summary") == "mine")
                    #expect(record?.string("state") == "shown")
                }
                _ = try await desktop.fake.notification(1)
                try await tool.waitForEntry(id) { $0.string("state") == "shown" }
                try await tryEverything()
                // Nor when the sender has left, though then its own app may.
                chat.leave()
                try await tool.waitForEntry(id) { $0.boolean("live") == false }
                try await tryEverything()
                let another = try await Sandbox(desktop, Self.chat).client()
                #expect(try await another.notify("newer", app: "", replaces: id) == id)
                try await another.call("CloseNotification", .uint32(id))
            }
        }

        @Test func hearsNoSignalAboutAnotherAppsNotification() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let chat = try await Sandbox(desktop, Self.chat).client()
                let evil = try await Sandbox(desktop, Self.evil).client()
                let listener = EndToEnd.Filters.FilterPrivacyTests.Listener(evil)
                let id = try await chat.notify("mine", app: Self.chat, actions: ["open", "Open"])
                _ = try await desktop.fake.notification(1)
                try desktop.fake.emitAction(1, "open", token: "zq-token")
                try desktop.fake.emitReply(1, "zq-reply")
                try desktop.fake.emitClosed(1)
                _ = try await chat.signals.next { $0.member == "NotificationClosed" }
                #expect(id > 0)
                // Whatever the bus had for it has come before this answer.
                try await evil.call("GetCapabilities")
                #expect(!listener.interfaces.contains(WireName.notificationsInterface.rawValue))
                let heard = listener.heard.map { String(decoding: $0, as: UTF8.self) }
                #expect(!heard.contains { $0.contains("zq-token") || $0.contains("zq-reply") })
            }
        }

        // MARK: The user's side

        @Test func controlAndTheRealServersOwnInterfacesAreNotForIt() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let tool = try desktop.client()
                let id = try await tool.notify("zq-words")
                let evil = try await Sandbox(desktop, Self.evil).client()
                // About Hold, focusd asks the user: HoldQuestionTests.
                for method in try WireInterface.control.methods where method.name != "Hold" {
                    let error = try await evil.error {
                        try await evil.focusd(method.name, values: method.input.examples(id))
                    }
                    let expected =
                        method.name == "Release" ? WireError.notFound : WireError.accessDenied
                    #expect(error.name == expected, "\(method.name)")
                }
                for (member, values) in [
                    ("GetAll", []), ("Get", [.string("ActiveFocus")]),
                    ("Set", [.string("ActiveFocus"), .variant(.string("work"))]),
                ] as [(MemberName, [Value])] {
                    let error = try await evil.error {
                        try await evil.focusd(
                            member, values: [.string(WireName.control.rawValue)] + values,
                            interface: "org.freedesktop.DBus.Properties")
                    }
                    #expect(error.name == WireError.accessDenied, "\(member)")
                }
                let error = try await evil.error {
                    try await evil.call("Show", interface: FakeServerInterfaces.own.name)
                }
                #expect(error.name == WireError.accessDenied)
                #expect(try desktop.fake.ownCalls.isEmpty)
                #expect(try await tool.status().activation == nil)
            }
        }

        @Test(arguments: [true, false])
        func cannotLearnWhichFocusIsOn(_ isFiltered: Bool) async throws {
            try await withDesktop(files: EndToEnd.Filters.FilterPrivacyTests.files) { desktop in
                try desktop.install(EndToEnd.Filters.FilterTests.mail)
                try desktop.install(EndToEnd.Filters.FilterTests.mail, of: "org.example.Other")
                try await desktop.startWithServer()
                let tool = try desktop.client()
                let other = try FilterApp(desktop, "org.example.Other")
                let box = try await Sandbox(
                    desktop, Self.chat, filter: isFiltered ? Sandbox.usual(Self.chat) : [])
                let app = try FilterApp(box.client(), Self.chat, name: Self.chat)
                let listener = EndToEnd.Filters.FilterPrivacyTests.Listener(app.client)
                app.answers["Perform"] = { call in
                    listener.keep(call.message)
                    call.reply(.vardict([:]))
                }
                for focus in ["zq-focus-id", "do-not-disturb"] {
                    try await tool.focusd("Activate", .string(focus))
                    _ = try await other.client.notify("one more", app: "org.example.Other")
                    try await EndToEnd.Filters.FilterPrivacyTests.askEverything(app, listener)
                }
                try await tool.focusd("Deactivate")
                try await EndToEnd.Filters.FilterPrivacyTests.askEverything(app, listener)
                #expect(try await app.told()["account"] == .string("own"))
                let all = listener.heard.map { String(decoding: $0, as: UTF8.self) }.joined()
                // That somebody wants quiet it may know.
                #expect(all.contains("Inhibited"))
                let names = listener.secrets.filter {
                    // Without a filter the bus tells everybody who owns which name, and what is
                    // sent to docks names the app.
                    isFiltered
                        || !$0.contains("NameOwnerChanged") && !$0.contains("LauncherEntry")
                }
                #expect(names.isEmpty, "\(names)")
                #expect(!listener.interfaces.contains(WireName.control.rawValue))
                #expect(
                    !isFiltered
                        || !listener.interfaces.contains(WireName.launcherEntry.rawValue))
            }
        }
    }
}

extension Client {
    /// Calls `org.focusd.Focus1.Apps`.
    @discardableResult
    func apps(_ member: MemberName, _ values: [Value]) async throws -> [Value] {
        try await focusd(member, values: values, interface: WireName.apps)
    }

    /// Calls `org.focusd.Focus1` with any number of arguments.
    @discardableResult
    func focusd(
        _ member: MemberName, values: [Value], interface: InterfaceName = WireName.control
    ) async throws -> [Value] {
        let call = Message.methodCall(
            destination: WireName.focus, path: WireName.focusPath, interface: interface,
            member: member)
        try call.append(contentsOf: values)
        return try await connection.call(call, timeout: .testDeadline).arguments()
    }

    /// Asks until a notification is as wanted; not every change has a signal.
    func waitForEntry(_ id: UInt32, _ condition: (Fields) -> Bool) async throws {
        let deadline = ContinuousClock.now + .testDeadline
        while true {
            let entry = try await focusd("Entry", .uint32(id)).first.flatMap(Fields.init)
            if let entry, condition(entry) { return }
            guard ContinuousClock.now < deadline else { throw DeadlinePassed() }
        }
    }
}

extension Signature {
    /// A value of each of its types.
    fileprivate func examples(_ id: UInt32) -> [Value] {
        var values: [Value] = []
        var rest = rawValue[...]
        let known: [(String, Value)] = [
            ("aa{sv}", .array(of: "a{sv}", [])), ("a{sv}", .vardict([:])),
            ("au", .array(of: "u", [.uint32(id)])),
            ("as", .strings([])), ("s", .string("work")), ("u", .uint32(id)), ("b", .boolean(true)),
            ("x", .int64(1)), ("t", .uint64(1)), ("d", .double(1)), ("i", .int32(1)),
        ]
        while let (type, value) = known.first(where: { rest.hasPrefix($0.0) }) {
            values.append(value)
            rest = rest.dropFirst(type.count)
        }
        return values
    }
}
