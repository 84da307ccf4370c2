// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The commands `filter add`, `set`, `unset`, `predicate` and `remove`, which change a Focus's
/// filters.
enum FilterEditingCommands {
    private static func quoted(_ words: [String]) -> String {
        words.map(shellQuoted).joined(separator: " ")
    }

    static let all = [add, set, unset, predicate, remove]

    private static let unchecked = OptionParser.Option(
        "unchecked", help: "Take texts as identifiers if the app cannot be asked")

    static let add = Command(
        "filter add", "APP [FILTER] [PARAM=VALUE…]",
        summary: "Add an app's filter to a Focus",
        details: """
            Parameters that are not given have the app's defaults. --suggested takes the values that \
            the app suggests: its first suggestion, or the one with that number in “focus-switch \
            filter suggest”.

            \(FilterCommands.naming)
            """,
        options: [
            FocusEditor.option,
            .init("suggested", help: "Take the app's suggestion; a number after it says which one"),
            unchecked,
        ],
        examples: [
            "focus-switch filter add chat account=work --focus work",
            "focus-switch filter add chat AccountFilter --suggested 2",
        ]
    ) { invocation, values throws(CommandFailure) in
        let isSuggested = values.flag("suggested")
        let (words, number) = try suggestion(values.arguments, isSuggested)
        var target = try FilterTarget(invocation, values, words, before: .assignments)
        try target.declared()
        guard target.configuration == nil else {
            let typed = target.rest.isEmpty ? "NAME=VALUE" : quoted(target.rest)
            let key = target.filter.key
            throw .refused(
                "\(target.focusName) already sets \(target.title)",
                "To change it: focus-switch filter set \(quoted([key.app.rawValue, key.filter]))"
                    + " \(typed) --focus \(quoted([target.focus.rawValue]))")
        }
        var settings: ParameterValues = [:]
        if isSuggested { settings = try target.suggested(number) }
        settings.merge(try target.assignments(target.rest)) { $1 }
        try target.requireAll(settings)
        let with = settings.typed(target.filter.declaration)
        try target.edit(settings.mapValues(\.self)) { name, title in
            "\(name) now sets \(title)"
                + (with.isEmpty ? " with the app's defaults." : ": \(with).")
        }
    }

    static let set = Command(
        "filter set", "APP [FILTER] PARAM=VALUE…",
        summary: "Set parameters of a Focus filter",
        details: """
            PARAM is a parameter's name or title. VALUE is on or off; a number; a text; a URL; a date \
            (2026-11-21T09:30, 2026-11-21 or 09:30); a choice, by name, by title or by the beginning \
            of the title; an entity, by identifier or title (focus-switch filter choices). Separate \
            several values with commas (\\, stands for a comma), or give PARAM=VALUE again.

            \(FilterCommands.naming)
            """,
        options: [FocusEditor.option, unchecked],
        examples: [
            "focus-switch filter set chat account=work alwaysUseDarkMode=on --focus work",
            "focus-switch filter set chat AccountFilter account=\"Work account\"",
        ]
    ) { invocation, values throws(CommandFailure) in
        var target = try FilterTarget(invocation, values, values.arguments, before: .assignments)
        try target.declared()
        guard !target.rest.isEmpty else { throw .usage("expected PARAM=VALUE") }
        let settings = try target.assignments(target.rest)
        let with = settings.typed(target.filter.declaration)
        try target.edit(settings.mapValues(\.self)) { name, title in
            "\(name) now sets \(title): \(with)."
        }
    }

    static let unset = Command(
        "filter unset", "APP [FILTER] PARAM…",
        summary: "Reset parameters of a Focus filter to the app's defaults",
        details: FilterCommands.naming, options: [FocusEditor.option],
        examples: ["focus-switch filter unset chat account --focus work"]
    ) { invocation, values throws(CommandFailure) in
        var target = try FilterTarget(invocation, values, values.arguments, before: .parameters)
        guard !target.rest.isEmpty else { throw .usage("expected a parameter") }
        let configuration = try target.configured()
        var changes: [String: ParameterValue?] = [:]
        for word in target.rest {
            // A Focus may set names that are not parameters. These can be removed as well.
            let name =
                configuration.parameters[word] != nil
                ? word : try target.filter.parameter(word).name
            guard configuration.parameters[name] != nil else {
                throw .refused("\(target.focusName) does not set \(name.printable)")
            }
            changes[name] = .some(nil)
        }
        let names = changes.keys.sorted().map(\.printable).joined(separator: ", ")
        try target.edit(changes) { name, title in "\(name) no longer sets \(names) of \(title)." }
    }

    static let predicate = Command(
        "filter predicate", "APP [FILTER] [PREDICATE]",
        summary: "Set a predicate of your own for an app's notifications",
        details: """
            SELF in PREDICATE is the filterCriteria of a notification. Notifications that do not match \
            are silenced; those without filterCriteria are not filtered. If the app has a predicate \
            too, a notification must match both. If the app does not declare FILTER, it is an id of \
            your own.
            """,
        options: [FocusEditor.option, .init("unset", help: "Remove the predicate")],
        examples: [
            "focus-switch filter predicate chat Accounts 'SELF IN {\"work\"}'",
            "focus-switch filter predicate chat Accounts --unset --focus work",
        ]
    ) { invocation, values throws(CommandFailure) in
        let isUnset = values.flag("unset")
        let names = "an app, a filter" + (isUnset ? "" : " and a predicate")
        var words = try values.arguments(isUnset ? 1...2 : 2...3, names)
        let format = isUnset ? nil : words.removeLast()
        if let format { try NotificationPredicate.check(format) }
        let target = try FilterTarget(invocation, values, words, mayBeUnknown: true)
        guard !isUnset || target.configuration?.predicate != nil else {
            throw .refused("\(target.focusName) has no predicate of yours for \(target.title)")
        }
        if let format { NotificationPredicate.noteUnknownApps(in: format, invocation.apps) }
        try target.edit { file throws(FocusFileError) in try setPredicate(format, target, in: &file)
        }
    }

    static let remove = Command(
        "filter remove", "APP [FILTER]",
        summary: "Remove an app's filter from a Focus",
        details: FilterCommands.naming, options: [FocusEditor.option],
        examples: ["focus-switch filter remove org.example.Chat Accounts --focus work"]
    ) { invocation, values throws(CommandFailure) in
        let words = try values.arguments(1...2, "an app, and a filter if it has several")
        let target = try FilterTarget(invocation, values, words, onlyConfigured: true)
        _ = try target.configured()
        let key = target.filter.key
        try target.edit { file throws(FocusFileError) in
            try file.removeFilter(key.filter, of: key.app)
            return ["\(target.focusName) no longer sets \(target.title)."]
        }
    }

    @LoopActor private static func setPredicate(
        _ format: String?, _ target: FilterTarget, in file: inout FocusFile
    ) throws(FocusFileError) -> [String] {
        let key = target.filter.key
        let app = target.shelf.name(of: key.app)
        let what = "\(app) by your predicate for \(target.filter.title)"
        if format == nil {
            let isBare = target.configuration?.parameters.isEmpty ?? true
            // Without the predicate, a filter that no app declares would be empty.
            if isBare, target.filter.source == nil {
                try file.removeFilter(key.filter, of: key.app)
            } else {
                try file.setFilterPredicate(nil, filter: key.filter, of: key.app)
            }
            return ["\(target.focusName) no longer filters \(what)."]
        }
        try file.setFilterPredicate(format, filter: key.filter, of: key.app)
        return ["\(target.focusName) now filters \(what)."]
    }

    /// Removes the number after `--suggested` from the words. A number is neither an id nor a
    /// PARAM=VALUE.
    private static func suggestion(
        _ words: [String], _ isSuggested: Bool
    ) throws(CommandFailure) -> (words: [String], number: Int) {
        guard isSuggested else { return (words, 1) }
        let numbers = words.filter { Int($0) != nil }
        guard numbers.count <= 1 else { throw .usage("--suggested: expected one number") }
        let number = numbers.first.flatMap { Int($0) } ?? 1
        guard number > 0 else { throw .usage("--suggested: the first suggestion is 1") }
        return (words.filter { Int($0) == nil }, number)
    }
}
