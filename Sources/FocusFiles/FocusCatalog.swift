// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// The Focuses of a directory, as they are in force.
///
/// A bad file leaves the last good version of its Focus in force, and Do Not Disturb is there even
/// without a file.
package struct FocusCatalog: Sendable {
    private var table: FileTable<FocusFile>?
    private let builtIn: FocusFile?

    /// Nothing read yet: Do Not Disturb alone.
    package init() {
        self.init(nil)
    }

    init(_ table: FileTable<FocusFile>?) {
        self.table = table
        let template = FocusTemplate.named(.doNotDisturb)
        // The template parses; a test reads them all.
        builtIn = template.flatMap {
            try? FocusFile(id: $0.id, contents: $0.contents, path: "(built in)")
        }
    }

    /// The files of a directory as they are now.
    init(reading directory: FocusDirectory) {
        var table = FileTable(Self.kind, directory: directory.path)
        table.reload()
        self.init(table)
    }

    /// How a Focus's file is read.
    static let kind = FileTable<FocusFile>.Kind(
        ending: FocusDirectory.ending, limit: FocusFileLimits.files, noun: "Focus files"
    ) { name, bytes, path in
        let id = FocusID(name.dropLast(FocusDirectory.ending.count))
        guard FocusDirectory.isValid(id.rawValue) else {
            let error = FocusFileError.badID(id.rawValue)
            let problem = FileProblem(file: path, reason: error.description)
            return .failure(FileProblems(problems: [problem]))
        }
        do throws(FileProblems) {
            return .success(try FocusFile(id: id, bytes: bytes, path: path))
        } catch {
            return .failure(error)
        }
    }

    /// The file in force of each Focus, Do Not Disturb's own text where it has none.
    package var files: [FocusID: FocusFile] {
        var files: [FocusID: FocusFile] = [:]
        if let builtIn { files[builtIn.id] = builtIn }
        for entry in table?.entries.values.map(\.good) ?? [] {
            if let good = entry { files[good.id] = good }
        }
        return files
    }

    /// All Focuses that can be turned on.
    package var focuses: [FocusID: Focus] { files.mapValues(\.focus) }

    /// What is wrong with the files as they are now, by file and line.
    package var problems: [FileProblem] { table?.problems ?? [] }

    /// Whether there is a file of that Focus, good or bad.
    package func hasFile(_ id: FocusID) -> Bool {
        table?.entries[FocusDirectory.fileName(of: id)] != nil
    }
}
