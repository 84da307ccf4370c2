// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// Searches of a settings program in the stored notifications (issue 21).
extension EndToEnd.Control {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct ControlSearchTests {
        private static let files = ["focuses/quiet.focus": EndToEnd.Notifications.MissedTests.quiet]

        private static let longBody = String(repeating: "ab", count: 8_000)
        /// A predicate that costs milliseconds for each such body.
        private static let slowPredicate = (0..<40).map { "body MATCHES \".*a.*b.*\($0)x\"" }
            .joined(separator: " OR ")

        private func list(
            _ client: Client, _ member: MemberName, _ arguments: Value...
        ) async throws -> [Fields] {
            let call = Message.methodCall(
                destination: WireName.focus, path: WireName.focusPath,
                interface: WireName.control, member: member)
            try call.append(contentsOf: arguments)
            let reply = try await client.connection.call(call, timeout: .testDeadline)
            return try #require(try reply.arguments().last.flatMap(Fields.list))
        }

        private nonisolated func counts(_ answer: [Value]) throws -> Fields {
            try #require(answer.first.flatMap(Fields.init))
        }

        /// Sends five notifications, of which the Focus silences three.
        private func fill(_ desktop: Desktop) async throws -> Client {
            try await desktop.startWithServer()
            let client = try desktop.client()
            try await client.focusd("Activate", .string("quiet"))
            for number in 1...3 {
                _ = try await client.notify(
                    "Invoice \(number)", hints: ["x-focusd-person": .string("sam@example.org")])
                // The third is a repeat of the same person, and breaks through with the second.
            }
            _ = try await client.notify("Lunch", app: "org.example.Important")
            try await client.focusd("Deactivate")
            _ = try await client.notify("Evening")
            return client
        }

        @Test func entriesAreSelectedAndCounted() async throws {
            try await withDesktop(files: Self.files) { desktop in
                let client = try await fill(desktop)
                func summaries(_ query: [String: Value]) async throws -> [String] {
                    try await list(client, "Entries", .vardict(query)).map {
                        $0.string("summary") ?? ""
                    }
                }
                #expect(
                    try await summaries(["text": .string("INVOICE")])
                        == ["Invoice 3", "Invoice 2", "Invoice 1"])
                // The name of the sender's desktop file, and its id.
                #expect(try await summaries(["text": .string("example")]).count == 5)
                #expect(try await summaries(["text": .string("example.important")]) == ["Lunch"])
                _ = try await client.notify(
                    "Long", body: String(repeating: "a", count: Limits.listedTextBytes) + " needle",
                    app: "org.example.Important")
                #expect(try await summaries(["text": .string("NEEDLE")]) == ["Long"])
                let reason = ["reason": Value.string("no-focus")]
                #expect(try await summaries(reason) == ["Long", "Evening"])
                #expect(try await summaries(["focus": .string("")]) == ["Long", "Evening"])
                #expect(try await summaries(["person": .string("sam@example.org")]).count == 3)
                let page = try await list(
                    client, "Entries", .vardict(["limit": .uint32(2), "total": .boolean(true)]))
                #expect(page.map { $0.string("summary") } == ["Long", "Evening"])
                #expect(page.last?.uint32("total") == 6)
                let newest = try #require(page.last?.int64("key"))
                #expect(try await summaries(["after": .int64(newest)]) == ["Long"])
                let until = try #require(page.first?.int64("time"))
                #expect(try await summaries(["until": .int64(until)]).contains("Long") == false)
                let long = String(repeating: "a", count: Limits.searchTextBytes + 1)
                let error = try await client.error {
                    _ = try await summaries(["text": .string(long)])
                }
                #expect(error.name == WireError.invalidArgs)
            }
        }

        @Test func listsOfAppsMatchInAnyLetterCase() async throws {
            let id = "ORG.example.important"
            var files = Self.files
            files["focusd.conf"] = "[Critical]\nApps=\(id);\n\n[Private]\nApps=\(id);\n"
            try await withDesktop(files: files) { desktop in
                let client = try await fill(desktop)
                try await client.focusd("Mute", .string(id), .vardict([:]))
                let apps = try await list(client, "Apps", .vardict([:]))
                let app = try #require(
                    apps.first { $0.string("app") == "org.example.Important" })
                for key in ["critical", "private", "muted"] {
                    #expect(app.boolean(key) == true, "\(key)")
                }
            }
        }

        @Test func entriesAreCountedByGroups() async throws {
            try await withDesktop(files: Self.files) { desktop in
                let client = try await fill(desktop)
                func groups(_ by: String) async throws -> [Fields] {
                    try await list(client, "CountEntries", .vardict([:]), .string(by))
                }
                let all = try await groups("")
                #expect(all.map { $0.uint32("count") } == [5])
                let apps = try await groups("app")
                #expect(
                    apps.map { $0.string("app") } == ["org.example.Chat", "org.example.Important"])
                #expect(apps.map { $0.uint32("count") } == [4, 1])
                #expect(apps.first?.string("name") == "Example")
                let days = try await groups("day")
                #expect(days.count <= 2 && days.first?.string("day")?.count == 10)
                let reasons = try await groups("reason")
                #expect(reasons.contains { $0.string("reason") == "no-focus" })
                let error = try await client.error { _ = try await groups("weather") }
                #expect(error.name == WireError.invalidArgs)
            }
        }

        @Test func draftDecidesWithoutBeingSaved() async throws {
            try await withDesktop(files: Self.files) { desktop in
                let client = try await fill(desktop)
                func explain(_ changes: FocusChange...) async throws -> (Fields, [Fields]) {
                    var draft = FieldsBuilder()
                    draft.set("focus", "quiet")
                    draft.set("changes", FieldsBuilder.list(changes.map(\.value)))
                    let answer = try await client.focusd(
                        "ExplainEntries", .vardict([:]), draft.value)
                    return (
                        try counts(answer), try #require(answer.last.flatMap(Fields.list))
                    )
                }
                let (before, _) = try await explain()
                #expect(before.uint32("total") == 5)
                #expect(before.uint32("delivered") == 1)
                let (after, verdicts) = try await explain(.add(.apps, "org.example.Chat"))
                #expect(after.uint32("delivered") == 5)
                #expect(after.uint32("silenced") == 0)
                let silencedOnes = after.uint32("changed")
                #expect(silencedOnes.map { $0 > 0 } == true)
                #expect(after.list("apps")?.first?.string("app") == "org.example.Chat")
                #expect(verdicts.count == 5)
                #expect(verdicts.first?.string("verdict") == "deliver")
                let file = try String(
                    contentsOfFile: desktop.home + "/config/focusd/focuses/quiet.focus",
                    encoding: .utf8)
                #expect(file == EndToEnd.Notifications.MissedTests.quiet)
                let error = try await client.error {
                    _ = try await explain(.addRule("bad", when: "summary ==", .allow))
                }
                #expect(error.name == WireError.refused)
                var nothing = FieldsBuilder()
                nothing.set("focus", "")
                let without = try await client.focusd(
                    "ExplainEntries", .vardict(["listed": .uint32(0)]), nothing.value)
                #expect(try counts(without).uint32("delivered") == 5)
                #expect(without.last.flatMap(Fields.list)?.isEmpty == true)
            }
        }

        @Test func predicateFindsItsEntries() async throws {
            try await withDesktop(files: Self.files) { desktop in
                let client = try await fill(desktop)
                let answer = try await client.focusd(
                    "MatchEntries", .string("summary BEGINSWITH \"Invoice\""),
                    .vardict(["listed": .uint32(2)]))
                #expect(try counts(answer).uint32("looked-at") == 5)
                #expect(try counts(answer).uint32("matched") == 3)
                let entries = try #require(answer.last.flatMap(Fields.list))
                #expect(entries.map { $0.string("summary") } == ["Invoice 3", "Invoice 2"])
                let error = try await client.error {
                    try await client.focusd("MatchEntries", .string("summary =="), .vardict([:]))
                }
                #expect(error.name == WireError.invalidArgs)
            }
        }

        @Test func explanationHasItsSteps() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.start()
                let client = try desktop.client()
                let answer = try await client.focusd(
                    "Explain",
                    .vardict(["app": .string("org.example.Shop"), "focus": .string("quiet")]))
                let steps = try #require(try counts(answer).list("steps"))
                #expect(
                    steps.first { $0.string("outcome") == "decided" }?.string("step") == "lists")
                #expect(steps.last?.string("outcome") == "not-reached")
            }
        }

        @Test func appsAndPeopleComeWithNamesAndFiguresInPages() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try desktop.writeFile(
                    desktop.home + "/data/applications/org.example.Chat.desktop",
                    "[Desktop Entry]\nType=Application\nName=Chatter\nIcon=chatter\nExec=true\n")
                try desktop.write("focusd.conf", "[Critical]\nApps=org.example.Chat\n")
                let client = try await fill(desktop)
                let first = try await list(client, "Apps", .vardict(["limit": .uint32(1)]))
                let chat = try #require(first.first)
                #expect(chat.string("app") == "org.example.Chat")
                #expect(chat.string("name") == "Chatter")
                #expect(chat.string("icon") == "chatter")
                #expect(chat.uint32("came") == 4)
                #expect(chat.uint32("silenced").map { $0 > 0 } == true)
                #expect(chat.boolean("critical") == true)
                #expect(chat.boolean("private") == false)
                #expect(chat.string("next") == "org.example.Chat")
                let next: [String: Value] = ["after": .string("org.example.Chat")]
                let second = try await list(client, "Apps", .vardict(next))
                #expect(second.map { $0.string("app") } == ["org.example.Important"])
                #expect(second.first?.string("next") == nil)
                let people = try await list(client, "People", .vardict([:]))
                #expect(people.map { $0.string("person") } == ["sam@example.org"])
                #expect(people.first?.uint32("came") == 3)
                let entry = try await list(client, "Entries", .vardict(["limit": .uint32(1)]))
                #expect(entry.first?.string("icon") == "chatter")
                let error = try await client.error {
                    _ = try await list(client, "Apps", .vardict(["after": .string("nobody")]))
                }
                #expect(error.name == WireError.notFound)
            }
        }

        @Test func searchesInProgressHaveALimit() async throws {
            try await withDesktop(files: Self.files) { desktop in
                let client = try await fill(desktop)
                for number in 0..<30 {
                    _ = try await client.notify("n\(number)", body: Self.longBody)
                }
                let answers = Recorder<String>()
                @LoopActor func count(_ client: Client) throws {
                    let call = Message.methodCall(
                        destination: WireName.focus, path: WireName.focusPath,
                        interface: WireName.control, member: "MatchEntries")
                    try call.append(.string(Self.slowPredicate), .vardict([:]))
                    client.connection.call(call, timeout: .testDeadline) { result in
                        switch result {
                        case .success: answers.record("done")
                        case .failure(let error): answers.record(error.name.rawValue)
                        }
                    }
                }
                // Each search takes many turns, and the calls of one client arrive together.
                try desktop.whileStopped {
                    for _ in 0...Limits.surveysPerClient { try count(client) }
                    // The bus has taken what came before when it answers this.
                    _ = try client.connection.busID()
                }
                var got: [String] = []
                for _ in 0...Limits.surveysPerClient { got.append(try await answers.next()) }
                #expect(got.contains(WireError.limitsExceeded.rawValue))
                #expect(got.count { $0 == "done" } == Limits.surveysPerClient)
                // Other clients have their own shares, but all of one program get half.
                let others = try (0...Limits.surveys / 2 / Limits.surveysPerClient).map { _ in
                    try desktop.client()
                }
                for other in others { _ = try await other.status() }
                try desktop.whileStopped {
                    for other in others {
                        for _ in 0..<Limits.surveysPerClient { try count(other) }
                        _ = try other.connection.busID()
                    }
                }
                got = []
                for _ in 0..<others.count * Limits.surveysPerClient {
                    got.append(try await answers.next())
                }
                #expect(got.count { $0 == "done" } == Limits.surveys / 2)
                withExtendedLifetime(others) {}
            }
        }

        /// A predicate that costs milliseconds an entry.
        @Test func slowPredicatesLeaveTheLoopItsTurns() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try await desktop.startWithServer()
                let client = try desktop.client()
                try await client.focusd("Activate", .string("quiet"))
                for number in 0..<300 {
                    _ = try await client.notify("n\(number)", body: Self.longBody)
                }
                let bystander = try desktop.client()
                _ = try await bystander.status()
                let call = Message.methodCall(
                    destination: WireName.focus, path: WireName.focusPath,
                    interface: WireName.control, member: "MatchEntries")
                try call.append(.string(Self.slowPredicate), .vardict([:]))
                // The messages of focusd have numbers in its order, whenever the test sees them.
                let (found, answered) = (Recorder<UInt32>(), Recorder<UInt32>())
                try desktop.whileStopped {
                    client.connection.call(call, timeout: .testDeadline) {
                        found.record((try? $0.get())?.serial ?? 0)
                    }
                    _ = try client.connection.busID()
                    for _ in 0..<5 {
                        let status = Message.methodCall(
                            destination: WireName.focus, path: WireName.focusPath,
                            interface: WireName.control, member: "Status")
                        bystander.connection.call(status, timeout: .testDeadline) {
                            answered.record((try? $0.get())?.serial ?? .max)
                        }
                    }
                    _ = try bystander.connection.busID()
                }
                let end = try await found.next()
                // The search takes turns, which answer the calls that came meanwhile.
                for _ in 0..<5 { #expect(try await answered.next() < end) }
            }
        }
    }
}
