// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// Files that a settings program changes over the bus (issue 21).
extension EndToEnd.Control {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct ControlFileTests {
        private static let work = """
            # kept
            [Focus]
            Name=Work
            Apps=allow
            AppList=org.example.Mail;

            [Rule first]
            When=summary == "a"
            Do=allow

            [Rule second]
            When=TRUEPREDICATE
            Do=silence

            """
        private static let files = ["focuses/work.focus": work]

        private func details(_ client: Client, _ id: String = "work") async throws -> Fields {
            let answer = try await client.focusd("GetFocus", .string(id))
            return try #require(answer.first.flatMap(Fields.init))
        }

        private func revision(_ client: Client, _ id: String = "work") async throws -> String {
            try #require(try await details(client, id).string("revision"))
        }

        @discardableResult private func change(
            _ client: Client, from revision: String, _ changes: FocusChange...,
            of id: String = "work"
        ) async throws -> String {
            let answer = try await client.focusd(
                "ChangeFocus", .string(id), .string(revision),
                FieldsBuilder.list(changes.map(\.value)))
            return try #require(answer.first?.asString)
        }

        private func file(_ desktop: Desktop, _ name: String = "focuses/work.focus") throws
            -> String
        {
            try String(contentsOfFile: "\(desktop.home)/config/focusd/\(name)", encoding: .utf8)
        }

        @Test func changeIsInForceWithItsAnswer() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.start()
                let user = try desktop.client()
                let before = try await details(user)
                #expect(before.strings("apps") == ["org.example.Mail"])
                #expect(before.list("rules")?.map { $0.string("name") } == ["first", "second"])
                let next = try await change(
                    user, from: try #require(before.string("revision")),
                    .add(.apps, "org.example.Chat"), .moveRule("second", by: -1),
                    .flag(.hideBadges, true), .name("Office"))
                let after = try await details(user)
                #expect(after.string("revision") == next)
                #expect(after.string("name") == "Office")
                #expect(after.strings("apps") == ["org.example.Mail", "org.example.Chat"])
                #expect(after.list("rules")?.map { $0.string("name") } == ["second", "first"])
                #expect(after.boolean("hide-badges") == true)
                #expect(try file(desktop).hasPrefix("# kept\n[Focus]\n"))
            }
        }

        @Test func simultaneousSaveOfAnEditorIsNotLost() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.start()
                let user = try desktop.client()
                let old = try await revision(user)
                let saved = Self.work.replacing("Name=Work", with: "Name=Saved by an editor")
                try desktop.write("focuses/work.focus", saved)
                let error = try await user.error {
                    try await change(user, from: old, .flag(.summary, true))
                }
                #expect(error.name == WireError.conflict)
                #expect(try file(desktop) == saved)
                // The refusal brings the new text.
                let now = try await details(user)
                #expect(now.string("name") == "Saved by an editor")
                try await change(
                    user, from: try #require(now.string("revision")), .flag(.summary, true))
                #expect(try file(desktop).contains("Summary=true"))
                // Without a revision, a change takes what is there.
                try await change(user, from: "", .flag(.summary, false))
                #expect(try file(desktop).contains("Summary=false"))
            }
        }

        @Test func refusalNamesLineGroupAndKey() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.start()
                let user = try desktop.client()
                let revision = try await revision(user)
                let bad = FocusChange.addRule("third", when: "summary ==", .allow)
                let error = try await user.error {
                    try await change(user, from: revision, .flag(.summary, true), bad)
                }
                #expect(error.name == WireError.refused)
                #expect(error.message.hasPrefix("[Rule third] line "))
                #expect(try file(desktop) == Self.work)
                let answer = try await user.focusd(
                    "CheckFocus", .string("work"), FieldsBuilder.list([bad.value]))
                let problem = try #require(answer.first.flatMap(Fields.list)?.first)
                #expect(problem.string("group") == "Rule third")
                #expect(problem.string("key") == "When")
                #expect(problem.uint32("line").map { $0 > 10 } == true)
                #expect(problem.string("reason")?.hasPrefix("When: ") == true)
                let good = try await user.focusd(
                    "CheckFocus", .string("work"),
                    FieldsBuilder.list([FocusChange.removeRule("first").value]))
                #expect(good.first.flatMap(Fields.list)?.isEmpty == true)
            }
        }

        @Test func nameOfAnotherFocusIsRefusedInEachForm() async throws {
            var files = Self.files
            files["focuses/home.focus"] = "[Focus]\nName=Home\n"
            try await withDesktop(files: files) { desktop in
                try await desktop.start()
                let user = try desktop.client()
                for name in [
                    FocusChange.name("Work"), .name("Work "), .name(" WORK"),
                    .contents("[Focus]\nName=Work\n"), .contents("[Focus]\nName=work \n"),
                ] {
                    let answer = try await user.focusd(
                        "CheckFocus", .string("home"), FieldsBuilder.list([name.value]))
                    let problems = answer.first.flatMap(Fields.list)
                    #expect(
                        problems?.first?.string("reason")?.contains("with the id work") == true,
                        "\(name)")
                    let error = try await user.error {
                        try await change(user, from: "", name, of: "home")
                    }
                    #expect(error.name == WireError.refused, "\(name)")
                    #expect(error.message.contains("with the id work"), "\(name)")
                }
                // The user has given both the same name by hand: other changes are possible.
                try desktop.write("focuses/home.focus", "[Focus]\nName=Work\n")
                try await user.focusd("Reload")
                try await change(user, from: "", .color("#102030"), .name("Work"), of: "home")
            }
        }

        @Test func invalidFileIsReportedAndReplaced() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.start()
                let user = try desktop.client()
                // focusd has read the file that the next text replaces.
                _ = try await details(user)
                try desktop.write("focuses/work.focus", "[Focus]\nName=Work\nColor=red\n")
                try await user.focusd("Reload")
                let problems = try await user.focusd("Problems").first.flatMap(Fields.list)
                let problem = try #require(problems?.first)
                #expect(problem.string("kind") == "focus")
                #expect(problem.string("focus") == "work")
                #expect(problem.uint32("line") == 3)
                #expect(problem.string("group") == "Focus")
                #expect(problem.string("key") == "Color")
                #expect(problem.string("in-force") == "earlier")
                let now = try await details(user)
                #expect(now.strings("apps") == ["org.example.Mail"])
                #expect(now.list("problems")?.count == 1)
                let revision = try #require(now.string("revision"))
                let error = try await user.error {
                    try await change(user, from: revision, .flag(.summary, true))
                }
                #expect(error.name == WireError.refused)
                try await change(user, from: revision, .contents(Self.work))
                #expect(
                    try await user.focusd("Problems").first.flatMap(Fields.list)?.isEmpty == true)
                #expect(try file(desktop) == Self.work)
            }
        }

        @Test func focusIsCreatedAndDeleted() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.start()
                let user = try desktop.client()
                let person = FocusChange.add(.people, "alex@example.org").value
                let answer = try await user.focusd(
                    "CreateFocus",
                    .vardict([
                        "name": .string("Book club"), "template": .string("reading"),
                        "changes": FieldsBuilder.list([person]),
                    ]))
                #expect(answer.first?.asString == "book-club")
                let made = try await details(user, "book-club")
                #expect(made.string("revision") == answer.last?.asString)
                #expect(made.string("icon") == "focusd-reading-symbolic")
                #expect(made.strings("people") == ["alex@example.org"])
                let taken = try await user.error {
                    try await user.focusd("CreateFocus", .vardict(["name": .string("work")]))
                }
                #expect(taken.name == WireError.refused)
                let reserved = try await user.error {
                    try await user.focusd("CreateFocus", .vardict(["name": .string("dnd")]))
                }
                #expect(reserved.name == WireError.refused)
                #expect(
                    reserved.message == "“dnd” stands for Do Not Disturb; choose another name")
                let stale = try await user.error {
                    try await user.focusd("DeleteFocus", .string("book-club"), .string("stale"))
                }
                #expect(stale.name == WireError.conflict)
                try await user.focusd("DeleteFocus", .string("book-club"), .string(""))
                let gone = try await user.error { _ = try await details(user, "book-club") }
                #expect(gone.name == WireError.unknownFocus)
                let templates = try await user.focusd("Templates").first.flatMap(Fields.list)
                #expect(templates?.count == 11)
            }
        }

        /// Do Not Disturb exists without a file.
        @Test func firstChangeOfDoNotDisturbMakesItsFile() async throws {
            try await withDesktop { desktop in
                try await desktop.start()
                let user = try desktop.client()
                let id = FocusID.doNotDisturb.rawValue
                #expect(try await revision(user, id) == "none")
                try await change(user, from: "none", .add(.apps, "org.example.Chat"), of: id)
                #expect(try await details(user, id).strings("apps") == ["org.example.Chat"])
                let late = try await user.error {
                    try await change(user, from: "none", .flag(.summary, false), of: id)
                }
                #expect(late.name == WireError.conflict)
            }
        }

        @Test func configurationIsReadAndChanged() async throws {
            let text = "# mine\n[History]\nDays=10\n"
            try await withDesktop(files: ["focusd.conf": text]) { desktop in
                try await desktop.start()
                let user = try desktop.client()
                func read() async throws -> Fields {
                    let answer = try await user.focusd("Configuration")
                    return try #require(answer.first.flatMap(Fields.init))
                }
                func entry(_ group: String, _ key: String, _ read: Fields) -> Fields? {
                    read.list("entries")?.first {
                        $0.string("group") == group && $0.string("key") == key
                    }
                }
                let before = try await read()
                #expect(entry("History", "Days", before)?.string("value") == "10")
                #expect(entry("History", "Days", before)?.boolean("set") == true)
                #expect(entry("History", "Entries", before)?.boolean("set") == false)
                #expect(entry("Critical", "Apps", before)?.strings("value") == [])
                let revision = try #require(before.string("revision"))
                func change(
                    _ revision: String, _ changes: ConfigurationChange...
                ) async throws {
                    try await user.focusd(
                        "ChangeConfiguration", .string(revision),
                        FieldsBuilder.list(changes.map(\.value)))
                }
                let apps = FilterValue.list(["org.example.Pager"])
                try await change(
                    revision, .set(group: "Critical", key: "Apps", apps),
                    .set(group: "History", key: "Days", .text("5")))
                #expect(try file(desktop, "focusd.conf").hasPrefix("# mine\n[History]\nDays=5\n"))
                // In force: the app's critical notification counts as critical.
                var request = ExplainRequest()
                request.app = "org.example.Pager"
                request.level = "critical"
                let decision = try await user.focusd("Explain", request.value)
                #expect(decision.first.flatMap(Fields.init)?.string("level") == "critical")
                let stale = try await user.error {
                    try await change(revision, .unset(group: "History", key: "Days"))
                }
                #expect(stale.name == WireError.conflict)
                let refused = try await user.error {
                    try await change("", .set(group: "History", key: "Days", .text("never")))
                }
                #expect(refused.name == WireError.refused)
                #expect(refused.message.contains("[History] line 3"))
            }
        }

        /// An empty file waits as a missing one does, but not where focusd has emptied it
        /// (issue 17).
        @Test func anEmptiedConfigurationCountsAtOnce() async throws {
            let files = ["focusd.conf": "[Critical]\nApps=org.example.Pager;\n"]
            try await withDesktop(files: files) { desktop in
                try await desktop.start()
                let user = try desktop.client()
                var request = ExplainRequest()
                request.app = "org.example.Pager"
                request.level = "critical"
                func level() async throws -> String? {
                    let answer = try await user.focusd("Explain", request.value)
                    return answer.first.flatMap(Fields.init)?.string("level")
                }
                #expect(try await level() == "critical")
                try await user.focusd(
                    "ChangeConfiguration", .string(""),
                    FieldsBuilder.list([ConfigurationChange.contents("").value]))
                #expect(try await level() != "critical")
            }
        }

        @Test func changesInProgressHaveALimit() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.start()
                let user = try desktop.client()
                _ = try await user.status()
                let answers = Recorder<String>()
                let statuses = Recorder<Bool>()
                var isInTime = false
                // A slow machine may need longer than a change waits for the lock; then the next
                // round counts.
                for _ in 1...20 where !isInTime {
                    // The lock is another program's, so that no change ends.
                    let lock = try desktop.lock("focuses")
                    let start = ContinuousClock.now
                    let change = FieldsBuilder.list([FocusChange.flag(.summary, true).value])
                    // A change waits for the lock for three seconds only: focusd goes on when all
                    // calls have come.
                    try desktop.whileStopped {
                        for _ in 0...Limits.edits / 2 {
                            let call = Message.methodCall(
                                destination: WireName.focus, path: WireName.focusPath,
                                interface: WireName.control, member: "ChangeFocus")
                            try call.append(.string("work"), .string(""), change)
                            user.connection.call(call, timeout: .testDeadline) { result in
                                switch result {
                                case .success: answers.record("done")
                                case .failure(let error): answers.record(error.name.rawValue)
                                }
                            }
                        }
                        // The loop serves other calls meanwhile.
                        let status = Message.methodCall(
                            destination: WireName.focus, path: WireName.focusPath,
                            interface: WireName.control, member: "Status")
                        user.connection.call(status, timeout: .testDeadline) { result in
                            statuses.record((try? result.get()) != nil)
                        }
                        _ = try user.connection.busID()
                    }
                    #expect(try await answers.next() == WireError.limitsExceeded.rawValue)
                    #expect(try await statuses.next())
                    try lock.close()
                    isInTime = start.duration(to: .now) < Limits.editWait
                    for _ in 0..<Limits.edits / 2 {
                        let answer = try await answers.next()
                        #expect(!isInTime || answer == "done")
                    }
                }
                #expect(isInTime)
            }
        }
    }
}

extension Desktop {
    /// Locks the files of a directory as another program does that changes them.
    func lock(_ directory: String) throws -> FileHandle {
        let path = "\(home)/config/focusd/\(directory)/.lock"
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0, flock(descriptor, LOCK_EX) == 0 else {
            throw TestSupportError("cannot lock \(path)")
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }
}
