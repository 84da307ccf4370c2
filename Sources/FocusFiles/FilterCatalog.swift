// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// What the `.focus-filter` files of all directories declare, as it is in force.
///
/// The first directory that has a good file of an app wins. A bad file is refused; the last good
/// version of it stays in force, as with Focus files.
package struct FilterCatalog: Sendable {
    /// One for each directory, the most important first.
    private let tables: [FileTable<[FilterDeclaration]>]

    init(_ tables: [FileTable<[FilterDeclaration]>]) {
        self.tables = tables
    }

    /// The files of all directories as they are now.
    init(reading directories: FilterDirectories) {
        let kind = Self.kind(locale: directories.locale)
        tables = directories.paths.map { path in
            var table = FileTable(kind, directory: path)
            table.reload()
            return table
        }
    }

    /// How an app's file is read.
    static func kind(locale: String?) -> FileTable<[FilterDeclaration]>.Kind {
        FileTable.Kind(
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

    /// What is wrong with the files as they are now, by directory, file and line.
    package var problems: [FileProblem] { tables.flatMap(\.problems) }
}
