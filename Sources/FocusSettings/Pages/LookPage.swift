// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import Presentation

extension SettingsState {
    /// The icon and the colour of a Focus.
    func lookPage(_ id: FocusID) -> Page {
        var page = Page("look \(id.rawValue)", tr("Icon and Colour"))
        guard let focus = files[id]?.focus else { return page }
        page.subtitle = focusName(id)
        page.groups = [
            Group(
                "icons", tr("Icon"), [SettingsRow("icons", tr("Icon"), .icons(icons(of: focus)))]),
            Group(
                "color", tr("Colour"),
                [
                    colorRow(focus),
                    .action(
                        "no-color", tr("Without a colour"),
                        tr("The icon has the colour of the text beside it"),
                        SettingsButton(
                            tr("Remove Colour"),
                            isEnabled: focus.color != nil, .edit(id, .color))),
                ]),
        ]
        return page
    }

    private func colorRow(_ focus: Focus) -> SettingsRow {
        let color = focus.color
        let known = Self.colors.first { $0.0 == color }?.1
        return checked(
            SettingsRow(
                "color", tr("Colour"), known ?? color ?? tr("None"),
                .color(color, set: .edit(focus.id, .color))), .color)
    }

    private func icons(of focus: Focus) -> [SettingsRow.Flag] {
        var icons = Self.icons
        if let own = focus.icon, !icons.contains(where: { $0.icon == own }) {
            icons.insert((own, own), at: 0)
        }
        return icons.map { icon, name in
            SettingsRow.Flag(
                name, name: name, icon: icon, isOn: focus.icon == icon,
                flip: .edit(focus.id, .icon(icon)))
        }
    }

    /// Icons that are installed with focusd, and icons of every theme.
    private static var icons: [(icon: String, name: String)] {
        FocusTemplate.all.compactMap { template in template.icon.map { ($0, template.name) } } + [
            ("alarm-symbolic", tr("Clock")), ("audio-headphones-symbolic", tr("Headphones")),
            ("camera-video-symbolic", tr("Video call")), ("go-home-symbolic", tr("Home")),
            ("mail-unread-symbolic", tr("Mail")), ("starred-symbolic", tr("Star")),
            ("video-display-symbolic", tr("Screen")), ("weather-clear-symbolic", tr("Sunshine")),
        ]
    }

    /// The colours of GNOME's palette with their names.
    private static var colors: [(String, String)] {
        [
            ("#3584e4", tr("Blue")), ("#33d17a", tr("Green")), ("#f6d32d", tr("Yellow")),
            ("#ff7800", tr("Orange")), ("#e01b24", tr("Red")), ("#9141ac", tr("Purple")),
            ("#986a44", tr("Brown")),
        ]
    }
}

extension Focus {
    /// The icon of the Focus, or a moon for one without an icon.
    var shownIcon: String { icon ?? "weather-clear-night-symbolic" }
}
