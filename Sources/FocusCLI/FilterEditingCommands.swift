// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// What a Focus sets of the apps' Focus filters: `filter add`, `set`, `unset`, `predicate`, `remove`.
enum FilterEditingCommands {
    static let all = [add, set, unset, predicate, remove]

    static let add = Command(
        "filter add", "APP [FILTER] [PARAM=VALUE…]",
        summary: "Have a Focus set an app's Focus filter",
        details: """
            What is not given is as the app has it by default. --suggested takes what the app suggests
            instead: its first suggestion, or the one of that number in “focus-switch filter suggest”.

            \(FilterCommands.naming)
            """,
        options: [
            FocusEditor.option,
            .init("suggested", help: "As the app suggests; a number behind it: which suggestion"),
        ],
        examples: [
            "focus-switch filter add chat account=work --focus work",
            "focus-switch filter add org.example.Chat AccountFilter --suggested 2",
        ]
    ) { invocation, values throws(CommandFailure) in
        let isSuggested = values.flag("suggested")
        let (words, number) = try suggestion(values.arguments, isSuggested)
        var target = try FilterTarget(invocation, values, words, before: .assignments)
        try target.declared()
        guard target.configuration == nil else {
            throw .refused(
                "\(target.focusName) sets \(target.title) already"
                    + " (focus-switch filter set changes it)")
        }
        var settings: ParameterValues = [:]
        if isSuggested { settings = try target.suggested(number) }
        settings.merge(try target.assignments(target.rest)) { $1 }
        try target.requireAll(settings)
        let with = settings.typed(target.filter.declaration)
        try target.edit(settings.mapValues(\.self)) { name, title in
            "\(name) sets \(title) now"
                + (with.isEmpty ? ", as the app has it by default." : ": \(with).")
        }
    }

    static let set = Command(
        "filter set", "APP [FILTER] PARAM=VALUE…",
        summary: "Set parameters of an app's Focus filter",
        details: """
            PARAM is a parameter's name or title. VALUE is on or off; a number; a text; a URL; a date, as
            2026-11-21T09:30, 2026-11-21 or 09:30; one of the choices, by name or title or its
            beginning; an entity's identifier, or its title (focus-switch filter choices). Several are
            given with commas (\\, is a comma in one), or PARAM=VALUE again.

            \(FilterCommands.naming)
            """,
        options: [FocusEditor.option],
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
            "\(name) sets \(title) now: \(with)."
        }
    }

    static let unset = Command(
        "filter unset", "APP [FILTER] PARAM…",
        summary: "Have parameters of an app's Focus filter as by default",
        details: FilterCommands.naming, options: [FocusEditor.option],
        examples: ["focus-switch filter unset chat account --focus work"]
    ) { invocation, values throws(CommandFailure) in
        var target = try FilterTarget(invocation, values, values.arguments, before: .parameters)
        guard !target.rest.isEmpty else { throw .usage("expected a parameter") }
        let configuration = try target.configured()
        var changes: [String: ParameterValue?] = [:]
        for word in target.rest {
            // What is set though it is no parameter can go as well.
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
        summary: "Set by hand which of an app's notifications a filter lets through",
        details: """
            PREDICATE judges the filterCriteria of the app's notifications as SELF. What it does not match
            is silenced; notifications without filterCriteria are not filtered. Where the app has a
            predicate of its own, a notification must match both. The app need not declare FILTER; it is
            an id of your own then.
            """,
        options: [FocusEditor.option, .init("unset", help: "Take the predicate away")],
        examples: [
            "focus-switch filter predicate org.example.Chat Accounts 'SELF IN {\"work\"}' --focus work",
            "focus-switch filter predicate org.example.Chat Accounts --unset --focus work",
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
        try target.edit { file throws(FocusFileError) in try setPredicate(format, target, in: &file)
        }
    }

    static let remove = Command(
        "filter remove", "APP [FILTER]",
        summary: "Remove what a Focus sets of an app's Focus filter",
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
            // Without the predicate nothing would be left of a filter that no app declares.
            if isBare, target.filter.source == nil {
                try file.removeFilter(key.filter, of: key.app)
            } else {
                try file.setFilterPredicate(nil, filter: key.filter, of: key.app)
            }
            return ["\(target.focusName) no longer filters \(what)."]
        }
        try file.setFilterPredicate(format, filter: key.filter, of: key.app)
        return ["\(target.focusName) filters \(what) now."]
    }

    /// Takes the number that may follow `--suggested` out of the words; it is no id and no PARAM=VALUE.
    private static func suggestion(
        _ words: [String], _ isSuggested: Bool
    ) throws(CommandFailure) -> (words: [String], number: Int) {
        guard isSuggested else { return (words, 1) }
        let numbers = words.filter { Int($0) != nil }
        guard numbers.count <= 1 else { throw .usage("--suggested: expected one number") }
        let number = numbers.first.flatMap { Int($0) } ?? 1
        guard number > 0 else { throw .usage("--suggested: suggestions are counted from 1") }
        return (words.filter { Int($0) == nil }, number)
    }
}
