// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import GLibLoop

/// The file of a Focus: its content, and its text with the comments, which edits keep.
///
/// Of equal keys in one group the last one counts, like in GKeyFile. A second group of the same
/// name is an error, except `[Focus]`.
package struct FocusFile: Sendable {
    /// The content of the file.
    package private(set) var focus: Focus

    /// The file's path, for problems.
    package let path: String

    private(set) var keyFile: KeyFile

    /// The name of the group with the lists.
    var head: String { FocusFileKind(id).rawValue }

    /// The file's text.
    package var contents: String { keyFile.contents }

    /// The Focus's id.
    package var id: FocusID { focus.id }

    /// Parses a file's text.
    ///
    /// - Throws: All problems of the file.
    package init(id: FocusID, contents: String, path: String) throws(FileProblems) {
        try self.init(id: id, bytes: Array(contents.utf8), path: path)
    }

    /// Parses a file's bytes, which must be UTF-8. The content of `always.focus` is a Focus
    /// ``FocusID/always`` with its lists and rules.
    ///
    /// - Throws: All problems of the file.
    package init(id: FocusID, bytes: [UInt8], path: String) throws(FileProblems) {
        try FocusFileReader.checkLength(bytes.count, path)
        keyFile = try KeyFile(bytes: bytes, path: path)
        focus = try FocusFileReader.read(keyFile, id: id, path: path)
        self.path = path
    }

    /// The apps of the list, in the spelling and order of the file.
    package var appList: [AppID] { list("AppList").map { AppID($0) } }

    /// The people of the list, in the spelling and order of the file.
    package var peopleList: [String] { list("PeopleList") }

    /// The apps of `TimeSensitiveExcept`, in the spelling and order of the file.
    package var timeSensitiveExcept: [AppID] { list("TimeSensitiveExcept").map { AppID($0) } }

    /// Returns the predicate of a rule in the spelling of the file; nil if there is no such rule.
    package func condition(ofRule name: String) -> String? {
        groupName(of: .rule(name: name)).flatMap { try? keyFile.string($0, "When") }
    }

    /// Returns a parameter of a filter as a text; nil if it is not set.
    package func parameter(_ name: String, ofFilter filter: String, of app: AppID) -> String? {
        let group = groupName(of: .filter(app: app.rawValue, id: filter))
        return group.flatMap { try? keyFile.string($0, name) }
    }

    func list(_ key: String) -> [String] {
        // init and edits have refused a bad value, so the read does not fail.
        (try? keyFile.strings(head, key)) ?? []
    }

    /// Returns the name of a group in the file, regardless of its spaces.
    func groupName(of group: FocusGroup) -> String? {
        let kind = FocusFileKind(id)
        return keyFile.groups.first { name in
            guard case .success(let other) = FocusGroup.parse(name, in: kind) else { return false }
            return other.name == group.name
        }
    }

    /// Changes the text; keeps the old text if the new text would be invalid.
    mutating func edit(
        _ body: (inout KeyFile) throws(KeyFileError) -> Void
    ) throws(FocusFileError) {
        let changed = try keyFile.edited(body)
        do throws(FileProblems) {
            focus = try FocusFileReader.read(changed, id: id, path: path)
        } catch {
            throw .refused(error)
        }
        keyFile = changed
    }
}

extension FocusFile: Hashable {
    /// Compares id, path and text.
    package static func == (left: FocusFile, right: FocusFile) -> Bool {
        left.id == right.id && left.path == right.path && left.contents == right.contents
    }

    /// Hashes path and text.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(contents)
    }
}

extension KeyFile {
    /// Returns the file with changes; a value that it cannot contain is the caller's error.
    func edited(
        _ body: (inout KeyFile) throws(KeyFileError) -> Void
    ) throws(FocusFileError) -> KeyFile {
        var changed = self
        do throws(KeyFileError) {
            try body(&changed)
        } catch {
            throw .badValue(error.reason)
        }
        return changed
    }
}
