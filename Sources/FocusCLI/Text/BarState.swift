// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire

/// State of focusd for a desktop bar.
enum BarState: Hashable {
    /// focusd does not run.
    case stopped
    case running(ServiceStatus)

    /// Name of the active Focus.
    private var focusName: String? {
        guard case .running(let status) = self, let activation = status.activation else {
            return nil
        }
        return status.focusName.isEmpty ? activation.focus.rawValue : status.focusName
    }

    private var missed: UInt32 {
        if case .running(let status) = self { status.missed } else { 0 }
    }

    /// Name of the Focus and number of missed notifications: `Work 3`, `3`, or an empty text.
    var text: String {
        [focusName?.printable, missed > 0 ? String(missed) : nil].compactMap(\.self)
            .joined(separator: " ")
    }

    /// ``text`` for bars that read `%{…}` as commands, such as polybar and lemonbar: `● Work 3`,
    /// `○` if no Focus is on, `!` if focusd does not run. Never empty, since a bar hides empty
    /// texts, and the user cannot click on a hidden text.
    var line: String {
        let mark =
            switch self {
            case .stopped: "!"
            case .running(let status): status.activation == nil ? "○" : "●"
            }
        return text.isEmpty ? mark : mark + " " + text.replacing("%{", with: "% {")
    }

    /// Line for waybar's custom modules, after waybar-custom(5) with `return-type: json`.
    ///
    /// waybar reads text and tooltip as Pango markup, and hides a module with an empty text.
    var waybar: JSONValue {
        [
            "text": .string(text.escapedAsMarkup), "alt": .string(alternative),
            "tooltip": .string(tooltip.escapedAsMarkup), "class": .strings(classes),
            "percentage": .integer(Int64(min(missed, 100))),
        ]
    }

    /// Key into waybar's `format-icons`.
    private var alternative: String {
        switch self {
        case .stopped: "stopped"
        case .running(let status): status.activation?.focus.rawValue ?? "none"
        }
    }

    /// CSS classes. Dots in an id become hyphens, since a dot begins another class in CSS.
    private var classes: [String] {
        guard case .running(let status) = self else { return ["stopped"] }
        var classes = [status.activation == nil ? "off" : "on"]
        if let focus = status.activation?.focus {
            classes.append("focus-" + focus.rawValue.replacing(".", with: "-"))
        }
        if status.missed > 0 { classes.append("missed") }
        if status.lost != nil { classes.append("lost") }
        if !status.problems.isEmpty { classes.append("problem") }
        return classes
    }

    private var tooltip: String {
        guard case .running(let status) = self else { return "focusd is not running" }
        var lines: [String] = []
        if let focusName, let activation = status.activation {
            let since = TimeText.clock(activation.since).dropLast(3)
            lines.append("\(focusName.printable) is on since \(since)")
        } else {
            lines.append("No Focus is on")
        }
        if let lost = status.lost {
            lines.append("\(lost.name.printable) went off when its file was removed")
        }
        lines.append(
            status.missed == 0
                ? "Nothing was missed" : "Missed \(Wording.count(status.missed, "notification"))")
        if !status.problems.isEmpty {
            lines.append(
                "\(Wording.count(status.problems.count, "problem")): see focus-switch doctor")
        }
        return lines.joined(separator: "\n")
    }
}
