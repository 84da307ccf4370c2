// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// The translations that an app brings, read when they are first asked for and then kept.
final class LocalizedBundle: Sendable {
    /// A translation and the language it is in.
    struct Found {
        let translation: Translation
        let language: String
    }

    /// The directories that hold `*.lproj` and `*.xcstrings`, the first one first.
    let directories: [URL]
    private let tables = Mutex<[String: LocalizedTable]>([:])

    init(directories: [URL]) {
        self.directories = directories
    }

    /// The translations of a key, the best one first: in the first of the languages that the
    /// bundle has, then in its development language.
    func translations(of key: String, table: String, languages: [String]) -> [Found] {
        let table = tables.withLock { tables in
            if let table = tables[table] { return table }
            let read = LocalizedTable(named: table, in: directories)
            tables[table] = read
            return read
        }
        return table.candidates(for: languages).compactMap { language in
            table.translation(of: key, in: language).map {
                Found(translation: $0, language: table.ruleLanguage(of: language))
            }
        }
    }
}

// MARK: Which directories

extension LocalizedBundle {
    private static let known = Mutex<[[URL]: LocalizedBundle]>([:])

    private static func shared(_ directories: [URL]) -> LocalizedBundle {
        known.withLock { known in
            if let bundle = known[directories] { return bundle }
            let bundle = LocalizedBundle(directories: directories)
            known[directories] = bundle
            return bundle
        }
    }

    /// The app's own bundle, and what SwiftPM builds for the executable's target and for the
    /// modules that its intents are in: an app and its extension share these as a library, whose
    /// texts on Apple's systems are in the bundle of either.
    static let main: LocalizedBundle = {
        let executable = Bundle.main.executableURL?.lastPathComponent ?? ""
        let targets = [executable] + modulesOfIntents().filter { $0 != executable }
        return shared(directories(of: .main) + targets.flatMap(resourceDirectories(of:)))
    }()

    /// The modules of this process that have intents, entities or enumerations of an app.
    private static func modulesOfIntents() -> [String] {
        let types = [(any AppIntent).self, (any AppEntity).self, (any AppEnum).self]
            .flatMap { (type: Any.Type) in ConformingTypes.all(of: type) }
        return Set(types.map(moduleName(of:))).subtracting(["AppIntents"]).sorted()
    }

    private static func moduleName(of type: Any.Type) -> String {
        String(String(reflecting: type).prefix { $0 != "." })
    }

    /// A bundle of Foundation's.
    static func of(_ bundle: Bundle) -> LocalizedBundle {
        bundle == .main ? main : shared(directories(of: bundle))
    }

    /// The bundle at a URL, which may also be the directory with the translations itself.
    static func at(_ url: URL) -> LocalizedBundle {
        shared((Bundle(url: url).map(directories(of:)) ?? []) + [url])
    }

    /// The resources of a class's module: what SwiftPM builds for it, else its bundle.
    static func of(_ type: AnyClass) -> LocalizedBundle {
        shared(
            resourceDirectories(of: moduleName(of: type)) + directories(of: Bundle(for: type)))
    }

    private static func directories(of bundle: Bundle) -> [URL] {
        let inside = bundle.resourceURL.map { [$0] } ?? []
        return inside.contains(bundle.bundleURL) ? inside : inside + [bundle.bundleURL]
    }

    /// `PACKAGE_TARGET.resources` beside the executable, and `TARGET.resources` there or in the
    /// `share` directory of the same prefix, where an installed app keeps them.
    private static func resourceDirectories(of target: String) -> [URL] {
        guard let executable = Bundle.main.executableURL, !target.isEmpty else { return [] }
        let directory = executable.resolvingSymlinksInPath().deletingLastPathComponent()
        let beside = (try? FileManager.default.contentsOfDirectory(atPath: directory.path)) ?? []
        let built = beside.filter { $0.hasSuffix("_\(target).resources") }.sorted()
            .map { directory.appendingPathComponent($0) }
        let share = directory.deletingLastPathComponent().appendingPathComponent("share")
        let installed = [directory, share].map {
            $0.appendingPathComponent("\(target).resources")
        }
        return built + installed
    }
}
