// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// One thing that is wrong with a file that the user writes.
package struct FileProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file's path.
    package let file: String
    /// The line, counted from 1; nil when the whole file is meant.
    package let line: Int?
    /// What is wrong, in words for the file's author.
    package let reason: String

    package init(file: String, line: Int? = nil, reason: String) {
        self.file = file
        self.line = line
        self.reason = reason
    }

    /// `file:line: reason`.
    package var description: String {
        if let line { "\(file):\(line): \(reason)" } else { "\(file): \(reason)" }
    }
}

/// Why a file was refused: all its problems, by line; never empty.
package struct FileProblems: Error, Hashable, Sendable, CustomStringConvertible {
    package let problems: [FileProblem]

    /// One line each.
    package var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}

/// Why a Focus's file could not be made, changed or removed; nothing was written then.
package enum FocusFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A Focus cannot have this id; see ``FocusDirectory/isValid(_:)``.
    case badID(String)
    /// There is no file of this Focus.
    case noFocus(FocusID)
    /// There is a file of this Focus already.
    case exists(FocusID)
    /// The file has no such rule, schedule or filter.
    case noGroup(String)
    /// The file has such a rule or schedule already.
    case groupExists(String)
    /// A name or value that a file cannot hold.
    case badValue(String)
    /// The file as it is, or as it would become, is refused.
    case refused(FileProblems)
    /// The system failed.
    case system(FileProblem)

    package var description: String {
        switch self {
        case .badID(let id):
            "“\(id)” cannot be an id: use letters, digits, -, _ and ., at most "
                + "\(FocusFileLimits.idBytes) bytes, and no . first"
        case .noFocus(let id): "there is no file of a Focus “\(id)”"
        case .exists(let id): "there is a Focus “\(id)” already"
        case .noGroup(let group): "there is no [\(group)]"
        case .groupExists(let group): "there is a [\(group)] already"
        case .badValue(let reason): reason
        case .refused(let problems): problems.description
        case .system(let problem): problem.description
        }
    }
}
