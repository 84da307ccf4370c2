// SPDX-License-Identifier: Apache-2.0

import Glibc

/// The state of a file or directory, which changes when it is written or replaced.
package struct FileStamp: Hashable, Sendable {
    private var device: UInt64 = 0
    private var inode: UInt64 = 0
    /// The time of the last change, in seconds since 1970.
    package private(set) var seconds = 0
    private var nanoseconds = 0

    /// The state of what a path names; all zero where there is nothing.
    package init(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }
}
