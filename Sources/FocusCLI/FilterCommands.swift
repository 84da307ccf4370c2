// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// The apps' Focus filters, as a Focus sets them: `filter list`, `filter predicate`, `filter remove`.
enum FilterCommands {
    static let all = [list, predicate, remove]

    static let list = Command(
        "filter list", summary: "List how a Focus sets the apps' Focus filters",
        options: [FocusEditor.option], examples: ["focus-switch filter list --focus work"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        let editor = FocusEditor(invocation)
        let file = try editor.read(editor.focus(values))
        invocation.report(.array(file.focus.filters.map(\.json))) {
            if file.focus.filters.isEmpty {
                invocation.output.line("\(file.focus.name.printable) sets no app's Focus filter.")
            }
            file.focus.filters.forEach { invocation.output.line($0.text) }
        }
    }

    static let predicate = Command(
        "filter predicate", "APP FILTER [PREDICATE]",
        summary: "Set which of an app's notifications its filter lets through",
        details: """
            PREDICATE judges the filterCriteria of the app's notifications as SELF. What it does not match
            is silenced; notifications without filterCriteria are not filtered. FILTER is the filter's id,
            as the app names it.
            """,
        options: [FocusEditor.option, .init("unset", help: "Take the predicate away")],
        examples: [
            "focus-switch filter predicate org.example.Chat Accounts 'SELF IN {\"work\"}' --focus work",
            "focus-switch filter predicate org.example.Chat Accounts --unset --focus work",
        ]
    ) { invocation, values throws(CommandFailure) in
        let isUnset = values.flag("unset")
        let names = "an app's id, a filter's id" + (isUnset ? "" : " and a predicate")
        let count = isUnset ? 2 : 3
        let arguments = try values.arguments(count...count, names)
        if !isUnset { try NotificationPredicate.check(arguments[2]) }
        let app = AppID(arguments[0])
        let filter = arguments[1]
        let editor = FocusEditor(invocation)
        try editor.edit(editor.focus(values)) { file throws(FocusFileError) in
            try set(isUnset ? nil : arguments[2], filter, app, in: &file)
        }
    }

    static let remove = Command(
        "filter remove", "APP FILTER", summary: "Remove what a Focus sets of an app's Focus filter",
        options: [FocusEditor.option],
        examples: ["focus-switch filter remove org.example.Chat Accounts --focus work"]
    ) { invocation, values throws(CommandFailure) in
        let arguments = try values.arguments(2...2, "an app's id and a filter's id")
        let editor = FocusEditor(invocation)
        try editor.edit(editor.focus(values)) { file throws(FocusFileError) in
            try file.removeFilter(arguments[1], of: AppID(arguments[0]))
            return [
                "\(file.focus.name.printable) no longer sets \(arguments[1].printable) of"
                    + " \(arguments[0].printable)."
            ]
        }
    }

    private static func set(
        _ predicate: String?, _ filter: String, _ app: AppID, in file: inout FocusFile
    ) throws(FocusFileError) -> [String] {
        let name = file.focus.name.printable
        let configuration = file.focus.filters.first { $0.app == app && $0.filter == filter }
        if predicate == nil {
            guard let configuration else { throw .noGroup("Filter \(app) \(filter)") }
            // Without the predicate nothing would be left.
            if configuration.parameters.isEmpty {
                try file.removeFilter(filter, of: app)
            } else {
                try file.setFilterPredicate(nil, filter: filter, of: app)
            }
            return ["\(name) no longer filters \(app.rawValue.printable) by \(filter.printable)."]
        }
        try file.setFilterPredicate(predicate, filter: filter, of: app)
        return ["\(name) filters \(app.rawValue.printable) by \(filter.printable) now."]
    }
}
