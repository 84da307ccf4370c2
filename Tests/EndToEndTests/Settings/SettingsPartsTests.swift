// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// Calls that an app does not answer yet.
@LoopActor private final class Unanswered {
    var calls: [MethodCall] = []
}

extension EndToEnd.SettingsPages {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct SettingsPageTests: WindowTests {}
}

/// Parts of the real window's pages, worked by keys.
extension EndToEnd.SettingsPages.SettingsPageTests {
    private static let inbox = """
        [Filter Inbox]
        Title=Choose inboxes
        Parameters=inboxes;quiet;

        [Parameter Inbox inboxes]
        Title=Inboxes
        Type=[Entity]

        [Parameter Inbox quiet]
        Title=Quietly
        Type=Bool
        Default=false

        """

    @Test(
        "issue 21: a person makes a Focus, sets a filter, and finds out why nothing came",
        arguments: ["keys", "mouse"])
    func theWholeWay(_ way: String) async throws {
        try await withWindow(isAnimated: true) { desktop, client in
            let made = try await client(["flow", way])
            #expect(made.hasPrefix("done in "))
            let file = try String(
                contentsOfFile: desktop.home + "/config/focusd/focuses/work.focus",
                encoding: .utf8)
            #expect(file.contains("AppList=org.example.Calendar;org.example.Chat;"))
            #expect(file.contains("PeopleList=Ada;"))
            #expect(
                file.contains(
                    "[Schedule Weekdays]\nDays=Mon;Tue;Wed;Thu;Fri;\nFrom=09:00\nTo=17:00"))
            #expect(file.contains("[Filter org.example.Chat Accounts]\nprivate=true"))
        }
    }

    @Test("an icon that cannot be shown gives way to the one behind it")
    func aMissingIconGivesWay() async throws {
        try await withScreen { desktop, screen in
            let environment = Self.environment(of: screen).merging(["GTK_A11Y": "none"]) { $1 }
            let check = try desktop.tool(
                Programs.path("adwaita-check"), "icons", "/nonexistent/a,b.png,go-next-symbolic",
                "focusd-nosuch,go-next-symbolic", "go-next-symbolic,go-previous-symbolic",
                "focusd-nosuch", environment: environment)
            let icons = try await check.finish().split(separator: "\n").map(String.init)
            let next = "go-next-symbolic"
            #expect(icons == [next, next, next, "application-x-executable-symbolic"])
        }
    }

    @Test("a field for the hour shows the clock of the locale, and reads both")
    func hoursOfBothClocksAreRead() async throws {
        try await withScreen { desktop, screen in
            let environment = Self.environment(of: screen).merging(["GTK_A11Y": "none"]) { $1 }
            let check = try desktop.tool(
                Programs.path("adwaita-check"), "hours", "9 pm", "21", "9", "12 AM", "7p", "25",
                "13 pm", "x", environment: environment)
            let hours = try await check.finish().split(separator: "\n").map(String.init)
            // A text that is no hour keeps the earlier hour.
            #expect(
                hours == ["21 9 PM", "21 9 PM", "9 9 AM", "0 12 AM"]
                    + Array(repeating: "19 7 PM", count: 4))
        }
    }

    @Test("issue 21: a missed notification shows its picture, opens its link, and allows its site")
    func aMissedNotificationHasItsParts() async throws {
        try await withWindow(
            ["focuses/quiet.focus": "[Focus]\nName=Quiet\nApps=allow\n"]
        ) { desktop, client in
            let opened = desktop.home + "/opened"
            let browser = desktop.home + "/browser"
            try await Programs.make(
                "#!/bin/sh\necho \"$1\" > \(opened).new\nmv \(opened).new \(opened)\n", at: browser)
            try desktop.writeFile(
                desktop.home + "/data/applications/browser.desktop",
                "[Desktop Entry]\nType=Application\nName=Browser\nNoDisplay=true\n"
                    + "Exec=\(browser) %u\nMimeType=x-scheme-handler/https;\n")
            try desktop.writeFile(
                desktop.home + "/config/mimeapps.list",
                "[Default Applications]\nx-scheme-handler/https=browser.desktop\n")
            // A file that its app may delete is copied.
            let picture = desktop.home + "/picture.svg"
            try desktop.writeFile(
                picture,
                "<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'>"
                    + "<rect width='9' height='9' fill='red'/></svg>")
            try await desktop.focusSwitch("on", "quiet")
            try await desktop.run("notify-send", "-a", "Shop", "Small sale", "Yesterday only")
            let text = Array(repeating: "see it", count: 30).joined(separator: " ")
            try await desktop.run(
                "notify-send", "-a", "Shop", "-h", "string:image-path:\(picture)", "-h",
                "string:x-kde-origin-name:shop.example", "Big sale",
                "<a href=\"https://shop.example/sale?a=1&amp;b=2\">\(text)</a>")
            let answer = try await client(["missed", opened])
            #expect(answer == "done")
            let file = try String(
                contentsOfFile: desktop.home + "/config/focusd/focuses/quiet.focus",
                encoding: .utf8)
            #expect(file.contains("AllowedSites=shop.example;"))
        }
    }

    @Test("issue 21: an app describes its filter, suggests settings, and misses an entity")
    func anAppAnswersAboutItsFilter() async throws {
        var app: FilterApp?
        let unanswered = Unanswered()
        try await withWindow(
            [
                "focuses/quiet.focus":
                    "[Focus]\nName=Quiet\n[Filter org.example.Mail Inbox]\ninboxes=home;old;\n"
            ],
            server: { desktop, _ in
                try desktop.install(Self.inbox, of: "org.example.Mail")
                try await desktop.startWithServer()
                let mail = try FilterApp(desktop, "org.example.Mail", filters: ["Inbox"])
                let home = ParameterChoice("home", title: "Home")
                let company = ParameterChoice("company", title: "Company")
                mail.answers["SuggestedEntities"] = {
                    $0.reply(ParameterChoice.list([company, home]))
                }
                let archive = ParameterChoice("archive", title: "Archive")
                let known = [home, company, archive]
                mail.answers["Entities"] = { call in
                    let ids = (try? call.message.arguments())?.last
                    call.reply(
                        ParameterChoice.list(
                            known.filter { ids?.asStrings?.contains($0.value) == true }))
                }
                mail.answers["EntitiesMatching"] = { call in
                    switch (try? call.message.arguments())?.last?.asString {
                    case "arch": unanswered.calls.append(call)
                    case "archive":
                        for call in unanswered.calls { call.reply(ParameterChoice.list([company])) }
                        call.reply(ParameterChoice.list([archive]))
                    default: call.reply(ParameterChoice.list([]))
                    }
                }
                mail.answers["SuggestedFocusFilters"] = {
                    $0.reply(
                        FieldsBuilder.list([
                            .vardict([
                                "inboxes": .strings(["home"]), "quiet": .boolean(true),
                            ])
                        ]))
                }
                mail.answers["DisplayRepresentation"] = { call in
                    let values = (try? call.message.arguments())?.first
                    let isQuiet = values?["quiet"]?.unwrapped == .boolean(true)
                    call.reply(
                        .string(isQuiet ? "Only at home" : "Two inboxes"),
                        .string(isQuiet ? "No company mail" : "one is gone"), .string(""))
                }
                app = mail
            }
        ) { desktop, client in
            let answer = try await client(["filters"])
            #expect(answer == "done")
            let file = try String(
                contentsOfFile: desktop.home + "/config/focusd/focuses/quiet.focus",
                encoding: .utf8)
            #expect(
                file.contains("[Filter org.example.Mail Inbox]\ninboxes=home;\nquiet=true\n"))
        }
        #expect(app != nil)
    }

    @Test("issue 21: a rule is dragged by its handle to another place")
    func aRuleIsDragged() async throws {
        let rules = ["one", "two", "three"].map {
            "[Rule \($0)]\nWhen=TRUEPREDICATE\nDo=allow\n"
        }
        try await withWindow(
            ["focuses/quiet.focus": "[Focus]\nName=Quiet\n" + rules.joined()]
        ) { desktop, client in
            let answer = try await client(["drag"])
            #expect(answer == "done")
            let file = try String(
                contentsOfFile: desktop.home + "/config/focusd/focuses/quiet.focus",
                encoding: .utf8)
            let places = try ["three", "one", "two"].map {
                try #require(file.range(of: "[Rule \($0)]")).lowerBound
            }
            #expect(places == places.sorted())
        }
    }

    @Test("issue 21: buttons of six Focuses wrap, and the tenth place is opened by keys")
    func theTenthPlaceIsOpened() async throws {
        let more = ["a", "b", "c", "d"].map { ("focuses/\($0).focus", "[Focus]\nName=\($0)\n") }
        let files = Dictionary(more.map { ($0.0, Optional($0.1)) }) { first, _ in first }
        try await withWindow(files) { _, client in
            let answer = try await client(["places"])
            #expect(answer == "done")
        }
    }

    @Test("issue 21: the people of a Focus have the numbers of the last seven days")
    func peopleHaveNumbers() async throws {
        try await withWindow { desktop, client in
            for person in ["Ada", "Bo", "Bo"] {
                try await desktop.run(
                    "notify-send", "-h", "string:x-focusd-person:\(person)", "Hello")
            }
            let answer = try await client(["people"])
            #expect(answer == "done")
        }
    }

    @Test("issue 21: a refused edit by hand comes back, byte by byte, after its replacement")
    func aRefusedEditComesBack() async throws {
        try await withWindow { desktop, client in
            let path = desktop.home + "/config/focusd/focuses/quiet.focus"
            let edit = Data("[Focus]\nName=Quiet\nApps=maybe\n# gr".utf8) + [0xFC, 0x6E, 0x0A]
            let answer = try await {
                _ = try await client(["texts", "Quiet"])
                try edit.write(to: URL(fileURLWithPath: path), options: .atomic)
                return try await client(["refused"])
            }()
            #expect(answer == "done")
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == edit)
        }
    }

    @Test("issue 21: texts that were typed and not applied are not lost when the window closes")
    func typedTextsAreApplied() async throws {
        try await withWindow { desktop, client in
            let answer = try await client(["typed"])
            #expect(answer == "done")
            let folder = desktop.home + "/config/focusd/focuses/"
            let file = try String(contentsOfFile: folder + "quiet.focus", encoding: .utf8)
            #expect(file.contains("Name=Silent\n"))
            #expect(file.contains("PeopleList=Ada;"))
            #expect(!FileManager.default.fileExists(atPath: folder + "own.focus"))
        }
    }

    @Test("issue 21: a change of the open Focus by a command is told, and its switch shown")
    func aChangeElsewhereIsShown() async throws {
        try await withWindow { _, client in
            let answer = try await client(["elsewhere", Programs.path("focus-switch")])
            #expect(answer == "done")
        }
    }
}
