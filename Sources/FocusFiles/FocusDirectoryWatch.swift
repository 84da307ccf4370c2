// SPDX-License-Identifier: Apache-2.0

package import GLibLoop

/// Keeps a catalog of Focus files up to date, until it is cancelled or dropped.
@LoopActor package final class FocusDirectoryWatch {
    /// What is in force now.
    package private(set) var catalog = FocusCatalog()

    private let onChange: @LoopActor (FocusCatalog) -> Void
    private var watch: FileTableWatch<FocusFile>?

    init(
        _ directory: FocusDirectory, _ onChange: @escaping @LoopActor (FocusCatalog) -> Void
    ) throws(FileMonitorError) {
        self.onChange = onChange
        // Where it cannot be made, it is waited for.
        try? FileSystem.makeDirectory(directory.path)
        let watch = try FileTableWatch(FocusCatalog.kind, directory: directory.path) {
            [weak self] in self?.changed()
        }
        self.watch = watch
        catalog = FocusCatalog(watch.table)
    }

    /// Reads what has changed now, also what the directory cannot tell (the target of a symbolic
    /// link). Tells of changes before it returns.
    @discardableResult package func reload() -> FocusCatalog {
        watch?.reload()
        return catalog
    }

    /// Ends the watch; what was read stays.
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
