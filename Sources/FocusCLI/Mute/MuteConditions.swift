// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Words of `mute` that are no apps although apps may be among them: a condition, which a mute does
/// not have, a person, or a mistyped word before an end. `mute Slack while Work is on`, `mute
/// person Ann`, `mute Slack fo 1h`.
@LoopActor struct MuteConditions {
    /// The words with which a condition begins, in lower case.
    private static let leads: Set = [
        "after", "at", "before", "during", "each", "every", "if", "in", "inside", "on", "outside",
        "unless", "when", "whenever", "while", "within",
        "bei", "beim", "im", "während", "wenn", "pendant", "quand", "durante", "cuando",
    ]
    /// The words beside a Focus that mean nothing of their own, in lower case.
    private static let fillers: Set = [
        "active", "focus", "is", "mode", "my", "on", "runs", "the", "turned",
    ]

    private let invocation: Invocation
    /// The names of apps and the other words, without an end in an option.
    private let words: [String]
    private let hasEndOption: Bool

    /// Throws for such words, with the command that was meant.
    static func refuse(
        _ values: OptionValues, _ invocation: Invocation
    ) throws(CommandFailure) {
        let typed = values.arguments
        guard typed.count > 1, !values.flag("yes"),
            !invocation.apps.isName(typed.joined(separator: " "))
        else { return }
        let other = try? EndTime.options(values, now: invocation.now) { _ in false }
        let conditions = MuteConditions(
            invocation: invocation,
            words: try ListWords.joined(other?.words ?? typed, invocation.apps),
            hasEndOption: ["for", "until"].contains { values.string($0) != nil }
                || values.flag("until-logout"))
        if !conditions.hasEndOption {
            try SecondCommand.refuse(other?.words ?? typed, behind: "mute", invocation)
            try conditions.refuseSpokenEnd()
        }
        try conditions.refuseMember(other?.words ?? typed)
        try conditions.refusePersonInApp()
        try conditions.refuseMistyped()
        try conditions.refuse()
    }

    /// Throws for `Slack until lunch`, with a line for each time that it may be.
    private func refuseSpokenEnd() throws(CommandFailure) {
        let place = words.dropFirst().firstIndex { word in
            EndTime.untilWords.contains(word.lowercased()) && !invocation.apps.isName(word)
        }
        guard let place, let apps = try ListWords.known(Array(words[..<place]), invocation.apps)
        else { return }
        let text = words[(place + 1)...].joined(separator: " ")
        guard let complaint = SpokenTime.complaint(about: text) else { return }
        throw .usage(
            complaint,
            details: SpokenTime.times(text).map { time in
                "To mute until \(time): focus-switch mute \(apps) --until \(time)"
            })
    }

    /// Throws for `person Ann` and `site example.org`.
    ///
    /// - Parameter typed: the words before they were split at commas.
    private func refuseMember(_ typed: [String]) throws(CommandFailure) {
        guard let word = words.first, let option = SpokenMembers.option(word),
            try invocation.apps.isUnknown(word),
            MutedApps(invocation).app(of: [AppID(word)]) == nil
        else { return }
        let phrase = SpokenPhrase(typed, invocation)
        let noun =
            switch option {
            case "person": "people"
            case "site": "web sites"
            default: "notifications with a word"
            }
        let members = phrase.subjects
        let people = KnownPeople(FocusEditor(invocation))
        let areCertain =
            members.people.allSatisfy { people.contains($0) || UnknownApps.isAddress($0) }
            && members.sites.allSatisfy { WebSite($0) != nil && $0.contains(".") }
            && members.words.allSatisfy { !$0.contains(" ") }
        // A list has no end.
        let isPlain = phrase.isSorted && phrase.end.isEmpty && !hasEndOption
        let focus = phrase.focus ?? invocation.activeFocus?.rawValue
        var command = "silence --help"
        if let focus, isPlain, areCertain, phrase.exceptions == nil, members.hasNames {
            command = "silence \(members.arguments()) --focus \(shellQuoted(focus))"
        }
        throw .refused(
            "there is no app “\(word.printable)”",
            details: ["Only apps are muted. A Focus silences \(noun): focus-switch \(command)"]
                + (option == "person" ? [NearMiss.alwaysStep()] : []))
    }

    /// Throws for `Slack from Ann` and `Slack except Ann`, whom a rule of a Focus can tell apart.
    private func refusePersonInApp() throws(CommandFailure) {
        let editor = FocusEditor(invocation)
        guard let id = invocation.activeFocus ?? editor.catalog.focuses.ordered.first?.id,
            let file = try? editor.read(id)
        else { return }
        let end = (try? EndTime.trailing(words, now: invocation.now)) ?? nil
        let names = Array(words.prefix(end?.words.count ?? words.count))
        let focus = "--focus \(shellQuoted(id.rawValue))"
        guard let rule = PersonInApp(names, invocation)?.step("silence", focus, in: file) else {
            return
        }
        let hasEnd = end != nil || hasEndOption
        // Without a Focus that is on, the user has to name one.
        let step =
            invocation.activeFocus == nil ? rule.replacing(focus, with: "--focus FOCUS") : rule
        throw .usage(
            "a mute is for an app with all its people",
            details: (hasEnd ? ["A rule has no end: this holds until you remove it"] : []) + [step])
    }

    private func refuseMistyped() throws(CommandFailure) {
        guard !hasEndOption, let lead = MistypedLead(words, invocation),
            let apps = try ListWords.known(lead.names, invocation.apps)
        else { return }
        throw .usage(lead.message, "For that end: focus-switch mute \(apps) \(lead.option)")
    }

    /// Throws for a condition behind the apps, or before them.
    private func refuse() throws(CommandFailure) {
        let end = try? EndTime.trailing(words, now: invocation.now)
        let place = words.indices.first { place in
            let word = words[place]
            guard !invocation.apps.isName(word) else { return false }
            // “at work Slack”, but not “on Slack”.
            if place == 0 {
                let isApp = words.last.map(invocation.apps.isName) ?? false
                let apps = (try? ListWords.known(Array(words.dropFirst()), invocation.apps)) ?? nil
                guard isApp, apps == nil else { return false }
            }
            // “Slack until tomorrow at 9” is an end, and EndTime tells of “Slack at 18:00”.
            if let end, end.words.count <= place { return false }
            let rest = Array(words[(place + 1)...])
            let isBeginning = EndTime.beginnings.contains(word.lowercased())
            // “at 18:00 for 1h”.
            let timed = (try? EndTime.trailing(rest, now: invocation.now)) ?? nil
            let time = timed.map { $0.words } ?? rest
            if isBeginning, EndTime.isEnd(time, now: invocation.now) { return false }
            return Self.leads.contains(word.lowercased()) && !rest.isEmpty
        }
        guard let place else { return try refuseFocus() }
        let condition = Array(words[place...])
        throw .usage(
            "“\(condition.joined(separator: " ").printable)” is a condition, and a mute has none",
            details: try steps(Array(words[..<place]), condition))
    }

    /// Throws for a Focus behind known apps: `Slack work`.
    private func refuseFocus() throws(CommandFailure) {
        guard !hasEndOption else { return }
        let editor = FocusEditor(invocation)
        for start in words.indices.dropFirst() {
            let last = Array(words[start...])
            let name = last.joined(separator: " ")
            guard editor.isNamed(name), try invocation.apps.isUnknown(name) else { continue }
            let steps = try steps(Array(words[..<start]), last)
            guard steps.count == 1 else { continue }
            throw .usage("“\(name.printable)” is a Focus, not an app", details: steps)
        }
    }

    /// Returns the known apps and people that words name, as arguments of `silence`; nil if a word
    /// may name another one, or says more than names.
    private func members(_ words: [String]) throws(CommandFailure) -> String? {
        let directory = invocation.apps
        guard ListWords.withoutOnly(words, directory) == nil, !ListWords.excludes(words, directory)
        else {
            return nil
        }
        if let apps = try ListWords.known(words, directory) { return apps }
        return SpokenMembers.known(words, invocation)?.arguments()
    }

    /// Returns the step for a Focus in the condition, or else those that lead to the times and the
    /// triggers of a Focus.
    private func steps(
        _ names: [String], _ condition: [String]
    ) throws(CommandFailure) -> [String] {
        // A Focus is found beside another word alone.
        var rest = Array(names.suffix(1)) + condition
        let focus = SpokenPhrase.takeFocus(from: &rest, invocation)
        let isWhole = rest.dropFirst().allSatisfy { Self.fillers.contains($0.lowercased()) }
        if let focus, isWhole, !hasEndOption, let members = try members(names) {
            return [
                "While that Focus is on: focus-switch silence \(members) --focus"
                    + " \(shellQuoted(focus))"
            ]
        }
        // “Ben while Work is on”.
        let phrase = SpokenPhrase(names + condition, invocation)
        if phrase.focus != nil, phrase.isUnderstood, !phrase.subjects.people.isEmpty,
            !hasEndOption, let steps = phrase.steps(to: .silence, invocation)
        {
            return steps
        }
        let hasTimes = condition.indices.dropFirst().contains { place in
            TimeWords.isTime(condition[place]) || condition[place].isNumber
                || TimeWords.isPart(condition[place], behind: condition[place - 1])
        }
        return [
            hasTimes
                ? "A Focus has times: focus-switch schedule set --help"
                : "A Focus has triggers: focus-switch trigger add --help",
            "It silences apps: focus-switch silence --help",
        ]
    }
}

extension ListWords {
    /// Returns the known apps that typed words name, quoted and separated by blanks: those that a
    /// printed step may repeat. Nil if a word may be none of a known app; see ``certain(_:_:)``.
    @LoopActor static func known(
        _ words: [String], _ directory: AppDirectory
    ) throws(CommandFailure) -> String? {
        guard let names = try certain(words, directory), !names.isEmpty else { return nil }
        for name in names where try directory.isUnknown(name) { return nil }
        return names.map(shellQuoted).joined(separator: " ")
    }
}
