// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// The style of the output.
struct Drawing: Hashable, Sendable {
    /// Maximum columns of a line; nil for no limit.
    var columns: Int?
    /// True for frames, for people who watch; false for plain lines, for files and logs.
    var isFramed = false
    var isColored = false
    /// True if keys invoke actions, which are then drawn with their keys.
    var hasKeys = false
}

/// One notification as lines of text.
struct NotificationBlock {
    let notification: Notification
    let isUpdate: Bool
    let drawing: Drawing

    /// The lines, none of them empty.
    var lines: [String] { drawing.isFramed ? framed : plain }

    // MARK: Parts

    private var app: String {
        notification.appName.bounded(to: HarmlessLimits.name).harmlessLine
    }

    private var summary: StyledText {
        let text = notification.summary.bounded(to: HarmlessLimits.summary).harmlessLine
        return StyledText(text, .bold)
    }

    /// The words beside the title.
    private var remarks: [String] {
        var remarks: [String] = []
        if notification.urgency == .low { remarks.append("low") }
        if notification.urgency == .critical { remarks.append("critical") }
        if isUpdate { remarks.append("updated") }
        return remarks
    }

    private func body(width: Int?) -> [StyledText] {
        let lines = BodyMarkup.read(notification.body).lines(width: width)
        guard lines.count > HarmlessLimits.bodyLines else { return lines }
        return lines.prefix(HarmlessLimits.bodyLines - 1) + [StyledText("…")]
    }

    private func actions(width: Int?) -> [StyledText] {
        var words = notification.numberedActions.enumerated().map { number, action in
            "[\(number + 1)] \(action.title)"
        }
        if let action = notification.defaultAction {
            words.append(drawing.hasKeys ? "[Enter] \(action.title)" : "[default] \(action.title)")
        }
        return StyledText(words.joined(separator: "  ")).lines(width: width)
    }

    // MARK: Forms

    private var plain: [String] {
        let title = [app, summary.plain].filter { !$0.isEmpty }.joined(separator: ": ")
        let head = remarks.isEmpty ? title : "\(title) (\(remarks.joined(separator: ", ")))"
        let width = drawing.columns.map { $0 - 2 }
        let rest = (body(width: width) + actions(width: width)).filter { !$0.cells.isEmpty }
        return StyledText(head).lines(width: drawing.columns).map(\.plain)
            + rest.map { "  " + $0.plain }
    }

    private var framed: [String] {
        let columns = max(20, drawing.columns ?? 80)
        // The last column stays free, because some terminals break the line there.
        let width = columns - 3
        let texts =
            summary.lines(width: width) + body(width: width) + actions(width: width)
        let bar = inked("│")
        return [top(columns - 1)]
            + texts.map { "\(bar) \($0.rendered(styled: drawing.isColored))" } + [inked("╰─")]
    }

    private func top(_ columns: Int) -> String {
        let remark = remarks.isEmpty ? "" : " \(remarks.joined(separator: ", ")) ─"
        let title = app.fitted(to: max(1, columns - 5 - remark.columns))
        let used = 3 + title.columns + 1 + remark.columns
        let rule = String(repeating: "─", count: max(1, columns - used))
        let name = drawing.isColored ? TextStyle.bold.apply(to: title) : title
        return title.isEmpty
            ? inked("╭──\(rule)─\(remark)") : inked("╭─ ") + name + inked(" \(rule)\(remark)")
    }

    /// Returns a part of the frame in the colour of the urgency.
    private func inked(_ text: String) -> String {
        guard drawing.isColored else { return text }
        let code =
            switch notification.urgency {
            case .low: "2"
            case .normal: "36"
            case .critical: "1;31"
            }
        return "\u{1B}[\(code)m\(text)\u{1B}[0m"
    }
}

extension Action {
    /// The label, or a replacement for an empty one.
    var title: String {
        let text = label.bounded(to: HarmlessLimits.name).harmlessLine
        if !text.isEmpty { return text }
        return key == Action.defaultKey ? "Open" : key.bounded(to: HarmlessLimits.name).harmlessLine
    }
}
