// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Predicates

/// The commands `rule list`, `rule add`, `rule change` and `rule remove`.
enum RuleCommands {
    static let all = [list, add, change, remove]

    private static let condition = OptionParser.Option(
        "when", .string, placeholder: "PREDICATE", help: "Condition on the notification")
    private static let effect = OptionParser.Option(
        "do", .string, placeholder: "EFFECT", help: "silence or allow")

    static let list = Command(
        "rule list", "[NAME]", summary: "List the rules of a Focus",
        details: "The first rule that matches decides, before the lists of apps and people. To move"
            + " rules: focus-switch edit FOCUS. NAME is one rule, in any letter case, or a Focus.",
        options: [FocusEditor.option], examples: ["focus-switch rule list --focus work"]
    ) { invocation, values throws(CommandFailure) in
        let editor = FocusEditor(invocation)
        let (id, name) = try listed(values, editor)
        let file = try editor.read(id)
        let rules = file.focus.rules.filter { name == nil || $0.name == name }
        let json = zip(file.focus.rules, file.rulesJSON).filter { name == nil || $0.0.name == name }
        invocation.report(.array(json.map(\.1))) {
            if rules.isEmpty {
                invocation.output.line("\(file.focus.name.printable) has no rules.")
            }
            var table = Table()
            for rule in rules {
                let condition = file.condition(ofRule: rule.name) ?? rule.when.description
                table.add(rule.name.printable, rule.effect.rawValue, "when", condition.printable)
            }
            invocation.output.table(table)
        }
    }

    static let add = Command(
        "rule add", "NAME", summary: "Add a rule to a Focus, after the others",
        details: """
            PREDICATE is in Apple's predicate format, over the key paths appID, appName, program, \
            summary, body, category, urgency (0 to 2), level, person, people, site, thread, \
            filterCriteria and hints.NAME; SELF is the filterCriteria. The body is as the app sent it, \
            with its markup: “<b>4</b>2” is shown as 42. “focus-switch predicate” tries a predicate.
            """,
        options: [FocusEditor.option, condition, effect],
        examples: [
            "focus-switch rule add invoices --when 'summary CONTAINS[c] \"invoice\"' --do silence",
            "focus-switch rule add boss --when 'ANY people ==[c] \"kim@example.org\"' --do allow",
        ]
    ) { invocation, values throws(CommandFailure) in
        let name = try values.groupName("the name of the rule")
        guard let condition = try condition(values), let effect = try effect(values) else {
            throw .usage("a new rule needs --when and --do")
        }
        let editor = FocusEditor(invocation)
        let id = try editor.focus(values)
        if try editor.read(id).focus.rules.contains(where: { $0.name == name }) {
            throw .refused(
                "\(editor.name(of: id)) has a rule “\(name.printable)” already",
                "To change it: focus-switch rule change \(shellQuoted(name)) --focus"
                    + " \(shellQuoted(id.rawValue)) --when \(shellQuoted(condition).printable)"
                    + " --do \(effect.rawValue)")
        }
        NotificationPredicate.noteUnknownApps(in: condition, invocation.apps)
        try editor.edit(id) { file throws(FocusFileError) in
            try file.addRule(name, when: condition, do: effect)
            return ["Added the rule “\(name.printable)” to \(file.focus.name.printable)."]
        }
    }

    static let change = Command(
        "rule change", "NAME", summary: "Change a rule of a Focus",
        options: [FocusEditor.option, condition, effect],
        examples: ["focus-switch rule change invoices --focus work --do allow"]
    ) { invocation, values throws(CommandFailure) in
        let typed = try values.argument("the name of the rule")
        let condition = try condition(values)
        let effect = try effect(values)
        guard condition != nil || effect != nil else { throw .usage("expected --when or --do") }
        let editor = FocusEditor(invocation)
        let id = try editor.focus(values) { has(typed, $0) }
        let name = try rule(typed, in: editor.read(id), values, editor)
        if let condition { NotificationPredicate.noteUnknownApps(in: condition, invocation.apps) }
        try editor.edit(id) { file throws(FocusFileError) in
            let before = file
            try file.replaceRule(name, when: condition, do: effect)
            let focus = file.focus.name.printable
            return [
                file == before
                    ? "The rule “\(name.printable)” of \(focus) was so already."
                    : "Changed the rule “\(name.printable)” of \(focus)."
            ]
        }
    }

    static let remove = Command(
        "rule remove", "[NAME]", summary: "Remove one rule of a Focus, or all",
        details: "“rule clear” means the same.",
        options: [FocusEditor.option, .init("all", help: "All rules of the Focus")],
        examples: [
            "focus-switch rule remove invoices --focus work",
            "focus-switch rule remove --all --focus work",
        ]
    ) { invocation, values throws(CommandFailure) in
        let typed = try values.arguments(0...1, "at most the rule's name").first
        if typed != nil, values.flag("all") { throw .usage("a name and --all exclude each other") }
        let editor = FocusEditor(invocation)
        let id = try editor.focus(values) { has(typed, $0) }
        let file = try editor.read(id)
        let names = file.focus.rules.map(\.name)
        if typed == nil, !values.flag("all"), !names.isEmpty {
            throw .refused(
                "nothing was removed: \(file.focus.name.printable) has"
                    + " \(names.count == 1 ? "the rule" : "the rules")"
                    + " \(names.map { "“\($0.printable)”" }.joined(separator: ", ")); name one, or use"
                    + " --all")
        }
        if typed == "all", !has(typed, file.focus) {
            throw .usage("“all” is not a rule; for all rules of the Focus: --all")
        }
        let name = try typed.map { typed throws(CommandFailure) in
            try rule(typed, in: file, values, editor)
        }
        try editor.edit(id) { file throws(FocusFileError) in
            for name in name.map({ [$0] }) ?? file.focus.rules.map(\.name) {
                try file.removeRule(name)
            }
            let focus = file.focus.name.printable
            if let name { return ["Removed the rule “\(name.printable)” of \(focus)."] }
            return [names.isEmpty ? "\(focus) has no rules." : "Removed all rules of \(focus)."]
        }
    }

    private static func has(_ name: String?, _ focus: Focus) -> Bool {
        name.flatMap { ListedMembers.find($0, in: focus.rules.map(\.name)) } != nil
    }

    /// Returns the name of the rule that a word means, in any letter case. Throws if the file has
    /// no such rule.
    @LoopActor private static func rule(
        _ typed: String, in file: FocusFile, _ values: OptionValues, _ editor: FocusEditor
    ) throws(CommandFailure) -> String {
        let names = file.focus.rules.map(\.name)
        if let name = ListedMembers.find(typed, in: names) { return name }
        throw .refused(
            "\(file.focus.name.printable) has no rule “\(typed.printable)”"
                + CommandLineReader.suggestion(typed, among: names),
            details: editor.optionSteps(values) { has(typed, $0) })
    }

    /// Returns the Focus whose rules are listed, and the name of the rule to list; nil for all. The
    /// argument may also be the Focus.
    @LoopActor private static func listed(
        _ values: OptionValues, _ editor: FocusEditor
    ) throws(CommandFailure) -> (focus: FocusID, rule: String?) {
        let word = values.arguments.joined(separator: " ")
        guard !word.isEmpty else { return (try editor.focus(values), nil) }
        if values.string("focus") == nil {
            let isRule = editor.catalog.focuses.values.contains { has(word, $0) }
            let isFocus = editor.isNamed(word) || !isRule && editor.nearest(to: word) != nil
            if isFocus { return (try editor.focus(named: word, offersTemplate: false), nil) }
        }
        let id = try editor.focus(values) { has(word, $0) }
        return (id, try rule(word, in: editor.read(id), values, editor))
    }

    /// Returns the predicate as typed, once it is checked.
    private static func condition(_ values: OptionValues) throws(CommandFailure) -> String? {
        guard let format = values.string("when") else { return nil }
        try NotificationPredicate.check(format)
        return format
    }

    private static func effect(_ values: OptionValues) throws(CommandFailure) -> RuleEffect? {
        guard let word = values.string("do") else { return nil }
        guard let effect = RuleEffect(rawValue: word) else {
            throw ExplainCommand.wrongWord("--do", word, RuleEffect.allCases.map(\.rawValue))
        }
        return effect
    }
}
