// SPDX-License-Identifier: Apache-2.0

package import GLibLoop

/// Keeps a catalog of Focus files up to date until its cancellation or deallocation.
@LoopActor package final class FocusDirectoryWatch {
    /// The Focuses in force now.
    package private(set) var catalog = FocusCatalog()

    private let onChange: @LoopActor (FocusCatalog) -> Void
    private var watch: FileTableWatch<FocusFile>?

    init(
        _ directory: FocusDirectory, _ onChange: @escaping @LoopActor (FocusCatalog) -> Void
    ) throws(FileMonitorError) {
        self.onChange = onChange
        // If the directory cannot be created, the watch waits for it.
        try? FileSystem.makeDirectory(directory.path)
        let watch = try FileTableWatch(FocusCatalog.kind, directory: directory.path) {
            [weak self] in self?.changed()
        }
        self.watch = watch
        catalog = FocusCatalog(watch.table)
    }

    /// Reads the changed files now, including changes without events (the target of a symbolic
    /// link). Reports changes before it returns.
    @discardableResult package func reload() -> FocusCatalog {
        watch?.reload()
        return catalog
    }

    /// Ends the watch; keeps the catalog.
    package func cancel() {
        watch?.cancel()
    }

    private func changed() {
        guard let watch else { return }
        catalog = FocusCatalog(watch.table)
        onChange(catalog)
    }
}

extension FileMonitor.Event {
    /// The files to read because of the event; nil for none, empty for all files of the directory.
    ///
    /// A file that was just created may be incomplete, so it is read after `changed`. For the same
    /// reason only the files in the event are read.
    var completeFiles: Set<String>? {
        if name.isEmpty { return [] }
        switch kind {
        case .created: return nil
        case .changed, .deleted: return [name]
        case .moved(let newName): return [name, newName]
        }
    }
}
