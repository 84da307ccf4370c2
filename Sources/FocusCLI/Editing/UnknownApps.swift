// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// Words of `allow` and `silence` that name no known app. Most of them are apps that have not sent
/// a notification yet; the others would be entries of a list without an effect.
@LoopActor struct UnknownApps {
    let editor: FocusEditor
    /// The command with its options, such as `focus-switch allow --only`.
    let command: String
    /// The typed options with further members, and the option that names the Focus.
    let kept: String
    /// The option that names the Focus.
    let focus: String

    /// Returns the words without those that name no app; see ``StrayWords``.
    ///
    /// - Parameter typed: the words before they were split at commas.
    func withoutStrays(
        _ words: [String], typed: [String]
    ) throws(CommandFailure) -> [String] {
        try StrayWords(
            directory: editor.invocation.apps, command: command, kept: kept, focus: focus
        ).removed(from: words, typed: typed)
    }

    /// Throws for an e-mail address and for a mistyped name.
    ///
    /// - Parameter typed: the words before they were split at commas.
    func check(_ words: [String], typed: [String]) throws(CommandFailure) {
        let directory = editor.invocation.apps
        for word in try ListWords.apps(words, directory) where try directory.isUnknown(word) {
            try refuseAddress(word)
            try refuseMistyped(word)
        }
        try noteSplit(typed)
    }

    /// Prints the commands for other meanings of unknown words: one name, or a person. Must be
    /// called after the notes about these words, to which the commands belong.
    ///
    /// - Parameter typed: the words before they were split at commas.
    func hint(_ words: [String], typed: [String], _ verb: String) throws(CommandFailure) {
        let names = try ListWords.apps(words, editor.invocation.apps)
        try Self.hintAtOneName(names, typed, editor.invocation) { name in
            "\(command) \(name) \(focus)"
        }
        try hintAtPerson(words, verb)
    }

    /// Prints that a word with a comma counts as several apps, if none of them is known.
    private func noteSplit(_ words: [String]) throws(CommandFailure) {
        let directory = editor.invocation.apps
        for word in words {
            let names = try ListWords.apps([word], directory)
            guard names.count > 1 else { continue }
            var isKnown = false
            for name in names where try !directory.isUnknown(name) { isKnown = true }
            guard !isKnown else { continue }
            editor.invocation.output.note(
                "“\(word.printable)” counts as \(names.count) apps:"
                    + " \(names.map(\.printable).namesWithCommas); an app has a comma in its name only"
                    + " where one of that name is known")
        }
    }

    /// Prints the command with quotes for several words, one of them unknown, that may be one name.
    ///
    /// - Parameters:
    ///   - apps: the names that the words were taken for.
    ///   - command: returns the command for the quoted name.
    static func hintAtOneName(
        _ apps: [String], _ words: [String], _ invocation: Invocation,
        _ command: (String) -> String
    ) throws(CommandFailure) {
        guard let name = oneName(words) else { return }
        for app in apps where try invocation.apps.isUnknown(app) {
            return invocation.output.errorSentence(
                "If that is one app: \(command(name))".printable)
        }
    }

    /// Returns several words as one name in quotes; nil for words that are no parts of one name.
    nonisolated static func oneName(_ words: [String]) -> String? {
        let name = words.joined(separator: " ")
        // A word with a blank was quoted: it is one name already.
        guard words.count > 1, !words.contains(where: { $0.contains(" ") }),
            !name.contains(where: { ",;./".contains($0) })
        else { return nil }
        return shellQuoted(name)
    }

    /// Returns true for an id that `allow` and `silence` may refuse without `--app`: one of no
    /// known app that resembles a known app, or may be another word.
    static func needsOption(_ app: AppID, _ directory: AppDirectory) -> Bool {
        let word = app.rawValue
        return !directory.isName(word)
            && (!word.contains(".") || isAddress(word) || directory.nearest(to: word) != nil)
    }

    /// Returns true for a word in the form of an e-mail address, `kim@example.org`.
    nonisolated static func isAddress(_ word: String) -> Bool {
        let parts = word.split(separator: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts[0].isEmpty && parts[1].contains(".")
            && !word.contains { " /".contains($0) }
    }

    /// Prints the command for a person if a word names neither a known app nor a known person: it
    /// may be a person who has not written yet.
    private func hintAtPerson(_ words: [String], _ verb: String) throws(CommandFailure) {
        let directory = editor.invocation.apps
        // An id has dots.
        for word in try ListWords.apps(words, directory)
        where !word.contains(".") || word.contains("@") {
            guard try directory.isUnknown(word),
                case .unknown(nearest: nil) = directory.resolver.resolve(word)
            else { continue }
            editor.invocation.output.errorSentence(
                "If that is a person: focus-switch \(verb) --person \(shellQuoted(word)) \(focus)"
                    .printable)
        }
    }

    private func refuseAddress(_ word: String) throws(CommandFailure) {
        guard Self.isAddress(word) else { return }
        throw .refused(
            "there is no app “\(word.printable)”",
            "For a person: \(command) --person \(shellQuoted(word)) \(kept)",
            appStep(word))
    }

    private func refuseMistyped(_ word: String) throws(CommandFailure) {
        guard let nearest = editor.invocation.apps.nearest(to: word),
            // Such a word may be a web site; the command for it is shown as well.
            try NamedSites(invocation: editor.invocation).likelyHost(of: word) == nil
        else { return }
        throw .refused(
            editor.invocation.apps.unknown(word),
            "For that: \(command) \(shellQuoted(nearest)) \(kept)",
            appStep(word))
    }

    private func appStep(_ word: String) -> String {
        "For an app “\(word)” all the same: \(command) --app \(shellQuoted(word)) \(kept)"
    }
}

/// Words of `allow` and `silence` between the names of apps, or in place of one, that name no app:
/// `allow Slack and Discord`, `allow vs code`, `allow help`, `allow urgent`. On a list they would
/// have no effect.
@LoopActor struct StrayWords {
    let directory: AppDirectory
    /// The command with its options, such as `focus-switch allow --only`.
    let command: String
    /// The typed options with further members, and the option that names the Focus.
    let kept: String
    /// The option that names the Focus.
    let focus: String

    /// Words between two apps, in lower case.
    nonisolated static let joining: Set = ["and", "or", "und", "oder", "&", "+", "plus"]

    /// Other words that are no names, in lower case.
    nonisolated private static let others: Set = [
        "help", "nothing", "anything", "something", "call", "calls", "message", "messages",
        "notification", "notifications", "app", "apps", "people", "person", "only", "just", "the",
        "from", "of", "a", "an", "every", "any", "also", "please", "through",
    ]

    /// Words that exclude what follows, in lower case.
    nonisolated private static let excluding: Set = ["but", "not", "except"]

    /// Returns true if a word says that the command is not for all the others.
    private static func excludes(_ words: [String], _ directory: AppDirectory) -> Bool {
        words.contains { word in
            (excluding.contains(word.lowercased()) || ListWords.isNothing(word))
                && !directory.isName(word)
        }
    }

    /// Returns true for a word that stands beside names or in place of one, in any letter case.
    nonisolated static func isLittle(_ word: String) -> Bool {
        let folded = word.lowercased()
        return joining.contains(folded) || others.contains(folded) || excluding.contains(folded)
            || ListHabits.isLead(folded)
    }

    /// Returns true for days beside another word: `allow Slack on weekends`.
    private static func areDays(_ word: String, in words: [String]) -> Bool {
        words.count > 1 && !OtherUse.everythingWords.contains(word.lowercased())
            && (try? DayWords.days(word)) != nil
    }

    /// Words that stand for people, in lower case.
    private static let peopleWords: Set = ["people", "person", "everyone", "everybody"]

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
        where try isStray(word) || Self.areDays(word, in: words) && !directory.isName(word) {
            strays.append(index)
        }
        guard let first = strays.first(where: { Self.isLevel(words[$0]) }) ?? strays.first else {
            return words
        }
        let rest = words.indices.filter { !strays.contains($0) }.map { words[$0] }
        var areKnown = !rest.isEmpty
        for word in rest where try directory.isUnknown(word) { areKnown = false }
        let areBetween = strays.allSatisfy { index in
            Self.joining.contains(words[index].lowercased()) && index > 0
                && index < words.count - 1
        }
        if areBetween, areKnown { return rest }
        let areApart = typed.contains { $0.contains { ",;".contains($0) } }
        throw failure(words[first], words, rest, areApart: areApart)
    }

    private func isStray(_ word: String) throws(CommandFailure) -> Bool {
        guard !directory.isName(word) else { return false }
        if Self.isLevel(word) { return try directory.isUnknown(word) }
        if Self.isLittle(word) { return true }
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

    /// - Parameter areApart: true if commas separated the words, which are not one name then.
    private func failure(
        _ word: String, _ words: [String], _ rest: [String], areApart: Bool
    ) -> CommandFailure {
        let isLevel = Self.isLevel(word)
        var details = isLevel ? levelSteps(word) : []
        if word.lowercased() == "help" {
            let name = command.split(separator: " ").prefix(2).joined(separator: " ")
            details.append("For help: \(name) --help")
        }
        if ["call", "calls"].contains(word.lowercased()) {
            details.append(
                "For calls in any app: focus-switch rule add calls --when 'category BEGINSWITH"
                    + " \"call\"' --do \(verb) \(focus)")
        }
        let (apps, all) = Self.split(rest, directory)
        if Self.excludes(words, directory) {
            // Without that word, the command would do the opposite.
            if !all.isEmpty, !all.contains(where: ListWords.isNothing), !apps.isEmpty {
                let names = apps.map(shellQuoted).joined(separator: " ")
                let other = verb == "allow" ? "silence" : "allow"
                details.append(
                    "To \(other) nothing else: focus-switch \(other) --only \(names) \(focus)")
            }
        } else if !apps.isEmpty {
            let names = apps.map(shellQuoted).joined(separator: " ")
            details.append("Without that word: \(command) \(names) \(kept)")
        } else if !all.isEmpty {
            let isPeople = words.contains { Self.peopleWords.contains($0.lowercased()) }
            let noun = isPeople ? "people" : "apps"
            // The option excludes names of the same kind.
            let isAlone = kept.contains(isPeople ? "--person " : "--app ")
            details.append(
                "For all \(noun): focus-switch \(verb) --all-\(noun) \(isAlone ? focus : kept)")
        }
        let names =
            isLevel ? rest + [word] : areApart ? words : [words.joined(separator: " ")]
        let shown = names.map { "“\($0)”" }.joinedWithAnd
        let options = names.map { "--app \(shellQuoted($0))" }.joined(separator: " ")
        let start = names.count == 1 ? "For an app" : "For apps"
        details.append("\(start) \(shown) all the same: \(command) \(options) \(kept)")
        return .refused("there is no app “\(word.printable)”", details: details)
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
            (isLittle(word) || areDays(word, in: words)) && !invocation.apps.isName(word)
                && !isKnown(word)
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
        let areJoined = strays.allSatisfy { joining.contains($0.lowercased()) }
        if areJoined, known.count == rest.count, words.first != first, words.last != strays.last {
            return rest
        }
        if isAgreed { return words }
        // Each word beside an “and” is meant as an app.
        let (apps, all) = split(areJoined || known.isEmpty ? rest : known, invocation.apps)
        let names = apps.map { " \(shellQuoted($0))" }.joined()
        let consent = areJoined && hasNew && !known.isEmpty ? " --yes" : ""
        var details = ["To mute an app of that name: \(invocation.agreeing)"]
        if excludes(words, invocation.apps) {
            // Without that word, the command would do the opposite.
        } else if !apps.isEmpty {
            details.insert(
                "Without that word: focus-switch mute\(names)\(end)\(consent)".printable, at: 0)
        } else if !all.isEmpty {
            details.insert("To silence all apps: focus-switch dnd", at: 0)
        }
        throw .refused("there is no app “\(first.printable)”", details: details)
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
        let one = UnknownApps.oneName(typed)
            .map { ["If that is one app: focus-switch mute \($0)\(end)"] }
        throw .refused(
            invocation.apps.unknown(word),
            details: ["Without that word: focus-switch mute \(names)\(end)"] + (one ?? [])
                + ["To mute an app of that name: \(invocation.agreeing)"])
    }
}
