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
        let color = focus.color.map { Self.colorName($0) ?? $0 }
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
        let known = color.flatMap(Self.colorName)
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

    /// Returns the name of a colour of GNOME's palette, in one of its shades; nil for another one.
    private static func colorName(_ color: String) -> String? {
        let shade = color.lowercased()
        return colors.first { $0.shades.contains(shade) }?.name
    }

    /// The colours of GNOME's palette with their names, each from its lightest to its darkest
    /// shade. The templates have some of each.
    private static var colors: [(shades: [String], name: String)] {
        [
            (["#99c1f1", "#62a0ea", "#3584e4", "#1c71d8", "#1a5fb4"], tr("Blue")),
            (["#8ff0a4", "#57e389", "#33d17a", "#2ec27e", "#26a269"], tr("Green")),
            (["#f9f06b", "#f8e45c", "#f6d32d", "#f5c211", "#e5a50a"], tr("Yellow")),
            (["#ffbe6f", "#ffa348", "#ff7800", "#e66100", "#c64600"], tr("Orange")),
            (["#f66151", "#ed333b", "#e01b24", "#c01c28", "#a51d2d"], tr("Red")),
            (["#dc8add", "#c061cb", "#9141ac", "#813d9c", "#613583"], tr("Purple")),
            (["#cdab8f", "#b5835a", "#986a44", "#865e3c", "#63452c"], tr("Brown")),
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
