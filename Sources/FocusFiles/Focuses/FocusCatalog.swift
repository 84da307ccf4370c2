// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// The Focuses in force of the user's directory and the administrator's.
///
/// An invalid file leaves the last valid version of its Focus in force. The user's file of a Focus
/// takes the place of the administrator's, unless the administrator has locked the Focus. Do Not
/// Disturb exists even without a file.
package struct FocusCatalog: Sendable {
    /// The place that a Focus comes from.
    package enum Origin: String, Sendable {
        case user
        case administrator
        case builtIn = "built-in"
    }

    private var table: FilesInForce<FocusFile>?
    /// The administrator's files, the most important directory first.
    private var shared: [FilesInForce<FocusFile>] = []
    private var administrator = AdministratorFiles(unread: .none)
    private let builtIn: FocusFile?

    /// Creates a catalog with Do Not Disturb only.
    package init() {
        self.init(nil)
    }

    init(
        _ table: FilesInForce<FocusFile>?, shared: [FilesInForce<FocusFile>] = [],
        _ administrator: AdministratorFiles = AdministratorFiles(unread: .none)
    ) {
        self.table = table
        self.shared = shared
        self.administrator = administrator
        let template = FocusTemplate.named(.doNotDisturb)
        // The template is valid; a test reads all templates.
        builtIn = template.flatMap {
            try? FocusFile(id: $0.id, contents: $0.contents, path: "(built in)")
        }
    }

    /// Reads the current files of a directory and of the administrator.
    init(reading directory: FocusDirectory, _ texts: EarlierTexts) {
        func table(_ path: String, _ texts: EarlierTexts) -> FilesInForce<FocusFile> {
            var table = FilesInForce(Self.kind, directory: path, texts: texts)
            table.reloadCompletely()
            table.dropOldTexts()
            return table
        }
        self.init(
            table(directory.path, texts),
            shared: directory.administrator.focuses.map { table($0, .none) },
            AdministratorFiles(directory.administrator))
    }

    /// The rules for reading a Focus's file.
    static let kind = FilesInForce<FocusFile>.Kind(
        ending: FocusDirectory.ending, limit: FocusFileLimits.files, noun: "Focus files",
        textMemory: FocusFile.memory, furtherMemory: { $0.programMemory }
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
        for (level, table) in shared.enumerated().reversed() {
            for case let good? in table.entries.values.map(\.good) {
                if let lock = administrator.lock(of: good.id), level < lock.level { continue }
                files[good.id] = good
            }
        }
        for case let good? in table?.entries.values.map(\.good) ?? [] {
            if administrator.lock(of: good.id) == nil { files[good.id] = good }
        }
        return files
    }

    /// All Focuses, which the user can turn on.
    package var focuses: [FocusID: Focus] { files.mapValues(\.focus) }

    /// The problems of the current files, by file and line.
    package var problems: [FileProblem] {
        (table?.problems ?? []) + lockedFiles.map { ineffective($0.id, $0.lock) }
            + shared.flatMap(\.problems)
    }

    /// The problem of the user's directory if it could not be read. Its Focuses are unknown then.
    package var unreadable: FileProblem? { table?.unreadable }

    /// The problems of the administrator's files.
    package var administratorsProblems: [FileProblem] { shared.flatMap(\.problems) }

    /// The user's files of locked Focuses, which have no effect, by id.
    package var lockedFiles: [(id: FocusID, lock: String)] {
        guard administrator.lockCount > 0 else { return [] }
        return (table?.entries ?? [:]).keys.sorted()
            .map { FocusID($0.dropLast(FocusDirectory.ending.count)) }
            .compactMap { id in administrator.lock(of: id).map { (id, $0.file) } }
    }

    private func ineffective(_ id: FocusID, _ lock: String) -> FileProblem {
        FileProblem(
            file: (table?.directory ?? "") + "/" + FocusDirectory.fileName(of: id),
            reason: "locked by the administrator in \(lock), so this file has no effect; remove it")
    }

    /// The Focuses with refused files, by id.
    package var refused: [FocusID] {
        (table?.entries ?? [:]).filter { !$0.value.problems.isEmpty }.keys.sorted()
            .map { String($0.dropLast(FocusDirectory.ending.count)) }
            .filter(FocusDirectory.isValid).map { FocusID($0) }
    }

    /// The Focuses that have files of the user or the administrator, none of which can be used.
    package var unusable: Set<FocusID> {
        var ids: Set<FocusID> = []
        for entries in shared.map(\.entries) + [table?.entries ?? [:]] {
            ids.formUnion(entries.keys.map { FocusID($0.dropLast(FocusDirectory.ending.count)) })
        }
        return ids.subtracting(files.keys)
    }

    /// The names of the user's files that are no ids, without the ending, in order. They are of no
    /// Focus.
    package var misnamed: [String] {
        (table?.entries ?? [:]).keys.map { String($0.dropLast(FocusDirectory.ending.count)) }
            .filter { !FocusDirectory.isValid($0) }.sorted()
    }

    /// Returns the reason why a file is of no Focus, and the step that makes it one.
    ///
    /// - Parameter name: one of ``misnamed``.
    package func misnaming(_ name: String) -> (reason: String, step: String) {
        let ending = FocusDirectory.ending
        let id = FocusDirectory.id(for: name)
        let isFree = FocusDirectory.isValid(id) && !hasFile(FocusID(id))
        return (
            "the file “\(name)\(ending)” is not used: \(FocusFileError.badID(name))",
            "give it \(isFree ? "the name “\(id)\(ending)”" : "another name"); it is in "
                + (table?.directory ?? "")
        )
    }

    /// Returns the revision of a Focus's file as it was read last, valid or not.
    package func revision(of id: FocusID) -> FileRevision {
        table?.entries[FocusDirectory.fileName(of: id)]?.seen ?? .none
    }

    /// Returns the problems of a Focus's file.
    package func problems(of id: FocusID) -> [FileProblem] {
        let name = FocusDirectory.fileName(of: id)
        guard let own = table?.entries[name] else {
            return shared.flatMap { $0.entries[name]?.problems ?? [] }
        }
        return own.problems + (lock(of: id).map { [ineffective(id, $0)] } ?? [])
    }

    /// Returns the place that a Focus comes from.
    package func origin(of id: FocusID) -> Origin {
        let name = FocusDirectory.fileName(of: id)
        let level = administrator.lock(of: id)?.level
        if level == nil, table?.entries[name]?.good != nil { return .user }
        let isShared = shared.dropFirst(level ?? 0).contains { $0.entries[name]?.good != nil }
        return isShared ? .administrator : .builtIn
    }

    /// Returns the path of the administrator's file that locks a Focus; nil if it can be changed.
    package func lock(of id: FocusID) -> String? { administrator.lock(of: id)?.file }

    /// The number of Focuses in force that are the administrator's.
    package var administratorsCount: Int {
        files.keys.count { origin(of: $0) == .administrator }
    }

    /// Returns true if the Focus is there without a file of the user, too.
    package func isShared(_ id: FocusID) -> Bool {
        id == builtIn?.id
            || shared.contains { $0.entries[FocusDirectory.fileName(of: id)] != nil }
    }

    /// Returns true if the Focus has a file of the user or the administrator, valid or not.
    package func hasFile(_ id: FocusID) -> Bool {
        hasOwnFile(id) || shared.contains { $0.entries[FocusDirectory.fileName(of: id)] != nil }
    }

    /// Returns true for a Focus of the user whose file is not there now. Its last version is in
    /// force until the file counts as deleted.
    package func isMissing(_ id: FocusID) -> Bool {
        guard origin(of: id) == .user, let table else { return false }
        return !FileSystem.exists("\(table.directory)/\(FocusDirectory.fileName(of: id))")
    }

    /// Returns true if the Focus has a file of the user, valid or not.
    package func hasOwnFile(_ id: FocusID) -> Bool {
        table?.entries[FocusDirectory.fileName(of: id)] != nil
    }
}
