// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// The Focuses of a directory, as they are in force.
///
/// A bad file leaves the last good version of its Focus in force, and Do Not Disturb is there even
/// without a file.
package struct FocusCatalog: Sendable {
    /// What is known of one file.
    private struct Entry: Equatable, Sendable {
        /// What was read last; nil when nothing could be.
        var seen: [UInt8]?
        /// The last version without problems.
        var good: FocusFile?
        var problems: [FileProblem]
    }

    /// By file name.
    private var entries: [String: Entry] = [:]
    private var directoryProblems: [FileProblem] = []
    private let builtIn: FocusFile?

    /// Nothing read yet: Do Not Disturb alone.
    package init() {
        let template = FocusTemplate.named(.doNotDisturb)
        // The template parses; a test reads them all.
        builtIn = template.flatMap {
            try? FocusFile(id: $0.id, contents: $0.contents, path: "(built in)")
        }
    }

    /// The file in force of each Focus, Do Not Disturb's own text where it has none.
    package var files: [FocusID: FocusFile] {
        var files: [FocusID: FocusFile] = [:]
        if let builtIn { files[builtIn.id] = builtIn }
        for entry in entries.values {
            if let good = entry.good { files[good.id] = good }
        }
        return files
    }

    /// All Focuses that can be turned on.
    package var focuses: [FocusID: Focus] { files.mapValues(\.focus) }

    /// What is wrong with the files as they are now, by file and line.
    package var problems: [FileProblem] {
        directoryProblems
            + entries.sorted { $0.key < $1.key }.flatMap(\.value.problems)
    }

    /// Whether there is a file of that Focus, good or bad.
    package func hasFile(_ id: FocusID) -> Bool {
        entries[FocusDirectory.fileName(of: id)] != nil
    }

    /// Whether both have the same Focuses in force and the same problems.
    package func isSame(as other: FocusCatalog) -> Bool {
        directoryProblems == other.directoryProblems && entries == other.entries
    }

    /// Reads a directory anew.
    ///
    /// - Parameter names: the files to look at; nil for all.
    mutating func reload(_ directory: FocusDirectory, names: Set<String>? = nil) {
        // Files that were left out had no say when they were named.
        let names = directoryProblems.isEmpty ? names : nil
        directoryProblems = []
        var present: [String] = []
        do throws(FileProblem) {
            present = try FileSystem.names(in: directory.path)
                .filter(FocusDirectory.isFocusFileName)
        } catch {
            // What was read before stays in force.
            directoryProblems = [error]
            return
        }
        if present.count > FocusFileLimits.files {
            let reason = "\(present.count) Focus files, more than \(FocusFileLimits.files)"
            directoryProblems = [FileProblem(file: directory.path, reason: reason)]
            present.removeLast(present.count - FocusFileLimits.files)
        }
        let gone = Set(entries.keys).subtracting(present)
        for name in gone { entries[name] = nil }
        for name in present where names?.contains(name) ?? true {
            read(name, in: directory)
        }
    }

    private mutating func read(_ name: String, in directory: FocusDirectory) {
        let path = directory.path + "/" + name
        let before = entries[name]
        let bytes: [UInt8]
        do throws(FileProblem) {
            guard let read = try FileSystem.read(path) else {
                entries[name] = nil
                return
            }
            bytes = read
        } catch {
            entries[name] = Entry(seen: nil, good: before?.good, problems: [error])
            return
        }
        guard bytes != before?.seen else { return }
        let id = FocusID(name.dropLast(FocusDirectory.ending.count))
        guard FocusDirectory.isValid(id.rawValue) else {
            let error = FocusFileError.badID(id.rawValue)
            let problem = FileProblem(file: path, reason: error.description)
            entries[name] = Entry(seen: bytes, good: nil, problems: [problem])
            return
        }
        do throws(FileProblems) {
            let file = try FocusFile(id: id, bytes: bytes, path: path)
            entries[name] = Entry(seen: bytes, good: file, problems: [])
        } catch {
            entries[name] = Entry(seen: bytes, good: before?.good, problems: error.problems)
        }
    }
}
