// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// A problem in a file of the user.
package struct FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's path.
    package let file: String
    /// The line, counted from 1; nil for a problem of the whole file.
    package let line: Int?
    /// The group of the entry, as the file writes it; nil for a problem of the whole file.
    package let group: String?
    /// The key of the entry; nil for a problem of a group.
    package let key: String?
    /// The problem in words for the file's author.
    package let reason: String
    /// The text of the file that counts in spite of the problem; nil if the problem did not lead to
    /// the refusal of a file.
    package var textInForce: TextInForce?

    /// The text of a refused file that is in force.
    package enum TextInForce: String, Sendable {
        /// The last text without problems that was read.
        case earlier
        /// None: no text without problems was read.
        case nothing = "none"
    }

    package init(
        file: String, line: Int? = nil, group: String? = nil, key: String? = nil, reason: String
    ) {
        self.file = file
        self.line = line
        self.group = group
        self.key = key
        self.reason = reason
    }

    /// Returns the problem of a file that was refused for it.
    ///
    /// - Parameter hasEarlierText: true if an earlier text of the file stays in force.
    func refusing(hasEarlierText: Bool) -> FileProblem {
        var problem = self
        problem.textInForce = hasEarlierText ? .earlier : .nothing
        return problem
    }

    /// The problem as `file:line: reason`.
    package var description: String {
        if let line { "\(file):\(line): \(reason)" } else { "\(file): \(reason)" }
    }
}

/// The reason why a file was refused: all its problems, by line; never empty.
package struct FileProblems: Error, Hashable, Sendable, CustomStringConvertible {
    package let problems: [FileProblem]

    /// The problems, one per line.
    package var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}

/// The reason why a Focus's file could not be created, changed or removed; nothing was written.
package enum FocusFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The text is not a valid Focus id; see ``FocusDirectory/isValid(_:)``.
    case badID(String)
    /// The Focus has no file.
    case noFocus(FocusID)
    /// The Focus has a file already.
    case exists(FocusID)
    /// The file has no such rule, schedule or filter.
    case noGroup(String)
    /// The file has such a rule or schedule already.
    case groupExists(String)
    /// The file has another text than the caller has read.
    case changedMeanwhile(FocusID)
    /// `focusd.conf` has another text than the caller has read.
    case changedConfiguration
    /// The file cannot contain this name or value.
    case badValue(String)
    /// The current or the new text of the file is invalid.
    case refused(FileProblems)
    /// The administrator has locked this entry or file, in this file.
    case locked(String, by: String)
    /// The Focus's only file is this one of the administrator.
    case administrators(FocusID, String)
    /// A system call failed.
    case system(FileProblem)
    /// The change was about to be written in a rehearsal, which writes nothing.
    case rehearsed

    package var description: String {
        switch self {
        case .badID(let id):
            "“\(id)” cannot be an id: use letters, digits, -, _ and ., at most "
                + "\(FocusFileLimits.idBytes) bytes, and no . first"
        case .noFocus(let id): "there is no file of a Focus “\(id)”"
        case .exists(let id): "there is a Focus with the id “\(id)” already"
        case .noGroup(let group): "there is no [\(group)]"
        case .groupExists(let group): "there is a [\(group)] already"
        case .changedMeanwhile(let id):
            "the file of the Focus “\(id)” has changed meanwhile; read it again"
        case .changedConfiguration: "focusd.conf has changed meanwhile; read it again"
        case .badValue(let reason): reason
        case .refused(let problems): problems.description
        case .locked(let name, let file):
            "\(name) is locked by the administrator in \(file); only the administrator can change it"
        case .administrators(let id, let file):
            "the Focus “\(id)” is the administrator's (\(file)), so it cannot be deleted; you can"
                + " change it: the change is made to a copy of yours"
        case .system(let problem): problem.description
        case .rehearsed: "a rehearsal writes no file"
        }
    }
}
