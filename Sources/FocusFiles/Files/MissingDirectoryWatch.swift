// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Watches a directory that may not exist. While it is missing, the nearest existing directory
/// above it is watched until the next directory of the path appears. Where links lead to the
/// directory, their directories are watched, too: a link may get another target. Does not poll and
/// creates no directory.
@LoopActor final class MissingDirectoryWatch {
    private let directory: String
    private let onChange: @LoopActor (Set<String>) -> Void
    private var monitor: FileMonitor?
    private var watched = ""
    /// The links that lead to the directory, and the watches of their directories.
    private var links: [FileSystem.Link] = []
    private var linkMonitors: [FileMonitor] = []

    /// - Parameter onChange: called with the names of files to read; with an empty set for all
    ///   files, for example after the directory has appeared or disappeared.
    init(
        _ directory: String, _ onChange: @escaping @LoopActor (Set<String>) -> Void
    ) throws(FileMonitorError) {
        self.directory = directory
        self.onChange = onChange
        try watchNearest()
    }

    private func watchNearest() throws(FileMonitorError) {
        while true {
            watchLinks()
            let nearest = FileSystem.nearestDirectory(of: directory)
            if nearest == watched, monitor != nil { return }
            watched = nearest
            monitor = nil
            monitor = try FileMonitor(directory: nearest) { [weak self] event in
                self?.handle(event)
            }
            // Repeat: no event reports a directory that appeared before the watch.
        }
    }

    private func watchLinks() {
        let links = FileSystem.links(to: directory)
        guard links != self.links else { return }
        self.links = links
        // Without a watch, a reload still reads.
        linkMonitors = links.compactMap { link in
            try? FileMonitor(directory: link.directory) { [weak self] event in
                if event.name.isEmpty || event.concerns(link.name) { self?.followLinks() }
            }
        }
    }

    /// Watches the directory that the links lead to now.
    private func followLinks() {
        links = []
        linkMonitors = []
        monitor = nil
        try? watchNearest()
        onChange([])
    }

    private func handle(_ event: FileMonitor.Event) {
        let isOwn = watched == directory
        if isOwn, !event.name.isEmpty, FileSystem.isDirectory(directory) {
            if let names = event.completeFiles { onChange(names) }
            return
        }
        guard isOwn || event.name.isEmpty || concernsPath(event) else { return }
        // A monitor of a removed directory would poll for the directory. One that has only other
        // permissions now is still watched, even if it may not be read.
        if event.name.isEmpty && event.kind == .deleted || !FileSystem.isDirectory(watched) {
            monitor = nil
        }
        // If no watches are left, the files stay in force, and a reload still reads.
        try? watchNearest()
        if isOwn || watched == directory { onChange([]) }
    }

    /// Returns true if an event above the directory is about the next directory on the path.
    private func concernsPath(_ event: FileMonitor.Event) -> Bool {
        let rest = directory.dropFirst(watched.count).drop { $0 == "/" }
        return event.concerns(String(rest.prefix { $0 != "/" }))
    }
}

extension FileMonitor.Event {
    /// Returns true for a change of the file with that name.
    fileprivate func concerns(_ file: String) -> Bool {
        if name == file { return true }
        if case .moved(let newName) = kind { return newName == file }
        return false
    }
}
