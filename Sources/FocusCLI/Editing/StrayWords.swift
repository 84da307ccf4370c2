// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Words of `allow` and `silence` between the names of apps, or in place of one, that name no app:
/// `allow Slack and Discord`, `allow vs code`, `allow help`, `allow urgent`. On a list they would
/// have no effect.
@LoopActor struct StrayWords {
    let editor: FocusEditor
    /// The Focus of the lists.
    let settings: Focus
    /// The command with its options, such as `focus-switch allow --only`.
    let command: String
    /// The typed options with further members, and the option that names the Focus.
    let kept: String
    /// The option that names the Focus.
    let focus: String

    /// Returns true if a word says that the command is not for all the others.
    static func excludes(_ words: [String], _ directory: AppDirectory) -> Bool {
        words.contains { word in
            (word.means(.exclude) || ListWords.isNothing(word))
                && !directory.isName(word)
        }
    }

    /// Returns true for “nobody but Ann”, “nothing else except Slack” and “Slack, nothing else”.
    static func nameAlone(_ words: [String], _ directory: AppDirectory) -> Bool {
        let folded = words.map { $0.lowercased() }
        let isNothing = { (word: String) in word == "nothing" || ListWords.isNothing(word) }
        guard let place = folded.firstIndex(where: isNothing), !directory.isName(words[place])
        else { return false }
        let hasElse = folded[(place + 1)...].first == "else"
        let behind = folded[(place + (hasElse ? 2 : 1))...]
        let before = folded[..<place]
        guard let next = behind.first else {
            // “Slack, nothing else”.
            let names = before.drop(while: isLittle)
            return hasElse && !names.dropLast().contains { $0.means(.exclude) }
                && !names.isEmpty
        }
        // “nobody but Ann, but not Bob”.
        return ["but", "except"].contains(next) && before.allSatisfy(isLittle)
            && !(before + behind.dropFirst()).contains { $0.means(.exclude) }
    }

    /// Returns the step for “all but” some members, or for “nobody but” them; nil for other words
    /// that exclude, such as “not Slack”.
    static func stepForTheOthers(
        _ words: [String], _ members: String, _ verb: String, _ directory: AppDirectory
    ) -> OnlyStep? {
        if nameAlone(words, directory) { return OnlyStep(verb: verb, members: members) }
        let all = split(words, directory).all
        guard !all.isEmpty, !all.contains(where: ListWords.isNothing) else { return nil }
        return OnlyStep(verb: verb == "allow" ? "silence" : "allow", members: members)
    }

    /// Returns true for a word that stands beside names or in place of one, in any letter case.
    nonisolated static func isLittle(_ word: String) -> Bool { word.means(.little) }

    /// Returns true if a word says that the command is for nothing else: `only Slack`, `Slack
    /// only`, but not `Slack only today` or `Slack only in work`.
    static func saysOnly(_ words: [String], _ directory: AppDirectory) -> Bool {
        words.indices.contains(where: { index in
            guard words[index].means(.only),
                !directory.isName(words[index])
            else { return false }
            // “only for Slack”, but not “Slack only for today”.
            let isFor =
                words[..<index].allSatisfy(isLittle)
                && words[(index + 1)...].first?.lowercased() == "for"
            let next = words[(index + (isFor ? 2 : 1))...]
                .first { !["a", "from", "my", "of", "the"].contains($0.lowercased()) }
            return next.map { !TimeWords.areBegun(by: $0) && !ListHabits.isLead($0) } ?? true
        })
    }

    /// Words that stand for people, in lower case.
    private static let peopleWords: Set = [
        "people", "person", "everyone", "everybody", "anyone", "anybody", "nobody",
    ]

    /// Words for notifications of any sender, in lower case.
    private static let senderWords: Set = [
        "anything", "app", "apps", "everywhere", "notification", "notifications", "others",
    ]

    /// The urgent notifications, in lower case without blanks and hyphens.
    private static let levels: Set = ["timesensitive", "critical", "urgent"]

    /// The maximum number of bytes of a word that is too short for an app that nobody knows.
    private static let shortest = 2

    /// Returns the words without an “and” between known apps. Throws for any other stray word.
    ///
    /// - Parameter typed: the words before they were split at commas.
    func removed(
        from words: [String], typed: [String]
    ) throws(CommandFailure) -> [String] {
        let words = Self.joiningLevels(words)
        var strays: [Int] = []
        for (index, word) in words.enumerated()
        where try isStray(word)
            || words.count > 1 && TimeWords.isTime(word) && !directory.isName(word)
        {
            strays.append(index)
        }
        guard let first = strays.first(where: { Self.isLevel(words[$0]) }) ?? strays.first else {
            return words
        }
        let rest = words.indices.filter { !strays.contains($0) }.map { words[$0] }
        var areKnown = !rest.isEmpty
        for word in rest where try directory.isUnknown(word) { areKnown = false }
        let areBetween = strays.allSatisfy { index in
            words[index].means(.and) && index > 0
                && index < words.count - 1
        }
        if areBetween, areKnown { return rest }
        let areApart = typed.contains { $0.contains { ",;".contains($0) } }
        let kept = words.indices.filter { index in
            !strays.contains(index) || words[index].means(.and)
        }
        throw try failure(words[first], words, kept.map { words[$0] }, areApart: areApart)
    }

    private func isStray(_ word: String) throws(CommandFailure) -> Bool {
        guard !directory.isName(word) else { return false }
        if Self.isLevel(word) { return try directory.isUnknown(word) }
        if Self.isLittle(word) { return true }
        let isOther = word.means(.pronoun) || word.lowercased() == "off"
        if isOther || isFocus(word) { return try directory.isUnknown(word) }
        guard word.utf8.count <= Self.shortest,
            !OtherUse.everythingWords.contains(word.lowercased())
        else { return false }
        return try directory.isUnknown(word)
    }

    /// Returns true for `time-sensitive`, `Time sensitive`, `urgent` and the like.
    private static func isLevel(_ word: String) -> Bool {
        levels.contains(word.lowercased().filter { !"-_ ".contains($0) })
    }

    /// Returns the words with `time sensitive` as one word.
    private static func joiningLevels(_ words: [String]) -> [String] {
        words.reduce(into: []) { joined, word in
            if let last = joined.last, isLevel("\(last) \(word)") {
                joined[joined.count - 1] = "\(last) \(word)"
            } else {
                joined.append(word)
            }
        }
    }

    /// Returns true for the name of a Focus.
    private func isFocus(_ word: String) -> Bool { !Self.isLittle(word) && editor.isNamed(word) }

    private var directory: AppDirectory { editor.invocation.apps }

    private var verb: String { command.hasPrefix("focus-switch allow") ? "allow" : "silence" }

    /// Returns the steps for a word that stands for urgent notifications.
    private func levelSteps(_ word: String) -> [String] {
        let setting = "\(Setting.timeSensitive.rawValue) \(verb == "allow" ? "on" : "off")"
        let steps = ["For time-sensitive notifications: focus-switch set \(setting) \(focus)"]
        guard ["critical", "urgent"].contains(word.lowercased()) else { return steps }
        return steps + [
            "For notifications with that word: focus-switch \(verb) --word \(shellQuoted(word))"
                + " \(focus)"
        ]
    }

    /// - Parameters:
    ///   - rest: the words without the stray ones, but with each “and”.
    ///   - areApart: true if commas separated the words, which are not one name then.
    private func failure(
        _ word: String, _ words: [String], _ rest: [String], areApart: Bool
    ) throws(CommandFailure) -> CommandFailure {
        let isLevel = Self.isLevel(word)
        var details = isLevel ? levelSteps(word) : []
        let help = "For help: focus-switch \(verb) --help"
        if word.lowercased() == "help" { details.append(help) }
        if ["call", "calls"].contains(word.lowercased()) {
            details.append(
                "For calls in any app: focus-switch rule add calls --when 'category BEGINSWITH"
                    + " \"call\"' --do \(verb) \(focus)")
        }
        let (apps, all) = Self.split(rest, directory)
        let certain = try ListWords.certain(apps, directory)
        let quoted = certain?.map(shellQuoted).joined(separator: " ") ?? ""
        let isOnly = Self.saysOnly(words, directory) && !command.hasSuffix(" --only")
        // “all and Slack”: the step for the app would leave the others out.
        let areAllBesides =
            !all.isEmpty
            && rest.split { $0.means(.and) }
                .contains { $0.allSatisfy(all.contains) }
        let isOff = words.contains { $0.lowercased() == "off" && !directory.isName($0) }
        if Self.excludes(words, directory) || Self.nameAlone(words, directory) {
            // Without that word, the command would do the opposite.
            let isPeople =
                words.contains { Self.peopleWords.contains($0.lowercased()) }
                && certain?.contains { directory.isName($0) } != true
            let step = Self.stepForTheOthers(
                words, isPeople ? "--person \(quoted)" : quoted, verb, directory)
            let isOne = !isPeople || certain?.count == 1
            let isSure = !quoted.isEmpty && isOne
            details.append(step.flatMap { isSure ? $0.line(focus, in: settings) : nil } ?? help)
        } else if isOnly, all.isEmpty {
            // The option excludes these.
            let isPossible = !kept.contains("--all-") && !kept.contains("--word ")
            let isCertain = isPossible && certain != nil && !(quoted.isEmpty && kept == focus)
            let step = OnlyStep(verb: verb, members: quoted).line(kept, in: settings)
            details.append(isCertain ? step : help)
        } else if !quoted.isEmpty, !areAllBesides, !isOff {
            details.append("Without that word: \(command) \(quoted) \(kept)")
        } else if certain == nil || !quoted.isEmpty {
            if !details.contains(help) { details.append(help) }
        } else if !all.isEmpty
            || words.allSatisfy({ Self.senderWords.contains($0.lowercased()) })
        {
            details += ListWords.stepsForAll(
                verb == "allow" ? .allow : .silence, kept, focus, for: words)
        } else if rest.isEmpty, kept != focus, !isOff {
            details.append("Without that word: \(command) \(kept)")
        } else if words.count == 1, details.isEmpty {
            details.append(help)
        }
        let others = rest.filter { !$0.means(.and) }
        let names =
            isLevel ? others + [word] : areApart ? words : [words.joined(separator: " ")]
        let shown = names.map { "“\($0)”" }.joinedWithAnd
        let options = names.map { "--app \(shellQuoted($0))" }.joined(separator: " ")
        let start = names.count == 1 ? "For an app" : "For apps"
        details.append("\(start) \(shown) all the same: \(command) \(options) \(kept)")
        return .refused(
            isFocus(word)
                ? "“\(word.printable)” is a Focus, not an app"
                : "there is no app “\(word.printable)”",
            details: details)
    }

    /// Returns the words that may name apps, and those that stand for all of them.
    private static func split(
        _ words: [String], _ directory: AppDirectory
    ) -> (apps: [String], all: [String]) {
        let all = words.filter {
            OtherUse.everythingWords.contains($0.lowercased()) && !directory.isName($0)
        }
        return (words.filter { !all.contains($0) }, all)
    }

    /// Returns the apps to mute without an “and” between known ones. Throws for another word such
    /// as “from” that names no app.
    ///
    /// - Parameters:
    ///   - end: the option with the end of the mute, behind a blank.
    ///   - isAgreed: true to take another word for an app.
    ///   - isKnown: true for the names of further apps.
    static func removed(
        fromMuted words: [String], _ invocation: Invocation, _ end: String, isAgreed: Bool,
        _ isKnown: (String) -> Bool
    ) throws(CommandFailure) -> [String] {
        let strays = words.filter { word in
            (isLittle(word) || words.count > 1 && TimeWords.isTime(word))
                && !invocation.apps.isName(word) && !isKnown(word)
        }
        guard let first = strays.first else { return words }
        let rest = words.filter { !strays.contains($0) }
        var known: [String] = []
        var hasNew = false
        for word in rest {
            if try !invocation.apps.isUnknown(word) || isKnown(word) {
                known.append(word)
            } else if invocation.apps.nearestListed(to: word) == nil {
                hasNew = true
            }
        }
        let areJoined = strays.allSatisfy { $0.means(.and) }
        if areJoined, known.count == rest.count, words.first != first, words.last != strays.last {
            return rest
        }
        if isAgreed { return areJoined ? rest : words }
        if areJoined, known.count < rest.count, words.last != strays.last, words.first != first {
            // “Slack and Discrod”.
            let meant = rest.map { word in
                known.contains(word) ? word : invocation.apps.nearestListed(to: word)
            }.compactMap(\.self)
            if meant.count == rest.count, let mistyped = rest.first(where: { !known.contains($0) })
            {
                let names = meant.map(shellQuoted).joined(separator: " ")
                throw .refused(
                    invocation.apps.unknown(mistyped),
                    "\(CommandLineReader.corrected)focus-switch mute \(names)\(end)")
            }
        }
        // Each word beside an “and” is meant as an app.
        let certain = try areJoined ? ListWords.certain(words, invocation.apps) ?? known : known
        let isOne = known.isEmpty && rest.count == 1
        let apps = split(isOne ? rest : certain, invocation.apps).apps
        // “1h Slack”: without that word, the mute would have no end.
        let times = strays.filter { word in
            !word.means(.and)
                && (EndTime.isEnd([word], now: invocation.now) || ClockWords.time(word) != nil
                    || ["today", "tonight", "tomorrow"].contains(word.lowercased()))
        }
        if !times.isEmpty {
            let own = end.isEmpty ? EndTime.split(times, now: invocation.now) : nil
            let isWhole =
                known.count == rest.count && !known.isEmpty
                && strays.allSatisfy { times.contains($0) || $0.means(.and) }
            let names = known.map { " \(shellQuoted($0))" }.joined()
            if isWhole, end.isEmpty, EndTime.isTonight(times) {
                throw EndTime.tonight("focus-switch mute\(names)", now: invocation.now)
            }
            let command = own.flatMap { isWhole && $0.words.isEmpty ? $0.option : nil }
                .map { option in names + option }
            throw .refused(
                "there is no app “\(times[0].printable)”",
                command.map { "With the end behind it: focus-switch mute\($0)" }
                    ?? "For help: focus-switch mute --help")
        }
        let names = apps.map { " \(shellQuoted($0))" }.joined()
        let isWhole = isOne || certain.count == rest.count
        let consent = areJoined && hasNew && isWhole && !known.isEmpty ? " --yes" : ""
        let whole = words.count == 1 ? shellQuoted(first) : UnknownApps.oneName(words)
        var step = "For help: focus-switch mute --help"
        // Without a word such as “except”, the command would do the opposite.
        let isOpposite = excludes(words, invocation.apps)
        if !isOpposite, !apps.isEmpty {
            let isWord = isWhole && strays.count == 1
            let lead = isWord ? "Without that word" : "Without the other words"
            step = "\(lead): focus-switch mute\(names)\(end)\(consent)"
        } else if !isOpposite, let whole {
            step = "To mute an app of that name: focus-switch mute \(whole)\(end) --yes"
        }
        let others = isOpposite ? [] : apps.filter { !known.contains($0) }
        let unknown = others.map { invocation.apps.unknown($0) }
        throw .refused("there is no app “\(first.printable)”", details: unknown + [step])
    }

    /// Throws for an unknown word beside known apps, as in `mute Slack loudly`: it is rather no app
    /// than one that nobody knows. An id has dots.
    ///
    /// - Parameters:
    ///   - known: the known apps beside it.
    ///   - typed: all words, as the user typed them.
    ///   - end: the option with the end of the mute, behind a blank.
    static func refuse(
        _ word: String, besideMuted known: [String], _ typed: [String], _ end: String,
        _ invocation: Invocation
    ) throws(CommandFailure) {
        guard !known.isEmpty, !word.contains("."), try invocation.apps.isUnknown(word),
            invocation.apps.nearestListed(to: word) == nil
        else { return }
        let names = known.map(shellQuoted).joined(separator: " ")
        let one = UnknownApps.oneName(typed).map { name in
            // A name that resembles a known one is asked about.
            let isNear = invocation.apps.nearestListed(to: typed.joined(separator: " ")) != nil
            return "If that is one app: focus-switch mute \(name)\(end)\(isNear ? " --yes" : "")"
        }
        let left = typed.count - known.flatMap { $0.split(separator: " ") }.count
        let lead = left == 1 ? "Without that word" : "Without the other words"
        throw .refused(
            invocation.apps.unknown(word),
            details: ["\(lead): focus-switch mute \(names)\(end)"]
                + [one].compactMap(\.self))
    }
}
