// SPDX-License-Identifier: Apache-2.0

package import FocusCore

/// The file `always.focus`: rules that hold with any Focus and without one. The same grammar as a
/// Focus's file, with `[Always]` instead of `[Focus]` and with fewer keys.
package struct AlwaysFile: Hashable, Sendable {
    /// The file's name within its directory.
    package static let name = "always.focus"

    /// The directory of the file. Directory and file may be missing.
    package let directory: String
    /// The directories with the administrator's files.
    let administrator: AdministratorDirectories

    package init(directory: String, administrator: AdministratorDirectories = .none) {
        self.directory = directory
        self.administrator = administrator
    }

    /// `focusd/always.focus` in the user's configuration directory.
    package init(_ directories: BaseDirectories = BaseDirectories()) {
        self.init(
            directory: directories.focusd, administrator: AdministratorDirectories(directories))
    }

    /// The file's path.
    package var path: String { directory + "/" + Self.name }

    /// Returns the bytes of the user's file; nil if there is none.
    func bytesIfPresent() throws(FileProblems) -> [UInt8]? {
        do throws(FileProblem) {
            return try FileSystem.read(path)
        } catch {
            throw FileProblems(problems: [error])
        }
    }

    /// Parses a file's bytes, which must be UTF-8.
    ///
    /// - Throws: All problems of the file.
    package static func rules(
        bytes: [UInt8], path: String
    ) throws(FileProblems) -> AlwaysRules {
        try FocusFile(id: .always, bytes: bytes, path: path).alwaysRules
    }
}
