// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension SettingsState {
    /// The templates of Focuses that do not exist yet, and a field for a name.
    var newFocusPage: Page {
        var page = Page("new", tr("New Focus"))
        let templates = FocusTemplate.all.filter { files[$0.id] == nil }.map { template in
            SettingsRow(
                "template \(template.id.rawValue)", template.name, icon: template.icon,
                .link(.create(template.id)))
        }
        var name = SettingsRow("name", tr("Name"), .entry("", apply: .createNamed))
        if let refusal, refusal.edit == nil {
            name.subtitle = refusal.reason
            name.isFaulty = true
            name.control = .entry(refusal.text, apply: .createNamed)
        }
        page.groups = [
            Group("own", tr("Your Own"), [name, importRow]),
            Group("templates", tr("Templates"), templates),
        ]
        return page
    }

    /// The checks of the doctor, the failed ones first.
    var checkUpPage: Page {
        var page = Page("check-up", tr("Check-Up"))
        page.buttons = [
            SettingsButton(tr("Check again"), icon: "view-refresh-symbolic", .readAgain)
        ]
        let files = allProblems.enumerated().map { index, problem in
            return SettingsRow(
                "file \(index)", problem.reason.line(),
                problem.line.map { tr("\(problem.file), line \($0)") } ?? problem.file,
                icon: "dialog-warning-symbolic")
        }
        switch service {
        case .running:
            guard let checks else {
                page.empty = EmptyState(icon: nil, tr("Checking…"))
                return page
            }
            let bad = checks.filter { !$0.isGood }.map(checkRow)
            let good = checks.filter(\.isGood).map(checkRow)
            page.subtitle = bad.isEmpty && files.isEmpty ? tr("All is well") : ""
            page.groups = [
                Group("bad", tr("To Do"), files + bad), Group("good", tr("In Order"), good),
            ].filter { !$0.rows.isEmpty }
        case .stopped, .unknown, .unreachable:
            let start = SettingsRow(
                "start", tr("focusd is not running"),
                startFailure.map { tr("It does not start: \($0). Set the session up for focusd.") }
                    ?? tr("It starts with the next notification if the session is set up for it."),
                icon: "dialog-warning-symbolic",
                buttons: startFailure == nil ? [setUpButton, startButton] : [setUpButton])
            page.groups = [Group("bad", tr("To Do"), [start] + files)]
        }
        return page
    }

    private func checkRow(_ check: DoctorCheck) -> SettingsRow {
        var text = [check.detail.line()]
        if let problem = check.problem {
            if let since = problem.since {
                text.append(tr("since \(ClockText.text(since, seenFrom: now))"))
            }
            if !problem.remedy.isEmpty { text.append(problem.remedy.line()) }
        }
        var row = SettingsRow(
            "check \(check.check)", check.check.prefix(1).uppercased() + check.check.dropFirst(),
            text.filter { !$0.isEmpty }.joined(separator: " · "),
            icon: check.isGood ? "object-select-symbolic" : "dialog-warning-symbolic")
        // A remedy that is cut cannot be followed.
        row.showsWholeSubtitle = true
        if let command = check.problem.flatMap({ Self.command(in: $0.remedy) }) {
            row.buttons = [
                SettingsButton(
                    tr("Copy"), icon: "edit-copy-symbolic",
                    name: tr("Copy the command “\(command.line(upTo: 60))”"), .copy(command))
            ]
        }
        return row
    }

    /// Returns the command that a remedy consists of; nil for a sentence.
    static func command(in remedy: String) -> String? {
        // Not shown: the begins of commands.
        let programs: Set<Substring> = ["focus-switch", "systemctl", "sudo", "make", "loginctl"]
        guard let first = remedy.split(separator: " ").first, programs.contains(first),
            !remedy.contains(";"), !remedy.contains(", ")
        else { return nil }
        return remedy
    }
}
