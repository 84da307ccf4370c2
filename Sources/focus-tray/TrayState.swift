// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import Presentation
import Tray

/// The state that the icon shows.
enum TrayState: Hashable {
    /// focusd does not run.
    case stopped
    /// - Parameter apps: The apps that are offered to be muted, the most often missed first.
    case running(ServiceStatus, [FocusSummary], apps: [MissedApp] = [])

    /// Maximum number of apps that are offered to be muted, and of characters of a name.
    static let maximumApps = 5
    private static let nameLength = 40

    /// Icons after the Focus's own: focusd's, then those in the themes of desktops.
    private static let onIcons = [
        "focusd-on-symbolic", "notifications-disabled-symbolic", "notifications-disabled",
    ]
    private static let offIcons = [
        "focusd-off-symbolic", "preferences-system-notifications-symbolic",
        "notification-symbolic", "notifications",
    ]
    private static let stoppedIcons = [
        "focusd-stopped-symbolic", "dialog-warning-symbolic", "dialog-warning",
    ]

    /// Returns the picture of the state.
    ///
    /// - Parameters:
    ///   - failure: The reason why the user's last command failed.
    ///   - hasWindow: True if the settings window is installed.
    ///   - now: The present time, for texts such as "until 18:00".
    func picture(
        failure: String? = nil, hasWindow: Bool = false, at now: Timestamp
    ) -> TrayPicture {
        var entries = [TrayEntry("state", heading(at: now), isEnabled: false)]
        entries.append(
            TrayEntry(
                "failure", failure.map { "Not done: \($0.singleLine)" } ?? "", isEnabled: false,
                isVisible: failure != nil))
        entries.append(
            TrayEntry("lost", lost ?? "", isEnabled: false, isVisible: lost != nil))
        switch self {
        case .stopped:
            entries.append(TrayEntry(TrayCommand.start.id, "Start focusd"))
        case .running(let status, let focuses, let apps):
            entries += Self.switches(focuses, isOn: status.activation != nil)
            entries += Self.missed(status.missed)
            entries.append(Self.mutes(apps))
        }
        if hasWindow {
            entries.append(TrayEntry("before-window", "", .separator))
            entries.append(TrayEntry(TrayCommand.settings.id, "Settings…"))
        }
        return TrayPicture(
            icons: icons,
            title: heading(at: now) + (missed > 0 ? ", \(missed) missed" : ""),
            label: missed > 0 ? String(missed) : "", entries: entries)
    }

    /// Returns true if that Focus is active.
    func isOn(_ focus: FocusID) -> Bool {
        guard case .running(let status, _, _) = self else { return false }
        return status.activation?.focus == focus
    }

    private var missed: UInt32 {
        if case .running(let status, _, _) = self { status.missed } else { 0 }
    }

    /// A sentence about a Focus that went off with its file; nil without one.
    private var lost: String? {
        guard case .running(let status, _, _) = self, let lost = status.lost else { return nil }
        let name = String(lost.name.singleLine.prefix(Self.nameLength))
        let cause = lost.isRefused ? "could not be used" : "was deleted"
        return "\(name) went off: its file \(cause)"
    }

    private var icons: [String] {
        guard case .running(let status, let focuses, _) = self else { return Self.stoppedIcons }
        guard let activation = status.activation else { return Self.offIcons.flatMap(withDot) }
        let own = focuses.first { $0.id == activation.focus }?.icon
        return (own.map(forms) ?? []) + Self.onIcons.flatMap(withDot)
    }

    /// Returns the icon of a Focus after its variants for trays, which the icons of templates have.
    private func forms(_ icon: String) -> [String] {
        [missed > 0 ? Self.variant("missed", of: icon) : nil, Self.variant("tray", of: icon), icon]
            .compactMap { $0 }
    }

    /// Returns an icon of no certain Focus after its variant with a dot.
    private func withDot(_ icon: String) -> [String] {
        [missed > 0 ? Self.variant("missed", of: icon) : nil, icon].compactMap { $0 }
    }

    /// Returns the name of a variant of focusd's own icon, such as `focusd-work-tray-symbolic` for
    /// `focusd-work-symbolic`; nil for other icons.
    ///
    /// Some bars, such as waybar, do not replace the colour of symbolic icons. The variant `tray`
    /// can be seen on dark and on light bars. `missed` has a dot for missed notifications, too.
    private static func variant(_ name: String, of icon: String) -> String? {
        let suffix = "-symbolic"
        guard icon.hasPrefix("focusd-"), icon.hasSuffix(suffix) else { return nil }
        return "\(icon.dropLast(suffix.count))-\(name)\(suffix)"
    }

    /// The heading, such as `Work is on until 18:00`.
    private func heading(at now: Timestamp) -> String {
        guard case .running(let status, _, _) = self else { return "focusd does not run" }
        guard let activation = status.activation else { return "No Focus is on" }
        let name = status.focusName.isEmpty ? activation.focus.rawValue : status.focusName
        let end =
            activation.until.map { " until \(ClockText.text($0, seenFrom: now))" }
            ?? (activation.endsWithSession ? " until you log out" : "")
        return "\(name.singleLine) is on\(end)"
    }

    private static func switches(_ focuses: [FocusSummary], isOn: Bool) -> [TrayEntry] {
        let choices = focuses.map { focus in
            TrayEntry(
                TrayCommand.focus(focus.id).id, focus.name.singleLine,
                .choice(isMade: focus.isActive))
        }
        let hours = focuses.map { focus in
            TrayEntry(TrayCommand.forAnHour(focus.id).id, focus.name.singleLine)
        }
        return [TrayEntry("before-focuses", "", .separator)] + choices + [
            TrayEntry("before-switches", "", .separator),
            TrayEntry("hour", "For One Hour", .submenu(hours)),
            TrayEntry(TrayCommand.turnOff.id, "Turn Off", isEnabled: isOn),
        ]
    }

    private static func mutes(_ apps: [MissedApp]) -> TrayEntry {
        let entries = apps.prefix(maximumApps).map { app in
            TrayEntry(
                TrayCommand.mute(app.app).id, String(app.name.singleLine.prefix(nameLength)))
        }
        return TrayEntry(
            "mute", "Always Mute", .submenu(entries), isVisible: !entries.isEmpty)
    }

    private static func missed(_ count: UInt32) -> [TrayEntry] {
        [
            TrayEntry("before-missed", "", .separator),
            TrayEntry(
                "missed", count == 0 ? "Nothing Was Missed" : "\(count) Missed", isEnabled: false),
            TrayEntry(TrayCommand.openMissed.id, "Open Missed List", isEnabled: count > 0),
            TrayEntry(TrayCommand.deliverMissed.id, "Deliver Now", isEnabled: count > 0),
        ]
    }
}
