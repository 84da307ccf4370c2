// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import GLibLoop

/// Reads the apps' desktop files: `Name=` in the user's language, `Icon=`, and `StartupWMClass=`.
/// `AppResolver` finds the app that a typed name means.
package struct AppNames: Hashable, Sendable {
    private let directories: [String]
    private let locale: String?

    /// - Parameter locale: as in `LC_MESSAGES`; nil for the languages of the environment.
    package init(_ directories: BaseDirectories = BaseDirectories(), locale: String? = nil) {
        self.directories = directories.data.map { $0 + "/applications" }
        self.locale = locale
    }

    /// Returns the desktop file with exactly that id; nil if there is no readable file.
    package func file(named app: AppID) -> DesktopApp? { file(named: app, reusing: [:]) }

    /// The same, but does not read a file that is known and has not changed since.
    func file(named app: AppID, reusing known: [String: ReadFile]) -> DesktopApp? {
        // The desktop entry specification allows no slash in ids; a slash would leave the
        // directory.
        guard !app.rawValue.isEmpty, !app.rawValue.utf8.contains(UInt8(ascii: "/")),
            !app.rawValue.hasPrefix("."), !app.rawValue.utf8.contains(0)
        else { return nil }
        for directory in directories {
            let path = "\(directory)/\(app.rawValue)\(Self.ending)"
            // The first directory with the file counts, even if the file is invalid.
            if let known = known[path], known.stamp == FileStamp(path) { return known.app }
            guard let bytes = try? FileSystem.read(path) else { continue }
            return read(bytes, of: app)
        }
        return nil
    }

    /// Maximum number of desktop files of a directory that ``installed`` has.
    package static let maximumFiles = 4_096
    /// Number of bytes after which ``installed`` reads no further file of a directory.
    package static let maximumBytes = 16 << 20

    /// All desktop files, each id once. Of a directory with too many, the first ones by name.
    package var installed: [DesktopApp] {
        var known: [String: ReadFile] = [:]
        return installed(reusing: &known) ?? []
    }

    /// A desktop file as it was read.
    struct ReadFile: Sendable {
        let stamp: FileStamp
        let byteCount: Int
        let app: DesktopApp
    }

    /// The same as ``installed``, but reads only files that are not known, or have changed since.
    ///
    /// - Parameters:
    ///   - known: the files as they were read last, by path; becomes the present ones.
    ///   - isOver: returns true to stop, even if there are more files.
    /// - Returns: nil if it was stopped. Then `known` has the files that were read, too.
    func installed(
        reusing known: inout [String: ReadFile], unless isOver: () -> Bool = { false }
    ) -> [DesktopApp]? {
        var found: [AppID: DesktopApp] = [:]
        var present: [String: ReadFile] = [:]
        for directory in directories {
            guard let names = Self.names(in: directory, unless: isOver) else {
                known.merge(present) { $1 }
                return nil
            }
            var left = Self.maximumBytes
            for name in names where left > 0 {
                let app = AppID(name.dropLast(Self.ending.count))
                guard found[app] == nil else { continue }
                if isOver() {
                    known.merge(present) { $1 }
                    return nil
                }
                let path = "\(directory)/\(name)"
                guard let file = readFile(path, of: app, unless: known[path]) else { continue }
                left -= file.byteCount
                present[path] = file
                found[app] = file.app
            }
        }
        known = present
        return found.values.sorted { $0.id < $1.id }
    }

    /// Returns the names of a directory's desktop files, at most ``maximumFiles``; nil if it was
    /// stopped.
    private static func names(in directory: String, unless isOver: () -> Bool) -> [String]? {
        guard
            let scan = try? DirectoryScan(
                directory, ending: ending, limit: maximumFiles, known: [])
        else { return [] }
        while !scan.step(FocusFileLimits.namesPerTurn) {
            if isOver() { return nil }
        }
        return scan.choice().names
    }

    /// Reads a file, unless it is as it was; nil if it cannot be read.
    private func readFile(_ path: String, of app: AppID, unless known: ReadFile?) -> ReadFile? {
        let stamp = FileStamp(path)
        if let known, known.stamp == stamp { return known }
        guard let bytes = try? FileSystem.read(path) else { return nil }
        // A file without usable content counts as an app without a name.
        return ReadFile(
            stamp: stamp, byteCount: bytes.count, app: read(bytes, of: app) ?? DesktopApp(app))
    }

    /// Changes whenever a desktop file appears or disappears.
    package var stamp: [FileStamp] { directories.map { FileStamp($0) } }

    private static let ending = ".desktop"
    private static let group = "Desktop Entry"

    private func read(_ bytes: [UInt8], of app: AppID) -> DesktopApp? {
        guard let file = try? KeyFile(bytes: Self.wanted(bytes)),
            file.contains(group: Self.group)
        else { return nil }
        func text(_ key: String) -> String? {
            let text = (try? file.localizedString(Self.group, key, locale: locale)) ?? nil
            return text.flatMap {
                $0.isEmpty || $0.utf8.count > FocusFileLimits.listEntryBytes ? nil : $0
            }
        }
        func flag(_ key: String) -> Bool { file.rawValue(Self.group, key) == "true" }
        let categories = (try? file.strings(Self.group, "Categories")) ?? []
        return DesktopApp(
            app, name: text("Name"), windowClass: text("StartupWMClass"), icon: text("Icon"),
            isHidden: flag("NoDisplay") || flag("Hidden"),
            categories: Array(categories.prefix(Self.maximumCategories)))
    }

    /// Returns the lines of a desktop file that this type reads. Parsing the many translated
    /// comments and the actions would cost twenty times as much.
    private static func wanted(_ bytes: [UInt8]) -> [UInt8] {
        var wanted: [UInt8] = []
        var isInGroup = false
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            if line.first == UInt8(ascii: "[") {
                if isInGroup { break }
                isInGroup = line.starts(with: "[\(group)]".utf8)
                if isInGroup { wanted += line + [UInt8(ascii: "\n")] }
            } else if isInGroup, keys.contains(where: { line.starts(with: $0.utf8) }) {
                wanted += line + [UInt8(ascii: "\n")]
            }
        }
        return wanted
    }

    /// The first bytes of the lines to read; translations of `Name` begin with `Name`, too.
    private static let keys = [
        "Name", "StartupWMClass", "Icon", "NoDisplay", "Hidden", "Categories",
    ]

    /// Maximum number of categories of an app; files of apps have up to about ten.
    private static let maximumCategories = 32
}
