// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// What the `.focus-filter` files of all directories declare, as it is in force.
///
/// The first directory that has a good file of an app wins. A bad file is refused; the last good
/// version of it stays in force, as with Focus files.
package struct FilterCatalog: Sendable {
    /// What is known of one file.
    private struct Entry: Equatable, Sendable {
        var seen: [UInt8]?
        /// The last version without problems.
        var good: [FilterDeclaration]?
        var problems: [FileProblem]
    }

    /// By directory, then by file name.
    private var entries: [[String: Entry]]
    private var directoryProblems: [[FileProblem]]
    private let directories: FilterDirectories

    /// Nothing read yet.
    init(_ directories: FilterDirectories) {
        self.directories = directories
        entries = Array(repeating: [:], count: directories.paths.count)
        directoryProblems = Array(repeating: [], count: directories.paths.count)
    }

    /// The declarations in force, by app.
    package var declarations: [AppID: [FilterDeclaration]] {
        var declarations: [AppID: [FilterDeclaration]] = [:]
        for files in entries {
            for (name, entry) in files {
                guard let app = FilterFile.app(ofFileName: name), declarations[app] == nil,
                    let good = entry.good
                else { continue }
                declarations[app] = good
            }
        }
        return declarations
    }

    /// What is wrong with the files as they are now, by directory, file and line.
    package var problems: [FileProblem] {
        zip(directoryProblems, entries).flatMap { problems, files in
            problems + files.sorted { $0.key < $1.key }.flatMap(\.value.problems)
        }
    }

    /// Whether both have the same in force and the same problems.
    package func isSame(as other: FilterCatalog) -> Bool {
        directoryProblems == other.directoryProblems && entries == other.entries
    }

    /// Reads all directories anew.
    mutating func reload() {
        for index in entries.indices { reload(index) }
    }

    /// Reads a directory anew.
    ///
    /// - Parameter names: the files to look at; nil for all.
    mutating func reload(_ index: Int, names: Set<String>? = nil) {
        let directory = directories.paths[index]
        // Files that were left out had no say when they were named.
        let names = directoryProblems[index].isEmpty ? names : nil
        directoryProblems[index] = []
        var present: [String] = []
        do throws(FileProblem) {
            present = try FileSystem.names(in: directory)
                .filter { $0.hasSuffix(FilterFile.ending) && !$0.hasPrefix(".") }
        } catch {
            // What was read before stays in force.
            directoryProblems[index] = [error]
            return
        }
        let limit = FocusFileLimits.filterFiles
        if present.count > limit {
            let reason = "\(present.count) filter files, more than \(limit)"
            directoryProblems[index] = [FileProblem(file: directory, reason: reason)]
            present.removeLast(present.count - limit)
        }
        let kept = Set(present)
        for name in entries[index].keys where !kept.contains(name) { entries[index][name] = nil }
        for name in present where names?.contains(name) ?? true {
            entries[index][name] = read(name, in: directory, before: entries[index][name])
        }
    }

    /// nil when the file is gone.
    private func read(_ name: String, in directory: String, before: Entry?) -> Entry? {
        let path = directory + "/" + name
        let bytes: [UInt8]
        do throws(FileProblem) {
            guard let read = try FileSystem.read(path) else { return nil }
            bytes = read
        } catch {
            return Entry(seen: nil, good: before?.good, problems: [error])
        }
        guard bytes != before?.seen else { return before }
        guard let app = FilterFile.app(ofFileName: name) else {
            let reason = "the name is no app id: letters, digits, _ and -, with dots between"
            return Entry(
                seen: bytes, good: nil, problems: [FileProblem(file: path, reason: reason)])
        }
        do throws(FileProblems) {
            let good = try FilterFile.read(
                bytes, of: app, path: path, locale: directories.locale)
            return Entry(seen: bytes, good: good, problems: [])
        } catch {
            return Entry(seen: bytes, good: before?.good, problems: error.problems)
        }
    }
}
