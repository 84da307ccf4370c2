// SPDX-License-Identifier: Apache-2.0
import Foundation
import Synchronization

/// The translations of an app, read at their first use and then stored.
final class LocalizedBundle: Sendable {
    /// A translation with its language.
    struct Found {
        let translation: Translation
        let language: String
    }

    /// The directories with `*.lproj` and `*.xcstrings`, in order of precedence.
    let directories: [URL]
    private let tables = Mutex<[String: LocalizedTable]>([:])

    init(directories: [URL]) {
        self.directories = directories
    }

    /// Returns the translations of a key, the best first: in the first language that the bundle
    /// has, then in the bundle's development language.
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

// MARK: Directories of a bundle

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

    /// The translations of this process: those of the main bundle, then SwiftPM's resources of the
    /// executable's target, then those of each module that defines intents, which an app and its
    /// extension share as a library.
    static let main: LocalizedBundle = {
        let executable = Bundle.main.executableURL?.lastPathComponent ?? ""
        let targets = [executable] + modulesOfIntents().filter { $0 != executable }
        return shared(directories(of: .main) + targets.flatMap(resourceDirectories(of:)))
    }()

    /// Returns the modules of this process with intents, entities or enumerations of an app.
    private static func modulesOfIntents() -> [String] {
        let types = [(any AppIntent).self, (any AppEntity).self, (any AppEnum).self]
            .flatMap { (type: Any.Type) in ConformingTypes.all(of: type) }
        return Set(types.map(moduleName(of:))).subtracting(["AppIntents"]).sorted()
    }

    private static func moduleName(of type: Any.Type) -> String {
        String(String(reflecting: type).prefix { $0 != "." })
    }

    /// Returns the translations of a Foundation bundle.
    static func of(_ bundle: Bundle) -> LocalizedBundle {
        bundle == .main ? main : shared(directories(of: bundle))
    }

    /// Returns the translations of a bundle at a URL, which may also be the directory with the
    /// translations.
    static func at(_ url: URL) -> LocalizedBundle {
        shared((Bundle(url: url).map(directories(of:)) ?? []) + [url])
    }

    /// Returns the translations of a class's module, from SwiftPM's resources and then from its
    /// bundle.
    static func of(_ type: AnyClass) -> LocalizedBundle {
        shared(
            resourceDirectories(of: moduleName(of: type)) + directories(of: Bundle(for: type)))
    }

    private static func directories(of bundle: Bundle) -> [URL] {
        let inside = bundle.resourceURL.map { [$0] } ?? []
        return inside.contains(bundle.bundleURL) ? inside : inside + [bundle.bundleURL]
    }

    /// Returns `PACKAGE_TARGET.resources` beside the executable, and `TARGET.resources` beside the
    /// executable and in the `share` directory of the same prefix, where an installed app has its
    /// resources.
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
