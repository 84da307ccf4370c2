// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import TestSupport
import Testing

/// Focus filters as the user's tools see them, with the apps' answers.
extension EndToEnd.Filters {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct FilterControlTests {
        static let mail =
            FilterTests.mail.replacing(
                "dark;status;account;", with: "dark;status;account;tone;room;") + """


                [Parameter Mail tone]
                Type=Enum
                Cases=soft;loud;
                CaseTitles=Softly;Loudly;
                Optional=true

                [Parameter Mail room]
                Type=String
                Options=true
                Optional=true
                """
        private static let chat: [Value] = [.string("org.example.Chat"), .string("Mail")]

        private nonisolated static func choices(_ reply: [Value]) -> [ParameterChoice] {
            reply.first.flatMap { ParameterChoice.list($0) } ?? []
        }

        @Test func listTellsWhatIsDeclaredWhatIsSetAndWhatIsWrong() async throws {
            let focus = """
                [Focus]
                Name=Work

                [Filter org.example.Chat Mail]
                dark=maybe
                status=busy
                Predicate=SELF == "x"

                [Filter org.example.Gone Post]
                a=b

                [Filter org.example.Own Rule]
                Predicate=SELF == "y"
                """
            try await withDesktop(files: ["focuses/work.focus": focus]) { desktop in
                try desktop.install(Self.mail)
                try await desktop.start()
                let tool = try desktop.client()
                let all = try await tool.filters("Work")
                #expect(
                    all.map(\.key.app.rawValue) == [
                        "org.example.Chat", "org.example.Gone", "org.example.Own",
                    ])
                let mail = all[0]
                #expect(mail.source == .file)
                #expect(mail.isConfigured)
                #expect(mail.declaration.title == "Mail")
                #expect(mail.declaration.parameters.count == 5)
                #expect(mail.values == ["dark": .text("maybe"), "status": .text("busy")])
                #expect(mail.predicate == "SELF == \"x\"")
                #expect(mail.problems.count == 1)
                #expect(mail.problems.first?.contains("dark") == true)
                #expect(all[1].source == nil)
                #expect(all[1].values == ["a": .text("b")])
                #expect(all[1].problems.count == 1)
                #expect(all[2].problems.isEmpty)
                let doctor = try await tool.doctor("filter org.example.Chat Mail")
                #expect(!doctor.isGood)
                #expect(doctor.detail.contains("dark"))
                let gone = try await tool.doctor("filter org.example.Gone Post")
                #expect(gone.detail.contains("no app declares it"))
                #expect(try await tool.doctor("filters").isGood == false)
                // Without a Focus nothing is set.
                let none = try await tool.filters()
                #expect(none.map(\.isConfigured) == [false])
                let error = try await tool.error { _ = try await tool.filters("wrok") }
                #expect(error.name == WireError.unknownFocus)
            }
        }

        @Test func appSaysHowItsFilterIsShown() async throws {
            try await withDesktop { desktop in
                try desktop.install(Self.mail)
                try await desktop.start()
                let app = try FilterApp(desktop)
                app.answers["DisplayRepresentation"] = {
                    $0.reply(.string("Work account"), .string("dark"), .string("mail"))
                }
                let shown = try await app.client.focusd(
                    "DescribeFilter", Self.chat[0], Self.chat[1],
                    .vardict(["account": .string("work")]))
                #expect(shown == [.string("Work account"), .string("dark"), .string("mail")])
                var values = FilterTests.defaults
                values["account"] = .string("work")
                #expect(try await app.calls.next().values == values)
                let wrong = try await app.client.error {
                    try await app.client.focusd(
                        "DescribeFilter", Self.chat[0], Self.chat[1],
                        .vardict(["dark": .string("yes")]))
                }
                #expect(wrong.code == .invalidArgs)
                #expect(wrong.message.contains("dark"))
            }
        }

        @Test func suggestionsOfTheAppAreShownAsItShowsThem() async throws {
            try await withDesktop { desktop in
                try desktop.install(Self.mail)
                try await desktop.start()
                let app = try FilterApp(desktop)
                app.answers["SuggestedFocusFilters"] = {
                    $0.reply(
                        FieldsBuilder.list([
                            .vardict(["account": .string("work")]),
                            .vardict(["account": .string("home")]),
                        ]))
                }
                app.answers["DisplayRepresentation"] = { call in
                    let account = (try? call.message.arguments())?.first?["account"]?.asString
                    if account == "work" {
                        call.reply(.string("Work account"), .string(""), .string(""))
                    } else {
                        call.fail("org.example.Error.Unknown", "")
                    }
                }
                let reply = try await app.client.focusd(
                    "SuggestFilters", Self.chat[0], Self.chat[1])
                let list = reply.first.flatMap(Fields.list) ?? []
                #expect(list.map { $0.string("title") } == ["Work account", "Mail"])
                #expect(list.last?.fields("values")?.string("account") == "home")
            }
        }

        @Test func choicesAreTheCasesTheOptionsAndTheEntities() async throws {
            try await withDesktop { desktop in
                try desktop.install(Self.mail)
                try await desktop.start()
                let app = try FilterApp(desktop)
                let work = ParameterChoice("work", title: "Work", subtitle: "a@example.org")
                let rooms = [
                    ParameterChoice("r1", title: "Lobby"), ParameterChoice("r2", title: "Attic"),
                ]
                app.answers["SuggestedEntities"] = { $0.reply(ParameterChoice.list([work])) }
                app.answers["EntitiesMatching"] = { $0.reply(ParameterChoice.list([])) }
                app.answers["Entities"] = { $0.reply(ParameterChoice.list([work])) }
                app.answers["Options"] = { $0.reply(ParameterChoice.list(rooms)) }
                let tool = app.client
                func choices(_ parameter: String, _ text: String) async throws -> [String] {
                    let reply = try await tool.focusd(
                        "FilterChoices", Self.chat[0], Self.chat[1], .string(parameter),
                        .string(text))
                    return Self.choices(reply).map(\.title)
                }
                #expect(try await choices("tone", "") == ["Softly", "Loudly"])
                #expect(try await choices("tone", "LOUD") == ["Loudly"])
                #expect(try await choices("dark", "") == [])
                #expect(app.calls.pending.isEmpty)
                #expect(try await choices("room", "") == ["Lobby", "Attic"])
                #expect(try await app.calls.next().arguments == [.string("room")])
                #expect(try await choices("room", "att") == ["Attic"])
                #expect(try await app.calls.next().member == "Options")
                #expect(try await choices("account", "") == ["Work"])
                #expect(try await app.calls.next().arguments == [.string("Account")])
                #expect(try await choices("account", "wo") == [])
                let matching = try await app.calls.next()
                #expect(matching.member == "EntitiesMatching")
                #expect(matching.arguments == [.string("Account"), .string("wo")])
                func known(_ parameter: String, _ ids: [String]) async throws -> [String] {
                    let reply = try await tool.focusd(
                        "FilterEntities", Self.chat[0], Self.chat[1], .string(parameter),
                        .strings(ids))
                    return Self.choices(reply).map(\.title)
                }
                #expect(try await known("account", ["work", "gone"]) == ["Work"])
                #expect(
                    try await app.calls.next().arguments == [
                        .string("Account"), .strings(["work", "gone"]),
                    ])
                #expect(try await known("tone", ["soft"]) == ["Softly"])
                #expect(try await known("room", ["r2"]) == ["Attic"])
                let error = try await tool.error { _ = try await choices("colour", "") }
                #expect(error.name == WireError.notFound)
                #expect(error.message.contains("tone"))
            }
        }

        @Test func appThatIsAbsentOrAnswersNonsenseIsUnavailable() async throws {
            try await withDesktop { desktop in
                try desktop.install(Self.mail)
                try await desktop.start()
                let tool = try desktop.client()
                func ask() async throws -> CallError {
                    try await tool.error {
                        try await tool.focusd(
                            "FilterChoices", Self.chat[0], Self.chat[1], .string("account"),
                            .string(""))
                    }
                }
                #expect(try await ask().name == WireError.appUnavailable)
                let app = try FilterApp(desktop)
                app.answers["SuggestedEntities"] = { $0.reply(.strings(["work"])) }
                #expect(try await ask().name == WireError.appUnavailable)
                let choice = ParameterChoice("work", title: "Work")
                app.answers["SuggestedEntities"] = {
                    $0.reply(
                        ParameterChoice.list(
                            Array(repeating: choice, count: Limits.filterChoices + 1)))
                }
                #expect(try await ask().message.contains("\(Limits.filterChoices)"))
                app.answers["SuggestedEntities"] = { [app] _ in app.leave() }
                #expect(try await ask().name == WireError.appUnavailable)
                let unknown = try await tool.error {
                    try await tool.focusd("SuggestFilters", Self.chat[0], .string("Post"))
                }
                #expect(unknown.name == WireError.notFound)
            }
        }

        @Test func questionsToAppsHaveALimitAndCostNobodyElseAnything() async throws {
            try await withDesktop { desktop in
                try desktop.install(Self.mail)
                try await desktop.start()
                let app = try FilterApp(desktop)
                app.answers["SuggestedFocusFilters"] = { _ in }
                let tool = try desktop.client()
                let other = try desktop.client()
                let errors = Recorder<ErrorName>()
                // Both connections are of one program, which gets half.
                for number in 0...Limits.filterQuestions / 2 {
                    let call = Message.methodCall(
                        destination: WireName.focus, path: WireName.focusPath,
                        interface: WireName.control, member: "SuggestFilters")
                    try call.append(Self.chat[0], Self.chat[1])
                    let asker = number.isMultiple(of: 2) ? tool : other
                    asker.connection.call(call, timeout: .testDeadline) { result in
                        if case .failure(let error) = result { errors.record(error.name) }
                    }
                }
                // The one too many is refused while the others wait.
                #expect(try await errors.next() == WireError.limitsExceeded)
                #expect(try await tool.status().activation == nil)
                for _ in 0..<Limits.filterQuestions / 2 {
                    #expect(try await errors.next() == WireError.appUnavailable)
                }
                withExtendedLifetime((tool, other)) {}
            }
        }
    }
}
