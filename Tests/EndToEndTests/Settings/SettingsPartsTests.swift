// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

/// Parts of the real window's pages, worked by keys.
extension EndToEnd.SettingsWindowTests {
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

    @Test("issue 21: an app describes its filter, suggests settings, and misses an entity")
    func anAppAnswersAboutItsFilter() async throws {
        var app: FilterApp?
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
                mail.answers["Entities"] = { $0.reply(ParameterChoice.list([home])) }
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
}
