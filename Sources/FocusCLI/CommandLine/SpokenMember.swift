// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// A member of the lists of a Focus, with the Focus, as people say it: `app Slack to work`, `from
/// work person Ann`.
@LoopActor struct SpokenMember {
    private let invocation: Invocation
    /// True if a word says the kind of the member.
    private let hasKind: Bool
    /// The option of the member's kind, without dashes; nil for an app.
    let option: String?
    let names: [String]
    /// True if a word excludes what follows: a step for the names would do the opposite.
    let excludes: Bool
    /// The id of the Focus; nil if the words name none.
    let focus: String?

    /// Words for the kind of an app, in lower case.
    static let appWords: Set = ["app", "apps", "application", "program"]

    init(_ typed: [String], _ invocation: Invocation) {
        self.invocation = invocation
        excludes = StrayWords.excludes(typed, invocation.apps)
        var words = typed
        focus = Self.removeFocus(from: &words, invocation)
        let place = [0, words.count - 1].first { place in
            words.indices.contains(place) && Self.isKind(words[place])
                && !invocation.apps.isName(words[place])
        }
        hasKind = place != nil
        option = place.flatMap { ListHabits.kinds[words[$0].lowercased()] }
        if let place { words.remove(at: place) }
        // A phrase may have little words.
        guard option != "word" else {
            names = words.isEmpty ? [] : [words.joined(separator: " ")]
            return
        }
        if option != nil { words = Self.apart(words) }
        let parts = words.split { StrayWords.joining.contains($0.lowercased()) }
            .map { $0.filter { !StrayWords.isLittle($0) || invocation.apps.isName($0) } }
        names =
            option == "person"
            ? parts.flatMap { Self.people($0, invocation) } : parts.flatMap(\.self)
    }

    /// Returns the words as one name, or as the known people whom they name.
    private static func people(_ words: [String], _ invocation: Invocation) -> [String] {
        let name = words.joined(separator: " ")
        guard words.count > 1 else { return words }
        let editor = FocusEditor(invocation)
        guard !KnownPeople(editor).contains(name), let phrase = ListPhrase(words, editor),
            phrase.apps.isEmpty, phrase.strangers.isEmpty, phrase.people.count > 1
        else { return [name] }
        return phrase.people
    }

    /// Returns the words with each comma as an “and”, but for those in a quoted name.
    private static func apart(_ words: [String]) -> [String] {
        words.flatMap { word in
            word.contains(" ")
                ? [word]
                : word.split(omittingEmptySubsequences: false) { ",;".contains($0) }
                    .map { [String($0)] }.joined(separator: ["and"]).filter { !$0.isEmpty }
        }
    }

    private static func isKind(_ word: String) -> Bool {
        let folded = word.lowercased()
        return appWords.contains(folded) || ListHabits.kinds[folded] != nil
    }

    /// Removes the words for a Focus, with those before it, such as “to”. Returns the id of the
    /// Focus; nil if no words name one beside others.
    static func removeFocus(
        from words: inout [String], _ invocation: Invocation
    ) -> String? {
        let editor = FocusEditor(invocation)
        func focus(_ part: ArraySlice<String>) -> String? {
            let name = part.joined(separator: " ")
            guard !invocation.apps.isName(name) else { return nil }
            return (try? editor.focus(named: name, offersTemplate: false))?.rawValue
        }
        func isLead(_ word: String) -> Bool {
            ListHabits.isLead(word) || ["from", "of", "onto"].contains(word.lowercased())
        }
        // Without a word before it, the Focus begins or ends the phrase, beside a name.
        for start in words.indices {
            let behindLeads = words[start...].firstIndex { !isLead($0) } ?? words.endIndex
            let ends = words.indices.map { $0 + 1 }.reversed()
            // A name may begin with such a word: “Zu Hause”.
            let whole = behindLeads > start ? ends.map { (start, $0) } : []
            for (first, end) in whole + ends.map({ (behindLeads, $0) }) where end > first {
                let others = words[..<start] + words[end...]
                let isApart =
                    (start == 0 || end == words.count) && others.contains { !isKind($0) }
                guard !others.isEmpty, first > start || isApart, let id = focus(words[first..<end])
                else { continue }
                words.removeSubrange(start..<end)
                return id
            }
        }
        return nil
    }

    /// The members as arguments; a placeholder without a name.
    var members: String {
        let texts = names.isEmpty ? [(option ?? "app").uppercased()] : names.map(shellQuoted)
        return texts.map { text in option.map { "--\($0) \(text)" } ?? text }
            .joined(separator: " ")
    }

    /// The option with the Focus, behind a blank; empty without a Focus.
    var focusOption: String { focus.map { " --focus \(shellQuoted($0))" } ?? "" }
}

/// Words of other programs before such a member: `add app Slack to work`.
extension SpokenMember {
    private static let allowing: Set = ["add", "whitelist", "allowlist", "permit", "let"]
    private static let silencing = ForeignVerb.blocking.union(["hide"])
    private static let removing: Set = ["remove", "rm"]
    /// All these words, in lower case.
    static let verbs = allowing.union(silencing).union(removing)

    /// Returns the failure for such a command line, with the commands that do it; nil for others.
    static func failure(_ words: [String], _ invocation: Invocation) -> CommandFailure? {
        guard words.count > 1, let verb = words.first?.lowercased(), verbs.contains(verb)
        else { return nil }
        var typed = Array(words.dropFirst())
        // ``ForeignVerb`` reads the place.
        if verb == "hide", HiddenPlace(typed, invocation) != nil { return nil }
        if verb == "let" { typed = SpokenWish.withoutThrough(typed) }
        let member = SpokenMember(typed, invocation)
        // “let people through” is read by our own verb.
        if verb == "let", member.names.isEmpty { return nil }
        let steps = member.steps(verb, typed)
        guard !steps.isEmpty else { return nil }
        return .usage("there is no command “\(words[0].printable)”", details: steps)
    }

    private func steps(_ verb: String, _ typed: [String]) -> [String] {
        if hasKind || Self.removing.contains(verb) && focus != nil, excludes {
            let command = Self.silencing.contains(verb) ? "silence" : "allow"
            return ["For help: focus-switch \(command) --help"]
        }
        if Self.removing.contains(verb) {
            // “remove focus work”, but not “remove Focus from work”.
            let isFocus =
                names.allSatisfy { SpokenState.fillers.contains($0.lowercased()) }
                && !typed.contains { ["from", "in", "of", "off"].contains($0.lowercased()) }
            let isMember = hasKind || !isFocus
            return focus != nil && isMember ? removal.map { [$0] } ?? [] : removals(typed)
        }
        // ``ForeignVerb`` reads names alone.
        guard hasKind else { return [] }
        guard Self.silencing.contains(verb) else {
            let noun =
                switch option ?? "" {
                case "person": "a person"
                case "site": "a web site"
                case "word": "notifications with a word"
                default: "an app"
                }
            return [
                "To let \(noun) through while a Focus is on: focus-switch allow"
                    + " \(members)\(focusOption)"
            ]
        }
        let silence = "While a Focus is on: focus-switch silence \(members)\(focusOption)"
        guard option == nil, focus == nil else { return [silence] }
        return [silence, "With any Focus and without one: focus-switch mute \(members)"]
    }

    /// The step that takes the members off a list of the Focus.
    private var removal: String? {
        let editor = FocusEditor(invocation)
        guard let focus = focus.flatMap({ editor.catalog.focuses[FocusID($0)] }) else { return nil }
        let allows =
            switch option ?? "" {
            case "person": focus.people.mode == .allow
            case "site": names.allSatisfy { focus.allowedSites.contains($0.lowercased()) }
            case "word": true
            default: focus.apps.mode == .allow
            }
        return Self.removal(allows, members, focus.id)
    }

    private static func removal(_ allows: Bool, _ members: String, _ focus: FocusID) -> String {
        "To take it off the list: focus-switch \(allows ? "allow" : "silence") --remove \(members)"
            + " --focus \(shellQuoted(focus.rawValue))"
    }

    /// Returns the steps for all that has the name and can be removed, or else the names that
    /// resemble it.
    private func removals(_ typed: [String]) -> [String] {
        let editor = FocusEditor(invocation)
        func isID(_ word: String) -> Bool {
            UInt32(word) != nil && !invocation.apps.isName(word) && !editor.isNamed(word)
        }
        if typed.allSatisfy({ isID($0) }) {
            let ids = typed.joined(separator: " ")
            return ["To dismiss a notification: focus-switch missed dismiss \(ids)"]
        }
        let name = focus ?? (names.isEmpty ? typed : names).joined(separator: " ")
        var steps: [String] = []
        if !hasKind, editor.isNamed(name) {
            steps.append("To delete a Focus: focus-switch delete \(shellQuoted(name))")
        }
        let app = try? invocation.apps.find(name)
        let ids = [AppID(name)] + (app?.ids ?? [])
        for file in editor.catalog.files.ordered {
            let listed = AppList(file.appList)
            if option == nil, ids.contains(where: listed.contains) {
                let allows = file.focus.apps.mode == .allow
                steps.append(Self.removal(allows, shellQuoted(name), file.id))
            }
            if file.peopleList.contains(where: { PersonKey($0) == PersonKey(name) }) {
                let allows = file.focus.people.mode == .allow
                steps.append(Self.removal(allows, "--person \(shellQuoted(name))", file.id))
            }
        }
        if app != nil, option == nil {
            steps.append(
                "To delete what focusd keeps of an app: focus-switch forget \(shellQuoted(name))")
        }
        guard steps.isEmpty else { return steps }
        let people = editor.catalog.files.ordered.flatMap(\.peopleList)
        let near = [
            editor.nearest(to: name), invocation.apps.nearestListed(to: name),
            NearestWord.find(name, in: people),
        ]
        let meant = Set(near.compactMap(\.self)).sorted()
        return [
            "There is no Focus, app or person “\(name)” that could be removed"
                + (meant.isEmpty ? "" : CommandLineReader.suggestion(amongCommands: meant)),
            "Your Focuses: focus-switch list",
        ]
    }
}
