// SPDX-License-Identifier: Apache-2.0

package import GLibLoop

/// Keeps a catalog of filter declarations up to date, until it is cancelled or dropped.
@LoopActor package final class FilterDirectoriesWatch {
    /// What is in force now.
    package private(set) var catalog: FilterCatalog

    private let onChange: @LoopActor (FilterCatalog) -> Void
    private var watches: [PatientWatch] = []

    init(
        _ directories: FilterDirectories, _ onChange: @escaping @LoopActor (FilterCatalog) -> Void
    ) throws(FileMonitorError) {
        self.onChange = onChange
        catalog = FilterCatalog(directories)
        for (index, path) in directories.paths.enumerated() {
            watches.append(
                try PatientWatch(path) { [weak self] names in
                    self?.reload(index, names)
                })
        }
        // Watching before reading: a change in between is read twice, not missed.
        catalog.reload()
    }

    /// Reads all files now, for those that change without their directory noticing (what a symbolic
    /// link points to). Tells of changes before it returns.
    @discardableResult package func reload() -> FilterCatalog {
        change { $0.reload() }
        return catalog
    }

    /// Ends the watch; what was read stays.
    package func cancel() {
        watches = []
    }

    private func reload(_ index: Int, _ names: Set<String>) {
        if names.isEmpty {
            change { $0.reload(index) }
        } else if names.contains(where: { $0.hasSuffix(FilterFile.ending) }) {
            change { $0.reload(index, names: names) }
        }
    }

    private func change(_ body: (inout FilterCatalog) -> Void) {
        let before = catalog
        body(&catalog)
        if !catalog.isSame(as: before) { onChange(catalog) }
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
