// SPDX-License-Identifier: Apache-2.0

import Glibc

/// A file or folder that the user has and may not read.
package enum LockedFile {
    /// Returns the command that gives the user access: to a file, to a folder with the names in it,
    /// or to the locked folder above. Nil if nothing is there, if no permission is missing, or for
    /// the file of another user, whose mode the user cannot change.
    ///
    /// - Parameter edits: true if the user is also to change the file or the folder.
    package static func command(_ path: String, edits: Bool) -> String? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            // The folder above lets nobody look up its names.
            guard errno == EACCES, let slash = path.lastIndex(of: "/"), slash != path.startIndex
            else { return nil }
            return command(String(path[..<slash]), edits: edits)
        }
        guard status.st_uid == geteuid() else { return nil }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        guard unsafe access(path, isFolder ? R_OK | X_OK : R_OK) != 0, errno == EACCES else {
            return nil
        }
        let mode = (edits ? "rw" : "r") + (isFolder ? "x" : "")
        return "chmod u+\(mode) \(shellQuoted(path))"
    }
}
