// SPDX-License-Identifier: Apache-2.0

package import GLibLoop

/// The directories with one `APPID.focus-filter` file per app, the most important first.
package struct FilterDirectories: Hashable, Sendable {
    /// The paths of the directories, which may be missing. focusd does not create the directories.
    package let paths: [String]
    /// The language of the titles; nil for the languages of the environment.
    package let locale: String?

    package init(paths: [String], locale: String? = nil) {
        self.paths = paths
        self.locale = locale
    }

    /// `focus-filters` in `$XDG_DATA_HOME` and each of `$XDG_DATA_DIRS`.
    package init(_ directories: BaseDirectories = BaseDirectories(), locale: String? = nil) {
        var paths: [String] = []
        for directory in directories.data {
            let path = (directory.hasSuffix("/") ? directory : directory + "/") + "focus-filters"
            // Skips a directory that is listed twice.
            if !paths.contains(path) { paths.append(path) }
        }
        self.init(paths: paths, locale: locale)
    }

    /// Reads all files.
    package func load() -> FilterCatalog {
        FilterCatalog(reading: self)
    }

    /// Reads all files now and after each change.
    ///
    /// - Parameter onChange: called after a change of the declarations in force or of the problems.
    /// - Returns: a token; dropping it ends the watch.
    @LoopActor package func watch(
        _ onChange: @escaping @LoopActor (FilterCatalog) -> Void
    ) throws(FileMonitorError) -> FilterDirectoriesWatch {
        try FilterDirectoriesWatch(self, onChange)
    }
}
