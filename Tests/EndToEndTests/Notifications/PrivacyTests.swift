// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// The data that focusd leaves on the disk and in the log.
extension EndToEnd.Notifications {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct PrivacyTests {
        /// The files below a directory that hold one of these texts, each with the text.
        nonisolated static func files(
            below directory: String, holding texts: [String], except name: String? = nil
        ) throws -> [String] {
            var found: [String] = []
            for path in try FileManager.default.subpathsOfDirectory(atPath: directory) {
                if let name, path.contains(name) { continue }
                let url = URL(filePath: "\(directory)/\(path)")
                let bytes: Data
                do {
                    guard
                        try url.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile == true
                    else { continue }
                    bytes = try Data(contentsOf: url)
                } catch CocoaError.fileReadNoSuchFile {
                    // focusd has removed the file since it was listed.
                    continue
                }
                for text in texts where bytes.range(of: Data(text.utf8)) != nil {
                    found.append("\(path): \(text)")
                }
            }
            return found
        }

        // MARK: Modes

        /// Returns the files below a directory that another user could open.
        nonisolated static func open(below directory: String) throws -> [String] {
            let paths = try FileManager.default.subpathsOfDirectory(atPath: directory)
            return ([""] + paths).filter { path in
                var status = stat()
                guard unsafe lstat("\(directory)/\(path)", &status) == 0 else {
                    // focusd may have removed the file since it was listed.
                    return errno != ENOENT
                }
                return status.st_mode & 0o077 != 0
            }
        }

        @Test func filesOfFocusdAreForItsUserAlone() async throws {
            try await withDesktop { desktop in
                let state = desktop.home + "/state/focusd"
                let runtime = desktop.home + "/runtime/focusd"
                // With a server of its own, so that a private bus exists; with nothing masked.
                @LoopActor func serve() async throws {
                    try await desktop.start(
                        ["--server", Programs.path("focus-console")],
                        through: ["/bin/sh", "-c", #"umask 0; exec "$@""#, "sh"])
                    let tool = try desktop.client()
                    try await tool.call("GetServerInformation")
                    for size in [10, 100_000] {
                        let body = String(repeating: "x", count: size)
                        _ = try await tool.notify("a", body: body, expires: 0)
                    }
                    let database = state + "/focusd.sqlite"
                    for suffix in ["", "-wal", "-payload"] {
                        #expect(unsafe access(database + suffix, F_OK) == 0, "\(suffix)")
                    }
                    #expect(unsafe access(desktop.privateBusDirectory + "/bus", F_OK) == 0)
                    #expect(try Self.open(below: state).isEmpty)
                    #expect(try Self.open(below: runtime).isEmpty)
                }
                try await serve()
                // What was there before is put right.
                try await desktop.end(SIGKILL)
                for directory in [state, runtime] {
                    let paths = try FileManager.default.subpathsOfDirectory(atPath: directory)
                    for path in [""] + paths {
                        unsafe chmod("\(directory)/\(path)", 0o777)
                    }
                }
                try await serve()
            }
        }

        // MARK: The log

        /// Marks what is nobody's but the user's.
        nonisolated static let mark = "zqMARK"

        nonisolated static let marked = [
            "focuses/work.focus": """
            [Focus]
            Name=Work

            [Rule order]
            When=body > 3
            Do=silence

            [Rule pattern]
            When='x' MATCHES summary
            Do=silence

            [Filter org.example.Chat Mail]
            account=own
            """
        ]

        @Test func noTextOfANotificationIsLogged() async throws {
            try await withDesktop(files: Self.marked) { desktop in
                try desktop.install(EndToEnd.Filters.FilterTests.mail)
                try await desktop.startWithServer()
                let fake = try desktop.fake
                let tool = try desktop.client()
                let mark = Self.mark
                // Predicates that cannot be evaluated, of the user's and of an app's.
                let app = try FilterApp(desktop, predicate: "SELF > 3")
                try await tool.focusd("Activate", .string("work"))
                _ = try await app.told()
                try await tool.waitForFilter(focus: "work") { $0.appPredicate != nil }
                _ = try await app.client.notify("(\(mark)", body: mark, criteria: mark)
                try await desktop.waitForLog("rule order")
                try await desktop.waitForLog("rule pattern")
                // An app that refuses, whose words are the filter's (issue 18), and one whose
                // answer has the wrong type.
                app.answers["Perform"] = { $0.fail("org.example.Error.Refused", "no account") }
                try await tool.focusd("Deactivate")
                try await desktop.waitForLog("no account")
                app.answers["Perform"] = { $0.reply(.string(mark)) }
                try await tool.focusd("Activate", .string("work"))
                try await tool.focusd("Deactivate")
                // The real server refuses, and answers what is no answer.
                fake.answer(.refuse("org.example.Error.Refused", mark))
                _ = try await tool.notify(mark, body: mark, actions: [mark, mark])
                try await desktop.waitForLog("refused")
                // What cannot be taken.
                try await Self.sendHostileThings(desktop)
                // The real server's words to the app.
                let shown = fake.notifications.count
                _ = try await tool.notify(mark, body: mark, actions: ["a", mark])
                _ = try await fake.notification(shown + 1)
                // A server that dies of one.
                fake.answer(.crash)
                _ = try await tool.notify("dies \(mark)", body: mark)
                try await desktop.waitForLog("ended while")
                try desktop.replaceServer()
                try desktop.fake.answer(.crash)
                try await desktop.waitForLog("is not shown")
                try await desktop.end()
                let lines = desktop.log.split(separator: "\n").filter { $0.contains(mark) }
                #expect(lines.isEmpty, "\(lines)")
                let others = try Self.files(
                    below: desktop.home + "/state", holding: [mark], except: "focusd.sqlite")
                #expect(others.isEmpty)
                #expect(try Self.files(below: desktop.home + "/runtime", holding: [mark]).isEmpty)
            }
        }

        /// Calls that focusd refuses, each with marked texts.
        static func sendHostileThings(_ desktop: Desktop) async throws {
            let hostile = try desktop.client()
            let long = mark + String(repeating: "x", count: 20 << 20)
            for (member, values) in [
                ("Notify", [.string(mark)]),
                (
                    "Notify",
                    [
                        .string(mark), .uint32(0), .string(mark), .string(mark), .string(long),
                        .strings([mark]), .vardict([mark: .string(mark)]), .int32(-1),
                    ]
                ),
                ("CloseNotification", [.string(mark)]), ("Inhibit", [.string(mark)]),
                ("Nothing", [.string(mark)]),
            ] as [(MemberName, [Value])] {
                let call = Message.methodCall(
                    destination: WireName.notifications, path: WireName.notificationsPath,
                    interface: WireName.notificationsInterface, member: member)
                try call.append(contentsOf: values)
                _ = try? await hostile.connection.call(call, timeout: .testDeadline)
            }
            for (member, values) in [
                ("DeliverRemote", [.string("org.example.Chat"), .string("{\"\(mark)\"")]),
                ("Declare", [.string("org.example.Chat"), .vardict([mark: .string(mark)])]),
                ("SetBadgeCount", [.string(mark), .uint32(1)]),
            ] as [(MemberName, [Value])] {
                _ = try? await hostile.apps(member, values)
            }
            _ = try? await hostile.focusd("Explain", .vardict(["urgency": .string(mark)]))
            _ = try? await hostile.focusd("Activate", .string(mark))
        }

        // MARK: Private apps

        nonisolated static let privateChat = [
            "focusd.conf": "[Private]\nApps=org.example.Chat;\n",
            "focuses/quiet.focus": "[Focus]\nName=Quiet\nApps=allow\n",
        ]

        @Test func bodiesOfPrivateAppsAreShownAndNotKept() async throws {
            try await withDesktop(files: Self.privateChat) { desktop in
                try await desktop.startWithServer()
                let tool = try desktop.client()
                let secrets = ["zq-delivered", "zq-silenced"]
                let delivered = try await tool.notify("first", body: secrets[0])
                #expect(try await desktop.fake.notification(1).body == secrets[0])
                try await tool.focusd("Activate", .string("quiet"))
                let silenced = try await tool.notify("second", body: secrets[1])
                _ = try await tool.notify("other", body: "zq-open", app: "org.example.Other")
                let entries = try await tool.entries()
                #expect(entries.map { $0.string("summary") } == ["other", "second", "first"])
                #expect(entries.map { $0.string("body") } == ["zq-open", "", ""])
                let shown = try desktop.fake.notifications.count
                // It survives a restart: the app's message is there until it is shown.
                try await desktop.end(SIGKILL)
                try await desktop.startWithServer()
                let again = try desktop.client()
                try await again.focusd("DeliverNow", .array(of: "u", [.uint32(silenced)]))
                // The popup that was left comes up again as well, in its own place.
                var bodies: Set<String> = []
                for number in shown + 1...shown + 2 {
                    bodies.insert(try await desktop.fake.notification(number).body)
                }
                #expect(bodies == Set(secrets))
                // Then it goes, and no file holds it.
                try await again.focusd(
                    "Dismiss", .array(of: "u", [.uint32(delivered), .uint32(silenced)]))
                try await desktop.end()
                let left = try Self.files(below: desktop.home + "/state", holding: secrets)
                #expect(left.isEmpty, "\(left)")
                let open = try Self.files(below: desktop.home + "/state", holding: ["zq-open"])
                #expect(!open.isEmpty)
            }
        }

        /// Found by review: Thunderbird's bodies were kept, since its notifications have another
        /// id than its desktop file.
        @Test func privateAppsAreKnownUnderTheirOtherIDsAndScriptsByTheirNames() async throws {
            let files = ["focusd.conf": "[Private]\nApps=bird;backup.sh;\n[Badge]\nNever=bird;\n"]
            try await withDesktop(files: files) { desktop in
                try desktop.writeFile(
                    desktop.home + "/data/applications/bird.desktop",
                    "[Desktop Entry]\nName=Thunder Bird\nStartupWMClass=bird-default\n")
                let script = desktop.home + "/backup.sh"
                try desktop.writeFile(script, "#!/bin/sh\nnotify-send done zq-script\nexit 0\n")
                try await desktop.startWithServer()
                let tool = try desktop.client()
                _ = try await tool.notify("mail", body: "zq-mail", app: "bird-default")
                try await desktop.run("/bin/sh", script)
                #expect(try await desktop.fake.notification(2).body == "zq-script")
                let entries = try await tool.entries()
                #expect(entries.map { $0.string("summary") } == ["done", "mail"])
                #expect(entries.map { $0.string("body") } == ["", ""])
                #expect(try await tool.badge(of: "bird-default") == 0)
                let answer = try await tool.focusd("Apps", .vardict([:] as [String: Value]))
                let apps = answer.first.flatMap(Fields.list) ?? []
                let mail = apps.first { $0.string("app") == "bird-default" }
                #expect(mail?.boolean("private") == true)
            }
        }

        @Test func aFullDiskShowsNoSilencedNotificationOfAPrivateApp() async throws {
            try await withDesktop(files: Self.privateChat) { desktop in
                let shim = try DiskShim(home: desktop.home)
                try await desktop.startWithServer(through: shim.command())
                let tool = try desktop.client()
                try await tool.focusd("Activate", .string("quiet"))
                try shim.refuse(ENOSPC)
                let id = try await tool.notify("first", body: "zq-full")
                #expect(try await tool.status().missed == 1)
                // Its message is in memory alone, and can be shown.
                try await tool.focusd("DeliverNow", .array(of: "u", [.uint32(id)]))
                let shown = try await desktop.fake.notification(1)
                #expect(shown.summary == "first" && shown.body == "zq-full")
                #expect(try desktop.fake.notifications.count == 1)
                try shim.refuse(0)
                try await desktop.waitForLog("the store works again")
                try await desktop.end()
                let left = try Self.files(below: desktop.home + "/state", holding: ["zq-full"])
                #expect(left.isEmpty, "\(left)")
            }
        }

        // MARK: Forgetting

        @Test func forgottenAppLeavesNoByteInAnyFileOfTheStore() async throws {
            try await withDesktop(files: [
                "focuses/quiet.focus": "[Focus]\nName=Quiet\nApps=allow\n"
            ]) { desktop in
                try await desktop.startWithServer()
                let tool = try desktop.client()
                let app = "org.example.Forgotten"
                let mark = Self.mark
                // What it declares, answers and counts.
                let forgotten = try FilterApp(desktop, app, predicate: "SELF == \"\(mark)\"")
                try await forgotten.ask("Declare", EndToEnd.Filters.FilterMemoryTests.mail)
                try desktop.write(
                    "focuses/set.focus",
                    "[Focus]\nName=Set\n\n[Filter \(app) Mail]\naccount=\(mark)\n")
                try await tool.focusd("Reload")
                try await tool.focusd("Activate", .string("set"))
                _ = try await forgotten.told()
                try await tool.waitForFilter(app, focus: "set") { $0.appPredicate != nil }
                try await forgotten.ask("SetBadgeCount", .uint32(7))
                try await tool.focusd("Activate", .string("quiet"))
                forgotten.leave()
                // Past and present ones of all sizes, among those of another app.
                var last: UInt32 = 0
                for number in 0..<200 {
                    let size = [10, 500, 5_000, 40_000][number % 4]
                    let body = mark + String(repeating: "x", count: size)
                    last = try await tool.notify(
                        "\(mark) \(number)", body: body, app: app,
                        replaces: number % 3 == 0 ? last : 0,
                        hints: ["x-text": .string(body)])
                    _ = try await tool.notify("kept \(number)", app: "org.example.Kept")
                    if number % 5 == 0 { try await tool.call("CloseNotification", .uint32(last)) }
                }
                let state = desktop.home + "/state"
                let texts = [mark, app]
                #expect(try !Self.files(below: state, holding: texts).isEmpty)
                let before = try await tool.entries(["limit": .uint32(1_000)]).count
                let count = try await tool.focusd("Forget", .string(app)).first?.asUInt32
                #expect(count == 200)
                // While it runs, and when it has ended.
                // The user's own file still names it, and so does the copy of that file.
                let copies = "/last-valid/"
                let left = try Self.files(below: state, holding: texts, except: copies)
                #expect(left.isEmpty, "\(left)")
                #expect(try await tool.entries(["limit": .uint32(1_000)]).count == before - 200)
                #expect(try await tool.badge(of: app) == 0)
                // focusd goes on.
                let next = try await tool.notify("after", app: "org.example.Kept")
                try await desktop.end()
                #expect(try Self.files(below: state, holding: texts, except: copies).isEmpty)
                #expect(try !Self.files(below: state, holding: ["kept 199", "after"]).isEmpty)
                try await desktop.start()
                let again = try desktop.client()
                #expect(
                    try await again.focusd("Entry", .uint32(next)).first.flatMap(Fields.init)?
                        .string("summary") == "after")
                #expect(try await again.entries(["app": .string(app)]).isEmpty)
            }
        }

        @Test func forgottenAppIsNewAgain() async throws {
            try await withDesktop(files: ["always.focus": "[Always]\nNewApps=ask\n"]) { desktop in
                try await desktop.startWithServer()
                let tool = try desktop.client()
                let app = "org.example.Forgotten"
                _ = try await tool.notify("first", app: app)
                // Its own one, and the question.
                try await desktop.fake.notification(2)
                let texts = [app, app.lowercased()]
                #expect(try await tool.focusd("Forget", .string(app)).first?.asUInt32 == 1)
                let left = try Self.files(below: desktop.home + "/state", holding: texts)
                #expect(left.isEmpty, "\(left)")
                // It is asked about again.
                _ = try await tool.notify("second", app: app)
                try await desktop.fake.notification(4)
                let summaries = try desktop.fake.notifications.map(\.summary)
                #expect(summaries.count { $0.hasPrefix("New app") } == 2)
            }
        }
    }
}
