// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Quick sources of completions: the user's and the apps' files and, while focusd runs, focusd's
/// data. The user waits after pressing Tab, so no app is asked.
@LoopActor struct CompletionSources {
    private let invocation: Invocation
    private let directories: BaseDirectories

    /// Time limit for focusd's answer, which normally takes a few milliseconds.
    static let patience = Duration.seconds(2)
    /// Maximum number of notifications to offer. A longer list does not help.
    static let notifications = 50

    init(_ invocation: Invocation) {
        self.invocation = invocation
        directories = BaseDirectories { invocation.environment[$0] }
    }

    private var catalog: FocusCatalog { FocusDirectory(directories).load() }

    func focuses() -> [Candidate] {
        catalog.focuses.ordered
            .map { Candidate(word: $0.id.rawValue, meaning: $0.name) }
    }

    func templates() -> [Candidate] {
        FocusTemplate.all.filter { $0.id != .doNotDisturb }
            .map { Candidate(word: $0.id.rawValue, meaning: $0.name) }
    }

    /// Returns the rules of a Focus, or of all Focuses for nil.
    func rules(_ word: String?) -> [Candidate] {
        named(word) { $0.focus.rules.map(\.name) }
    }

    /// Returns the schedules of a Focus, or of all Focuses for nil.
    func schedules(_ word: String?) -> [Candidate] {
        named(word) { $0.focus.schedules.map(\.name) }
    }

    /// Returns the triggers of a Focus, or of all Focuses for nil.
    func triggers(_ word: String?) -> [Candidate] {
        named(word) { $0.focus.triggers.sorted().map(\.text) }
    }

    /// Returns the words for which a Focus has a rule of `--word`.
    func ruleWords() -> [Candidate] {
        named(nil, WordRules.words(of:))
    }

    /// Returns the names in the files of a Focus, or of all Focuses for nil, by id.
    private func named(_ word: String?, _ names: (FocusFile) -> [String]) -> [Candidate] {
        let focus = word.map { FocusAlias.resolved($0, catalog).lowercased() }
        let files = catalog.files.ordered.filter { file in
            focus == nil
                || [file.id.rawValue, file.focus.name].contains { $0.lowercased() == focus }
        }
        return files.flatMap { file in
            names(file).map { Candidate(word: $0, meaning: file.focus.name) }
        }
    }

    func people() -> [Candidate] {
        let listed = Set(catalog.files.values.flatMap(\.peopleList))
        let seen = (ask(.people) ?? []).map(\.name)
        return Self.candidates(listed, seen)
    }

    private static func candidates(_ listed: Set<String>, _ seen: [String]) -> [Candidate] {
        listed.sorted().map { Candidate(word: $0) }
            + seen.filter { !listed.contains($0) }
            .map { Candidate(word: $0, meaning: "named by a notification") }
    }

    // MARK: Apps and filters

    /// Returns the apps that a Focus names or that sent a notification, then the installed apps.
    func apps() -> [Candidate] {
        let listed = catalog.files.values.flatMap { $0.appList + $0.timeSensitiveExcept }
        let known = invocation.apps.resolver.apps
        let seen = known.filter { !$0.sentIDs.isEmpty }
        let ids = Set(listed + seen.map(\.id)).sorted() + known.map(\.id)
        // The names follow the ids, since the user may know only the name.
        return ids.filter { !$0.rawValue.isEmpty }
            .map { Candidate(word: $0.rawValue, meaning: invocation.apps.givenName(of: $0) ?? "") }
            + known.flatMap { app in
                ([app.name].compactMap { $0 } + app.sentNames)
                    .map { Candidate(word: $0, meaning: app.id.rawValue) }
            }
    }

    /// Returns the web sites that a Focus lists, then those of the newest notifications.
    func sites() -> [Candidate] {
        let listed = Set(
            catalog.focuses.values.flatMap { $0.allowedSites.union($0.silencedSites) })
        let seen = entries(.init(limit: Self.notifications)).compactMap(\.record.site)
        return Self.candidates(listed, seen)
    }

    /// Returns the apps of the missed list.
    func missedApps() -> [Candidate] {
        entries(.init(state: .silenced, limit: Self.notifications)).map { entry in
            Candidate(
                word: (entry.record.program ?? entry.record.app).rawValue, meaning: entry.label)
        }
    }

    func mutedApps() -> [Candidate] {
        (ask(.mutes) ?? []).map { mute in
            Candidate(
                word: mute.app.rawValue,
                meaning: mute.name ?? invocation.apps.givenName(of: mute.app) ?? "")
        }
    }

    private var declarations: [FilterDeclaration] {
        if let told = ask(.filters(of: nil)) { return told.map(\.declaration) }
        let locale = FilterShelf.locale(invocation.environment)
        return DeclaredFilters(directories, locale: locale, nil).summaries.map(\.declaration)
    }

    func filterApps() -> [Candidate] {
        declarations.sorted { $0.key < $1.key }
            .map { Candidate(word: $0.key.app.rawValue, meaning: $0.title) }
    }

    func filters(of app: String) -> [Candidate] {
        declarations(of: app).map { Candidate(word: $0.key.filter, meaning: $0.title) }
    }

    func parameters(of app: String, _ filter: String?) -> [ParameterDeclaration] {
        let found = declarations(of: app)
        return (found.first { $0.key.filter == filter } ?? found.first)?.parameters ?? []
    }

    private func declarations(of word: String) -> [FilterDeclaration] {
        let declarations = declarations
        let apps = Set(declarations.map(\.key.app))
        let resolver = AppResolver(
            apps.map { KnownApp($0, name: invocation.apps.givenName(of: $0)) })
        guard case .app(let app, _) = resolver.resolve(word) else { return [] }
        return declarations.filter { $0.key.app == app }
    }

    // MARK: Notifications

    func notifications(missed: Bool) -> [Candidate] {
        entries(.init(state: missed ? .silenced : nil, limit: Self.notifications)).map { entry in
            Candidate(
                word: String(entry.record.id.rawValue),
                meaning: "\(entry.source): \(entry.headline)".fitted(to: 60))
        }
    }

    func actions(_ id: String?) -> [Candidate] {
        guard let id = id.flatMap({ UInt32($0) }),
            let entry = ask(.entry(ClientID(rawValue: id)))
        else { return [] }
        return entry.record.actions.map { Candidate(word: $0.key, meaning: $0.shownLabel) }
    }

    private func entries(_ query: HistoryQuery) -> [EntryWire] {
        ask(.entries(query)) ?? []
    }

    /// Returns focusd's answer, or nil if focusd does not run or does not answer in time.
    private func ask<Answer>(_ request: ControlRequest<Answer>) -> Answer? {
        guard let connection = try? invocation.connection(), connection.isRunning else {
            return nil
        }
        return try? connection.sendBlocking(request.within(Self.patience))
    }
}
