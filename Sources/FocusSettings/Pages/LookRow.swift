// SPDX-License-Identifier: Apache-2.0

import Adwaita
import FocusCore
import FocusFiles
import Presentation

extension SettingsState {
    /// The row in a Focus's head with its icon, which opens the choice of icon and colour.
    func lookRow(_ focus: Focus) -> SettingsRow {
        let title = tr("Icon and colour")
        let name = Self.icons.first { $0.icon == focus.icon }?.name
        let color = focus.color.map { color in
            Self.colors.first { $0.0 == color }?.1 ?? color
        }
        return checked(
            .action(
                "look", title, listed([name, color].compactMap { $0 }),
                SettingsButton(
                    title, icon: focus.shownIcon, .nothing, opens: lookPopover(focus))), .color)
    }

    private func lookPopover(_ focus: Focus) -> Popover<Intent> {
        Popover(
            .rows([
                SettingsRow("icons", tr("Icon"), .icons(icons(of: focus))), colorRow(focus),
                .action(
                    "no-color", tr("Without a colour"),
                    tr("The icon has the colour of the text beside it"),
                    SettingsButton(
                        tr("Remove"), name: tr("Remove Colour"), isEnabled: focus.color != nil,
                        .edit(focus.id, .color))),
            ]))
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
                name, name: name, icon: icon == focus.icon ? focus.shownIcon : icon,
                isOn: focus.icon == icon, flip: .edit(focus.id, .icon(icon)))
        }
    }

    /// Icons that are installed with focusd, and icons of every theme.
    private static var icons: [(icon: String, name: String)] {
        FocusTemplate.all.compactMap { template in
            template.icon.map { ($0, template.shownName) }
        } + [
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
    /// The icon of the Focus, with a moon in place of one that cannot be shown; the moon for a
    /// Focus without an icon.
    var shownIcon: String {
        // Not shown: the name of an icon.
        let moon = "weather-clear-night-symbolic"
        return icon.map { "\($0),\(moon)" } ?? moon
    }
}
