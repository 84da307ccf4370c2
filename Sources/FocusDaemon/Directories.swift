// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import FocusStore
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
    /// The directory above it, where that is not the session's own; else nil.
    private let fallback: String?

    init() {
        let base = BaseDirectories()
        state = base.state + "/focusd"
        // The specification leaves the fallback to programs; others of this kind use /tmp.
        fallback = base.runtime == nil ? "/tmp/focusd-\(getuid())" : nil
        runtime = (base.runtime ?? "/tmp/focusd-\(getuid())") + "/focusd"
    }

    /// - Parameter fallback: the directory above `runtime`, where others may write beside it.
    init(state: String, runtime: String, fallback: String? = nil) {
        self.state = state
        self.runtime = runtime
        self.fallback = fallback
    }

    /// Makes a directory and those above it, mode 0700; one that is there gets that mode.
    ///
    /// - Parameter mayBeLink: whether it may be a symbolic link: not in a place where others write.
    static func make(_ path: String, mayBeLink: Bool) throws(SystemError) {
        var made = ""
        for component in path.split(separator: "/") {
            made += "/" + component
            if unsafe mkdir(made, 0o700) != 0, errno != EEXIST {
                throw SystemError(call: "mkdir", number: errno, path: made)
            }
        }
        try OwnDirectory(path, mayBeLink: mayBeLink).makePrivate(path)
    }

    /// Makes the state directory.
    func makeState() throws(SystemError) {
        try Self.make(state, mayBeLink: true)
    }

    /// Makes the runtime directory. Below `/tmp` the directory above it is the user's as well: its
    /// owner could exchange what lies in it.
    func makeRuntime() throws(SystemError) {
        if let fallback { try Self.make(fallback, mayBeLink: false) }
        try Self.make(runtime, mayBeLink: false)
    }

    /// True if a failure to make the runtime directory leaves nothing there that is somebody else's:
    /// then all but the private bus works.
    func isHarmless(_ error: SystemError) -> Bool { fallback == nil && error.call == "mkdir" }

    /// Takes from everybody but the user what may be done with focusd's own files: an earlier version,
    /// or a copy that was put back, may have left more. Files of other names are left alone.
    func close() {
        if let directory = try? OwnDirectory(state, mayBeLink: true) {
            let store = Self.storeName
            for name in directory.names({ StoreNames.isFile($0, of: store) }) {
                directory.makePrivate(file: name)
            }
            Self.close(store + StoreNames.payloads, in: directory) {
                StoreNames.payloadKey($0) != nil
            }
            Self.close("pictures", in: directory) { Pictures.parse($0) != nil }
        }
        if let directory = try? OwnDirectory(runtime) {
            for name in ["bus", "bus.conf"] { directory.makePrivate(file: name) }
        }
    }

    /// The name of the database.
    static let storeName = "focusd.sqlite"

    private static func close(
        _ path: String, in parent: borrowing OwnDirectory, _ isOwn: (String) -> Bool
    ) {
        guard let directory = try? OwnDirectory(path, in: parent.descriptor) else { return }
        try? directory.makePrivate(path)
        for name in directory.names(isOwn) { directory.makePrivate(file: name) }
    }

    /// Writes a whole file, mode 0600, in the place of what has its name.
    static func write(_ text: String, to name: String, in path: String) throws(SystemError) {
        let descriptor = try OwnDirectory(path).make(name)
        defer { Glibc.close(descriptor) }
        var text = text
        let failure: Int32? = text.withUTF8 { bytes in
            let count = unsafe Glibc.write(descriptor, bytes.baseAddress, bytes.count)
            return count == bytes.count ? nil : errno
        }
        if let failure { throw SystemError(call: "write", number: failure, path: name) }
    }
}
