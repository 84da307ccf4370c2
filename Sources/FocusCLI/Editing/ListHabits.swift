// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop

/// Words behind the apps of `allow` and `silence` that name no app but an end or a Focus: `silence
/// Slack for 1h`, `allow Slack in reading`.
@LoopActor struct ListHabits {
    private let values: OptionValues
    private let invocation: Invocation
    private let verb: String

    private var words: [String] { values.arguments }

    init(_ values: OptionValues, _ invocation: Invocation, _ mode: ListPolicy<AppID>.Mode) {
        self.values = values
        self.invocation = invocation
        verb = mode == .allow ? "allow" : "silence"
    }

    /// Throws for such words, with the command that was meant.
    func refuse() throws(CommandFailure) {
        try refuseKind()
        guard words.count > 1, !isApp(words.joined(separator: " ")) else { return }
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

    /// The options that words before a name mean, in lower case.
    private static let kinds = [
        "site": "site", "sites": "site", "website": "site", "word": "word", "words": "word",
        "person": "person", "people": "person",
    ]

    /// Throws for `allow site example.org` and `silence people`, whose first word is an option.
    private func refuseKind() throws(CommandFailure) {
        // A list may have such an entry to remove.
        guard let word = words.first, let option = Self.kinds[word.lowercased()],
            !values.flag("remove"), !isApp(word), !isApp(words.joined(separator: " "))
        else { return }
        let isOnly = values.flag("only")
        let command = "focus-switch \(verb)\(isOnly ? " --only" : "")"
        let name = words.dropFirst().joined(separator: " ")
        let value = name.isEmpty ? option.uppercased() : shellQuoted(name)
        var details = ["For a \(option): \(command) --\(option) \(value)\(focusOption)"]
        if option == "person", name.isEmpty, !isOnly {
            details.append("For all people: \(command) --all-people\(focusOption)")
        }
        let app = shellQuoted(words.joined(separator: " "))
        details.append("For an app of that name: \(command) --app \(app)\(focusOption)")
        throw .refused("there is no app “\(word.printable)”", details: details)
    }

    private func refuseEnd() throws(CommandFailure) {
        try TrailingEnd.refuse(words, invocation, "a list has no end") { apps in
            verb == "silence"
                ? nil : "To \(verb) without an end: focus-switch \(verb) \(apps)\(focusOption)"
        }
    }

    /// The option ` --focus`, as the user typed it.
    private var focusOption: String {
        values.string("focus").map { " --focus \(shellQuoted($0))" } ?? ""
    }

    private func refuseFocus() throws(CommandFailure) {
        guard values.string("focus") == nil else { return }
        let editor = FocusEditor(invocation)
        for start in 1..<words.count {
            let last = Array(words[start...])
            let name = last.joined(separator: " ")
            guard !isApp(name),
                let focus = last.count > 1
                    ? editor.name(in: last) : (try? editor.focus(named: name)) != nil ? name : nil
            else { continue }
            let lead = words[start - 1].lowercased()
            let hasLead = start > 1 && ["in", "for", "during"].contains(lead)
            let apps = Array(words[..<(hasLead ? start - 1 : start)])
            let manner = ["only", "remove"].filter { values.flag($0) }.map { " --\($0)" }.joined()
            throw .usage(
                "“\(focus.printable)” is a Focus, not an app",
                "For that Focus: focus-switch \(verb)\(manner) \(Self.quoted(apps)) --focus"
                    + " \(shellQuoted(focus))",
                "For an app of that name: focus-switch \(verb)\(manner) \(Self.quoted(apps))"
                    + " --app \(shellQuoted(focus))")
        }
    }

    private func isApp(_ name: String) -> Bool { invocation.apps.isName(name) }

    private static func quoted(_ words: [String]) -> String {
        words.map(shellQuoted).joined(separator: " ")
    }
}

/// Ends behind names of apps, where a command has no end: `silence Slack 1h`, `lockscreen hide Shop
/// tomorrow`. Without this refusal, the end would be taken as another app.
@LoopActor enum TrailingEnd {
    /// Throws if the last words are an end and no known app, with the command that was meant.
    ///
    /// - Parameters:
    ///   - reason: a clause which says that the command has no end.
    ///   - remedy: returns the sentence with the command for the quoted apps; nil for `mute`.
    static func refuse(
        _ words: [String], _ invocation: Invocation, _ reason: String,
        _ remedy: (String) -> String?
    ) throws(CommandFailure) {
        guard words.count > 1, !invocation.apps.isName(words.joined(separator: " ")),
            let (apps, option) = try end(words, invocation)
        else { return }
        let names = apps.map(shellQuoted).joined(separator: " ")
        let last = words.dropFirst(apps.count).joined(separator: " ")
        throw .usage(
            "“\(last.printable)” is no app, and \(reason)",
            (remedy(names) ?? "To mute until then: focus-switch mute \(names) \(option)")
                .printable)
    }

    /// Returns the names before the end, and the option for the end.
    private static func end(
        _ words: [String], _ invocation: Invocation
    ) throws(CommandFailure) -> (apps: [String], option: String)? {
        let isName = { (words: [String]) in invocation.apps.isName(words.joined(separator: " ")) }
        if let (apps, end) = try EndTime.trailing(words, now: invocation.now, unless: isName) {
            let option = EndTime.option(Array(words.dropFirst(apps.count)), end)
            // “Chat at 18:00”
            let hasLead = apps.count > 1 && EndTime.beginnings.contains(apps[apps.count - 1])
            return (hasLead ? apps.dropLast() : apps, option)
        }
        // A number alone lacks its unit.
        guard let last = words.last, last.isNumber, !isName([last]) else { return nil }
        return (words.dropLast(), "--for \(last)min")
    }
}

extension String {
    /// True for a text of digits alone.
    var isNumber: Bool { !isEmpty && allSatisfy { $0.isASCII && $0.isNumber } }
}
