// SPDX-License-Identifier: Apache-2.0

package import FocusCore
package import GLibLoop

/// The directory with one file per Focus, `ID.focus`.
package struct FocusDirectory: Hashable, Sendable {
    /// The ending of a Focus's file name.
    package static let ending = ".focus"

    /// The directory's path; it need not exist.
    package let path: String
    /// Maximum time that a change waits for other programs that change the same files.
    private let lockWait: Duration
    /// True for the directory of `always.focus`, in which ``FocusID/always`` is the only id.
    let isAlways: Bool
    /// The directories with the administrator's files.
    let administrator: AdministratorDirectories
    /// The record of changes through this value; nil to keep none.
    package var history: EditHistory?
    /// True to throw ``FocusFileError/rehearsed`` where a valid change would be written.
    package var isRehearsed = false

    package init(
        path: String, lockWait: Duration = FocusFileLimits.lockWait,
        administrator: AdministratorDirectories = .none
    ) {
        self.path = path
        self.lockWait = lockWait
        self.administrator = administrator
        isAlways = false
    }

    /// The directory of `always.focus`, to read and to change that file like a Focus's file.
    package init(always file: AlwaysFile, lockWait: Duration = FocusFileLimits.lockWait) {
        path = file.directory
        self.lockWait = lockWait
        administrator = file.administrator
        isAlways = true
    }

    /// `focusd/focuses` in the user's configuration directory.
    package init(
        _ directories: BaseDirectories = BaseDirectories(),
        lockWait: Duration = FocusFileLimits.lockWait
    ) {
        self.init(
            path: directories.focusd + "/focuses", lockWait: lockWait,
            administrator: AdministratorDirectories(directories))
    }

    // MARK: Names

    /// Returns true for a valid Focus id: letters and digits of any script, `-`, `_` and `.`, not
    /// beginning with a dot, at most ``FocusFileLimits/idBytes``.
    package static func isValid(_ id: String) -> Bool {
        (1...FocusFileLimits.idBytes).contains(id.utf8.count) && id.first != "."
            && id.unicodeScalars.allSatisfy { isLetter($0) || "-_.".unicodeScalars.contains($0) }
    }

    /// Returns the id for a name: `book-club` for `Book club`, `仕事` for `仕事`, and the characters'
    /// names in Unicode for a name without letters and digits: `direct-hit` for `🎯`. Empty for a
    /// name of punctuation.
    package static func id(for longName: String) -> String {
        // An id is far shorter; a name may have a megabyte.
        let name = longName.scalars(inBytes: Limits.nameBytes)
        var words = name.lowercased().unicodeScalars.split { !isLetter($0) }
        // Marks alone, such as the variation selector of an emoji, are no letters.
        if !name.unicodeScalars.contains(where: { isLetter($0) && !isMark($0) }) {
            let names = name.unicodeScalars.compactMap { scalar in
                isMark(scalar) || scalar.isASCII || scalar.properties.generalCategory == .format
                    ? nil : scalar.properties.name?.lowercased()
            }
            words = names.flatMap { $0.unicodeScalars.split { !isLetter($0) } }.map {
                Substring.UnicodeScalarView($0)
            }
        }
        var id = ""
        for character in words.map({ String($0) }).joined(separator: "-") {
            guard id.utf8.count + character.utf8.count <= FocusFileLimits.idBytes else { break }
            id.append(character)
        }
        return id
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        let category = scalar.properties.generalCategory
        return category == .nonspacingMark || category == .spacingMark
    }

    /// Returns true for letters, the marks in them, and digits.
    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
            .nonspacingMark, .spacingMark, .decimalNumber, .letterNumber:
            true
        default: false
        }
    }

    /// Returns the name of a Focus's file.
    package static func fileName(of id: FocusID) -> String { id.rawValue + ending }

    /// Returns the path of a Focus's file, even if there is no file.
    package func path(of id: FocusID) -> String { userFile(id).path }

    func userFile(_ id: FocusID) -> UserFile {
        UserFile(
            directory: path, name: isAlways ? AlwaysFile.name : Self.fileName(of: id),
            lockWait: lockWait, history: history, isRehearsed: isRehearsed)
    }

    /// Returns true for an id that a file of this directory can have.
    package func has(_ id: FocusID) -> Bool {
        isAlways ? id == .always : Self.isValid(id.rawValue)
    }

    // MARK: Reading

    /// Reads all files.
    ///
    /// - Parameter texts: the last valid texts of the user's files, by file name.
    package func load(texts: EarlierTexts = .none) -> FocusCatalog {
        FocusCatalog(reading: self, texts)
    }

    /// Reads the file of a Focus: the user's, or else the administrator's; the built-in text for Do
    /// Not Disturb without a file. Of a locked Focus, the administrator's.
    package func read(_ id: FocusID) throws(FocusFileError) -> FocusFile {
        let lock = lock(of: id)
        let bytes = try bytes(of: id)
        if lock != nil || bytes == nil, let shared = administrators(id, from: lock?.level ?? 0) {
            return shared
        }
        return try file(id, lock == nil ? bytes : nil)
    }

    private func file(_ id: FocusID, _ bytes: [UInt8]?) throws(FocusFileError) -> FocusFile {
        guard let bytes else {
            if let shared = administrators(id, from: 0) {
                return try parse(id, Array(shared.contents.utf8))
            }
            if isAlways { return try parse(id, []) }
            guard id == .doNotDisturb, let template = FocusTemplate.named(id) else {
                throw .noFocus(id)
            }
            return try parse(id, Array(template.contents.utf8))
        }
        return try parse(id, bytes)
    }

    // MARK: Writing

    /// Creates a Focus's file.
    ///
    /// - Parameters:
    ///   - name: the displayed name; nil for the template's name, or the id if there is no
    ///     template.
    ///   - template: the initial text; nil for the template of that id, or an empty Focus.
    ///   - change: changes the initial text.
    package func create(
        _ id: FocusID, name: String? = nil, template: FocusTemplate? = nil,
        _ change: (inout FocusFile) throws(FocusFileError) -> Void = { _ in }
    ) throws(FocusFileError) -> FocusFile {
        guard Self.isValid(id.rawValue) else { throw .badID(id.rawValue) }
        try refuseLocked(id)
        guard try userFile(id).bytes() == nil, administrators(id, from: 0) == nil else {
            throw .exists(id)
        }
        let template =
            template ?? .named(id) ?? FocusTemplate(id: id, name: id.rawValue)
        var file = try parse(id, Array(template.contents.utf8))
        if let name { try file.setName(name) }
        try change(&file)
        guard try replace(id, nil, with: file) else { throw .exists(id) }
        return file
    }

    /// Changes a Focus's file: reads it, passes it to `change`, writes the result.
    ///
    /// Creates the file of Do Not Disturb if necessary, and a copy of an administrator's file.
    /// Refuses a locked Focus. Writes nothing if nothing changed. Other
    /// programs that edit at the same time wait for their turn. If an editor has saved the file
    /// meanwhile, its text is read and changed instead.
    ///
    /// With a revision, writes only if the file still has that text; nobody else's save is lost.
    /// - Parameters:
    ///   - revision: the revision of the text that the caller has read; nil for any text.
    ///   - change: may be called several times, the last time with the text that is kept.
    @discardableResult
    package func edit(
        _ id: FocusID, from revision: FileRevision? = nil,
        _ change: (inout FocusFile) throws(FocusFileError) -> Void
    ) throws(FocusFileError) -> FocusFile {
        // Without a lock: a change without effect must work in a read-only directory.
        let (draft, new) = try changed(id, bytes(of: id), from: revision, change)
        if new == nil { return draft }
        try refuseLocked(id)
        return try userFile(id).edit { bytes throws(FocusFileError) in
            try changed(id, bytes, from: revision, change)
        }.after
    }

    /// Returns a Focus's file after a change, and its bytes if they differ.
    private func changed(
        _ id: FocusID, _ bytes: [UInt8]?, from revision: FileRevision?,
        _ change: (inout FocusFile) throws(FocusFileError) -> Void
    ) throws(FocusFileError) -> (FocusFile, [UInt8]?) {
        if let revision, revision != FileRevision(bytes) { throw .changedMeanwhile(id) }
        var file = try file(id, bytes)
        let before = file.contents
        try change(&file)
        return (file, file.contents == before ? nil : Array(file.contents.utf8))
    }

    /// Returns the bytes of any file, at most one more than a key file may have.
    package static func contents(at path: String) throws(FileProblem) -> [UInt8] {
        guard let bytes = try FileSystem.read(path) else {
            throw FileProblem(file: path, reason: "there is no such file")
        }
        return bytes
    }

    /// Returns the bytes of a file; nil if there is no file.
    package static func contentsIfPresent(at path: String) throws(FileProblem) -> [UInt8]? {
        try FileSystem.read(path)
    }

    /// Replaces the whole text of a Focus's file if the new text is valid.
    ///
    /// - Parameter before: the text that the new text was made from.
    /// - Returns: nil if the file has another text than `before` now.
    package func replace(
        _ id: FocusID, from before: [UInt8], with contents: [UInt8]
    ) throws(FocusFileError) -> FocusFile? {
        let known = try bytes(of: id)
        let file = try parse(id, contents)
        try refuseLocked(id)
        guard known == nil || known == before else { return nil }
        return try replace(id, known, with: file) ? file : nil
    }

    private func replace(
        _ id: FocusID, _ before: [UInt8]?, with file: FocusFile
    ) throws(FocusFileError) -> Bool {
        let userFile = userFile(id)
        return try userFile.locked { () throws(FocusFileError) in
            try userFile.replace(before, with: Array(file.contents.utf8))
        }
    }

    /// Removes a Focus's file. A Focus of the administrator returns to the administrator's file,
    /// and Do Not Disturb to its built-in text. A file of the administrator is not removed. Of a
    /// link to no file, removes the link.
    ///
    /// - Parameter revision: the revision of the text to remove; nil for any text.
    package func delete(
        _ id: FocusID, from revision: FileRevision? = nil
    ) throws(FocusFileError) {
        guard has(id) else { throw .badID(id.rawValue) }
        let file = userFile(id)
        if FileSystem.isBrokenLink(file.path) {
            // There is no text to keep in the history.
            return try file.locked { () throws(FocusFileError) in
                do throws(FileProblem) {
                    try FileSystem.remove(file.path)
                } catch {
                    throw .system(error)
                }
            }
        }
        guard try file.bytes() != nil else {
            try refuseLocked(id)
            if let shared = administrators(id, from: 0) { throw .administrators(id, shared.path) }
            throw .noFocus(id)
        }
        try file.locked { () throws(FocusFileError) in
            let before = try file.bytes()
            if let revision, revision != FileRevision(before) { throw .changedMeanwhile(id) }
            _ = try file.replace(before, with: nil)
        }
    }

    /// Returns the reason why a file of this directory cannot be written now; nil if it can.
    package func writingProblem(of id: FocusID) -> FileProblem? { userFile(id).writingProblem }

    // MARK: Watching

    /// Reads all files now and after each change.
    ///
    /// - Parameters:
    ///   - texts: the last valid texts of the user's files, by file name.
    ///   - absenceWait: the time until a missing file counts as deleted.
    ///   - onChange: called after a change of the Focuses in force or of the problems.
    /// - Returns: a token; dropping it ends the watch.
    @LoopActor package func watch(
        texts: EarlierTexts = .none, absenceWait: Duration = FocusFileLimits.absenceWait,
        _ onChange: @escaping @LoopActor (FocusCatalog) -> Void
    ) throws(FileMonitorError) -> FocusDirectoryWatch {
        try FocusDirectoryWatch(self, texts, absenceWait: absenceWait, onChange)
    }

    /// Returns the bytes of the user's file, which may be refused; nil if there is none.
    package func bytes(of id: FocusID) throws(FocusFileError) -> [UInt8]? {
        guard has(id) else { throw .badID(id.rawValue) }
        let file = userFile(id)
        if let bytes = try file.bytes() { return bytes }
        if FileSystem.isBrokenLink(file.path) { throw .system(.brokenLink(file.path)) }
        return nil
    }

    /// Parses a text for a Focus's file.
    package func parse(_ id: FocusID, _ bytes: [UInt8]) throws(FocusFileError) -> FocusFile {
        do throws(FileProblems) {
            return try parse(id, bytes, at: path(of: id))
        } catch {
            throw .refused(error)
        }
    }
}
