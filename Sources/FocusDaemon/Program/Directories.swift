// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import FocusStore
import GLibLoop
import Glibc

/// Error of a system call.
struct SystemError: Error, CustomStringConvertible {
    let call: String
    let number: Int32
    var path: String?

    var description: String {
        let reason = unsafe String(cString: strerror(number))
        return [call, path, reason].compactMap(\.self).joined(separator: ": ")
    }
}

/// Directories of focusd according to the XDG Base Directory Specification. focusd creates them on
/// demand, with access for the user only.
struct Directories: Sendable {
    /// `$XDG_STATE_HOME/focusd`, for the data that focusd must remember.
    let state: String
    /// `$XDG_RUNTIME_DIR/focusd` or a subdirectory, for the socket of the session's private bus.
    let runtime: String
    /// `$XDG_RUNTIME_DIR/focusd`, which the user's sessions share.
    private let shared: String
    /// Parent directory of `shared` if `$XDG_RUNTIME_DIR` is not set, else nil.
    private let fallback: String?

    /// - Parameter sessionBus: the address of the bus that focusd serves.
    init(sessionBus: String) {
        let base = BaseDirectories()
        state = base.state + "/focusd"
        fallback = base.runtime == nil ? BaseDirectories.runtimeReplacement : nil
        shared = base.focusdRuntime
        runtime = base.privateBus(session: sessionBus)
    }

    /// - Parameters:
    ///   - shared: the directory that holds `runtime`, if that is a subdirectory.
    ///   - fallback: the parent directory of `shared`, if other users may write beside it.
    init(state: String, runtime: String, shared: String? = nil, fallback: String? = nil) {
        self.state = state
        self.runtime = runtime
        self.shared = shared ?? runtime
        self.fallback = fallback
    }

    /// Creates a directory and its parents with mode 0700. Gives an existing directory that mode.
    ///
    /// - Parameter mayBeLink: true if the directory may be a symbolic link; false where other users
    ///   may write.
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

    /// Creates the state directory.
    func makeState() throws(SystemError) {
        try Self.make(state, mayBeLink: true)
    }

    /// Creates the runtime directory. Below `/tmp`, the parent directory must belong to the user as
    /// well: its owner could exchange its contents.
    ///
    /// - Returns: The new names of what was in its place and was no directory, such as a link.
    func makeRuntime() throws(SystemError) -> [String] {
        if let fallback { try Self.make(fallback, mayBeLink: false) }
        var setAside: [String] = []
        for path in runtime == shared ? [shared] : [shared, runtime] {
            do throws(SystemError) {
                try Self.make(path, mayBeLink: false)
            } catch  where fallback == nil && [ENOTDIR, ELOOP].contains(error.number) {
                let name = path + ".set-aside"
                guard unsafe rename(path, name) == 0 else { throw error }
                setAside.append(name)
                try Self.make(path, mayBeLink: false)
            }
        }
        return setAside
    }

    /// True if a failure to create the runtime directory leaves no directory of another user in its
    /// place. Then everything works except the private bus.
    func isHarmless(_ error: SystemError) -> Bool { fallback == nil && error.call == "mkdir" }

    /// Removes other users' permissions from focusd's own files. An earlier version or a restored
    /// backup may have left permissions. Files with other names stay unchanged.
    func close() {
        if let directory = try? OwnDirectory(state, mayBeLink: true) {
            let store = Self.storeName
            for name in directory.names({ StoreNames.isFile($0, of: store) }) {
                directory.makePrivate(file: name)
            }
            Self.close(store + StoreNames.payloads, in: directory) {
                StoreNames.payloadKey($0) != nil
            }
            Self.close("pictures", in: directory) { KeptPictureFiles.parse($0) != nil }
            // Other users do not reach the directory in it.
            Self.close(EarlierTexts.copiesName, in: directory) {
                $0 == "focusd.conf" || $0.hasSuffix(FocusDirectory.ending)
            }
        }
        if let directory = try? OwnDirectory(runtime) {
            for name in ["bus", "bus.conf"] { directory.makePrivate(file: name) }
        }
    }

    /// Name of the database file.
    static let storeName = "focusd.sqlite"

    private static func close(
        _ path: String, in parent: borrowing OwnDirectory, _ isOwn: (String) -> Bool
    ) {
        guard let directory = try? OwnDirectory(path, in: parent.descriptor) else { return }
        try? directory.makePrivate(path)
        for name in directory.names(isOwn) { directory.makePrivate(file: name) }
    }

    /// Writes a whole file with mode 0600 and replaces a file of the same name.
    static func write(_ text: String, to name: String, in path: String) throws(SystemError) {
        let descriptor = try OwnDirectory(path).make(name)
        defer { Glibc.close(descriptor) }
        guard OpenFile.write(text, to: descriptor) else {
            throw SystemError(call: "write", number: errno, path: name)
        }
    }
}
