// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire

/// What a bar shows of focusd.
enum BarState: Hashable {
    /// No focusd runs.
    case stopped
    case running(ServiceStatus)

    /// What the Focus that is on is called.
    private var focusName: String? {
        guard case .running(let status) = self, let activation = status.activation else {
            return nil
        }
        return status.focusName.isEmpty ? activation.focus.rawValue : status.focusName
    }

    private var missed: UInt32 {
        if case .running(let status) = self { status.missed } else { 0 }
    }

    /// The Focus and how many notifications were missed: `Work 3`, `3`, or nothing at all.
    var text: String {
        [focusName?.printable, missed > 0 ? String(missed) : nil].compactMap(\.self)
            .joined(separator: " ")
    }

    /// ``text`` for bars that read `%{…}` as their own commands, as polybar and lemonbar do: `● Work 3`,
    /// `○` where no Focus is on, `!` where no focusd runs. A bar hides what is empty, and what is hidden
    /// cannot be clicked on.
    var line: String {
        let mark =
            switch self {
            case .stopped: "!"
            case .running(let status): status.activation == nil ? "○" : "●"
            }
        return text.isEmpty ? mark : mark + " " + text.replacing("%{", with: "% {")
    }

    /// A line for waybar's custom modules, by waybar-custom(5): `return-type: json`.
    ///
    /// waybar takes text and tooltip as Pango markup, and hides a module that shows nothing.
    var waybar: JSONValue {
        [
            "text": .string(text.escapedForMarkup), "alt": .string(alternative),
            "tooltip": .string(tooltip.escapedForMarkup), "class": .strings(classes),
            "percentage": .integer(Int64(min(missed, 100))),
        ]
    }

    /// By what `format-icons` chooses.
    private var alternative: String {
        switch self {
        case .stopped: "stopped"
        case .running(let status): status.activation?.focus.rawValue ?? "none"
        }
    }

    /// CSS classes; an id's dots would begin others there.
    private var classes: [String] {
        guard case .running(let status) = self else { return ["stopped"] }
        var classes = [status.activation == nil ? "off" : "on"]
        if let focus = status.activation?.focus {
            classes.append("focus-" + focus.rawValue.replacing(".", with: "-"))
        }
        if status.missed > 0 { classes.append("missed") }
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
        lines.append(
            status.missed == 0
                ? "Nothing was missed" : "Missed \(Wording.count(status.missed, "notification"))")
        if !status.problems.isEmpty {
            lines.append("focusd refuses \(Wording.count(status.problems.count, "setting"))")
        }
        return lines.joined(separator: "\n")
    }
}

extension String {
    /// The text with the characters escaped that markup gives a meaning.
    fileprivate var escapedForMarkup: String {
        var result = ""
        for character in self {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            default: result.append(character)
            }
        }
        return result
    }
}
