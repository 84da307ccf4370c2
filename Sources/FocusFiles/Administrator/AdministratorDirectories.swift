// SPDX-License-Identifier: Apache-2.0

/// The directories in which an administrator puts files of focusd for all users: `focusd` in each
/// of `$XDG_CONFIG_DIRS`. focusd creates and changes nothing in them.
package struct AdministratorDirectories: Hashable, Sendable {
    /// The paths, the most important one first. The directories may be missing.
    package let paths: [String]

    /// No directories.
    package static let none = AdministratorDirectories(paths: [])

    /// - Parameter paths: the paths, the most important one first; paths beyond
    ///   ``FocusFileLimits/administratorDirectories`` are left out.
    package init(paths: [String]) {
        self.paths = Array(paths.prefix(FocusFileLimits.administratorDirectories))
    }

    /// `focusd` in each of `$XDG_CONFIG_DIRS`, without the user's own directory.
    package init(_ directories: BaseDirectories = BaseDirectories()) {
        var paths: [String] = []
        for directory in directories.sharedConfiguration {
            let path = (directory.hasSuffix("/") ? directory : directory + "/") + "focusd"
            // A directory that is listed twice counts once.
            if path != directories.focusd, !paths.contains(path) { paths.append(path) }
        }
        self.init(paths: paths)
    }

    /// The directories with the administrator's Focus files.
    var focuses: [String] { paths.map { $0 + "/focuses" } }
}
