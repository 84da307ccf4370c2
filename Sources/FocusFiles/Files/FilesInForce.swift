// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop

/// The files of one directory with the same ending, and their versions in force.
///
/// An invalid file is refused; its last valid version stays in force. Files beyond the limit are
/// left out, and files that were there before are kept first.
struct FilesInForce<Content: Equatable & Sendable>: Sendable {
    /// The kind of a directory's files.
    struct Kind: Sendable {
        /// The ending of the file names.
        let ending: String
        /// Maximum number of files to read.
        let limit: Int
        /// The noun for the files in messages: “Focus files”.
        let noun: String
        /// Maximum memory of all versions in force, in bytes.
        var bytes = FocusFileLimits.directoryBytes
        /// Returns the memory for a text, at least its length, before it is parsed.
        var textMemory: @Sendable (_ bytes: [UInt8]) -> Int = { $0.count }
        /// Returns the memory of a version beside that of its text.
        var furtherMemory: @Sendable (Content) -> Int = { _ in 0 }
        /// Reads a file from its bytes; the name is relative to the directory.
        let read:
            @Sendable (_ name: String, _ bytes: [UInt8], _ path: String) -> Result<
                Content, FileProblems
            >
    }

    /// The last known state of a file.
    struct Entry: Equatable, Sendable {
        /// The text that was read; nil if the file could not be read. The text itself is in `good`,
        /// or is refused.
        var seen: FileRevision?
        /// The state of the file at that time.
        var state: FileState?
        /// The last version without problems.
        var good: Content?
        /// Its memory, in bytes.
        var size = 0
        /// The memory that the refused text needs; nil if it was refused for other reasons.
        var need: Int?
        var problems: [FileProblem]

        /// Compares the versions in force, the problems and the texts that were read: a refused
        /// text has a revision, too.
        func isSame(as other: Entry) -> Bool {
            good == other.good && problems == other.problems && seen == other.seen
        }
    }

    let kind: Kind
    let directory: String
    /// The last valid texts, also those of before the program's start.
    private let texts: EarlierTexts
    /// By file name.
    private(set) var entries: [String: Entry] = [:]
    /// Memory of all versions in force, in bytes.
    private var size = 0
    /// Memory of the texts that were parsed for nothing since the last scan began: with mistakes,
    /// or refused for the memory that they need then. Parsing takes time.
    private var spent = 0
    /// True if the last scan left a text out although there is room, because it had parsed enough
    /// for nothing. The next scan goes on.
    private(set) var isUnfinished = false
    /// The files that are missing and still in force.
    private(set) var missing: Set<String> = []
    private(set) var directoryProblems: [FileProblem] = []
    /// The problem of a directory that the last scan could not read.
    private(set) var unreadable: FileProblem?
    /// True if the last scan left files out. The next scan then reads every file: one of them may
    /// have room now.
    private var leavesOut = false

    /// Creates an empty table.
    init(_ kind: Kind, directory: String, texts: EarlierTexts = .none) {
        self.kind = kind
        self.directory = directory
        self.texts = texts
    }

    /// The problems of the directory, then of its files, by name.
    var problems: [FileProblem] {
        directoryProblems + entries.sorted { $0.key < $1.key }.flatMap(\.value.problems)
    }

    /// Returns true if both tables have the same versions in force and the same problems.
    func isSame(as other: FilesInForce) -> Bool {
        directoryProblems == other.directoryProblems && entries.count == other.entries.count
            && entries.allSatisfy { name, entry in
                other.entries[name].map(entry.isSame) ?? false
            }
    }

    // MARK: Reading

    /// Begins a scan of the directory.
    ///
    /// - Returns: nil if the directory cannot be read, which becomes a problem; the files stay in
    ///   force.
    mutating func scan() -> DirectoryScan? {
        do throws(FileProblem) {
            return try DirectoryScan(
                directory, ending: kind.ending, limit: kind.limit, known: Set(entries.keys))
        } catch {
            directoryProblems = [error]
            unreadable = error
            return nil
        }
    }

    /// Applies the result of a scan.
    ///
    /// - Parameters:
    ///   - named: the files that may have changed; nil for all.
    ///   - deleted: the missing files that count as deleted; nil for all. The others stay in force.
    /// - Returns: the files to read.
    mutating func take(
        _ choice: DirectoryScan.Choice, named: Set<String>?, deleted: Set<String>?
    ) -> [String] {
        let kept = Set(choice.names)
        for name in entries.keys where !kept.contains(name) { lose(name, deleted) }
        // Events of left-out files were ignored, so all files are read. Those in force come first:
        // they may leave room.
        let (named, isAll) = leavesOut ? (nil, true) : (named, false)
        leavesOut = choice.isOver || choice.isCut || !directoryProblems.isEmpty
        directoryProblems = []
        unreadable = nil
        spent = 0
        isUnfinished = false
        if choice.isOver {
            note("more than \(kind.limit) \(kind.noun); the others are left out")
        }
        if choice.isCut {
            note("more than \(FocusFileLimits.scannedNames) files; some may not be seen")
        }
        let names = choice.names.filter { named?.contains($0) ?? true }
        guard isAll else { return names }
        return names.filter { entries[$0]?.good != nil }
            + names.filter { entries[$0]?.good == nil }
    }

    private mutating func set(_ name: String, _ entry: Entry?) {
        size += (entry?.size ?? 0) - (entries[name]?.size ?? 0)
        entries[name] = entry
    }

    /// Drops a missing file that counts as deleted or was never in force.
    ///
    /// Keeps the last valid text of a file that was deleted with mistakes until the next start: an
    /// undo writes the same mistakes again.
    private mutating func lose(_ name: String, _ deleted: Set<String>?) {
        if entries[name]?.good == nil || deleted?.contains(name) ?? true {
            if entries[name]?.problems.isEmpty ?? true { texts[name] = nil }
            set(name, nil)
            missing.remove(name)
        } else {
            missing.insert(name)
        }
    }

    private mutating func note(_ reason: String) {
        directoryProblems.append(FileProblem(file: directory, reason: reason))
    }

    /// Reads a file, unless its state is unchanged.
    ///
    /// - Parameters:
    ///   - insists: true to read the file even if its state is unchanged.
    ///   - awaitsEvent: true to leave the file as it was if its text has mistakes, or if a known
    ///     file was written a moment ago: its event comes when the text is complete.
    ///   - deleted: the missing files that count as deleted; nil for all.
    mutating func read(
        _ name: String, insists: Bool, awaitsEvent: Bool = false, deleted: Set<String>?
    ) {
        let path = directory + "/" + name
        let before = entries[name]
        let room = kind.bytes - size + (before?.size ?? 0)
        let present = FileState(path)
        let isUnchanged = present != nil && present == before?.state
        // Until it is taken, each scan looks at a file that was left out: others may make room.
        if before?.need != nil { leavesOut = true }
        // The event of a text that was left out has come.
        let awaitsEvent = awaitsEvent && !(isUnchanged && before?.need != nil)
        if !insists, isUnchanged, before?.state?.isSettled == true {
            missing.remove(name)
            guard let need = before?.need, need <= room else { return }
        }
        // The first part of a text can be valid.
        if awaitsEvent, let known = before?.state, let present, !present.isSettled,
            !present.isReplacement(of: known)
        {
            missing.remove(name)
            return
        }
        if let present, present.size > room, present.size <= KeyFile.maximumBytes {
            missing.remove(name)
            if !awaitsEvent { refuse(name, seen: nil, present, need: present.size) }
            return
        }
        let bytes: [UInt8]
        let state: FileState?
        do throws(FileProblem) {
            guard let read = try FileSystem.readWithState(path) else {
                guard FileSystem.exists(path) else { return lose(name, deleted) }
                throw FileProblem.brokenLink(path)
            }
            (bytes, state) = read
            missing.remove(name)
        } catch {
            missing.remove(name)
            if !awaitsEvent { refuse(name, seen: nil, nil, [error]) }
            return
        }
        let seen = FileRevision(bytes[...])
        if seen == before?.seen {
            guard let need = before?.need, need <= room else {
                entries[name]?.state = state
                // A reload that another one overtook may have forgotten the text of a missing file.
                if before?.problems.isEmpty == true { texts[name] = bytes }
                return
            }
        }
        var need = kind.textMemory(bytes)
        if bytes.count <= KeyFile.maximumBytes, need > room || spent + need > kind.bytes {
            guard !awaitsEvent else { return }
            if need <= room { isUnfinished = true }
            refuse(name, seen: seen, state, need: need)
            return
        }
        switch kind.read(name, bytes, path) {
        case .success(let good):
            need += kind.furtherMemory(good)
            guard need <= room else {
                spent += need
                if !awaitsEvent { refuse(name, seen: seen, state, need: need) }
                return
            }
            set(name, Entry(seen: seen, state: state, good: good, size: need, problems: []))
            texts[name] = bytes
        case .failure(let error):
            if bytes.count <= KeyFile.maximumBytes { spent += need }
            if !awaitsEvent { refuse(name, seen: seen, state, error.problems) }
        }
    }

    /// Records the problems of a file, and keeps its last valid version in force.
    private mutating func refuse(
        _ name: String, seen: FileRevision?, _ state: FileState?, _ problems: [FileProblem]
    ) {
        let kept = lastValid(name)
        set(
            name,
            Entry(
                seen: seen, state: state, good: kept?.0, size: kept?.1 ?? 0,
                problems: problems.map { $0.refusing(hasEarlierText: kept != nil) }))
    }

    /// Refuses a file for which there is no room beside the others. Its last valid version stays
    /// in force if it has room.
    private mutating func refuse(
        _ name: String, seen: FileRevision?, _ state: FileState?, need: Int
    ) {
        leavesOut = true
        let kept = lastValid(name)
        let problem = FileProblem(
            file: directory + "/" + name,
            reason: "the \(kind.noun) of this folder need more than \(kind.bytes >> 20) MiB of "
                + "memory together, so this one is left out; shorten or remove one of them"
        ).refusing(hasEarlierText: kept != nil)
        set(
            name,
            Entry(
                seen: seen, state: state, good: kept?.0, size: kept?.1 ?? 0, need: need,
                problems: [problem]))
    }

    /// Forgets the texts of files that went before the program's start.
    func dropOldTexts() {
        if directoryProblems.isEmpty { texts.retain(Set(entries.keys)) }
    }

    /// Returns the version of a file that is in force, or was before the program started, and its
    /// memory.
    private mutating func lastValid(_ name: String) -> (Content, Int)? {
        if let entry = entries[name], let good = entry.good { return (good, entry.size) }
        let room = kind.bytes - size
        guard let bytes = texts[name] else { return nil }
        var need = kind.textMemory(bytes)
        guard need <= room else { return nil }
        if let content = try? kind.read(name, bytes, directory + "/" + name).get() {
            need += kind.furtherMemory(content)
            if need <= room { return (content, need) }
        }
        spent += need
        return nil
    }

    /// Scans the directory and reads all changed files at once, except for those that are left to
    /// another scan (``isUnfinished``).
    ///
    /// - Parameter deleted: the missing files that count as deleted; nil for all.
    mutating func reload(named: Set<String>? = nil, deleted: Set<String>? = nil) {
        guard let scan = scan() else { return }
        while !scan.step(FocusFileLimits.namesPerTurn) {}
        for name in take(scan.choice(named: named ?? []), named: named, deleted: deleted) {
            read(name, insists: named?.contains(name) ?? false, deleted: deleted)
        }
    }

    /// Reads the directory's files for a program that reads them once.
    mutating func reloadCompletely() {
        var scans = 0
        repeat {
            reload()
            scans += 1
        } while isUnfinished && scans < kind.limit
    }
}
