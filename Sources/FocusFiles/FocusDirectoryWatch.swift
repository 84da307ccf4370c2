// SPDX-License-Identifier: Apache-2.0

package import GLibLoop

/// Keeps a catalog of Focus files up to date, until it is cancelled or dropped.
@LoopActor package final class FocusDirectoryWatch {
    /// What is in force now.
    package private(set) var catalog: FocusCatalog

    private let directory: FocusDirectory
    private let onChange: @LoopActor (FocusCatalog) -> Void
    private var monitor: FileMonitor?

    init(
        _ directory: FocusDirectory, _ onChange: @escaping @LoopActor (FocusCatalog) -> Void
    ) throws(FileMonitorError) {
        self.directory = directory
        self.onChange = onChange
        catalog = FocusCatalog()
        // A directory that exists is watched by the kernel; one that does not, by looking for it.
        // Where it cannot be made, it will not be changed either.
        try? FileSystem.makeDirectory(directory.path)
        // Watching before reading: a change in between is read twice, not missed.
        monitor = try FileMonitor(directory: directory.path) { [weak self] event in
            self?.handle(event)
        }
        catalog.reload(directory)
    }

    /// Reads all files now, for those that change without the directory noticing (what a symbolic
    /// link points to). Tells of changes before it returns.
    @discardableResult package func reload() -> FocusCatalog {
        reload(names: nil)
        return catalog
    }

    /// Ends the watch; what was read stays.
    package func cancel() {
        monitor?.cancel()
        monitor = nil
    }

    private func handle(_ event: FileMonitor.Event) {
        guard let names = event.completeFiles else { return }
        if names.isEmpty {
            reload(names: nil)
        } else if names.contains(where: FocusDirectory.isFocusFileName) {
            reload(names: names)
        }
    }

    private func reload(names: Set<String>?) {
        let before = catalog
        catalog.reload(directory, names: names)
        if !catalog.isSame(as: before) { onChange(catalog) }
    }
}

extension FileMonitor.Event {
    /// The files to read because of the event; nil for none, empty for all of the directory.
    ///
    /// A file that was just created may be half written, so it waits for `changed`; for the same
    /// reason only the files that an event names are read.
    var completeFiles: Set<String>? {
        if name.isEmpty { return [] }
        switch kind {
        case .created: return nil
        case .changed, .deleted: return [name]
        case .moved(let newName): return [name, newName]
        }
    }
}
