// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// The apps that a user can name, and their names: from desktop files and, if focusd runs, from
/// what has sent notifications.
@LoopActor final class AppDirectory {
    private let files: DesktopFiles
    private let seen: @LoopActor () -> [SeenApp]
    private let note: @LoopActor (String) -> Void

    /// - Parameters:
    ///   - seen: asks focusd for the apps that have sent notifications.
    ///   - note: tells the user something about a name.
    init(
        _ environment: [String: String], seen: @escaping @LoopActor () -> [SeenApp],
        note: @escaping @LoopActor (String) -> Void
    ) {
        let directories = BaseDirectories { environment[$0] }
        files = DesktopFiles(AppNames(directories, locale: FilterShelf.locale(environment)))
        self.seen = seen
        self.note = note
    }

    /// All apps that have sent something or are installed.
    private(set) lazy var resolver = AppResolver(installed: files.all.files, seen: seen())

    /// The name in an app's desktop file; nil without one.
    func givenName(of app: AppID) -> String? { files.name(of: app) }

    /// The name in an app's desktop file, else its id; printable.
    func name(of app: AppID) -> String { (files.name(of: app) ?? app.rawValue).printable }

    /// `Files (org.gnome.Nautilus)`, or the id alone; printable.
    func title(of app: AppID) -> String {
        KnownApp(app, name: files.name(of: app)).title.printable
    }

    /// The app that a word means; a word that means none is taken for an id, with a note.
    func app(_ word: String) throws(CommandFailure) -> KnownApp {
        if let app = try find(word) { return app }
        note(unknown(word))
        return KnownApp(AppID(word))
    }

    /// The app that a word means; nil where no such app is known.
    ///
    /// - Parameter isExact: true where the first words of a name are not enough.
    func find(_ word: String, isExact: Bool = false) throws(CommandFailure) -> KnownApp? {
        switch resolver.resolve(word, isExact: isExact) {
        case .app(let id, var app):
            app.id = id
            return app
        case .several(let apps): throw Self.ambiguous(word, apps)
        case .unknown: return nil
        }
    }

    /// The refusal of a word that means several apps.
    nonisolated static func ambiguous(_ word: String, _ apps: [KnownApp]) -> CommandFailure {
        let some = apps.prefix(FilterShelf.listed).map(\.title.printable)
        let list = some.joined(separator: ", ") + (apps.count > some.count ? ", …" : "")
        return .refused(
            "“\(word.printable)” is the name of several apps; use one of their ids: \(list)")
    }

    /// The sentence about a word that means no known app.
    func unknown(_ word: String) -> String {
        let shown = word.printable.fitted(to: 60)
        let nearest: String? =
            switch resolver.resolve(word) {
            case .unknown(let nearest): nearest
            // The beginning of a name, where all of it is needed.
            case .app(let app, _): app.rawValue
            case .several: nil
            }
        return "no app “\(shown)” is installed or has sent a notification"
            + (nearest == nil ? "" : CommandLineReader.suggestion(nearest))
    }
}

extension Invocation {
    /// Makes the directory of apps for this run.
    func makeAppDirectory() -> AppDirectory {
        AppDirectory(environment) { [weak self] in
            guard let line = try? self?.line(), line.isRunning else { return [] }
            let request = ControlRequest.apps.within(CompletionSources.patience)
            return (try? line.ask(request)) ?? []
        } note: { [weak self] text in
            self?.output.error(text)
        }
    }
}
