// SPDX-License-Identifier: Apache-2.0

package import FocusCore
package import GLibLoop

/// Keeps a catalog of Focus files up to date until its deallocation.
@LoopActor package final class FocusDirectoryWatch {
    /// The Focuses in force now.
    package private(set) var catalog = FocusCatalog()

    private let onChange: @LoopActor (FocusCatalog) -> Void
    private var watch: FilesInForceWatch<FocusFile>?
    /// The watches of the administrator's directories, the most important one first.
    private var sharedWatches: [FilesInForceWatch<FocusFile>] = []
    private var administratorWatch: AdministratorWatch?
    private var administrator: AdministratorFiles
    private var absences: AbsenceWatch?
    /// True while all directories are read, so that one report covers all of them.
    private var isReloading = false
    private var hasChanged = false

    init(
        _ directory: FocusDirectory, _ texts: EarlierTexts, absenceWait: Duration,
        _ onChange: @escaping @LoopActor (FocusCatalog) -> Void
    ) throws(FileMonitorError) {
        self.onChange = onChange
        administrator = AdministratorFiles(directory.administrator)
        // If the directory cannot be created, the watch waits for it.
        try? FileSystem.makeDirectory(directory.path)
        let watch = try FilesInForceWatch(
            FocusCatalog.kind, directory: directory.path, texts: texts, absenceWait: absenceWait
        ) { [weak self] in self?.changed() }
        self.watch = watch
        for path in directory.administrator.focuses {
            sharedWatches.append(
                FilesInForceWatch(
                    FocusCatalog.kind, ifPossible: path, absenceWait: absenceWait
                ) { [weak self] in self?.changed() })
        }
        administratorWatch = AdministratorWatch(directory.administrator) { [weak self] in
            // The files of a lock count together with the lock.
            self?.reload(deleted: [])
        }
        absences = AbsenceWatch(wait: absenceWait) { [weak self] in self?.reload(deleted: []) }
        administrator.reload()
        catalog = newest(watch)
    }

    private func newest(_ watch: FilesInForceWatch<FocusFile>) -> FocusCatalog {
        FocusCatalog(watch.table, shared: sharedWatches.map(\.table), administrator)
    }

    private func readLocks(deletesMissing: Bool) {
        let before = administrator
        administrator.reload(deleted: deletesMissing ? nil : absences?.overdue ?? [])
        absences?.update(administrator.missing)
        if !administrator.isSame(as: before) { changed() }
    }

    /// Reads the changed files now, including changes without events (the target of a symbolic
    /// link). Reports changes before it returns.
    ///
    /// - Parameter deleted: the Focuses whose missing files count as deleted at once; nil for all.
    @discardableResult package func reload(deleted: Set<FocusID>? = nil) -> FocusCatalog {
        isReloading = true
        let names = deleted.map { Set($0.map(FocusDirectory.fileName)) }
        watch?.reload(deleted: names)
        for watch in sharedWatches { watch.reload(deleted: names) }
        readLocks(deletesMissing: deleted == nil)
        isReloading = false
        if hasChanged { changed() }
        // Not before: they look at the catalog.
        for watch in allWatches { watch.serve() }
        return catalog
    }

    /// Calls `body` once the Focus files that are on the disk now are in force, and reported:
    /// before this call returns if that is little work. A file with mistakes is left to its event,
    /// and so is a known file that is being written.
    package func whenRead(_ body: @escaping @LoopActor () -> Void) {
        Self.read(allWatches[...], then: body)
    }

    private var allWatches: [FilesInForceWatch<FocusFile>] {
        (watch.map { [$0] } ?? []) + sharedWatches
    }

    private static func read(
        _ watches: ArraySlice<FilesInForceWatch<FocusFile>>,
        then body: @escaping @LoopActor () -> Void
    ) {
        guard let first = watches.first else { return body() }
        first.whenRead { Self.read(watches.dropFirst(), then: body) }
    }

    /// Calls at once those that wait for ``whenRead(_:)``.
    package func finishReading() {
        for watch in allWatches where watch.isAwaited {
            watch.reload(deleted: [])
            watch.serve()
        }
    }

    private func changed() {
        hasChanged = isReloading
        guard !isReloading, let watch else { return }
        catalog = newest(watch)
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
