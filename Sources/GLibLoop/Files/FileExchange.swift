// SPDX-License-Identifier: Apache-2.0
import CGLib
import Glibc

/// Renames files without replacing unexpected ones.
public enum FileExchange {
    /// Renames a file, unless the new name exists.
    ///
    /// - Returns: 0, or the error's number: `EEXIST`; `EINVAL` if the file system does not support
    ///   this.
    public static func rename(_ path: String, toUnused name: String) -> Int32 {
        rename(path, name, UInt32(CGLIB_RENAME_NOREPLACE))
    }

    /// Exchanges the names of two files in one step.
    ///
    /// - Returns: 0, or the error's number: `ENOENT`; `EINVAL` if the file system does not support
    ///   this.
    public static func exchange(_ path: String, _ other: String) -> Int32 {
        rename(path, other, UInt32(CGLIB_RENAME_EXCHANGE))
    }

    private static func rename(_ path: String, _ other: String, _ flags: UInt32) -> Int32 {
        unsafe cglib_renameat2(AT_FDCWD, path, AT_FDCWD, other, flags) == 0 ? 0 : errno
    }

    /// Returns true if a process is known to have the file open for writing.
    public static func hasWriter(_ path: String) -> Bool {
        let descriptor = unsafe open(
            path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return cglib_has_writer(descriptor) != 0
    }
}
