// SPDX-License-Identifier: Apache-2.0

import FocusCore
package import GLibLoop

/// Keeps a catalog of filter declarations up to date, until it is cancelled or dropped.
@LoopActor package final class FilterDirectoriesWatch {
    /// What is in force now.
    package private(set) var catalog = FilterCatalog([])

    private let onChange: @LoopActor (FilterCatalog) -> Void
    private var watches: [FileTableWatch<[FilterDeclaration]>] = []
    /// True while all directories are read, so that there is one report of it.
    private var isReloading = false
    private var hasChanged = false

    init(
        _ directories: FilterDirectories, _ onChange: @escaping @LoopActor (FilterCatalog) -> Void
    ) throws(FileMonitorError) {
        self.onChange = onChange
        let kind = FilterCatalog.kind(locale: directories.locale)
        for path in directories.paths {
            watches.append(
                try FileTableWatch(kind, directory: path) { [weak self] in self?.changed() })
        }
        catalog = FilterCatalog(watches.map(\.table))
    }

    /// Reads what has changed now, also what the directories cannot tell (the target of a symbolic
    /// link). Tells of changes before it returns.
    @discardableResult package func reload() -> FilterCatalog {
        isReloading = true
        for watch in watches { watch.reload() }
        isReloading = false
        if hasChanged { changed() }
        return catalog
    }

    /// Ends the watch; what was read stays.
    package func cancel() {
        for watch in watches { watch.cancel() }
    }

    private func changed() {
        hasChanged = isReloading
        if isReloading { return }
        catalog = FilterCatalog(watches.map(\.table))
        onChange(catalog)
    }
}

/// Watches a directory that may not be there: then it watches the nearest one above it that is,
/// until the next one of the path appears. It never looks by the clock and makes nothing.
@LoopActor final class PatientWatch {
    private let directory: String
    private let onChange: @LoopActor (Set<String>) -> Void
    private var monitor: FileMonitor?
    private var watched = ""

    /// - Parameter onChange: called with the names of files to read; with none when it may be any,
    ///   as when the directory has come or gone.
    init(
        _ directory: String, _ onChange: @escaping @LoopActor (Set<String>) -> Void
    ) throws(FileMonitorError) {
        self.directory = directory
        self.onChange = onChange
        try watchNearest()
    }

    private func watchNearest() throws(FileMonitorError) {
        while true {
            let nearest = FileSystem.nearestDirectory(of: directory)
            if nearest == watched, monitor != nil { return }
            watched = nearest
            monitor = nil
            monitor = try FileMonitor(directory: nearest) { [weak self] event in
                self?.handle(event)
            }
            // Once more: what came before the watch was there is told by nobody.
        }
    }

    private func handle(_ event: FileMonitor.Event) {
        let isOwn = watched == directory
        if isOwn, !event.name.isEmpty, FileSystem.isDirectory(directory) {
            if let names = event.completeFiles { onChange(names) }
            return
        }
        guard isOwn || event.name.isEmpty || concernsPath(event) else { return }
        // A watch whose directory is gone would look for it by the clock.
        if event.name.isEmpty || !FileSystem.isDirectory(watched) { monitor = nil }
        // Out of watches: what there is stays in force, and a reload still reads.
        try? watchNearest()
        if isOwn || watched == directory { onChange([]) }
    }

    /// Whether an event above the directory is about the next one on the way to it.
    private func concernsPath(_ event: FileMonitor.Event) -> Bool {
        let rest = directory.dropFirst(watched.count).drop { $0 == "/" }
        let next = rest.prefix { $0 != "/" }
        if event.name == next { return true }
        if case .moved(let name) = event.kind { return name == next }
        return false
    }
}
