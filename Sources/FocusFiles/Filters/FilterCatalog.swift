// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// The declarations in force of the `.focus-filter` files of all directories.
///
/// The first directory with a valid file of an app wins. An invalid file is refused; its last valid
/// version stays in force, like for Focus files.
package struct FilterCatalog: Sendable {
    /// One table for each directory, the most important first.
    private let tables: [FilesInForce<[FilterDeclaration]>]

    init(_ tables: [FilesInForce<[FilterDeclaration]>]) {
        self.tables = tables
    }

    /// Reads the current files of all directories.
    init(reading directories: FilterDirectories) {
        let kind = Self.kind(locale: directories.locale)
        tables = directories.paths.map { path in
            var table = FilesInForce(kind, directory: path)
            table.reloadCompletely()
            return table
        }
    }

    /// Returns the rules for reading an app's file.
    static func kind(locale: String?) -> FilesInForce<[FilterDeclaration]>.Kind {
        FilesInForce.Kind(
            ending: FilterFile.ending, limit: FocusFileLimits.filterFiles, noun: "filter files"
        ) { name, bytes, path in
            guard let app = FilterFile.app(ofFileName: name) else {
                let reason = "the name is no app id: letters, digits, _ and -, with dots between"
                let problem = FileProblem(file: path, reason: reason)
                return .failure(FileProblems(problems: [problem]))
            }
            do throws(FileProblems) {
                return .success(try FilterFile.read(bytes, of: app, path: path, locale: locale))
            } catch {
                return .failure(error)
            }
        }
    }

    /// The declarations in force, by app.
    package var declarations: [AppID: [FilterDeclaration]] {
        var declarations: [AppID: [FilterDeclaration]] = [:]
        for table in tables {
            for (name, entry) in table.entries {
                guard let app = FilterFile.app(ofFileName: name), declarations[app] == nil,
                    let good = entry.good
                else { continue }
                declarations[app] = good
            }
        }
        return declarations
    }

    /// The problems of the current files, by directory, file and line.
    package var problems: [FileProblem] { tables.flatMap(\.problems) }
}
