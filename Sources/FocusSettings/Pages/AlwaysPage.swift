// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import FocusWire
import Presentation

extension SettingsState {
    /// The settings that hold with every Focus and without one: muted apps, and `always.focus`.
    var alwaysPage: Page {
        var page = Page("always", tr("Always"))
        page.subtitle = tr("With every Focus, and without one")
        page.groups = [mutesGroup].compactMap { $0 }
        guard let file = files[.always] else { return page }
        page.groups.append(alwaysListsGroup(file))
        page.groups.append(newAppsGroup(file))
        return page
    }

    private var mutesGroup: Group? {
        guard service == .running || service.isWrong else { return nil }
        // Only focusd knows them. It may have been stopped while the window was open.
        guard service == .running || !mutes.isEmpty else {
            return Group(
                "mutes", tr("Muted Apps"), [SettingsRow("mutes", tr("Known once focusd runs"))])
        }
        let rows = mutes.map { mute in
            let end: String =
                if let until = mute.until {
                    tr("Until \(ClockText.text(until, seenFrom: now))")
                } else {
                    mute.endsWithSession ? tr("Until you log out") : tr("Until you unmute it")
                }
            var row = SettingsRow(
                "mute \(mute.app.rawValue)", (mute.name ?? name(of: mute.app)).line(upTo: 60),
                facts([
                    mute.isNewApp ? tr("Muted because it was new") : end,
                    mute.name == nil ? doubt(about: mute.app) : nil,
                ]), icon: icon(of: mute.app),
                buttons: [
                    SettingsButton(
                        tr("Unmute"), name: tr("Unmute \(mute.name ?? name(of: mute.app))"),
                        .unmute(mute.app))
                ])
            row.showsWholeSubtitle = true
            row.keys = [
                Shortcut("Delete", service == .running ? .unmute(mute.app) : .nothing)
            ]
            if service != .running { row.buttons = [] }
            return row
        }
        guard service == .running else {
            return Group(
                "mutes", tr("Muted Apps"),
                description: tr("As they were when focusd was last heard of."), rows)
        }
        return Group(
            "mutes", tr("Muted Apps"),
            description: rows.isEmpty ? tr("No app is muted.") : "",
            rows + [muteRow])
    }

    private var muteRow: SettingsRow {
        let refused = pageRefusals[place]?.mute
        var row = SettingsRow(
            "mute", tr("Mute an app, by its name or id"),
            .entry(refused?.text ?? "", apply: .mute))
        row.subtitle = refused?.reason ?? ""
        row.isFaulty = refused != nil
        row.cancel = refused.map { _ in .dropRefusal }
        row.needsEnter = true
        return row
    }

    private func alwaysListsGroup(_ file: FocusFile) -> Group {
        let focus = file.focus
        return Group(
            "lists", tr("Limits Besides the Active Focus"),
            description: tr(
                "The lists silence in addition to the active Focus; a rule decides before it."),
            [
                SettingsRow(
                    "people", tr("People"),
                    focus.people == .everyone ? tr("No limit") : peopleText(focus),
                    .link(.push(.people(.always)))),
                SettingsRow(
                    "apps", tr("Apps"), focus.apps == .everyone ? tr("No limit") : appsText(focus),
                    .link(.push(.apps(.always)))),
                SettingsRow(
                    "sites", tr("Web sites"),
                    focus.silencedSites.isEmpty ? tr("No limit") : sitesText(focus),
                    .link(.push(.sites(.always)))),
                SettingsRow(
                    "rules", tr("Rules"), rulesText(focus), .link(.push(.rules(.always)))),
            ])
    }

    private func newAppsGroup(_ file: FocusFile) -> Group {
        let treatments: [(NewApps, String)] = [
            (.deliver, tr("Treat it like others")), (.silence, tr("Mute the app")),
            (.ask, tr("Treat it like others, and ask")),
        ]
        return Group(
            "new", tr("Apps"),
            [
                checked(
                    SettingsRow(
                        "new-apps", tr("First notification of a new app"),
                        .choice(
                            treatments.map {
                                SettingsRow.Choice($0.1, .edit(.always, .newApps($0.0)))
                            },
                            selected: treatments.firstIndex { $0.0 == file.newApps } ?? 0)),
                    .newApps(.deliver), .newApps(.silence), .newApps(.ask)),
                SettingsRow(
                    "badge", tr("Badges count muted apps"),
                    tr("The number on the app's icon includes what a mute silenced"),
                    .toggle(
                        isOn: file.countsInBadge,
                        flip: .edit(.always, .countsInBadge(!file.countsInBadge)))),
            ])
    }
}
