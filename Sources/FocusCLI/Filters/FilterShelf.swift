// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Predicates

/// Focus filters of apps, with the search for the filter that a command line names.
///
/// The filters come from focusd. If focusd does not run, they come from the apps' declaration files
/// and the Focus's own file, and no app can be asked.
@LoopActor struct FilterShelf {
    let invocation: Invocation
    /// Filters sorted by app, then by filter.
    let filters: [FilterSummary]
    /// True if the filters come from focusd, so that focusd can ask apps.
    let isLive: Bool
    /// Problems of the declaration files, if this program has read them. Otherwise focusd's doctor
    /// reports them.
    let fileProblems: [String]
    private let names: [AppID: String]
    private let resolver: AppResolver

    /// Reads the filters with the values that a Focus sets.
    ///
    /// - Parameter focus: the Focus, or nil for none.
    init(_ editor: FocusEditor, listing focus: FocusID?) throws(CommandFailure) {
        let told = try editor.invocation.askIfRunning(.filters(of: focus))
        var file: FocusFile?
        if told == nil, let focus { file = try editor.read(focus) }
        self.init(editor.invocation, told, file)
    }

    /// Reads the declared filters, and the undeclared filters that the Focus's file sets. Values
    /// come from the file.
    init(_ editor: FocusEditor, editing file: FocusFile) throws(CommandFailure) {
        self.init(editor.invocation, try editor.invocation.askIfRunning(.filters(of: nil)), file)
    }

    private init(_ invocation: Invocation, _ told: [FilterSummary]?, _ file: FocusFile?) {
        self.invocation = invocation
        let directories = BaseDirectories { invocation.environment[$0] }
        let locale = Self.locale(invocation.environment)
        isLive = told != nil
        let declared =
            told == nil ? DeclaredFilters(directories, locale: locale, file?.focus) : nil
        fileProblems = declared?.problems ?? []
        var filters = told ?? declared?.summaries ?? []
        let known = Set(filters.map(\.key))
        for configuration in file?.focus.filters ?? [] where !known.contains(configuration.key) {
            filters.append(FilterSummary(undeclared: configuration))
        }
        self.filters = filters.sorted { $0.key < $1.key }
        let files = DesktopFiles(AppNames(directories, locale: locale))
        var called: [AppID: String] = [:]
        var apps: [KnownApp] = []
        for app in Set(filters.map(\.key.app)) {
            let file = files.file(of: app)
            called[app] = file?.name
            let windowClass = (file?.windowClass).map { [AppID($0)] } ?? []
            let others = (file.map { [$0.id] } ?? []) + windowClass
            apps.append(KnownApp(app, otherIDs: others, name: file?.name))
        }
        names = called
        resolver = AppResolver(apps)
    }

    private init(_ shelf: FilterShelf, filters: [FilterSummary]) {
        invocation = shelf.invocation
        isLive = shelf.isLive
        fileProblems = shelf.fileProblems
        names = shelf.names
        self.filters = filters
        let apps = Set(filters.map(\.key.app))
        resolver = AppResolver(shelf.resolver.apps.filter { apps.contains($0.id) })
    }

    /// Returns a shelf with only these filters.
    func only(_ keys: Set<FilterKey>) -> FilterShelf {
        FilterShelf(self, filters: filters.filter { keys.contains($0.key) })
    }

    /// Returns the locale of messages, as POSIX and gettext determine it.
    nonisolated static func locale(_ environment: [String: String]) -> String {
        let locale =
            ["LC_ALL", "LC_MESSAGES", "LANG"].lazy
            .compactMap { environment[$0] }.first { !$0.isEmpty } ?? "C"
        if locale == "C" || locale == "POSIX" { return locale }
        let language = environment["LANGUAGE"]?.split(separator: ":").first
        return language.map(String.init) ?? locale
    }

    /// Returns the name in the app's desktop file, or nil without a desktop file.
    func givenName(of app: AppID) -> String? { names[app] }

    /// Returns the app's name, or its id if it has no name. Printable.
    func name(of app: AppID) -> String { (names[app] ?? app.rawValue).printable }

    /// Returns a title such as `Account of Chat`. Printable.
    func title(of filter: FilterSummary) -> String {
        "\(filter.title) of \(name(of: filter.key.app))"
    }

    // MARK: Search

    /// Words that a command accepts after `APP [FILTER]`.
    enum Following {
        case nothing
        /// Words of the form `PARAM=VALUE`.
        case assignments
        /// Words that begin with a parameter.
        case parameters
    }

    /// Returns the filter that the first words name, `APP [FILTER]`, and the remaining words.
    ///
    /// FILTER may be omitted if the app has only one filter.
    func find(
        _ words: [String], before following: Following = .nothing
    ) throws(CommandFailure) -> (filter: FilterSummary, rest: [String]) {
        guard let first = words.first else { throw .usage("expected an app") }
        let app = try app(first)
        let own = filters.filter { $0.key.app == app }
        let only = own.count == 1 ? own.first : nil
        if words.count > 1, let filter = Self.filter(words[1], among: own) {
            // If the app has only one filter, the word may also name a parameter.
            let isParameter =
                following == .parameters && only != nil && filter.key.filter != words[1]
                && filter.declaration.parameters.contains { $0.name == words[1] }
            if !isParameter { return (filter, Array(words.dropFirst(2))) }
        }
        if let only, following != .nothing || words.count == 1 {
            return (only, Array(words.dropFirst()))
        }
        let list = own.map(\.nameAndTitle).joined(separator: ", ")
        guard words.count > 1, !words[1].contains("=") else {
            throw .refused("\(name(of: app)) has several Focus filters; name one: \(list)")
        }
        throw .refused(
            "\(name(of: app)) has no Focus filter “\(words[1].printable)”"
                + (Self.nearest(words[1], own.flatMap { [$0.key.filter, $0.declaration.title] })
                    ?? "; choose from \(list)"))
    }

    /// Returns the app with filters that a word names.
    func app(_ word: String) throws(CommandFailure) -> AppID {
        switch resolver.resolve(word) {
        case .app(let app, _): return app
        case .several(let apps): throw AppDirectory.ambiguous(word, apps)
        case .unknown: throw unknownApp(word)
        }
    }

    /// Returns true if a word names an app with filters.
    func knowsApp(_ word: String) -> Bool {
        if case .unknown = resolver.resolve(word) { false } else { true }
    }

    private func unknownApp(_ word: String) -> CommandFailure {
        let apps = Set(filters.map(\.key.app)).sorted()
        let bad = fileProblems.prefix(Self.listed).map { "  \($0.printable)" }
        guard !apps.isEmpty else {
            let unknown =
                isLive
                ? ""
                : "; focusd is not running, so apps that declare theirs while they run are not known"
            return .refused(
                "no app declares a Focus filter\(unknown)",
                details: bad + [
                    "An app declares its filters with a file or while it runs: focus-filter(5)",
                    "For a predicate of yours: focus-switch filter predicate --help",
                ])
        }
        let words = apps.flatMap { app in
            [app.rawValue, app.lastPart] + (names[app].map { [$0] } ?? [])
        }
        let some = apps.prefix(Self.listed).map { app in
            names[app].map { "\($0.printable) (\(app.rawValue.printable))" }
                ?? app.rawValue.printable
        }
        let list = some.joined(separator: ", ") + (apps.count > some.count ? ", …" : "")
        return .refused(
            "no app “\(word.printable)” declares a Focus filter"
                + (Self.nearest(word, words) ?? "; choose from \(list)"),
            details: bad)
    }

    /// Maximum number of names in an error message.
    nonisolated static let listed = 12

    nonisolated static func nearest(_ word: String, _ words: [String]) -> String? {
        NearestWord.find(word, in: words).map { CommandLineReader.suggestion($0) }
    }

    private static func filter(_ word: String, among own: [FilterSummary]) -> FilterSummary? {
        let folded = word.lowercased()
        let ways: [(FilterSummary) -> Bool] = [
            { $0.key.filter == word }, { $0.key.filter.lowercased() == folded },
            { $0.declaration.title.lowercased() == folded },
        ]
        for way in ways {
            let found = own.filter(way)
            if found.count == 1 { return found.first }
        }
        return nil
    }
}

extension FilterSummary {
    /// Makes a filter that a Focus's file sets but no app declares. Its values are the texts in the
    /// file.
    init(undeclared configuration: FilterConfiguration) {
        self.init(
            FilterDeclaration(configuration.key, title: ""), isConfigured: true,
            values: configuration.parameters.mapValues(ParameterValue.text),
            predicate: configuration.predicate?.description)
    }

    /// The app's title of the filter, or the filter's id. Printable.
    var title: String {
        let title = declaration.title.printable
        return title.isEmpty ? key.filter.printable : title
    }

    /// Name and title, such as `AccountFilter (Account)`.
    var nameAndTitle: String {
        let id = key.filter.printable
        return title == id ? id : "\(id) (\(title))"
    }

    /// Returns the parameter with that name or title, ignoring letter case.
    func parameter(_ word: String) throws(CommandFailure) -> ParameterDeclaration {
        let folded = word.lowercased()
        let ways: [(ParameterDeclaration) -> Bool] = [
            { $0.name == word }, { $0.name.lowercased() == folded },
            { $0.title.lowercased() == folded },
        ]
        for way in ways {
            let found = declaration.parameters.filter(way)
            if let parameter = found.first, found.count == 1 { return parameter }
        }
        let names = declaration.parameters.map(\.name)
        throw .refused(
            names.isEmpty
                ? "\(title) has no parameters"
                : "\(title) has no parameter “\(word.printable)”"
                    + (FilterShelf.nearest(
                        word, names + declaration.parameters.map(\.title))
                        ?? "; choose from \(names.map(\.printable).joined(separator: ", "))"))
    }
}

/// Filters in the apps' declaration files, with the values of a Focus. Readable without focusd.
struct DeclaredFilters {
    /// All filters in declaration files, with the values of the Focus. The state of the apps is
    /// unknown: no app can be asked.
    let summaries: [FilterSummary]
    /// Problems of the declaration files.
    let problems: [String]

    init(_ directories: BaseDirectories, locale: String, _ focus: Focus?) {
        let catalog = FilterDirectories(directories, locale: locale).load()
        problems = catalog.problems.map(\.description)
        summaries = catalog.declarations.values.flatMap(\.self).map { declaration in
            let configuration = focus?.filters.first { $0.key == declaration.key }
            guard let configuration else { return FilterSummary(declaration, source: .file) }
            let (values, problems) = declaration.read(configuration)
            return FilterSummary(
                declaration, source: .file, isConfigured: true, values: values,
                predicate: configuration.predicate?.description, problems: problems)
        }
    }
}
