// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// The directories of the XDG Base Directory Specification that focusd uses.
package struct BaseDirectories: Hashable, Sendable {
    /// `$HOME`, or else the user's entry in the user database.
    package let home: String
    /// `$XDG_CONFIG_HOME`, or else `~/.config`.
    package let configuration: String
    /// `$XDG_CONFIG_DIRS`, or else `/etc/xdg`: the most important first.
    package let sharedConfiguration: [String]
    /// `$XDG_STATE_HOME`, or else `~/.local/state`.
    package let state: String
    /// `$XDG_RUNTIME_DIR`; nil if it is not set. The specification has no default.
    package let runtime: String?
    /// `$XDG_DATA_HOME` (or else `~/.local/share`), then `$XDG_DATA_DIRS` (or else
    /// `/usr/local/share` and `/usr/share`): the most important first.
    package private(set) var data: [String]

    /// - Parameter variable: returns the value of an environment variable.
    package init(_ variable: (String) -> String? = Environment.variable) {
        /// "All paths set in these environment variables must be absolute. If an implementation
        /// encounters a relative path […] it should consider the path invalid and ignore it."
        func path(_ name: String) -> String? {
            variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
        }
        home = path("HOME") ?? Self.homeOfUser
        configuration = path("XDG_CONFIG_HOME") ?? home + "/.config"
        state = path("XDG_STATE_HOME") ?? home + "/.local/state"
        runtime = path("XDG_RUNTIME_DIR")
        func paths(_ name: String, _ standard: String) -> [String] {
            // An empty variable counts as not set.
            let listed = variable(name).flatMap { $0.isEmpty ? nil : $0 }
            return (listed ?? standard).split(separator: ":").map(String.init)
                .filter { $0.hasPrefix("/") }
        }
        sharedConfiguration = paths("XDG_CONFIG_DIRS", "/etc/xdg")
        data =
            [path("XDG_DATA_HOME") ?? home + "/.local/share"]
            + paths("XDG_DATA_DIRS", "/usr/local/share:/usr/share")
    }

    /// Returns the directories with another one in the place of `$XDG_DATA_HOME`.
    package func withDataHome(_ path: String) -> BaseDirectories {
        var other = self
        other.data[0] = path
        return other
    }

    /// focusd's own directory for files of the user.
    package var focusd: String { configuration + "/focusd" }

    /// The directory in place of `$XDG_RUNTIME_DIR` if that is not set. The specification leaves it
    /// to programs; other programs of this kind use /tmp.
    package static var runtimeReplacement: String { "/tmp/focusd-\(getuid())" }

    /// focusd's own directory for sockets.
    package var focusdRuntime: String { (runtime ?? Self.runtimeReplacement) + "/focusd" }

    /// Returns the directory of the private bus in the session with a bus.
    ///
    /// The sessions of a user share `$XDG_RUNTIME_DIR`, but no server. A session with a bus of its
    /// own, as over VNC, has a subdirectory that is named after its bus.
    ///
    /// - Parameter address: the address of the session's bus; nil for the user's bus.
    package func privateBus(session address: String?) -> String {
        let users = "unix:path=\(runtime ?? "/run/user/\(getuid())")/bus"
        guard let address = SetupRecord.address(address), address != users else {
            return focusdRuntime
        }
        return "\(focusdRuntime)/\(FileRevision(address.utf8))"
    }

    /// The home directory from the user database, for a process without HOME.
    private static var homeOfUser: String {
        var entry = unsafe passwd()
        var result: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16 << 10)
        guard unsafe getpwuid_r(getuid(), &entry, &buffer, buffer.count, &result) == 0,
            unsafe result != nil, let directory = unsafe entry.pw_dir
        else { return "/" }
        return unsafe String(cString: directory)
    }
}
