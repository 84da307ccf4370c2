// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import GLibLoop

/// Words of `mute` that are more than names of apps and an end: `Slack while Work is on`, `Ben`,
/// `everything except Slack`, `Slack between 9 and 17`, `1h Slack`.
@LoopActor struct MuteSentence {
    private let values: OptionValues
    private let invocation: Invocation
    /// The words without an end in an option.
    private let words: [String]
    /// The option with a typed end, behind a blank.
    private let end: String

    init(_ values: OptionValues, _ invocation: Invocation) {
        self.values = values
        self.invocation = invocation
        let given = try? EndTime.options(values, now: invocation.now) { _ in false }
        words = given?.words ?? values.arguments
        end = given.map { EndTime.typedOption($0.end, values, now: invocation.now) } ?? ""
    }

    private var directory: AppDirectory { invocation.apps }
    private var isAgreed: Bool { values.flag("yes") }

    private func isName(_ words: some Sequence<String>) -> Bool {
        directory.isName(words.joined(separator: " "))
    }

    private func isName(_ word: String) -> Bool { directory.isName(word) }

    /// Throws for such words, with the commands that do what they say.
    func refuse() throws(CommandFailure) {
        guard !words.isEmpty, !isName(words),
            MutedApps(invocation).app(of: [AppID(words.joined(separator: " "))]) == nil
        else { return }
        try refuseTimes()
        if words.count > 1, !isAgreed {
            if end.isEmpty {
                try SecondCommand.refuse(words, behind: "mute", invocation)
                try refuseMistypedEnd()
            }
            try refusePersonInApp()
            // “person Ann after work” is about a person.
            if SpokenMembers.option(words[0]) == nil { try refuseCondition() }
            try refuseEndInFront()
        }
        try refuseOwn()
        try refuseMembers()
    }

    // MARK: Times

    /// Throws for times of the day behind the apps: `Slack between 9 and 17`. The second time is
    /// not the end of a mute, which begins now.
    private func refuseTimes() throws(CommandFailure) {
        for start in words.indices.dropFirst() {
            let last = Array(words[start...])
            // “mon-fri 9-17” has a range of times, “9:00 17:00” has not.
            let hasMark = last.contains { word in
                ["from", "between", "to"].contains(word.lowercased())
                    || ScheduleWords([word], corrects: false) != nil
            }
            guard hasMark, !isName(last), let times = ScheduleWords(last, corrects: false) else {
                continue
            }
            let members = SpokenMembers(Array(words[..<start]), invocation)
            let names = (try ListWords.certain(Array(words[..<start]), directory) ?? [])
                .map(shellQuoted).joined(separator: " ")
            let isAll = members.isAll && members.isSorted
            let now = isAll ? "dnd" : "mute \(names)"
            let isNow = times.isAround(invocation.now)
            let start =
                isNow ? ["From now until then: focus-switch \(now) --until \(times.to.text)"] : []
            let them = names.contains(" ") ? "them" : "it"
            throw .usage(
                "“\(last.joined(separator: " ").printable)” are times of the day, and a mute begins"
                    + " at once",
                details: isAll
                    ? start + ["To silence all apps then: \(times.command("dnd", invocation))"]
                    : names.isEmpty
                        ? ["For help: focus-switch mute --help"]
                        : start + [
                            "A Focus has times: \(times.command("FOCUS", invocation))",
                            "To silence \(them) then: focus-switch silence \(names) --focus FOCUS",
                        ])
        }
    }

    /// Throws for `Slack until lunch`, with a line for each time that it may be, and for `Slack fo
    /// 1h`.
    private func refuseMistypedEnd() throws(CommandFailure) {
        let place = words.dropFirst().firstIndex { word in
            EndTime.untilWords.contains(word.lowercased()) && !isName(word)
        }
        if let place, let apps = try ListWords.known(Array(words[..<place]), directory) {
            let text = words[(place + 1)...].joined(separator: " ")
            if let complaint = SpokenTime.complaint(about: text) {
                throw .usage(
                    complaint,
                    details: SpokenTime.times(text).map { time in
                        "To mute until \(time): focus-switch mute \(apps) --until \(time)"
                    })
            }
        }
        guard let lead = MistypedLead(words, invocation),
            let apps = try ListWords.known(lead.names, directory)
        else { return }
        throw .usage(lead.message, "For that end: focus-switch mute \(apps) \(lead.option)")
    }

    /// Throws for `1h Slack` and `tonight Slack`.
    private func refuseEndInFront() throws(CommandFailure) {
        let first = words[0]
        let isTonight = EndTime.isTonight([first])
        guard isTonight || EndTime.isEnd([first], now: invocation.now), !isName(first),
            let apps = try ListWords.known(Array(words.dropFirst()), directory)
        else { return }
        if isTonight, end.isEmpty {
            throw EndTime.tonight("focus-switch mute \(apps)", now: invocation.now)
        }
        let option = EndTime.split([first], now: invocation.now)?.option
        let line = option.map { "With the end behind it: focus-switch mute \(apps)\($0)" }
        throw .refused(
            "there is no app “\(first.printable)”",
            (end.isEmpty ? line : nil) ?? "For help: focus-switch mute --help")
    }

    // MARK: Conditions

    /// Throws for a condition, which a mute does not have, and for a Focus behind apps: `Slack
    /// while Work is on`, `Slack work`.
    private func refuseCondition() throws(CommandFailure) {
        let typed = try? EndTime.trailing(words, now: invocation.now)
        let mark = words.indices.first { place in
            guard words[place].means(.muteCondition), !isName(words[place]) else { return false }
            // “at work Slack”, but not “on Slack”.
            if place == 0, words.last.map(isName) != true || isName(words[1]) {
                return false
            }
            // “Slack until tomorrow at 9” is an end, and EndTime tells of “Slack at 18:00 for 1h”.
            if let typed, typed.words.count <= place { return false }
            let rest = Array(words[(place + 1)...])
            let timed = (try? EndTime.trailing(rest, now: invocation.now)) ?? nil
            let isBeginning = EndTime.beginnings.contains(words[place].lowercased())
            return !rest.isEmpty
                && !(isBeginning && EndTime.isEnd(timed?.words ?? rest, now: invocation.now))
        }
        var phrase = SpokenPhrase(words, invocation)
        if !phrase.isUnderstood || phrase.focus == nil {
            var rest = words
            let focus = SpokenPhrase.takeFocus(from: &rest, invocation)
            // “during my work focus”.
            if focus != nil { rest.removeAll { $0.means(.focus) && !isName($0) } }
            phrase = SpokenPhrase(rest, invocation, named: focus)
        }
        let isPlain =
            phrase.isUnderstood && phrase.condition == nil && phrase.exceptions == nil
            && phrase.subjects.hasNames && end.isEmpty && phrase.end.isEmpty
        var details: [String]?
        if let focus = phrase.focus, isPlain {
            let members = phrase.subjects.arguments()
            details = [
                "While that Focus is on: focus-switch silence \(members) --focus"
                    + " \(shellQuoted(focus))"
            ]
        }
        if mark == nil, let focus = phrase.focus, let details {
            throw .usage("“\(focus.printable)” is a Focus, not an app", details: details)
        }
        guard let mark else { return }
        let condition = Array(words[mark...])
        let hasTimes = condition.indices.dropFirst().contains { place in
            TimeWords.isTime(condition[place]) || condition[place].isNumber
                || TimeWords.isPart(condition[place], behind: condition[place - 1])
        }
        throw .usage(
            "“\(condition.joined(separator: " ").printable)” is a condition, and a mute has none",
            details: details ?? [
                hasTimes
                    ? "A Focus has times: focus-switch schedule set --help"
                    : "A Focus has triggers: focus-switch trigger add --help",
                "It silences apps: focus-switch silence --help",
            ])
    }

    // MARK: People and all apps

    /// Throws for `Slack from Ann` and `Slack except Ann`, whom a rule of a Focus can tell apart.
    private func refusePersonInApp() throws(CommandFailure) {
        let editor = FocusEditor(invocation)
        guard let id = invocation.activeFocus ?? editor.catalog.focuses.ordered.first?.id,
            let file = try? editor.read(id)
        else { return }
        let typed = (try? EndTime.trailing(words, now: invocation.now)) ?? nil
        let focus = "--focus \(shellQuoted(id.rawValue))"
        guard
            let rule = PersonInApp(typed?.words ?? words, invocation)?
                .step("silence", focus, in: file)
        else { return }
        // Without a Focus that is on, the user has to name one.
        let step =
            invocation.activeFocus == nil ? rule.replacing(focus, with: "--focus FOCUS") : rule
        let note = "A rule has no end: this holds until you remove it"
        throw .usage(
            "a mute is for an app with all its people",
            details: (typed == nil && end.isEmpty ? [] : [note]) + [step])
    }

    /// Throws for `me`, `the computer` and `it`, which hardly name an app.
    private func refuseOwn() throws(CommandFailure) {
        let split = EndTime.split(words, now: invocation.now)
        let names = (split?.words ?? words).drop { $0.means(.article, .pointing) }
        let typed = split?.words ?? words
        let name = names.first ?? typed.first ?? ""
        let isOwn = names.count == 1 && name.means(.own)
        let isPointing = typed.count == 1 && name.means(.pointing)
        guard !isAgreed, isOwn || isPointing, try directory.isUnknown(name) else { return }
        throw .refused(
            "there is no app “\(name.printable)”",
            details: [
                isOwn
                    ? NearMiss.silencingAll + (split?.option ?? end)
                    : "The newest notification and its app: focus-switch history --limit 1"
            ] + (typed.count == 1 ? ["To mute an app of that name: \(invocation.agreeing)"] : []))
    }

    /// Throws for people, sites and words, which a Focus silences, and for all apps, which Do Not
    /// Disturb does.
    private func refuseMembers() throws(CommandFailure) {
        let phrase = SpokenPhrase(words, invocation, end: end)
        let members = phrase.subjects
        let first = words[0]
        let isWord = OtherUse.everythingWords.contains(first.lowercased())
        if members.isAll, phrase.focus == nil, isWord || !isAgreed,
            let steps = phrase.steps(to: .silence, invocation)
        {
            throw .refused("there is no app “\(first.printable)”", details: steps)
        }
        if words.count == 1 { try ListWords.refuseAll(words, directory, []) }
        let kind = SpokenMembers.option(first)
        let isNew = try directory.isUnknown(first)
        guard !isAgreed, kind != nil && isNew || !members.people.isEmpty else { return }
        let noun =
            switch kind {
            case "site": "web sites"
            case "word": "notifications with a word"
            default: members.apps.isEmpty ? "people" : "people and apps"
            }
        let known = KnownPeople(FocusEditor(invocation))
        let areCertain =
            members.people.allSatisfy {
                known.person(named: $0) != nil || UnknownApps.isAddress($0)
            }
            && members.sites.allSatisfy { WebSite($0) != nil && $0.contains(".") }
            && members.words.allSatisfy { !$0.contains(" ") }
        let focus = phrase.focus ?? invocation.activeFocus?.rawValue ?? "FOCUS"
        let lead = (kind == nil ? "" : "Only apps are muted. ") + "A Focus silences \(noun)"
        let isClear = phrase.isUnderstood && areCertain && phrase.exceptions == nil
        let isPlain = isClear && phrase.condition == nil && members.hasNames
        let name = kind == nil ? typedName(phrase) : first
        let isKnown = kind == nil && known.person(named: name) != nil
        throw .refused(
            "there is no app “\(name.printable)”" + (isKnown ? ", but a person of that name" : ""),
            details: (isPlain && !phrase.end.isEmpty ? [SpokenPhrase.endlessList] : [])
                + (isPlain
                    ? [
                        "\(lead): focus-switch silence \(members.arguments()) --focus"
                            + " \(shellQuoted(focus))"
                    ]
                    : members.unknown.isEmpty || !phrase.isSorted
                        ? ["\(lead): focus-switch silence --help"]
                        : members.lines(lead) {
                            "focus-switch silence \($0) --focus \(shellQuoted(focus))"
                        })
                + (kind == nil || kind == "person" ? [NearMiss.alwaysStep()] : []))
    }

    /// Returns the typed name of the only person, or the first person.
    private func typedName(_ phrase: SpokenPhrase) -> String {
        let names = EndTime.split(words, now: invocation.now)?.words ?? words
        return phrase.subjects.count == 1
            ? names.drop { $0.means(.little) }.joined(separator: " ") : phrase.subjects.people[0]
    }
}

extension ScheduleWords {
    /// Returns true for times without days that are around a time.
    func isAround(_ now: Timestamp) -> Bool {
        if hasDays { return false }
        let time = CalendarTime(local: now)
        let minute = time.hour * 60 + time.minute
        // “22-6” is over midnight.
        return from < to
            ? from.minutes <= minute && minute < to.minutes
            : minute >= from.minutes || minute < to.minutes
    }
}
