// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import GLibLoop

/// One Focus's file: what it says, and its text, in which edits keep the comments.
///
/// Equal keys of one group follow GKeyFile, where the last one counts; a second group of the same
/// name is refused, except for `[Focus]`.
package struct FocusFile: Sendable {
    /// What the file says.
    package private(set) var focus: Focus

    /// Where the file is, for problems.
    package let path: String

    private(set) var keyFile: KeyFile

    /// The file's text.
    package var contents: String { keyFile.contents }

    /// The Focus's id.
    package var id: FocusID { focus.id }

    /// Parses a file's text.
    package init(id: FocusID, contents: String, path: String) throws(FileProblems) {
        try self.init(id: id, bytes: Array(contents.utf8), path: path)
    }

    /// Parses a file's bytes, which must be UTF-8.
    package init(id: FocusID, bytes: [UInt8], path: String) throws(FileProblems) {
        do throws(KeyFileError) {
            keyFile = try KeyFile(bytes: bytes)
        } catch {
            throw FileProblems(problems: [
                FileProblem(file: path, line: error.line, reason: error.reason)
            ])
        }
        focus = try FocusFileReader.read(keyFile, id: id, path: path)
        self.path = path
    }

    /// The apps of the list, as written and in order.
    package var appList: [AppID] { list("AppList").map { AppID($0) } }

    /// The people of the list, as written and in order.
    package var peopleList: [String] { list("PeopleList") }

    /// The apps that may not interrupt as time-sensitive, as written and in order.
    package var timeSensitiveExcept: [AppID] { list("TimeSensitiveExcept").map { AppID($0) } }

    /// The predicate of a rule as written; nil when there is no such rule.
    package func condition(ofRule name: String) -> String? {
        groupName(of: .rule(name: name)).flatMap { try? keyFile.string($0, "When") }
    }

    /// A parameter of a filter as a text; nil when it is not set.
    package func parameter(_ name: String, ofFilter filter: String, of app: AppID) -> String? {
        let group = groupName(of: .filter(app: app.rawValue, id: filter))
        return group.flatMap { try? keyFile.string($0, name) }
    }

    func list(_ key: String) -> [String] {
        // A bad value would have been refused by init.
        (try? keyFile.strings("Focus", key)) ?? []
    }

    /// The name under which the file has a group, whatever spaces it is written with.
    func groupName(of group: FocusGroup) -> String? {
        keyFile.groups.first { name in
            if case .success(let other) = FocusGroup.parse(name) { return other.name == group.name }
            return false
        }
    }

    /// Changes the text; the file stays as it was when the result would be refused.
    mutating func edit(
        _ body: (inout KeyFile) throws(KeyFileError) -> Void
    ) throws(FocusFileError) {
        var changed = keyFile
        do throws(KeyFileError) {
            try body(&changed)
        } catch {
            throw .badValue(error.reason)
        }
        do throws(FileProblems) {
            focus = try FocusFileReader.read(changed, id: id, path: path)
        } catch {
            throw .refused(error)
        }
        keyFile = changed
    }
}

extension FocusFile: Hashable {
    /// Compares place and text.
    package static func == (left: FocusFile, right: FocusFile) -> Bool {
        left.id == right.id && left.path == right.path && left.contents == right.contents
    }

    /// Hashes place and text.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(contents)
    }
}
