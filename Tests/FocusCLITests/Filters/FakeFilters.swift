// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop

@testable import FocusCLI

/// Two apps with Focus filters: their declarations as focusd lists them, and their answers.
@LoopActor final class FakeFilters {
    /// The filters that focusd lists.
    var filters: [FilterSummary]
    /// The errors of apps that do not answer.
    var silent: [AppID: ControlError] = [:]
    /// The entities of the account parameters.
    var accounts = [
        ParameterChoice("work", title: "Work account", subtitle: "alex@work.example"),
        ParameterChoice("home", title: "Home account", subtitle: "alex@home.example"),
        ParameterChoice("hockey", title: "Hockey club"),
    ]
    var suggestions = [
        FilterSuggestion(
            FilterDisplay(title: "Work", subtitle: "Dark mode"),
            values: ["account": .text("work"), "alwaysUseDarkMode": .bool(true)]),
        FilterSuggestion(
            FilterDisplay(title: "Home"), values: ["account": .text("home")]),
    ]

    nonisolated static let chat = AppID("org.example.Chat")
    static let mail = AppID("org.example.Mail")

    init() {
        filters = [
            FilterSummary(Self.accountFilter, source: .app, appState: .running),
            FilterSummary(Self.mailboxFilter, source: .file, appState: .activatable),
            FilterSummary(Self.senderFilter, source: .file, appState: .absent),
        ]
    }

    /// Returns a configuration with the Focus Work, where the app of the first filter is installed.
    static func configuration() throws -> Configuration {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\n")
        try focus.writeData(
            "applications/org.example.Chat.desktop",
            "[Desktop Entry]\nName=Chat\nName[de]=Schwatz\nExec=chat\n")
        return focus
    }

    /// Gives a filter these values, as a Focus sets them.
    func configure(_ values: ParameterValues, _ index: Int = 0) {
        filters[index].isConfigured = true
        filters[index].values = values
    }

    nonisolated static let accountFilter = FilterDeclaration(
        FilterKey(chat, "AccountFilter"), title: "Account",
        description: "Choose whose messages reach you.", icon: "chat",
        parameters: [
            ParameterDeclaration(
                "account", title: "Account", description: "The rest is silenced.",
                type: ParameterType(.entity), isOptional: true, entityType: "Account"),
            ParameterDeclaration(
                "alwaysUseDarkMode", title: "Dark mode", type: ParameterType(.bool),
                defaultValue: .bool(false)),
            ParameterDeclaration(
                "status", title: "Status", type: ParameterType(.enumeration),
                defaultValue: .text("available"),
                cases: [
                    ParameterChoice("available", title: "Available"),
                    ParameterChoice("away", title: "Away"),
                    ParameterChoice("awayForLong", title: "Gone fishing"),
                ]),
            ParameterDeclaration(
                "muted", title: "Muted accounts", type: ParameterType(.entity, isList: true),
                isOptional: true, entityType: "Account"),
            ParameterDeclaration(
                "until", type: ParameterType(.date), isOptional: true),
        ])

    static let mailboxFilter = FilterDeclaration(
        FilterKey(mail, "MailboxFilter"), title: "Mailbox",
        parameters: [
            ParameterDeclaration(
                "mailbox", title: "Mailbox", type: ParameterType(.string), hasOptions: true),
            ParameterDeclaration(
                "volume", type: ParameterType(.double), isOptional: true),
        ])

    static let senderFilter = FilterDeclaration(
        FilterKey(mail, "SenderFilter"), title: "Sender",
        parameters: [
            ParameterDeclaration(
                "senders", type: ParameterType(.string, isList: true),
                defaultValue: .list(.string, []))
        ])

    /// Returns a focusd that lists these filters.
    func control() -> FakeControl {
        let control = FakeControl(Fixture.control(["Reload": [.strings([])]]))
        control.answer = { [self] in answer($0) }
        return control
    }

    private func answer(_ call: FakeControl.Call) -> Result<[Value], ControlError>? {
        if call.member == "ListFilters" {
            let isOfFocus = call.arguments == [.string("work")]
            let listed = isOfFocus ? filters : filters.compactMap(Self.unset)
            return .success([.array(of: "a{sv}", listed.map(\.value))])
        }
        guard call.arguments.count > 1, let app = call.arguments.first?.asString else { return nil }
        if let error = silent[AppID(app)] { return .failure(error) }
        switch call.member {
        case "DescribeFilter":
            let isWork = call.arguments[2] == (["account": .text("work")] as ParameterValues).wire
            return .success([
                .string(isWork ? "Work account" : "Some account"), .string("Messages"), .string(""),
            ])
        case "SuggestFilters":
            return .success([.array(of: "a{sv}", suggestions.map(\.value))])
        case "FilterEntities":
            guard case .array(_, let ids) = call.arguments[3] else { return nil }
            let known = accounts.filter { ids.contains(.string($0.value)) }
            return .success([ParameterChoice.list(known)])
        case "FilterChoices":
            let text = (call.arguments[3].asString ?? "").lowercased()
            let found = accounts.filter { $0.title.lowercased().hasPrefix(text) }
            return .success([ParameterChoice.list(found)])
        default: return nil
        }
    }

    /// The list without a Focus.
    private static func unset(_ filter: FilterSummary) -> FilterSummary? {
        guard filter.source != nil else { return nil }
        var filter = filter
        filter.isConfigured = false
        filter.values = [:]
        return filter
    }
}
