// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The commands `allow` and `silence`, which change a Focus's lists of apps, people and sites.
enum ListCommands {
    static let all = [allow, silence]

    static let allow = Command(
        "allow", "[APP…]", summary: "Allow notifications from apps, people and web sites",
        details: details("allowed", else: "silenced") + """
            An allowed person comes through in every app, and an app on a list of allowed ones delivers \
            every person (focus(5)). --word adds a rule, which decides before the lists.

            A person in one app only needs a rule as well; [c] ignores letter case:

                focus-switch rule add boss --do allow --focus work --when \
            'appName ==[c] "Chat" AND ANY people ==[c] "Kim"'
            """,
        options: options("allowed", everybody: "Allow"),
        examples: [
            "focus-switch allow org.example.Chat --person alex@example.org --focus work",
            "focus-switch allow --only org.example.Chat",
            "focus-switch allow --site calendar.example.org --focus work",
            "focus-switch allow --word invoice --focus work",
            "focus-switch allow --focus work --all-people",
        ]
    ) { invocation, values throws(CommandFailure) in
        try edit(ListEdit(.allow, values), invocation, values)
    }

    static let silence = Command(
        "silence", "[APP…]", summary: "Silence notifications from apps, people and web sites",
        details: details("silenced", else: "allowed") + """
            An app or a person on a list of silenced ones is silenced everywhere. Taken off a list \
            of allowed ones, an app still delivers the allowed people, and a person still comes \
            through in the allowed apps (focus(5)). --word adds a rule, which decides before the \
            lists.
            """,
        options: options("silenced", everybody: "Silence"),
        examples: [
            "focus-switch silence org.example.Shop --focus work",
            "focus-switch silence --focus sleep --all-apps --all-people",
        ]
    ) { invocation, values throws(CommandFailure) in
        try edit(ListEdit(.silence, values), invocation, values)
    }

    /// Returns the paragraphs about both lists, and about the kind of list that a command makes.
    private static func details(_ kind: String, else other: String) -> String {
        """
        A Focus has a list of apps and a list of people. Each list either names those that are \
        allowed (all others are silenced) or those that are silenced (all others are allowed).

        This command adds the given apps and people to a list of \(kind) ones, or removes them \
        from a list of \(other) ones. With --only, they become the whole list of \(kind) ones. \
        Blanks or commas separate several apps or sites, and commas several people; a comma \
        before a blank belongs to a name (“Doe, Jane”).


        """
    }

    private static func options(
        _ participle: String, everybody verb: String
    ) -> [OptionParser.Option] {
        [
            FocusEditor.option,
            .init("app", .strings, placeholder: "APP", help: "More apps; repeatable"),
            .init("person", .strings, placeholder: "P", help: "A person; repeatable"),
            .init(
                "site", .strings, placeholder: "SITE",
                help: "Web sites, as example.org; repeatable"),
            .init(
                "word", .strings, placeholder: "WORD",
                help: "Notifications with that whole word in title or text; repeatable"),
            .init("only", help: "Replace the list of those that are \(participle)"),
            .init("remove", help: "Remove them from the list of those that are \(participle)"),
            .init("all-apps", help: "\(verb) all apps"),
            .init("all-people", help: "\(verb) all people"),
        ]
    }

    /// Returns the web site that a user typed.
    static func site(_ text: String) throws(CommandFailure) -> WebSite {
        guard let site = WebSite(text) else {
            throw .usage("--site: “\(text.printable)” is not a web site; example: example.org")
        }
        return site
    }

    @LoopActor private static func edit(
        _ edit: ListEdit, _ invocation: Invocation, _ values: OptionValues
    ) throws(CommandFailure) {
        try ListHabits(values, invocation, edit).refuse()
        let editor = FocusEditor(invocation)
        let focus = try editor.focus(values)
        var edit = edit
        try edit.findMembers(editor, in: editor.read(focus), ListHabits.members(values))
        try editor.edit(focus) { [edit] file throws(FocusFileError) in
            try edit.apply(to: &file)
        }
        guard edit.mode == .allow, edit.manner != .remove, !invocation.isJSON else { return }
        let mutes = MutedApps(invocation)
        for ids in edit.namedApps { mutes.app(of: ids).map(mutes.tell) }
    }
}

/// Words behind the apps of `allow` and `silence` that name no app but an end or a Focus: `silence
/// Slack for 1h`, `allow Slack in reading`.
@LoopActor struct ListHabits {
    let values: OptionValues
    let invocation: Invocation
    let edit: ListEdit
    let verb: String

    var words: [String] { values.arguments }

    init(_ values: OptionValues, _ invocation: Invocation, _ edit: ListEdit) {
        self.values = values
        self.invocation = invocation
        self.edit = edit
        verb = edit.mode == .allow ? "allow" : "silence"
    }

    /// Throws for such words, with the command that was meant.
    func refuse() throws(CommandFailure) {
        try refuseKind()
        if verb == "silence" { try refuseAll() }
        guard words.count > 1, !isApp(words.joined(separator: " ")) else { return }
        if members.isEmpty {
            let editor = FocusEditor(invocation)
            try SecondCommand.refuse(
                words, behind: "\(verb)\(manner)", except: ["allow", "silence"],
                options: focusOption, invocation
            ) { ListPhrase.withPeople($0, editor)?.members ?? Self.quoted($0) }
        }
        try refuseEnd()
        try refuseFocus()
    }

    /// Returns the failure for `allow --remove` of members where the list is of the other kind,
    /// with the command that silences them, and the same for `silence --remove`.
    nonisolated static func otherKind(
        of list: FocusList, than mode: ListPolicy<AppID>.Mode, _ names: [String], in focus: Focus
    ) -> CommandFailure {
        let (kind, other) = mode == .allow ? ("allowed", "silenced") : ("silenced", "allowed")
        let verb = mode == .allow ? "silence" : "allow"
        let members = names.map { name in
            let option = NamedSites.isTakenForSite(name) ? "--app " : ""
            return (list == .apps ? option : "--person ") + shellQuoted(name)
        }
        return .refused(
            "\(focus.name.printable) has a list of \(other) \(list.noun), and none of \(kind) ones"
                + " to remove from",
            "To put \(names.count == 1 ? "it" : "them") on that list: focus-switch \(verb)"
                + " \(members.joined(separator: " ")) --focus \(shellQuoted(focus.id.rawValue))")
    }

    /// Returns the option that a word beside a name means.
    nonisolated static func kind(_ word: String) -> String? {
        ([.site, .word, .person] as [SpokenWords.Row]).first { word.means($0) }?.rawValue
    }

    /// Throws for `allow site example.org` and `silence people`, whose first word is an option.
    private func refuseKind() throws(CommandFailure) {
        // “allow only the person Ann”, but not “allow not person Ann”.
        let phrase = Array(
            words.drop { word in
                Self.kind(word) == nil && StrayWords.isLittle(word) && !isApp(word)
                    && !StrayWords.excludes([word], invocation.apps)
            })
        // A list may have such an entry to remove.
        guard let word = phrase.first, let option = Self.kind(word),
            !values.flag("remove"), !isApp(word), !isApp(words.joined(separator: " "))
        else { return }
        let command = "focus-switch \(verb)\(manner)"
        var names = phrase
        let focus = SpokenPhrase.takeFocus(from: &names, invocation)
        let member = SpokenMembers(names, invocation)
        let rest =
            "\(members)\(focusOption.isEmpty ? focus.map { " --focus \(shellQuoted($0))" } ?? "" : focusOption)"
        let excludes = StrayWords.excludes(phrase, invocation.apps)
        let areKinds = member.people.contains { $0.means(.person) }
        if areKinds {
            throw .refused(
                "focusd knows no contacts, only names", "For help: focus-switch \(verb) --help")
        }
        // “people from Slack”.
        let areApps = option == "person" && phrase.count > 2 && member.people.contains(where: isApp)
        let isAlone = phrase.count == 1 && option == "person" && !isOnly
        var details = [
            isAlone
                ? "For all people: \(command) --all-people\(rest)"
                : excludes || areApps || !member.isSorted || !member.hasNames
                    ? "For help: focus-switch \(verb) --help"
                    : "For a \(option): \(command) \(member.arguments())\(rest)"
        ]
        // Several names are those of no app.
        if member.count < 2 {
            let app = shellQuoted(words.joined(separator: " "))
            details.append("For an app of that name: \(command) --app \(app)\(rest)")
        }
        throw .refused("there is no app “\(word.printable)”", details: details)
    }

    /// Throws for `silence until 5`, `silence notifications` and `silence everything but Ben until
    /// 5`, with the commands that do it.
    private func refuseAll() throws(CommandFailure) {
        // A list may have the entry “1h” to remove.
        guard !words.isEmpty, !values.flag("remove"), !isApp(words.joined(separator: " "))
        else { return }
        let phrase = SpokenPhrase(words, invocation, named: values.string("focus"))
        if phrase.subjects.isNothing || phrase.subjects.hasNames { return }
        var others: [String] = []
        if let exceptions = phrase.exceptions {
            guard phrase.subjects.isAll, exceptions.isKnown else { return }
        } else if phrase.end.isEmpty {
            // While a Focus is on, other words for all lead to the options for all.
            let hasFocus = phrase.focus != nil || invocation.activeFocus != nil
            guard phrase.subjects.isAll, !hasFocus || words.contains(where: Self.isNotifications)
            else { return }
            if hasFocus, phrase.focus == nil {
                others = ["With the current Focus: focus-switch silence --all-apps"]
            }
        }
        let isAlone = members.isEmpty && manner.isEmpty
        let steps = isAlone ? phrase.steps(to: .silence, invocation) : nil
        if steps == nil, phrase.end.isEmpty { return }
        throw .refused(
            "there is no app “\(words[0].printable)”",
            details: steps.map { $0 + others } ?? ["For help: focus-switch silence --help"]
        )
    }

    private static func isNotifications(_ word: String) -> Bool {
        word.means(.everything)
    }

    private func refuseEnd() throws(CommandFailure) {
        var rest = words
        let isFocusGiven = values.string("focus") != nil
        let named = isFocusGiven ? nil : SpokenPhrase.takeFocus(from: &rest, invocation)
        let focus = named.map { " --focus \(shellQuoted($0))" } ?? focusOption
        try TrailingEnd.refuse(rest, invocation, verb) { apps in
            "focus-switch \(verb)\(manner) \(apps)\(members)\(focus)"
        }
    }

    /// True if an option or a word says that the list has no other members.
    private var isOnly: Bool {
        let others = ["remove", "all-apps", "all-people"]
        return values.flag("only")
            || StrayWords.saysOnly(words, invocation.apps) && !others.contains(where: values.flag)
    }

    /// The options `--only` and `--remove`, as the user meant them.
    var manner: String {
        (isOnly ? " --only" : "") + (values.flag("remove") ? " --remove" : "")
    }

    var members: String { Self.members(values) }

    /// Returns the options with members, as the user typed them, each behind a blank.
    nonisolated static func members(_ values: OptionValues) -> String {
        let all = ["all-apps", "all-people"].filter { values.flag($0) }.map { " --\($0)" }
        let named = ["app", "person", "site", "word"].flatMap { option in
            values.strings(option).map { " --\(option) \(shellQuoted($0))" }
        }
        return (all + named).joined()
    }

    /// The option ` --focus`, as the user typed it.
    private var focusOption: String {
        values.string("focus").map { " --focus \(shellQuoted($0))" } ?? ""
    }

    /// Returns true for a word before a Focus, in any letter case.
    nonisolated static func isLead(_ word: String) -> Bool { word.means(.lead) }

    func isApp(_ name: String) -> Bool { invocation.apps.isName(name) }

    static func quoted(_ words: [String]) -> String {
        words.map(shellQuoted).joined(separator: " ")
    }
}
