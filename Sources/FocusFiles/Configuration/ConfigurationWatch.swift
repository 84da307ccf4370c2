// SPDX-License-Identifier: Apache-2.0

import FocusCore
package import GLibLoop

/// Keeps the configuration up to date until its deallocation.
@LoopActor package final class ConfigurationWatch {
    /// The files in force: the last versions without problems.
    package private(set) var layers: LayeredConfiguration

    private let onChange: @LoopActor (ConfigurationWatch) -> Void
    private var watch: MissingDirectoryWatch?
    private var administratorWatch: AdministratorWatch?
    private var timer: Timer?
    /// Minimum time between two reads after file events.
    private let pause = Duration.milliseconds(100)
    private var lastReading: ContinuousClock.Instant?
    private var absences: AbsenceWatch?

    init(
        _ file: ConfigurationFile, _ texts: EarlierTexts, absenceWait: Duration,
        _ onChange: @escaping @LoopActor (ConfigurationWatch) -> Void
    ) throws(FileMonitorError) {
        self.onChange = onChange
        layers = LayeredConfiguration(file, texts)
        // Like for Focus files: the watch starts before the read that counts.
        try? FileSystem.makeDirectory(file.directory)
        timer = Timer { [weak self] in self?.reload(deleted: []) }
        absences = AbsenceWatch(wait: absenceWait) { [weak self] in self?.reload(deleted: []) }
        watch = try MissingDirectoryWatch(file.directory) { [weak self] names in
            let own = [ConfigurationFile.name, AlwaysFile.name]
            if names.isEmpty || own.contains(where: names.contains) { self?.reloadSoon() }
        }
        administratorWatch = AdministratorWatch(file.administrator) { [weak self] in
            self?.reloadSoon()
        }
        read(deleted: nil)
    }

    /// Reads the files now. Reports changes before it returns.
    ///
    /// - Parameter deleted: the paths of missing files that count as deleted at once; nil for all.
    package func reload(deleted: Set<String>? = nil) {
        let before = layers
        read(deleted: deleted.map { $0.union(absences?.overdue ?? []) })
        if !layers.isSame(as: before) { onChange(self) }
    }

    private func reloadSoon() {
        let wait = lastReading.map { pause - $0.duration(to: .now) } ?? .zero
        timer?.reset(after: max(wait, .zero))
    }

    private func read(deleted: Set<String>?) {
        lastReading = .now
        timer?.pause()
        layers.reload(deleted: deleted)
        absences?.update(layers.missing)
    }
}
