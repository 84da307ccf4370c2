// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import Glibc

/// A system call that failed.
struct SystemError: Error, CustomStringConvertible {
    let call: String
    let number: Int32
    var path: String?

    var description: String {
        let reason = unsafe String(cString: strerror(number))
        return [call, path, reason].compactMap(\.self).joined(separator: ": ")
    }
}

/// Where focusd keeps what, after the XDG Base Directory Specification; made as needed, for the
/// user alone.
struct Directories: Sendable {
    /// `$XDG_STATE_HOME/focusd`: what focusd must remember.
    let state: String
    /// `$XDG_RUNTIME_DIR/focusd`: the private bus's socket.
    let runtime: String

    init() {
        let base = BaseDirectories()
        state = base.state + "/focusd"
        // The specification leaves the fallback to programs; others of this kind use /tmp.
        runtime = (base.runtime ?? "/tmp/focusd-\(getuid())") + "/focusd"
    }

    /// Makes a directory and those above it, mode 0700.
    static func make(_ path: String) throws(SystemError) {
        var made = ""
        for component in path.split(separator: "/") {
            made += "/" + component
            if unsafe mkdir(made, 0o700) != 0, errno != EEXIST {
                throw SystemError(call: "mkdir", number: errno, path: made)
            }
        }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            throw SystemError(call: "stat", number: errno, path: path)
        }
        guard status.st_uid == getuid() else {
            throw SystemError(call: "directory of another user", number: EPERM, path: path)
        }
    }

    /// Writes a whole file, mode 0600.
    static func write(_ text: String, to path: String) throws(SystemError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError(call: "open", number: errno, path: path) }
        defer { Glibc.close(descriptor) }
        var text = text
        let failure: Int32? = text.withUTF8 { bytes in
            let count = unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            return count == bytes.count ? nil : errno
        }
        if let failure { throw SystemError(call: "write", number: failure, path: path) }
    }
}
