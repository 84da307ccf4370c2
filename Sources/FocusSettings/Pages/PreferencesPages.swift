// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import Presentation

extension SettingsState {
    /// The window of preferences: `focusd.conf`; nil while it is closed.
    var preferences: Preferences<Intent>? {
        guard showsPreferences, let file = shownConfiguration else { return nil }
        var pages = [serverPage(file), keptPage(file), limitsPage(file), criticalPage(file)]
            .map { withLocks($0, file).withRemovalKeys }
        if let problemText {
            pages = pages.map(readOnly)
            // The window shows the groups that it was opened with.
            for index in pages.indices where !pages[index].groups.isEmpty {
                pages[index].groups[0].description = problemText
                pages[index].groups[0].buttons = refusalButtons
            }
        }
        var preferences = Preferences(
            tr("Preferences"), pages, close: .closePreferences, shortcuts: [Keys.undo])
        // Not shown: an identifier.
        if showsLimits { preferences.firstPage = "limits" }
        return preferences
    }

    private func preferencesPage(_ id: String, _ title: String, _ icon: String) -> Page {
        var page = Page(id, title)
        page.icon = icon
        return page
    }

    /// Returns the row with the reason why its last change was refused, if it was.
    private func checked(_ row: SettingsRow, _ edit: ConfigurationEdit) -> SettingsRow {
        guard let refusal = configurationRefusals[edit] else { return row }
        var row = row
        row.subtitle = refusal.reason
        row.isFaulty = true
        if case .entry(_, let apply) = row.control {
            row.control = .entry(refusal.text, apply: apply)
            row.cancel = refusal.isTyped ? .giveUpSetting(edit) : nil
        }
        return row
    }

    // MARK: Server

    private func serverPage(_ file: ConfigurationText) -> Page {
        var page = preferencesPage("server", tr("Popups"), "video-display-symbolic")
        let command = file.serverCommand
        var choices = [SettingsRow.Choice(tr("Found automatically"), .configure(.server(nil)))]
        choices += servers.map { SettingsRow.Choice($0, .configure(.server($0))) }
        var selected = 0
        if let command {
            if let place = servers.firstIndex(of: command) {
                selected = place + 1
            } else {
                choices.append(SettingsRow.Choice(command.line(upTo: 40), .nothing))
                selected = choices.count - 1
            }
        }
        page.groups = [
            Group(
                "server", tr("Notification Server"),
                description: tr("The program that draws the popups."),
                [
                    SettingsRow(
                        "installed", tr("Server"), .choice(choices, selected: selected)),
                    checked(
                        SettingsRow(
                            "command", tr("Command with arguments"),
                            .entry(command ?? "", apply: .configure(.typedServer))),
                        .typedServer),
                ]),
            Group(
                "companions", tr("Companions"),
                description: tr("Programs that the server needs beside it."),
                file.companions.map { companion in
                    SettingsRow(
                        "companion \(companion)", companion.line(upTo: 80),
                        buttons: [
                            SettingsButton(
                                tr("Remove"), icon: "user-trash-symbolic",
                                name: tr("Remove \(companion)"),
                                .configure(.removeCompanion(companion)))
                        ])
                } + [
                    checked(
                        SettingsRow(
                            "add-companion", tr("Add a command"),
                            .entry("", apply: .configure(.typedCompanion))),
                        .typedCompanion)
                ]),
            Group(
                "snooze", tr("Snooze"),
                [
                    checked(
                        SettingsRow(
                            "snooze", tr("Minutes"),
                            tr(
                                "Popups have a button “Snooze” for so long; 0 for popups without it"
                            ),
                            .number(
                                file.configuration.snoozeMinutes,
                                in: FocusFileLimits.snoozeMinutes,
                                set: .configure(.number(.snooze)))),
                        .number(.snooze))
                ]),
        ]
        return page
    }

    /// The reason why the file was refused; nil for a valid file.
    private var problemText: String? {
        configurationProblems.first.map { problem in
            let line = problem.line.map { tr("Line \($0): ") } ?? ""
            guard configuration != nil else {
                return tr(
                    "\(line)\(problem.reason). focusd keeps the version that it read last; without"
                        + " one, the defaults. These are the defaults. Correct \(problem.file).")
            }
            return tr(
                "\(line)\(problem.reason). The last valid version is in force; correct \(problem.file)."
            )
        } ?? blocked.map(blockedText)
    }

    /// The ways out of a refused file: the user's editor, or the version in force.
    private var refusalButtons: [SettingsButton] {
        guard let problem = configurationProblems.first else { return [] }
        let open = SettingsButton(tr("Open File"), .openFile(problem.file))
        guard configuration != nil, blocked == nil else { return [open] }
        return [
            open,
            SettingsButton(
                tr("Go Back"), name: tr("Go Back to the Version in Force"), .restoreConfiguration),
        ]
    }

    // MARK: Kept, limits, critical

    private func keptPage(_ file: ConfigurationText) -> Page {
        var page = preferencesPage("kept", tr("Kept"), "document-open-recent-symbolic")
        let retention = file.configuration.retention
        page.groups = [
            Group(
                "history", tr("History"),
                [
                    checked(
                        SettingsRow(
                            "days", tr("Days"), tr("Older notifications are deleted"),
                            .number(
                                retention.days, in: FocusFileLimits.historyDays,
                                set: .configure(.number(.days)))), .number(.days)),
                    checked(
                        SettingsRow(
                            "entries", tr("Notifications"),
                            tr("The oldest ones beyond are deleted"),
                            .number(
                                retention.entries, in: FocusFileLimits.historyEntries,
                                set: .configure(.number(.entries)))), .number(.entries)),
                ]),
            appGroup(
                file, .private, tr("Private Apps"),
                tr("The texts of their notifications are not stored.")),
            appGroup(
                file, .uncounted, tr("Apps Without a Badge"),
                tr("No number is shown for these apps.")),
        ]
        return page
    }

    private func limitsPage(_ file: ConfigurationText) -> Page {
        var page = preferencesPage("limits", tr("Limits"), "network-transmit-receive-symbolic")
        page.firstRow = "burst"
        let rate = file.configuration.sendingRate
        page.groups = [
            Group(
                "limits", tr("Floods"),
                description: tr("An app that sends more is silenced for a while."),
                [
                    checked(
                        SettingsRow(
                            "burst", tr("At once"), tr("0 for no limit"),
                            .number(
                                rate.burst, in: FocusFileLimits.burst,
                                set: .configure(.number(.burst)))), .number(.burst)),
                    checked(
                        SettingsRow(
                            "per-second", tr("Per second afterwards"),
                            .number(
                                rate.perSecond, in: FocusFileLimits.perSecond,
                                set: .configure(.number(.perSecond)))), .number(.perSecond)),
                ])
        ]
        return page
    }

    private func criticalPage(_ file: ConfigurationText) -> Page {
        var page = preferencesPage("critical", tr("Critical"), "dialog-warning-symbolic")
        page.groups = [
            appGroup(
                file, .critical, tr("Trusted Apps"),
                tr("Their critical notifications come through with every Focus."))
        ]
        return page
    }

    private func appGroup(
        _ file: ConfigurationText, _ list: ConfigurationText.AppSetting, _ title: String,
        _ description: String
    ) -> Group {
        Group(
            "apps \(list)", title, description: description,
            file.apps(in: list).map { app in
                SettingsRow(
                    "app \(app.rawValue)", name(of: app).line(upTo: 60), app.rawValue,
                    icon: icon(of: app),
                    buttons: [
                        SettingsButton(
                            tr("Remove"), icon: "user-trash-symbolic",
                            name: tr("Remove \(name(of: app))"),
                            .configure(.app(app, in: list, isMember: false)))
                    ])
            } + [
                checked(
                    SettingsRow(
                        "add", tr("Add an app, by its name or id"),
                        .entry("", apply: .configure(.typedApp(list)))), .typedApp(list))
            ])
    }
}
