// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The commands `lockscreen hide`, `lockscreen show` and `lockscreen list`: the texts of popups
/// while the session is locked.
enum LockScreenCommands {
    static let all = [list, hide, show]

    private static let every = LockScreenRules.everyApp

    static let list = Command(
        "lockscreen list",
        summary: "List the apps whose texts are hidden while the session is locked",
        examples: ["focus-switch lockscreen list"]
    ) { invocation, values throws(CommandFailure) in
        try values.noArguments()
        let configuration = try configuration(invocation)
        let bodies = configuration.lockedBodies.sorted { $0.rawValue < $1.rawValue }
        let texts = configuration.lockedTexts.sorted { $0.rawValue < $1.rawValue }
        invocation.report([
            "bodies": .strings(bodies.map(\.rawValue)), "texts": .strings(texts.map(\.rawValue)),
        ]) {
            if bodies.isEmpty, texts.isEmpty {
                return invocation.output.sentence(
                    "All texts are shown while the session is locked.")
            }
            var table = Table(.cut, flexible: [0])
            for app in texts { table.add(title(app, invocation), "all texts hidden") }
            for app in bodies where !configuration.lockedTexts.contains(app) {
                table.add(title(app, invocation), "body hidden")
            }
            invocation.output.table(table)
        }
    }

    static let hide = Command(
        "lockscreen hide", "APP…",
        summary: "Hide an app's texts in popups while the session is locked",
        details: """
            Hides the body; with --all-text, the summary, pictures and buttons, too. “all” is every \
            app. The history keeps the whole texts. Popups that are there when the session is \
            locked stay as they are.
            """,
        options: [
            .init("all-text", help: "Hide all texts, not only the body"), Invocation.yes,
        ],
        examples: [
            "focus-switch lockscreen hide Chat", "focus-switch lockscreen hide all --all-text",
        ]
    ) { invocation, values throws(CommandFailure) in
        let part: LockScreenRules.Hidden = values.flag("all-text") ? .everything : .body
        try change("lockscreen hide", to: part, values, invocation)
        warn(invocation)
    }

    static let show = Command(
        "lockscreen show", "APP…",
        summary: "Show an app's texts in popups while the session is locked",
        details: "“all” ends “hide all”.", options: [Invocation.yes],
        examples: ["focus-switch lockscreen show Chat"]
    ) { invocation, values throws(CommandFailure) in
        try change("lockscreen show", to: nil, values, invocation)
    }

    /// Hides that part of the apps' notifications, or shows all of them for nil, and reports it.
    @LoopActor private static func change(
        _ command: String, to hidden: LockScreenRules.Hidden?, _ values: OptionValues,
        _ invocation: Invocation
    ) throws(CommandFailure) {
        let apps = try apps(values, invocation, command)
        let before = try configuration(invocation)
        try edit(invocation) { bodies, texts in
            for app in apps { remove(app, from: &bodies, &texts, invocation) }
            if hidden == .everything { texts.formUnion(apps) }
            if hidden == .body { bodies.formUnion(apps) }
        }
        let after = try configuration(invocation)
        let removed = before.lockedBodies.union(before.lockedTexts)
            .subtracting(after.lockedBodies.union(after.lockedTexts))
        let shown = hidden == nil ? removed : []
        try report(apps, hidden, since: before, invocation, removed: shown)
        guard before != after, !invocation.isJSON else { return }
        if let advice = FocusEditor(invocation).undoAdvice { invocation.output.advice(advice) }
    }

    // MARK: The file

    @LoopActor private static func file(_ invocation: Invocation) -> ConfigurationFile {
        var file = ConfigurationFile(BaseDirectories { invocation.environment[$0] })
        file.history = invocation.history
        file.isRehearsed = invocation.rehearsal != nil
        return file
    }

    @LoopActor private static func configuration(
        _ invocation: Invocation
    ) throws(CommandFailure) -> Configuration {
        do throws(FileProblems) {
            return try file(invocation).load()
        } catch {
            let step = FocusArgument.editStep(file(invocation).path, invocation)
            throw .refused("\(error)", step.printable)
        }
    }

    @LoopActor private static func edit(
        _ invocation: Invocation, _ change: (inout Set<AppID>, inout Set<AppID>) -> Void
    ) throws(CommandFailure) {
        try FocusEditor(invocation).checkDirectory()
        do throws(FocusFileError) {
            try file(invocation).edit { text throws(FocusFileError) in
                var bodies = text.configuration.lockedBodies
                var texts = text.configuration.lockedTexts
                change(&bodies, &texts)
                try text.set("Locked", "HideBodies", bodies.map(\.rawValue).sorted())
                try text.set("Locked", "HideTexts", texts.map(\.rawValue).sorted())
            }
        } catch {
            throw FocusEditor.failure(error)
        }
    }

    /// Removes all entries of an app: under each of its ids and names, in any letter case.
    @LoopActor private static func remove(
        _ app: AppID, from bodies: inout Set<AppID>, _ texts: inout Set<AppID>,
        _ invocation: Invocation
    ) {
        let known =
            app == every ? nil : invocation.apps.resolver.apps.first { $0.ids.contains(app) }
        let aliases = app == every ? [] : invocation.apps.aliases(of: app)
        let own = Set(([app] + (known?.ids ?? []) + aliases).map { $0.folded ?? $0 })
        bodies = bodies.filter { !own.contains($0.folded ?? $0) }
        texts = texts.filter { !own.contains($0.folded ?? $0) }
    }

    // MARK: Words

    @LoopActor private static func apps(
        _ values: OptionValues, _ invocation: Invocation, _ verb: String
    ) throws(CommandFailure) -> Set<AppID> {
        guard !values.arguments.isEmpty else { throw .usage("expected an app, or all") }
        try TrailingEnd.refuse(values.arguments, invocation, verb) { apps in
            "focus-switch \(verb) \(apps)"
        }
        var apps: Set<AppID> = []
        let configuration = try configuration(invocation)
        let listed = AppList(configuration.lockedBodies.union(configuration.lockedTexts))
        let words = try names(values.arguments, invocation, verb, listed)
        for word in words where word != every.rawValue {
            if !listed.contains(AppID(word)) {
                let question = verb == "lockscreen hide" ? "Hide texts of" : "Show texts of"
                try invocation.confirmMistyped(word, question, values)
            }
            apps.insert(try invocation.apps.app(word).id)
        }
        return words.contains(every.rawValue) ? apps.union([every]) : apps
    }

    /// Returns the names of apps among words such as `Slack and Signal`. Throws for a word between
    /// them that names none, as in `Slack on the lock screen`. A listed word can be taken off.
    @LoopActor private static func names(
        _ typed: [String], _ invocation: Invocation, _ verb: String, _ listed: AppList
    ) throws(CommandFailure) -> [String] {
        let words = try ListWords.joined(typed, invocation.apps)
        func isListed(_ word: String) -> Bool {
            verb == "lockscreen show" && listed.contains(AppID(word))
        }
        var place = HiddenPlace(words, invocation)
        if place?.place.allSatisfy(isListed) == true { place = nil }
        let named = place?.names ?? words
        let stray =
            place?.place.first
            ?? named.first {
                $0.means(.little) && !invocation.apps.isName($0) && !isListed($0)
            }
        guard let stray else { return words }
        let areJoined =
            place == nil
            && named.allSatisfy { word in
                !word.means(.little) || word.means(.and)
                    || invocation.apps.isName(word)
            }
        let apps = try ListWords.certain(named, invocation.apps) ?? []
        if areJoined, !apps.isEmpty { return apps }
        throw .refused(
            "there is no app “\(stray.printable)”",
            apps.isEmpty
                ? "For help: focus-switch \(verb) --help"
                : "Without the other words: focus-switch \(verb)"
                    + " \(apps.map(shellQuoted).joined(separator: " "))")
    }

    @LoopActor private static func title(_ app: AppID, _ invocation: Invocation) -> String {
        app == every ? "every app" : invocation.apps.title(of: app)
    }

    /// Reports what holds for the apps now.
    ///
    /// - Parameters:
    ///   - meant: the part that the command hides, or nil if it shows all texts.
    ///   - before: the settings before the command.
    ///   - removed: the entries that the command has removed from the file.
    @LoopActor private static func report(
        _ apps: Set<AppID>, _ meant: LockScreenRules.Hidden?, since before: Configuration,
        _ invocation: Invocation, removed: Set<AppID>
    ) throws(CommandFailure) {
        let problems = try invocation.askIfRunning(.reload)
        let sorted = apps.sorted { $0.rawValue < $1.rawValue }
        let outcome = Outcome(before, try configuration(invocation), removed, invocation)
        invocation.report([
            "apps": .strings(sorted.map(\.rawValue)), "reloaded": .boolean(problems != nil),
        ]) {
            for app in sorted {
                outcome.sentences(app, meant).forEach { invocation.output.sentence($0) }
            }
        }
        if problems == nil { invocation.noteWithoutFocusd() }
    }

    /// Sentences about what is hidden after a command.
    @LoopActor private struct Outcome {
        private let earlierRules: LockScreenRules
        private let rules: LockScreenRules
        private let listed: [AppID]
        /// The entries that the command has removed.
        private let removed: AppList
        private let invocation: Invocation

        init(
            _ before: Configuration, _ configuration: Configuration, _ removed: Set<AppID>,
            _ invocation: Invocation
        ) {
            self.removed = AppList(removed)
            earlierRules = LockScreenRules(
                bodiesOf: before.lockedBodies, textsOf: before.lockedTexts)
            rules = LockScreenRules(
                bodiesOf: configuration.lockedBodies, textsOf: configuration.lockedTexts)
            listed = configuration.lockedBodies.union(configuration.lockedTexts)
                .filter { $0 != LockScreenCommands.every }.sorted { $0.rawValue < $1.rawValue }
            self.invocation = invocation
        }

        /// Returns sentences about an app that a command named.
        ///
        /// - Parameter meant: the part that the command hides, or nil if it shows all texts.
        func sentences(_ app: AppID, _ meant: LockScreenRules.Hidden?) -> [String] {
            let hidden = hiddenPart(of: app, rules)
            if hidden == meant {
                let words = meant.map { "without \(text($0))" } ?? "with all texts"
                let isSame = hiddenPart(of: app, earlierRules) == meant
                let verb = isSame ? "already shows" : "will show"
                let first = "\(name(app)) \(verb) \(words) while the session is locked."
                return [first] + (app == LockScreenCommands.every ? exceptions : [])
            }
            guard let hidden else { return [] }
            let still = "\(name(app)) still hides \(text(hidden))"
            // Another entry of the file hides it, as one in another letter case.
            guard hidden == rules.hidden(of: LockScreenCommands.every) else {
                return ["\(still): focus-switch lockscreen list"]
            }
            let entry = "\(name(app)) has no entry of its own any more"
            return (removed.contains(app) ? ["\(entry)."] : [])
                + ["\(still), as every app does: focus-switch lockscreen show all"]
        }

        /// Returns the part of an app's notifications that is hidden, under any of its ids and
        /// names, as focusd finds it.
        private func hiddenPart(
            of app: AppID, _ rules: LockScreenRules
        ) -> LockScreenRules.Hidden? {
            guard app != LockScreenCommands.every else { return rules.hidden(of: app) }
            let found = ([app] + invocation.apps.aliases(of: app)).compactMap { id in
                rules.hidden(of: id)
            }
            return found.contains(.everything) ? .everything : found.first
        }

        /// Sentences about apps that hide more than every app does.
        private var exceptions: [String] {
            let common = rules.hidden(of: LockScreenCommands.every)
            return listed.compactMap { app in
                guard let hidden = rules.hidden(of: app), hidden != common else { return nil }
                let command = "focus-switch lockscreen show \(shellQuoted(app.rawValue).printable)"
                return "\(name(app)) still hides \(text(hidden)): \(command)"
            }
        }

        private func text(_ hidden: LockScreenRules.Hidden) -> String {
            hidden == .everything ? "all texts" : "the body"
        }

        private func name(_ app: AppID) -> String {
            let title = LockScreenCommands.title(app, invocation)
            // An id stays as it is.
            guard app == LockScreenCommands.every else { return title }
            return title.prefix(1).uppercased() + title.dropFirst()
        }
    }

    /// Warns the user if the lock cannot be seen in this session.
    @LoopActor private static func warn(_ invocation: Invocation) {
        let checks = (try? invocation.askIfRunning(.doctor)) ?? nil
        for check in checks ?? [] where check.check == DoctorCheck.lockScreen {
            guard let problem = check.problem else { continue }
            invocation.output.note(check.detail.printable)
            invocation.output.errorSentence("To do: \(problem.remedy.printable)")
        }
    }
}
