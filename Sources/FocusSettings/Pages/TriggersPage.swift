// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension SettingsState {
    /// The states of the desktop that turn a Focus on.
    func triggersPage(_ id: FocusID) -> Page {
        var page = Page("triggers \(id.rawValue)", tr("Triggers"))
        guard let focus = files[id]?.focus else { return page }
        page.subtitle = focus.name.line(upTo: 60)
        let apps = focus.triggers.sorted().compactMap { trigger -> SettingsRow? in
            guard case .app(let app) = trigger else { return nil }
            return SettingsRow(
                "app \(app.rawValue)", name(of: app).line(upTo: 60),
                reason(against: trigger) ?? tr("While it runs"), icon: app.rawValue,
                buttons: [
                    SettingsButton(
                        tr("Remove"), icon: "user-trash-symbolic",
                        name: tr("Remove \(name(of: app))"),
                        .edit(id, .trigger(trigger, isMember: false)))
                ])
        }
        page.groups = [
            Group(
                "desktop",
                description: tr("\(focus.name) is on while one of these lasts."),
                [
                    toggle(focus, .screenShared, tr("The screen is shared or recorded")),
                    toggle(focus, .fullScreen, tr("A window fills the screen")),
                ]),
            Group(
                "apps", tr("While an App Runs"),
                apps + [
                    checked(
                        SettingsRow(
                            "add", tr("Add by id, such as org.example.Calls"),
                            .entry("", apply: .edit(id, .typedTrigger))),
                        .typedTrigger)
                ]),
        ]
        return page
    }

    private func toggle(_ focus: Focus, _ trigger: Trigger, _ title: String) -> SettingsRow {
        let isOn = focus.triggers.contains(trigger)
        return SettingsRow(
            trigger.text, title, reason(against: trigger) ?? "",
            .toggle(isOn: isOn, flip: .edit(focus.id, .trigger(trigger, isMember: !isOn))))
    }

    /// Returns the reason why this desktop does not report a trigger, as the check-up knows it.
    private func reason(against trigger: Trigger) -> String? {
        guard let check = checks?.first(where: { $0.check == DoctorCheck.name(of: trigger) }),
            !check.isGood
        else { return nil }
        return check.detail.line() + (check.problem.map { ". \($0.remedy.line())" } ?? "")
    }
}
