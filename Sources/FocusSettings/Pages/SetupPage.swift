// SPDX-License-Identifier: Apache-2.0

import Adwaita
import Presentation

/// The first page of the introduction: the commands that have focusd take over.
extension SettingsState {
    /// The commands, their run, and the way on after a failure.
    var setupGroups: [Group] {
        let explanation = tr(
            "focusd stands between the apps and your notification server. It passes notifications on,"
                + " or keeps them for later.")
        return [
            Group(
                "setup", tr("Let focusd Handle Notifications"), description: explanation, setupRows)
        ]
    }

    private var setupRows: [SettingsRow] {
        if setup.isRunning {
            return [
                busy(
                    tr("Setting up…"),
                    tr("focusd takes over the notifications. That takes a few seconds."))
            ]
        }
        if case .reading(let reason) = setup.failure {
            let again = SettingsButton(
                tr("Try Again"), name: tr("Look at this session again"), .readSetup)
            return [failure(tr("The setup cannot be shown here"), reason, [again])]
        }
        guard let steps = setup.steps else { return [busy(tr("Looking at this session…"), "")] }
        guard !steps.isEmpty else {
            return [
                SettingsRow(
                    "steps", tr("There is nothing to do: this session uses focusd."),
                    icon: "object-select-symbolic")
            ]
        }
        var rows = steps.enumerated().map(commandRow)
        var isSecond = false
        if case .run(let reason) = setup.failure {
            rows.insert(failure(tr("The setup did not work"), reason, []), at: 0)
            isSecond = true
        }
        let title =
            isSecond
            ? plural(steps.count, "Run the remaining command", "Run the remaining commands")
            : plural(steps.count, "Run this command", "Run these commands")
        rows.append(
            SettingsRow(
                "do", title, setupPromise,
                buttons: [
                    SettingsButton(
                        isSecond ? tr("Try Again") : tr("Do It"), name: title, style: .suggested,
                        .setUp)
                ]))
        return rows
    }

    private func commandRow(_ index: Int, _ step: SetupStep) -> SettingsRow {
        var row = SettingsRow(
            "step \(index)", step.reason.line(), step.command,
            buttons: [
                SettingsButton(
                    tr("Copy"), icon: "edit-copy-symbolic",
                    name: tr("Copy the command “\(step.command.line(upTo: 60))”"),
                    .copy(step.command))
            ])
        // A command that is cut cannot be checked before it runs.
        row.showsWholeSubtitle = true
        return row
    }

    private func busy(_ title: String, _ subtitle: String) -> SettingsRow {
        var row = SettingsRow("steps", title, subtitle)
        row.isBusy = true
        return row
    }

    private func failure(
        _ title: String, _ reason: String, _ buttons: [SettingsButton]
    ) -> SettingsRow {
        var row = SettingsRow(
            "failure", title, reason, icon: "dialog-warning-symbolic", buttons: buttons)
        row.showsWholeSubtitle = true
        return row
    }
}
