// SPDX-License-Identifier: Apache-2.0

import FocusCore
package import GLibLoop

/// Keeps a catalog of filter declarations up to date until its deallocation.
@LoopActor package final class FilterDirectoriesWatch {
    /// The declarations in force now.
    package private(set) var catalog = FilterCatalog([])

    private let onChange: @LoopActor (FilterCatalog) -> Void
    private var watches: [FilesInForceWatch<[FilterDeclaration]>] = []
    /// True while all directories are read, so that one report covers all of them.
    private var isReloading = false
    private var hasChanged = false

    init(
        _ directories: FilterDirectories, _ onChange: @escaping @LoopActor (FilterCatalog) -> Void
    ) throws(FileMonitorError) {
        self.onChange = onChange
        let kind = FilterCatalog.kind(locale: directories.locale)
        for path in directories.paths {
            watches.append(
                try FilesInForceWatch(
                    kind, directory: path, absenceWait: FocusFileLimits.absenceWait
                ) { [weak self] in self?.changed() })
        }
        catalog = FilterCatalog(watches.map(\.table))
    }

    /// Reads the changed files now, including changes without events (the target of a symbolic
    /// link). Reports changes before it returns.
    ///
    /// - Parameter deletesMissing: true if missing files count as deleted at once.
    @discardableResult package func reload(deletesMissing: Bool = true) -> FilterCatalog {
        isReloading = true
        for watch in watches { watch.reload(deleted: deletesMissing ? nil : []) }
        isReloading = false
        if hasChanged { changed() }
        return catalog
    }

    private func changed() {
        hasChanged = isReloading
        if isReloading { return }
        catalog = FilterCatalog(watches.map(\.table))
        onChange(catalog)
    }
}
