// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// Apps are told what a Focus sets for their filters (Design.md, "Focus filters").
extension EndToEnd.Filters {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct FilterTests {
        /// The app's declaration in these tests.
        static let mail = """
            [Filter Mail]
            Title=Mail
            Description=Which account may interrupt
            Parameters=dark;status;account;

            [Parameter Mail dark]
            Title=Dark mode
            Type=Bool
            Default=false

            [Parameter Mail status]
            Type=String
            Default=online

            [Parameter Mail account]
            Type=Entity
            EntityType=Account
            Optional=true
            """
        static let work = """
            [Focus]
            Name=Work

            [Filter org.example.Chat Mail]
            dark=true
            account=work
            """
        static let home = """
            [Focus]
            Name=Home

            [Filter org.example.Chat Mail]
            account=home
            """
        static let files = [
            "focuses/work.focus": work, "focuses/home.focus": home,
            "focuses/quiet.focus": "[Focus]\nName=Quiet\n",
        ]
        static let atWork: [String: Value] = [
            "dark": .boolean(true), "status": .string("online"), "account": .string("work"),
        ]
        static let atHome: [String: Value] = [
            "dark": .boolean(false), "status": .string("online"), "account": .string("home"),
        ]
        static let defaults: [String: Value] = [
            "dark": .boolean(false), "status": .string("online"),
        ]

        @Test func appIsToldWhatTheFocusSetsAndItsDefaultsAfterwards() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try desktop.install(Self.mail)
                try await desktop.start()
                let app = try FilterApp(desktop)
                let tool = try desktop.client()
                try await tool.focusd("Activate", .string("work"))
                #expect(try await app.told() == Self.atWork)
                try await tool.focusd("Activate", .string("home"))
                #expect(try await app.told() == Self.atHome)
                try await tool.focusd("Deactivate")
                #expect(try await app.told() == Self.defaults)
                #expect(app.calls.pending.isEmpty)
            }
        }

        @Test func nothingIsToldWhereNothingChanges() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try desktop.install(Self.mail)
                try await desktop.start()
                let app = try FilterApp(desktop)
                let tool = try desktop.client()
                // A Focus that does not set the filter leaves it at its defaults.
                try await tool.focusd("Activate", .string("quiet"))
                try await tool.focusd("Deactivate")
                try await tool.focusd("Activate", .string("work"))
                #expect(try await app.told() == Self.atWork)
                #expect(app.calls.pending.isEmpty)
                try await tool.focusd("Activate", .string("quiet"))
                #expect(try await app.told() == Self.defaults)
            }
        }

        @Test func notificationIsSilencedByTheAppsOwnPredicate() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try desktop.install(Self.mail)
                try await desktop.startWithServer()
                let app = try FilterApp(desktop, predicate: "SELF IN {\"work\"}")
                let chat = app.client
                try await chat.focusd("Activate", .string("work"))
                _ = try await app.told()
                try await chat.waitForFilter(focus: "work") {
                    $0.appPredicate == "SELF IN {\"work\"}" && $0.problems.isEmpty
                        && $0.isAnswered
                }
                _ = try await chat.notify("personal", criteria: "home")
                _ = try await chat.notify("from work", criteria: "work")
                #expect(try await desktop.fake.notification(1).summary == "from work")
                let missed = try await chat.entries(["missed": .boolean(true)])
                #expect(missed.first?.string("reason") == "filter")
                #expect(missed.count == 1)
                let asked: [String: Value] = [
                    "app": .string("org.example.Chat"), "criteria": .string("home"),
                ]
                #expect(try await chat.explain(asked).reason == .filter)
                // Its answer is remembered for that Focus and explains it while another is on.
                try await chat.focusd("Deactivate")
                _ = try await app.told()
                #expect(try await chat.explain(asked).reason == .noFocus)
                let atWork = asked.merging(["focus": .string("work")]) { $1 }
                #expect(try await chat.explain(atWork).reason == .filter)
                let atHome = asked.merging(["focus": .string("home")]) { $1 }
                #expect(try await chat.explain(atHome).reason == .allowed)
            }
        }

        @Test func focusThatDoesNotSetTheFilterIsNotFiltered() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try desktop.install(Self.mail)
                try await desktop.startWithServer()
                let app = try FilterApp(desktop, predicate: "FALSEPREDICATE")
                let chat = app.client
                try await chat.focusd("Activate", .string("work"))
                try await chat.waitForFilter(focus: "work") { $0.appPredicate != nil }
                try await chat.focusd("Activate", .string("quiet"))
                _ = try await chat.notify("heard", criteria: "home")
                #expect(try await desktop.fake.notification(1).summary == "heard")
                #expect(try await chat.status().missed == 0)
            }
        }

        @Test func requiredParameterWithoutAValueIsNotTold() async throws {
            let declaration =
                "[Filter Mail]\nTitle=Mail\nParameters=account;\n"
                + "[Parameter Mail account]\nType=String\n"
            try await withDesktop(files: Self.files) { desktop in
                try desktop.install(declaration)
                try await desktop.start()
                let app = try FilterApp(desktop)
                try await app.client.focusd("Activate", .string("home"))
                #expect(try await app.told() == ["account": .string("home")])
                try await app.client.focusd("Deactivate")
                let error = try await app.client.error {
                    try await app.ask("CurrentFilter", .string("Mail"))
                }
                #expect(error.name == WireError.missingParameterValue)
                #expect(error.message.contains("account"))
                try await app.client.focusd("Activate", .string("home"))
                #expect(try await app.told() == ["account": .string("home")])
                #expect(app.calls.pending.isEmpty)
            }
        }

        @Test func newestSupersedesWhatHasNotBeenSent() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try desktop.install(Self.mail)
                try await desktop.start()
                let app = try FilterApp(desktop)
                var held: [MethodCall] = []
                app.answers["Perform"] = { held.append($0) }
                let tool = try desktop.client()
                try await tool.focusd("Activate", .string("work"))
                #expect(try await app.told() == Self.atWork)
                // While it thinks about the first, three follow.
                for focus in ["quiet", "work", "home"] {
                    try await tool.focusd("Activate", .string(focus))
                }
                #expect(app.calls.pending.isEmpty)
                app.answer(nil)
                held.first?.reply(.vardict([:]))
                #expect(try await app.told() == Self.atHome)
                try await tool.waitForFilter(focus: "home") { $0.problems.isEmpty }
                #expect(app.calls.pending.isEmpty)
            }
        }

        @Test func appThatIsNotThereIsToldTheNewestWhenItAppears() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try desktop.install(Self.mail)
                try await desktop.start()
                let tool = try desktop.client()
                for focus in ["work", "quiet", "home"] {
                    try await tool.focusd("Activate", .string(focus))
                }
                #expect(try await tool.filters().first?.appState == .absent)
                let app = try FilterApp(desktop)
                #expect(try await app.told() == Self.atHome)
                #expect(app.calls.pending.isEmpty)
            }
        }

        @Test func changedFileTellsTheAppAtOnce() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try desktop.install(Self.mail)
                try await desktop.start()
                let app = try FilterApp(desktop)
                try await app.client.focusd("Activate", .string("home"))
                #expect(try await app.told() == Self.atHome)
                try desktop.write(
                    "focuses/home.focus", Self.home.replacing("account=home", with: "dark=true"))
                var changed = Self.defaults
                changed["dark"] = .boolean(true)
                #expect(try await app.told() == changed)
                // So does what the app's package declares.
                try desktop.install(Self.mail.replacing("Default=online", with: "Default=away"))
                changed["status"] = .string("away")
                #expect(try await app.told() == changed)
            }
        }

        @Test func currentFilterIsWhatIsInForce() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try desktop.install(Self.mail)
                try await desktop.start()
                let app = try FilterApp(desktop)
                func current() async throws -> [String: Value] {
                    let reply = try await app.ask("CurrentFilter", .string("Mail"))
                    return FilterApp.Call(member: "", filter: "", arguments: reply).values
                }
                #expect(try await current() == Self.defaults)
                try await app.client.focusd("Activate", .string("work"))
                #expect(try await current() == Self.atWork)
                let unknown = try await app.client.error {
                    try await app.ask("CurrentFilter", .string("Post"))
                }
                #expect(unknown.name == WireError.notFound)
            }
        }

        @Test func invalidatedContextIsAskedForAgain() async throws {
            try await withDesktop(files: Self.files) { desktop in
                try desktop.install(Self.mail)
                try await desktop.start()
                let app = try FilterApp(desktop, predicate: "SELF == \"old\"")
                let tool = app.client
                try await tool.focusd("Activate", .string("work"))
                _ = try await app.told()
                try await tool.waitForFilter(focus: "work") { $0.appPredicate != nil }
                app.answer("SELF == \"new\"")
                try await app.ask("InvalidateAppContext", .string("Mail"))
                let call = try await app.calls.next()
                #expect(call.member == "AppContext")
                #expect(call.values == Self.atWork)
                try await tool.waitForFilter(focus: "work") {
                    $0.appPredicate == "SELF == \"new\""
                }
                let unknown = try await tool.error {
                    try await app.ask("InvalidateAppContext", .string("Post"))
                }
                #expect(unknown.name == WireError.notFound)
            }
        }
    }
}
