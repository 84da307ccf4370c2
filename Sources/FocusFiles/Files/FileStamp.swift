// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The state of a file or directory, which changes with each write or replacement.
package struct FileStamp: Hashable, Sendable {
    private var device: UInt64 = 0
    private var inode: UInt64 = 0
    /// The time of the last change, in seconds since 1970.
    package private(set) var seconds = 0
    private var nanoseconds = 0

    /// Reads the state of a path; all zero if nothing is there.
    package init(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
