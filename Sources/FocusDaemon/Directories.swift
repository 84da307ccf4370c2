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

    /// Makes a directory and those above it, mode 0700; one that is there gets that mode.
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
        if status.st_mode & 0o7777 != 0o700, unsafe chmod(path, 0o700) != 0 {
            throw SystemError(call: "chmod", number: errno, path: path)
        }
    }

    /// Takes from everybody but the user what may be done with the files in a directory, and in those
    /// directly in it: an earlier version, or a copy that was put back, may have left more.
    static func close(_ path: String, depth: Int = 1) {
        guard let stream = unsafe opendir(path) else { return }
        defer { unsafe closedir(stream) }
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                // d_name ends in NUL within the entry.
                unsafe String(
                    cString: UnsafeRawPointer(pointer).assumingMemoryBound(to: CChar.self))
            }
            let file = path + "/" + name
            var status = stat()
            guard name != ".", name != "..", unsafe lstat(file, &status) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR where depth > 0:
                if status.st_mode & 0o077 != 0 { unsafe chmod(file, 0o700) }
                close(file, depth: depth - 1)
            case S_IFREG, S_IFSOCK:
                if status.st_mode & 0o077 != 0 { unsafe chmod(file, 0o600) }
            // A link may lead anywhere.
            default: break
            }
        }
    }

    /// Writes a whole file, mode 0600.
    static func write(_ text: String, to path: String) throws(SystemError) {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError(call: "open", number: errno, path: path) }
        defer { Glibc.close(descriptor) }
        // One that was there keeps its mode.
        fchmod(descriptor, 0o600)
        var text = text
        let failure: Int32? = text.withUTF8 { bytes in
            let count = unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            return count == bytes.count ? nil : errno
        }
        if let failure { throw SystemError(call: "write", number: failure, path: path) }
    }
}
