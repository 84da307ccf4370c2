// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// The Focuses in force of a directory.
///
/// An invalid file leaves the last valid version of its Focus in force. Do Not Disturb exists even
/// without a file.
package struct FocusCatalog: Sendable {
    private var table: FileTable<FocusFile>?
    private let builtIn: FocusFile?

    /// Creates a catalog with Do Not Disturb only.
    package init() {
        self.init(nil)
    }

    init(_ table: FileTable<FocusFile>?) {
        self.table = table
        let template = FocusTemplate.named(.doNotDisturb)
        // The template is valid; a test reads all templates.
        builtIn = template.flatMap {
            try? FocusFile(id: $0.id, contents: $0.contents, path: "(built in)")
        }
    }

    /// Reads the current files of a directory.
    init(reading directory: FocusDirectory) {
        var table = FileTable(Self.kind, directory: directory.path)
        table.reload()
        self.init(table)
    }

    /// The rules for reading a Focus's file.
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

    /// The file in force of each Focus; the built-in text for Do Not Disturb without a file.
    package var files: [FocusID: FocusFile] {
        var files: [FocusID: FocusFile] = [:]
        if let builtIn { files[builtIn.id] = builtIn }
        for entry in table?.entries.values.map(\.good) ?? [] {
            if let good = entry { files[good.id] = good }
        }
        return files
    }

    /// All Focuses, which the user can turn on.
    package var focuses: [FocusID: Focus] { files.mapValues(\.focus) }

    /// The problems of the current files, by file and line.
    package var problems: [FileProblem] { table?.problems ?? [] }

    /// The Focuses with refused files, by id.
    package var refused: [FocusID] {
        (table?.entries ?? [:]).filter { !$0.value.problems.isEmpty }.keys.sorted()
            .map { String($0.dropLast(FocusDirectory.ending.count)) }
            .filter(FocusDirectory.isValid).map { FocusID($0) }
    }

    /// Returns the revision of a Focus's file as it was read last, valid or not.
    package func revision(of id: FocusID) -> FileRevision {
        FileRevision(table?.entries[FocusDirectory.fileName(of: id)]?.seen)
    }

    /// Returns the problems of a Focus's file.
    package func problems(of id: FocusID) -> [FileProblem] {
        table?.entries[FocusDirectory.fileName(of: id)]?.problems ?? []
    }

    /// Returns another Focus that has that name, or that id, in any letter case.
    package func namesake(_ name: String, besides id: FocusID) -> Focus? {
        let folded = name.lowercased()
        return focuses.values.sorted { $0.id < $1.id }.first {
            $0.id != id && [$0.name.lowercased(), $0.id.rawValue.lowercased()].contains(folded)
        }
    }

    /// Returns true if the Focus has a file, valid or not.
    package func hasFile(_ id: FocusID) -> Bool {
        table?.entries[FocusDirectory.fileName(of: id)] != nil
    }
}
