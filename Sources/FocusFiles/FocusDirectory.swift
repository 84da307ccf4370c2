// SPDX-License-Identifier: Apache-2.0

package import FocusCore
package import GLibLoop

/// The directory with one file per Focus, `ID.focus`.
package struct FocusDirectory: Hashable, Sendable {
    /// What a Focus's file ends in.
    package static let ending = ".focus"

    /// The directory's path; it need not exist.
    package let path: String

    package init(path: String) {
        self.path = path
    }

    /// `focusd/focuses` in the user's configuration directory.
    package init(_ directories: BaseDirectories = BaseDirectories()) {
        path = directories.focusd + "/focuses"
    }

    // MARK: Names

    /// Whether a Focus can have this id: ASCII letters and digits, `-`, `_` and `.`, no dot first,
    /// at most ``FocusFileLimits/idBytes``.
    package static func isValid(_ id: String) -> Bool {
        (1...FocusFileLimits.idBytes).contains(id.utf8.count) && id.first != "."
            && id.utf8.allSatisfy { byte in
                let character = Character(Unicode.Scalar(byte))
                return character.isASCII && (character.isLetter || character.isNumber)
                    || "-_.".contains(character)
            }
    }

    /// The name of a Focus's file.
    package static func fileName(of id: FocusID) -> String { id.rawValue + ending }

    static func isFocusFileName(_ name: String) -> Bool {
        // Hidden files are other programs' temporary ones.
        name.hasSuffix(ending) && !name.hasPrefix(".")
    }

    /// Where a Focus's file is, or would be.
    package func path(of id: FocusID) -> String { path + "/" + Self.fileName(of: id) }

    // MARK: Reading

    /// Reads all files.
    package func load() -> FocusCatalog {
        var catalog = FocusCatalog()
        catalog.reload(self)
        return catalog
    }

    /// Reads one Focus's file; Do Not Disturb's own text where it has none.
    package func read(_ id: FocusID) throws(FocusFileError) -> FocusFile {
        guard Self.isValid(id.rawValue) else { throw .badID(id.rawValue) }
        guard let bytes = try bytes(of: id) else {
            guard id == .doNotDisturb, let template = FocusTemplate.named(id) else {
                throw .noFocus(id)
            }
            return try parse(id, Array(template.contents.utf8))
        }
        return try parse(id, bytes)
    }

    // MARK: Writing

    /// Makes a Focus's file.
    ///
    /// - Parameters:
    ///   - name: what people see; nil for the template's name, or the id where there is none.
    ///   - template: what the file begins as; nil for the template of that id, or a bare Focus.
    package func create(
        _ id: FocusID, name: String? = nil, template: FocusTemplate? = nil
    ) throws(FocusFileError) -> FocusFile {
        guard Self.isValid(id.rawValue) else { throw .badID(id.rawValue) }
        guard try bytes(of: id) == nil else { throw .exists(id) }
        let template =
            template ?? .named(id) ?? FocusTemplate(id: id, name: id.rawValue)
        var file = try parse(id, Array(template.contents.utf8))
        if let name { try file.setName(name) }
        try write(file)
        return file
    }

    /// Changes a Focus's file: reads it, hands it to `change`, writes what became of it.
    ///
    /// Do Not Disturb gets a file by that. Nothing is written when nothing changed.
    @discardableResult
    package func edit(
        _ id: FocusID, _ change: (inout FocusFile) throws(FocusFileError) -> Void
    ) throws(FocusFileError) -> FocusFile {
        let before = try read(id)
        var file = before
        try change(&file)
        if file != before { try write(file) }
        return file
    }

    /// Removes a Focus's file; Do Not Disturb goes back to what it is without one.
    package func delete(_ id: FocusID) throws(FocusFileError) {
        guard Self.isValid(id.rawValue) else { throw .badID(id.rawValue) }
        guard try bytes(of: id) != nil else { throw .noFocus(id) }
        do throws(FileProblem) {
            try FileSystem.remove(path(of: id))
        } catch {
            throw .system(error)
        }
    }

    // MARK: Watching

    /// Reads all files, and again whenever one changes.
    ///
    /// - Parameter onChange: called after a change of what is in force or of the problems.
    /// - Returns: a token; dropping it ends the watch.
    @LoopActor package func watch(
        _ onChange: @escaping @LoopActor (FocusCatalog) -> Void
    ) throws(FileMonitorError) -> FocusDirectoryWatch {
        try FocusDirectoryWatch(self, onChange)
    }

    private func bytes(of id: FocusID) throws(FocusFileError) -> [UInt8]? {
        do throws(FileProblem) {
            return try FileSystem.read(path(of: id))
        } catch {
            throw .system(error)
        }
    }

    private func parse(_ id: FocusID, _ bytes: [UInt8]) throws(FocusFileError) -> FocusFile {
        do throws(FileProblems) {
            return try FocusFile(id: id, bytes: bytes, path: path(of: id))
        } catch {
            throw .refused(error)
        }
    }

    private func write(_ file: FocusFile) throws(FocusFileError) {
        do throws(FileProblem) {
            try FileSystem.makeDirectory(path)
            try FileSystem.write(file.contents, to: path(of: file.id))
        } catch {
            throw .system(error)
        }
    }
}
