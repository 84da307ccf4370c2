// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Apps that a user can name, with their names: from desktop files and, while focusd runs, from the
/// notifications that apps have sent.
@LoopActor final class AppDirectory {
    private let files: DesktopFiles
    private let seen: @LoopActor () -> [SeenApp]?
    private let note: @LoopActor (String) -> Void
    private let others: Others
    private let source: AppDirectory?

    /// Meanings of words besides an app that is installed or in the history.
    struct Others {
        /// Returns the ids of apps on the lists of Focuses.
        var listed: @LoopActor () -> [String] = { [] }
        /// Returns the noun for what a word names besides an app, as “person”; nil for nothing.
        var noun: @LoopActor (String) -> String? = { _ in nil }
        /// Returns the command line with an id in place of a word, without anything that a terminal
        /// interprets; nil if the word is no argument of its own.
        var command: @LoopActor (String, AppID) -> String? = { _, _ in nil }
        /// Called with a word that is taken as the id of an app that nobody knows.
        var taken: @LoopActor (String) -> Void = { _ in }
    }

    /// - Parameters:
    ///   - seen: asks focusd for the apps that have sent notifications; nil if it does not run.
    ///   - others: finds other meanings of words.
    ///   - source: a directory that has read the same apps already; nil to read them.
    ///   - note: shows the user a note about a name.
    init(
        _ environment: [String: String], seen: @escaping @LoopActor () -> [SeenApp]?,
        others: Others = Others(), source: AppDirectory? = nil,
        note: @escaping @LoopActor (String) -> Void
    ) {
        self.others = others
        self.source = source
        let directories = BaseDirectories { environment[$0] }
        files =
            source?.files
            ?? DesktopFiles(AppNames(directories, locale: FilterShelf.locale(environment)))
        self.seen = seen
        self.note = note
    }

    /// All apps that are installed or have sent a notification.
    private(set) lazy var resolver: AppResolver =
        source?.resolver ?? AppResolver(installed: files.all.files, seen: senders ?? [])

    /// The apps that have sent notifications; nil without focusd, which alone knows them.
    private lazy var senders: [SeenApp]? = source.map { $0.senders } ?? seen()

    /// True while focusd runs: the ids of apps that have sent are known.
    var knowsSenders: Bool { senders != nil }

    /// Returns the name in an app's desktop file, or nil without a desktop file.
    func givenName(of app: AppID) -> String? { files.name(of: app) }

    /// Returns other ids that the app's notifications may have.
    func aliases(of app: AppID) -> [AppID] { files.aliases(of: app) }

    /// Returns the name in an app's desktop file, or the app's id. Printable.
    func name(of app: AppID) -> String { (files.name(of: app) ?? app.rawValue).printable }

    /// Returns a title such as `Files (org.gnome.Nautilus)`, with the name in the app's desktop
    /// file or else one that the app has sent; only the id without a name. Printable.
    func title(of app: AppID) -> String {
        KnownApp(app, name: files.name(of: app) ?? sentName(of: app)).title.printable
    }

    /// Returns the name in an app's desktop file, else a name that the app has sent, else its id.
    /// Printable.
    func listedName(of app: AppID) -> String {
        (files.name(of: app) ?? sentName(of: app) ?? app.rawValue).printable
    }

    /// Returns ``listedName(of:)`` of the apps of one list, with the id behind a name that several
    /// of them have.
    func listedNames(of apps: [AppID]) -> [String] {
        let names = apps.map { listedName(of: $0) }
        let counts = Dictionary(grouping: names) { $0 }
        return zip(apps, names).map { app, name in
            counts[name]?.count == 1 ? name : title(of: app)
        }
    }

    /// Returns the name that an app's notifications have.
    func likelyName(of app: AppID) -> String? { sentName(of: app) ?? files.name(of: app) }

    private func sentName(of app: AppID) -> String? {
        resolver.apps.first { $0.sentIDs.contains(app) }?.sentNames.first { !$0.isBlank }
    }

    /// Returns the app that a word names. Takes an unknown word as an id and shows a note, even for
    /// the name of a program: many programs never send a notification. Shows a note also about the
    /// apps of that name where the word is the id of another app.
    ///
    /// Throws for the name of a known person or web site.
    ///
    /// - Parameter isCertain: true for a word that can only be meant as an app.
    func app(_ word: String, isCertain: Bool = false) throws(CommandFailure) -> KnownApp {
        if let app = try find(word) {
            tellOthers(word, besides: app)
            if SharedTool.isTool(app.id.rawValue) { note(SharedTool.note(app.id.rawValue)) }
            return app
        }
        if SharedTool.isTool(word) {
            note(SharedTool.note(word))
        } else if ProgramName(command: word).kind == .caller {
            note(
                "“\(word.printable)” runs other programs: a notification has the name of the script"
                    + " or program behind it")
        } else {
            if !isCertain { try refuseOthers(word) }
            others.taken(word)
            note(unknown(word))
        }
        let word = word.hasSuffix(".desktop") ? String(word.dropLast(".desktop".count)) : word
        return KnownApp(AppID(word.scalars(inBytes: Limits.appIDBytes)))
    }

    /// Shows a note about the other apps that a word could mean, with the command for the first.
    func tellOthers(_ word: String, besides app: KnownApp) {
        let found = resolver.namesakes(of: word, besides: app)
        guard let first = found.first else { return }
        let titles = found.map(\.title.printable).joined(separator: " or ")
        let origin = app.desktopID == nil ? "that an app has sent" : "of an installed app"
        let step = others.command(word, first.id).map {
            ". For \(found.count == 1 ? "that app" : "the first of these"): \($0)"
        }
        let id = app.ids.first { $0.rawValue.lowercased() == word.lowercased() }?.rawValue ?? word
        note("“\(id.printable)” is the id \(origin); you may mean \(titles)\(step ?? "")")
    }

    /// Throws for a word that names no app but a known person or web site.
    func refuseOthers(_ word: String) throws(CommandFailure) {
        guard try isUnknown(word), let noun = others.noun(word) else { return }
        let command = "focus-switch history \(shellQuoted(word))".printable
        throw .refused(
            "there is no app “\(word.printable)”, but a \(noun) of that name",
            "The notifications of that \(noun): \(command)")
    }

    /// Returns true for a word that names neither a known app nor an app on a list of a Focus.
    func isUnknown(_ word: String) throws(CommandFailure) -> Bool {
        guard try find(word) == nil else { return false }
        let folded = word.lowercased()
        return !others.listed().contains { $0.lowercased() == folded }
    }

    /// Returns true for the whole name or the id of a known app.
    func isName(_ word: String) -> Bool {
        switch resolver.resolve(word, isExact: true) {
        case .unknown: false
        case .app, .several: true
        }
    }

    /// Shows a note about an id that no known app has.
    func noteIfUnknown(_ id: String) {
        if !isName(id) { note(unknown(id)) }
    }

    /// Returns the app that a word names, or nil if no such app is known.
    ///
    /// - Parameter isExact: true if the beginning of a name is not enough.
    func find(_ word: String, isExact: Bool = false) throws(CommandFailure) -> KnownApp? {
        switch resolver.resolve(word, isExact: isExact) {
        case .app(let id, var app):
            app.id = id
            return app
        case .several(let apps):
            let lines = apps.prefix(FilterShelf.listed).compactMap { app in
                others.command(word, app.id).map { "  \($0)" }
            }
            throw Self.ambiguous(word, apps).adding(lines)
        case .unknown: return nil
        }
    }

    /// Returns the error for a word that names several apps.
    nonisolated static func ambiguous(_ word: String, _ apps: [KnownApp]) -> CommandFailure {
        let some = apps.prefix(FilterShelf.listed).map(\.title.printable)
        let list = some.joined(separator: ", ") + (apps.count > some.count ? ", …" : "")
        return .refused(
            "“\(word.printable)” is the name of several apps; use one of their ids: \(list)")
    }

    /// Returns the name that resembles a word which names no known app; nil if none does, and for a
    /// name that nobody can type.
    func nearest(to word: String) -> String? {
        switch resolver.resolve(word) {
        case .unknown(let nearest):
            nearest.flatMap { name in
                name.unicodeScalars.contains(where: \.isUnsafeInTerminals) ? nil : name
            }
        // The word is the beginning of a name where the whole name is needed.
        case .app(let app, _): app.rawValue
        case .several: nil
        }
    }

    /// Returns ``nearest(to:)``, else the app on a list of a Focus that resembles a word. Such an
    /// app may have sent no notification yet, or its past notifications may be deleted.
    func nearestListed(to word: String) -> String? {
        if let nearest = nearest(to: word) { return nearest }
        let ids = others.listed()
        let folded = word.lowercased()
        guard !ids.contains(where: { $0.lowercased() == folded }) else { return nil }
        // Ids of different apps begin with the same words: `org.example.Mail`, `org.example.Chat`.
        let last = AppID(word).lastPart
        return NearestWord.find(
            word, in: ids.filter { NearestWord.find(last, in: [AppID($0).lastPart]) != nil })
    }

    /// Returns a sentence about a word that names no known app.
    ///
    /// - Parameter suggestsListed: true to suggest an app on a list of a Focus, of which nothing
    ///   may be known but its place there.
    func unknown(_ word: String, suggestsListed: Bool = true) -> String {
        let shown = word.printable.fitted(to: 60)
        guard senders != nil else {
            return "no app “\(shown)” is installed; apps that have sent a notification are known"
                + " only while focusd runs" + CommandLineReader.suggestion(nearest(to: word))
        }
        // Feedback, such as the volume, and what was deleted is not in the history.
        let text = "no app “\(shown)” is installed or in the history"
        if let nearest = nearest(to: word) { return text + CommandLineReader.suggestion(nearest) }
        guard suggestsListed, let listed = nearestListed(to: word) else { return text }
        return text + "; did you mean “\(listed.printable)”, which a Focus has on a list?"
    }
}

extension KnownApp {
    /// The name that the app's next notification probably has: the last one that it has sent, else
    /// the name in its desktop file.
    var likelyName: String? { sentNames.first { !$0.isBlank } ?? name }
}

extension Invocation {
    /// Limits a query to an app, or else a web site or a person, that a word names. The
    /// notifications of a browser that names the site are listed as those of the site.
    ///
    /// - Returns: false for entries to skip. With ``HistoryQuery/app`` it is true for all.
    func selectSender(
        _ word: String, in query: inout HistoryQuery
    ) throws(CommandFailure) -> (EntryWire) -> Bool {
        try needFocusd()
        guard let host = try NamedSites(invocation: self).host(of: word) else {
            if try apps.isUnknown(word), KnownPeople(FocusEditor(self)).contains(word) {
                query.person = PersonKey(word)
                return { _ in true }
            }
            return try select(word, in: &query)
        }
        return { WebSite.lists([host], $0.record.site) }
    }

    /// Limits a query to an app that a word names.
    ///
    /// - Returns: false for entries to skip: an app may send under several ids, such as `chromium`
    ///   and `Chromium`, while a query takes one.
    func select(
        _ word: String, in query: inout HistoryQuery
    ) throws(CommandFailure) -> (EntryWire) -> Bool {
        try needFocusd()
        let app = try apps.app(word, isCertain: true)
        let ids = Set(app.sentIDs)
        if ids.count <= 1 {
            query.app = app.id
            return { _ in true }
        }
        return { entry in
            ids.contains(entry.record.app) || entry.record.program.map(ids.contains) == true
        }
    }

    /// Asks before a name that no known app has is taken as an app, if it resembles one. A mistyped
    /// name would have no effect, and no notification would tell.
    ///
    /// - Parameter verb: the first word of the question.
    func confirmMistyped(
        _ word: String, _ verb: String, _ values: OptionValues
    ) throws(CommandFailure) {
        guard try apps.isUnknown(word), let nearest = apps.nearestListed(to: word) else { return }
        rehearsal?.take(word)
        let doubt = apps.unknown(word)
        let meant = words.map { shellQuoted($0 == word ? nearest : $0) }
        try confirm(
            "\(doubt) \(verb) “\(word.printable)” all the same?", values, note: doubt,
            step: "For that app: focus-switch \(meant.joined(separator: " "))")
    }

    /// Returns the directory of apps for this run of the program. The two hold each other until the
    /// program ends.
    func makeAppDirectory() -> AppDirectory {
        var others = AppDirectory.Others()
        others.listed = { [self] in
            FocusEditor(self).catalog.focuses.values.flatMap { focus in
                focus.apps.members.union(focus.timeSensitiveExcept).map(\.rawValue)
            }.sorted()
        }
        others.noun = { [self] word in
            if ((try? NamedSites(invocation: self).host(of: word)) ?? nil) != nil {
                return "web site"
            }
            return KnownPeople(FocusEditor(self)).contains(word) ? "person" : nil
        }
        others.command = { [self] word, app in
            guard let place = words.dropFirst().firstIndex(of: word) else { return nil }
            var typed = words
            typed[place] = app.rawValue
            return "focus-switch \(typed.map(shellQuoted).joined(separator: " "))".printable
        }
        others.taken = { [self] word in rehearsal?.take(word) }
        let seen: @LoopActor () -> [SeenApp]? = { [self] in
            guard let connection = try? connection(), connection.isRunning else { return nil }
            return (try? connectionForSteps().sendBlocking(.apps)) ?? []
        }
        return AppDirectory(
            environment, seen: seen, others: others, source: rehearsal?.source.apps
        ) { [output] text in
            output.note(text)
        }
    }
}
