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

    /// Throws for an e-mail address and for a mistyped name.
    ///
    /// - Parameter typed: the words before they were split at commas.
    func check(_ words: [String], typed: [String]) throws(CommandFailure) {
        try refuse(words)
        try noteSplit(typed)
    }

    /// Throws for an e-mail address and for a mistyped name. Prints nothing.
    func refuse(_ words: [String]) throws(CommandFailure) {
        let directory = editor.invocation.apps
        let names = try ListWords.apps(words, directory)
        for word in names where try directory.isUnknown(word) {
            let others = names.filter { $0 != word }
            try refuseAddress(word, beside: others)
            try refuseMistyped(word, beside: others)
        }
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
        try hintAtPerson(words, typed: typed, verb)
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
    private func hintAtPerson(
        _ words: [String], typed: [String], _ verb: String
    ) throws(CommandFailure) {
        let directory = editor.invocation.apps
        // An id has dots.
        var names = try ListWords.apps(words, directory).filter { word in
            !word.contains(".") && ![.caller, .tool].contains(ProgramName(command: word).kind)
                || word.contains("@")
        }
        // “Ann Lee” is one person.
        if Self.oneName(typed) != nil, !names.contains(where: directory.isName) {
            names = [typed.joined(separator: " ")]
        }
        for word in names {
            guard try directory.isUnknown(word),
                case .unknown(nearest: nil) = directory.resolver.resolve(word)
            else { continue }
            editor.invocation.output.errorSentence(
                "If that is a person: focus-switch \(verb) --person \(shellQuoted(word)) \(focus)"
                    .printable)
        }
    }

    private func refuseAddress(
        _ word: String, beside others: [String]
    ) throws(CommandFailure) {
        guard Self.isAddress(word) else { return }
        throw .refused(
            "there is no app “\(word.printable)”",
            "For a person: \(command) --person \(Self.quoted([word] + others)) \(kept)",
            appStep(word, others))
    }

    private func refuseMistyped(
        _ word: String, beside others: [String]
    ) throws(CommandFailure) {
        // Such a word may be a web site; the command for it is shown as well.
        let sites = NamedSites(invocation: editor.invocation)
        guard try sites.likelyHost(of: word) == nil, try sites.host(of: word) == nil else {
            return
        }
        guard let nearest = editor.invocation.apps.nearest(to: word) else {
            guard !word.contains("."), let person = KnownPeople(editor).nearest(to: word) else {
                return
            }
            throw .refused(
                "there is no app “\(word.printable)”; did you mean the person"
                    + " “\(person.printable)”?",
                "For that person: \(command) --person \(Self.quoted([person] + others)) \(kept)",
                appStep(word, others))
        }
        throw .refused(
            editor.invocation.apps.unknown(word),
            "For that: \(command) \(Self.quoted([nearest] + others)) \(kept)",
            appStep(word, others))
    }

    /// - Parameter others: the other typed names, which the step keeps.
    private func appStep(_ word: String, _ others: [String]) -> String {
        let names = Self.quoted([word] + others)
        return "For an app “\(word)” all the same: \(command) --app \(names) \(kept)"
    }

    nonisolated private static func quoted(_ names: [String]) -> String {
        names.map(shellQuoted).joined(separator: " ")
    }
}
