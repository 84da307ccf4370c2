// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// An app sees its own parameter values and nothing else (Design.md, "Focus filters", "Privacy").
extension EndToEnd.Filters {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct FilterPrivacyTests {
        /// Words that no app may read: the Focus's id and name, another app and what is set for it.
        static let secrets = [
            "zq-focus-id", "Zq Focus Name", "org.example.Other", "zq-other-value",
        ]
        static let files = [
            "focuses/zq-focus-id.focus": """
            [Focus]
            Name=Zq Focus Name
            Summary=true
            HideBadges=true

            [Rule quiet]
            When=summary == "quiet"
            Do=silence

            [Filter org.example.Chat Mail]
            account=own

            [Filter org.example.Other Mail]
            account=zq-other-value
            """
        ]

        /// Keeps every byte of what reaches a client, whatever it is.
        @LoopActor final class Listener {
            private(set) var heard: [[UInt8]] = []
            /// The interfaces of the signals among them.
            private(set) var interfaces: Set<String> = []
            private var subscription: Subscription?

            init(_ client: Client) {
                subscription = client.connection.subscribe(MatchRule()) { [weak self] message in
                    self?.keep(message)
                }
            }

            func keep(_ message: Message) {
                heard.append((try? message.marshalled()) ?? [])
                if message.kind == .signal { interfaces.insert(message.interface ?? "") }
            }

            /// The secrets that were heard, each with the place where.
            var secrets: [String] {
                FilterPrivacyTests.secrets.flatMap { secret in
                    heard.filter { String(decoding: $0, as: UTF8.self).contains(secret) }
                        .map { "\(secret) in \(String(decoding: $0, as: UTF8.self))" }
                }
            }
        }

        /// Calls a method as the app and keeps what comes back, also when that is an error.
        static func call(
            _ app: FilterApp, _ listener: Listener, _ destination: BusName, _ path: ObjectPath,
            _ interface: InterfaceName, _ member: MemberName, _ values: [Value] = []
        ) async throws {
            let call = Message.methodCall(
                destination: destination, path: path, interface: interface, member: member)
            try call.append(contentsOf: values)
            do throws(CallError) {
                listener.keep(try await app.client.connection.call(call, timeout: .testDeadline))
            } catch {
                let reply = Message.signal(path: "/error", interface: "a.b", member: "Error")
                try reply.append(.string(error.name.rawValue), .string(error.message))
                listener.keep(reply)
            }
        }

        /// Every method that focusd offers to apps, with arguments about the app itself.
        static let methods: [(MemberName, [Value])] = [
            ("Declare", [FilterMemoryTests.mail]), ("CurrentFilter", [.string("Mail")]),
            ("CurrentFilter", [.string("Post")]), ("InvalidateAppContext", [.string("Mail")]),
            ("SetBadgeCount", [.uint32(3)]), ("BadgeCount", []),
            ("LiveNotifications", [.array(of: "u", [.uint32(1)])]),
            ("DeliverRemote", [.string(#"{"aps":{"alert":"a","filter-criteria":"b"}}"#)]),
            ("DeliverRemote", [.string("{")]),
        ]

        static func askEverything(_ app: FilterApp, _ listener: Listener) async throws {
            for (member, values) in methods {
                for id in [app.id, "org.example.Other"] {
                    // What it says of the other app it knows already.
                    guard id == app.id || member != "Declare" else { continue }
                    try await call(
                        app, listener, WireName.focus, WireName.focusPath, WireName.apps, member,
                        [.string(id)] + values)
                }
            }
            let places: [(BusName, ObjectPath)] = [
                (WireName.focus, WireName.focusPath), (WireName.focus, "/"),
                (WireName.focus, "/org/focusd"),
                (WireName.notifications, WireName.notificationsPath),
            ]
            for (name, path) in places {
                for (interface, member, values) in [
                    ("org.freedesktop.DBus.Introspectable", "Introspect", []),
                    (
                        "org.freedesktop.DBus.Properties", "GetAll",
                        [.string(WireName.notificationsInterface.rawValue)]
                    ),
                    (
                        "org.freedesktop.DBus.Properties", "GetAll",
                        [.string(WireName.apps.rawValue)]
                    ),
                    ("org.freedesktop.DBus.ObjectManager", "GetManagedObjects", []),
                    ("org.freedesktop.DBus.Peer", "Ping", []),
                ] as [(InterfaceName, MemberName, [Value])] {
                    try await call(app, listener, name, path, interface, member, values)
                }
            }
            try await call(
                app, listener, WireName.notifications, WireName.notificationsPath,
                WireName.notificationsInterface, "Notify",
                [
                    .string("Chat"), .uint32(0), .string(""), .string("quiet"), .string(""),
                    .strings([]), .vardict([:]), .int32(-1),
                ])
            for member in ["GetCapabilities", "GetServerInformation"] as [MemberName] {
                try await call(
                    app, listener, WireName.notifications, WireName.notificationsPath,
                    WireName.notificationsInterface, member)
            }
        }

        @Test func appCannotLearnWhichFocusIsOnNorWhatOtherAppsAreTold() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try desktop.install(FilterTests.mail)
                try desktop.install(FilterTests.mail, of: "org.example.Other")
                try await desktop.startWithServer()
                let other = try FilterApp(desktop, "org.example.Other")
                let app = try FilterApp(desktop, predicate: "TRUEPREDICATE")
                let listener = Listener(app.client)
                for member in ["Perform", "AppContext"] {
                    app.answers[member] = { call in
                        listener.keep(call.message)
                        call.reply(.vardict([:]))
                    }
                }
                let tool = try desktop.client()
                // What tells the user's tools tells them alone.
                let signals = Recorder<String>()
                let subscription = tool.connection.subscribe(
                    MatchRule(interface: WireName.control)
                ) { signals.record($0.member ?? "") }
                defer { subscription.cancel() }
                try await tool.focusd("Subscribe")
                try await Self.askEverything(app, listener)
                for focus in ["zq-focus-id", "do-not-disturb", "Zq Focus Name"] {
                    try await tool.focusd("Activate", .string(focus))
                    try await Self.askEverything(app, listener)
                }
                #expect(try await other.told()["account"] == .string("zq-other-value"))
                #expect(try await app.told()["account"] == .string("own"))
                try await tool.focusd("Deactivate")
                try await Self.askEverything(app, listener)
                #expect(signals.pending.contains("FocusChanged"))
                // The test hears what there is to hear: its own values and Inhibited are in it.
                let all = listener.heard.map { String(decoding: $0, as: UTF8.self) }.joined()
                #expect(all.contains("account") && all.contains("Inhibited"))
                let names = listener.secrets.filter {
                    // Who owns which name is the bus's to tell, and it tells everybody.
                    !$0.contains("NameOwnerChanged")
                }
                #expect(names.isEmpty, "\(names)")
                #expect(!listener.interfaces.contains(WireName.control.rawValue))
            }
        }

        @Test func listenersThatMatchEverythingHearNoCallToAnotherApp() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try desktop.install(FilterTests.mail, of: "org.example.Other")
                try await desktop.startWithServer()
                let other = try FilterApp(desktop, "org.example.Other")
                let app = try FilterApp(desktop, filters: [])
                let listener = Listener(app.client)
                try await desktop.client().focusd("Activate", .string("zq-focus-id"))
                _ = try await other.told()
                // Whatever was sent to everybody before this answer has come before it.
                try await Self.call(
                    app, listener, WireName.focus, WireName.focusPath, WireName.apps, "BadgeCount",
                    [.string(app.id)])
                #expect(listener.secrets.filter { !$0.contains("NameOwnerChanged") }.isEmpty)
            }
        }

        /// True if this machine lets a test make a sandbox.
        nonisolated static let canSandbox: Bool = {
            let process = Process()
            process.executableURL = URL(filePath: "/usr/bin/unshare")
            process.arguments = ["--map-root-user", "--mount", "true"]
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }()

        @Test(.enabled(if: Self.canSandbox, "no user namespaces here"))
        func sandboxedAppSpeaksForItselfAloneAndControlIsNotForIt() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try desktop.install(FilterTests.mail)
                try await desktop.startWithServer()
                try await desktop.client().focusd("Activate", .string("zq-focus-id"))
                /// Returns the answer to a program in the sandbox of org.example.Chat.
                @LoopActor func ask(_ arguments: [String]) async throws -> String {
                    let tool = try Tool(
                        ["/bin/sh", "-c", Self.sandbox, "sh", desktop.home + "/root"]
                            + ["--bus=\(desktop.session.address)", "--print-reply"]
                            + ["--dest=org.focusd.Focus1", "/org/focusd/Focus1"] + arguments,
                        environment: desktop.environment)
                    _ = try await tool.exits.next()
                    try await tool.ended()
                    return tool.text
                }
                let own = try await ask([
                    "org.focusd.Focus1.Apps.CurrentFilter", "string:org.example.Chat",
                    "string:Mail",
                ])
                #expect(own.contains("\"own\""), "\(own)")
                let stranger = try await ask([
                    "org.focusd.Focus1.Apps.CurrentFilter", "string:org.example.Other",
                    "string:Mail",
                ])
                #expect(stranger.contains("AccessDenied"), "\(stranger)")
                for (member, argument) in [
                    ("Status", nil), ("ListFocuses", nil), ("Subscribe", nil), ("Doctor", nil),
                    ("ListFilters", "string:"), ("Activate", "string:do-not-disturb"),
                ] {
                    let words =
                        ["org.focusd.Focus1.Control.\(member)"] + (argument.map { [$0] } ?? [])
                    let text = try await ask(words)
                    #expect(text.contains("AccessDenied"), "\(member): \(text)")
                }
                let properties = try await ask([
                    "org.freedesktop.DBus.Properties.GetAll", "string:org.focusd.Focus1.Control",
                ])
                #expect(properties.contains("AccessDenied"), "\(properties)")
            }
        }

        /// Runs dbus-send as a Flatpak of org.example.Chat would see the machine: what tells focusd
        /// so is the file at the root of its file system.
        static let sandbox = """
            exec 2>&1
            root=$1; shift
            mkdir -p "$root"
            exec unshare --map-root-user --mount sh -c '
                root=$1; shift
                mount -t tmpfs none "$root"
                for name in usr lib lib64 bin etc tmp proc dev; do
                    [ -e /$name ] || continue
                    mkdir "$root/$name" && mount --rbind /$name "$root/$name"
                done
                printf "[Application]\\nname=org.example.Chat\\n" > "$root/.flatpak-info"
                exec chroot "$root" dbus-send "$@"
            ' sh "$root" "$@"
            """
    }
}
