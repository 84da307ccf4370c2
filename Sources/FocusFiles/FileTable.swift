// SPDX-License-Identifier: Apache-2.0

import FocusCore

/// The files of one directory that end alike, as they are in force.
///
/// A bad file is refused; its last good version stays in force. Files beyond the limit are left
/// out, whatever their names, as long as those that were there before them stay.
struct FileTable<Content: Equatable & Sendable>: Sendable {
    /// The kind of a directory's files.
    struct Kind: Sendable {
        /// What their names end in.
        let ending: String
        /// How many of them are read.
        let limit: Int
        /// What messages call them: “Focus files”.
        let noun: String
        /// Reads one, from its bytes; the name is that within the directory.
        let read:
            @Sendable (_ name: String, _ bytes: [UInt8], _ path: String) -> Result<
                Content, FileProblems
            >
    }

    /// A file as it was seen last.
    struct Entry: Equatable, Sendable {
        /// What was read; nil when nothing could be.
        var seen: [UInt8]?
        /// How the file system described it then.
        var state: FileState?
        /// The last version without problems.
        var good: Content?
        var problems: [FileProblem]

        /// Compares what is in force and the problems.
        func isSame(as other: Entry) -> Bool {
            good == other.good && problems == other.problems
        }
    }

    let kind: Kind
    let directory: String
    /// By file name.
    private(set) var entries: [String: Entry] = [:]
    private(set) var directoryProblems: [FileProblem] = []
    /// True while files are left out, so that a new one may take the place of one that goes.
    private var leavesOut = false

    /// Nothing read yet.
    init(_ kind: Kind, directory: String) {
        self.kind = kind
        self.directory = directory
    }

    /// What is wrong with the directory, then with its files, by name.
    var problems: [FileProblem] {
        directoryProblems + entries.sorted { $0.key < $1.key }.flatMap(\.value.problems)
    }

    /// True if both have the same in force and the same problems.
    func isSame(as other: FileTable) -> Bool {
        directoryProblems == other.directoryProblems && entries.count == other.entries.count
            && entries.allSatisfy { name, entry in
                other.entries[name].map(entry.isSame) ?? false
            }
    }

    // MARK: Reading

    /// Begins to look through the directory.
    ///
    /// - Returns: nil when it cannot be read: then that is a problem, and all else stays.
    mutating func scan() -> DirectoryScan? {
        do throws(FileProblem) {
            return try DirectoryScan(
                directory, ending: kind.ending, limit: kind.limit, known: Set(entries.keys))
        } catch {
            directoryProblems = [error]
            return nil
        }
    }

    /// Takes over which files there are.
    ///
    /// - Parameter named: the files that may have changed; nil for any.
    /// - Returns: the files to read.
    mutating func take(_ choice: DirectoryScan.Choice, named: Set<String>?) -> [String] {
        let kept = Set(choice.names)
        for name in entries.keys where !kept.contains(name) { entries[name] = nil }
        // Files that were left out had no say when they were named.
        let named = leavesOut ? nil : named
        leavesOut = choice.isOver || choice.isCut || !directoryProblems.isEmpty
        directoryProblems = []
        if choice.isOver {
            note("more than \(kind.limit) \(kind.noun); the others are left out")
        }
        if choice.isCut {
            note("more than \(FocusFileLimits.scannedNames) files; some may not be seen")
        }
        return choice.names.filter { named?.contains($0) ?? true }
    }

    private mutating func note(_ reason: String) {
        directoryProblems.append(FileProblem(file: directory, reason: reason))
    }

    /// Reads a file, unless it is known to be as it was.
    ///
    /// - Parameter insists: whether it is read whatever the file system says of it.
    mutating func read(_ name: String, insists: Bool) {
        let path = directory + "/" + name
        let before = entries[name]
        if !insists, let state = before?.state, state.isSettled, state == FileState(path) { return }
        let bytes: [UInt8]
        let state: FileState?
        do throws(FileProblem) {
            guard let read = try FileSystem.readWithState(path) else {
                entries[name] = nil
                return
            }
            (bytes, state) = read
        } catch {
            entries[name] = Entry(
                seen: nil, state: nil, good: before?.good, problems: [error])
            return
        }
        guard bytes != before?.seen else {
            entries[name]?.state = state
            return
        }
        switch kind.read(name, bytes, path) {
        case .success(let good):
            entries[name] = Entry(seen: bytes, state: state, good: good, problems: [])
        case .failure(let error):
            entries[name] = Entry(
                seen: bytes, state: state, good: before?.good, problems: error.problems)
        }
    }

    /// Looks through the directory and reads what has changed, all at once.
    mutating func reload(named: Set<String>? = nil) {
        guard let scan = scan() else { return }
        while !scan.step(FocusFileLimits.namesPerTurn) {}
        for name in take(scan.choice(named: named ?? []), named: named) {
            read(name, insists: named?.contains(name) ?? false)
        }
    }
}
