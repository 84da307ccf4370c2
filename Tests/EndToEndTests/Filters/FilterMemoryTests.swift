// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Glibc
import TestSupport
import Testing

/// The stored data of filters outlives focusd (Design.md, "Focus filters", "Nothing lost").
extension EndToEnd.Filters {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct FilterMemoryTests {
        /// The argument of `Declare` for the filter of `FilterTests`.
        static let mail: Value = .vardict([
            "Mail": .vardict([
                "title": .string("Mail"),
                "parameters": FieldsBuilder.list([
                    .vardict([
                        "name": .string("dark"), "type": .string("Bool"),
                        "default": .boolean(false),
                    ]),
                    .vardict([
                        "name": .string("status"), "type": .string("String"),
                        "default": .string("online"),
                    ]),
                    .vardict([
                        "name": .string("account"), "type": .string("Entity"),
                        "entity-type": .string("Account"), "optional": .boolean(true),
                    ]),
                ]),
            ])
        ])

        @Test(arguments: [SIGTERM, SIGKILL])
        func firstNotificationAfterARestartIsFilteredAndNobodyIsCalled(
            _ signal: Int32
        ) async throws {
            try await withDesktop(files: FilterTests.files) { desktop in
                try desktop.install(FilterTests.mail)
                try await desktop.startWithServer()
                let app = try FilterApp(desktop, predicate: "SELF == \"work\"")
                let chat = app.client
                try await chat.focusd("Activate", .string("work"))
                #expect(try await app.told() == FilterTests.atWork)
                try await chat.waitForFilter(focus: "work") { $0.appPredicate != nil }
                try await desktop.end(signal)
                try await desktop.start()
                _ = try await chat.notify("personal", criteria: "home")
                let missed = try await chat.entries(["missed": .boolean(true)])
                #expect(missed.first?.string("reason") == "filter")
                // What it is told next is the next change, and nothing came before that.
                try await chat.focusd("Deactivate")
                let next = try await app.calls.next()
                #expect(next.member == "Perform")
                #expect(next.values == FilterTests.defaults)
            }
        }

        @Test func killBetweenTheSwitchAndTheAppsAnswerLosesNoValues() async throws {
            try await withDesktop(files: FilterTests.files) { desktop in
                try desktop.install(FilterTests.mail)
                try await desktop.start()
                let app = try FilterApp(desktop)
                app.answers["Perform"] = { _ in }
                try await app.client.focusd("Activate", .string("work"))
                try await desktop.end(SIGKILL)
                try await desktop.start()
                // Whether or not it was told: that it has its values is not known.
                app.leave()
                let again = try FilterApp(desktop, predicate: "SELF == \"work\"")
                #expect(try await again.told() == FilterTests.atWork)
                try await again.client.waitForFilter(focus: "work") {
                    $0.appPredicate != nil && $0.problems.isEmpty
                }
            }
        }

        @Test func focusThatChangedWhileFocusdWasAwayIsTold() async throws {
            try await withDesktop(files: FilterTests.files) { desktop in
                try desktop.install(FilterTests.mail)
                try await desktop.start()
                let app = try FilterApp(desktop)
                try await app.client.focusd("Activate", .string("home"))
                #expect(try await app.told() == FilterTests.atHome)
                try await desktop.end()
                try desktop.write(
                    "focuses/home.focus",
                    FilterTests.home.replacing("account=home", with: "account=den"))
                try await desktop.start()
                var changed = FilterTests.atHome
                changed["account"] = .string("den")
                #expect(try await app.told() == changed)
            }
        }

        @Test func filterDeclaredAtRunTimeIsRememberedUntilItIsTakenBack() async throws {
            try await withDesktop(files: FilterTests.files) { desktop in
                try await desktop.start()
                let app = try FilterApp(desktop)
                try await app.ask("Declare", Self.mail)
                let tool = try desktop.client()
                let declared = try await tool.filters("work")
                #expect(declared.map(\.key) == [FilterKey(AppID("org.example.Chat"), "Mail")])
                #expect(declared.first?.source == .app)
                #expect(
                    declared.first?.declaration.parameters.map(\.name).sorted() == [
                        "account", "dark", "status",
                    ])
                app.leave()
                try await desktop.end()
                try await desktop.start()
                try await tool.focusd("Activate", .string("work"))
                #expect(try await tool.filters().map(\.appState) == [.absent])
                let again = try FilterApp(desktop)
                #expect(try await again.told() == FilterTests.atWork)
                try await again.ask("Declare", .vardict([:]))
                #expect(try await tool.filters().isEmpty)
                let gone = try await again.client.error {
                    try await again.ask("CurrentFilter", .string("Mail"))
                }
                #expect(gone.name == WireError.notFound)
            }
        }

        @Test func declarationOfARunningAppTakesThePlaceOfItsFile() async throws {
            try await withDesktop(files: FilterTests.files) { desktop in
                try desktop.install("[Filter Mail]\nTitle=From the package\n")
                try await desktop.start()
                let app = try FilterApp(desktop)
                let tool = try desktop.client()
                #expect(try await tool.filters().map(\.source) == [.file])
                try await app.ask("Declare", Self.mail)
                try await tool.waitForFilter { $0.source == .app && $0.declaration.title == "Mail" }
                app.leave()
                try await tool.waitForFilter {
                    $0.source == .file && $0.declaration.title == "From the package"
                }
            }
        }

        @Test(
            arguments: [
                ("Ma-il", "name", "a", "type", "Bool", "Ma-il"),
                ("Mail", "name", "a", "type", "Colour", "a"),
                ("Mail", "nom", "a", "type", "Bool", "name"),
            ])
        func declarationThatIsWrongIsRefusedByName(
            _ filter: String, _ key: String, _ name: String, _ typeKey: String, _ type: String,
            _ named: String
        ) async throws {
            try await withDesktop { desktop in
                try await desktop.start()
                let app = try FilterApp(desktop)
                let error = try await app.client.error {
                    try await app.ask(
                        "Declare",
                        .vardict([
                            filter: .vardict([
                                "parameters": FieldsBuilder.list([
                                    .vardict([key: .string(name), typeKey: .string(type)])
                                ])
                            ])
                        ]))
                }
                #expect(error.name == WireError.invalidArgs)
                #expect(error.message.contains(named), "\(error.message)")
                #expect(try await app.client.filters().isEmpty)
            }
        }
    }
}
