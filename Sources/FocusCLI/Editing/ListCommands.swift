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
        let editor = FocusEditor(invocation)
        var edit = edit
        try edit.joinSplitValues(editor)
        try ListSentence(edit.plainWords, values, invocation, edit).refuse()
        let focus = try editor.focus(values)
        try edit.findMembers(editor, in: editor.read(focus), ListEdit.members(values))
        try editor.edit(focus) { [edit] file throws(FocusFileError) in
            try edit.apply(to: &file)
        }
        guard edit.mode == .allow, edit.manner != .remove, !invocation.isJSON else { return }
        let mutes = MutedApps(invocation)
        for ids in edit.namedApps { mutes.app(of: ids).map(mutes.tell) }
    }
}

extension ListEdit {
    /// Returns the failure for `allow --remove` of members where the list is of the other kind,
    /// with the command that silences them, and the same for `silence --remove`.
    static func otherKind(
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

    /// Returns the options with members, as the user typed them, each behind a blank.
    static func members(_ values: OptionValues) -> String {
        let all = ["all-apps", "all-people"].filter { values.flag($0) }.map { " --\($0)" }
        let named = ["app", "person", "site", "word"].flatMap { option in
            values.strings(option).map { " --\(option) \(shellQuoted($0))" }
        }
        return (all + named).joined()
    }
}
