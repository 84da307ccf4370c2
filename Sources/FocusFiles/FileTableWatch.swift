// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Keeps a table of files up to date, a little in each turn of the loop.
///
/// However many files come and go, there is one reload at a time, they have a pause between them,
/// and no turn looks at more than ``FocusFileLimits/namesPerTurn`` names or reads files for longer
/// than ``turn``.
@LoopActor final class FileTableWatch<Content: Equatable & Sendable> {
    /// The time in which files are read before the loop goes on with something else.
    private let turn = Duration.milliseconds(1)
    /// The least time between two reloads that events cause.
    private let pause = Duration.milliseconds(100)

    /// What is in force now.
    private(set) var table: FileTable<Content>
    private let onChange: @LoopActor () -> Void
    private var watch: PatientWatch?
    /// The files that may have changed since the last reload began; nil for any.
    private var named: Set<String>? = []
    private var job: Job?
    private var timer: Timer?
    private var lastEnd: ContinuousClock.Instant?

    /// A reload under way.
    private struct Job {
        var table: FileTable<Content>
        let scan: DirectoryScan
        let named: Set<String>?
        /// The files to read, the next one at the end; nil while names are looked at.
        var unread: [String]?
    }

    /// Begins to watch and reads all files.
    ///
    /// - Parameter onChange: called after a change of what is in force or of the problems.
    init(
        _ kind: FileTable<Content>.Kind, directory: String,
        _ onChange: @escaping @LoopActor () -> Void
    ) throws(FileMonitorError) {
        self.onChange = onChange
        table = FileTable(kind, directory: directory)
        // Watching before reading: a change in between is read twice, not missed.
        watch = try PatientWatch(directory) { [weak self] names in self?.changed(names) }
        timer = Timer { [weak self] in self?.work() }
        table.reload()
    }

    /// Reads the files that have changed now, and tells of changes before it returns.
    func reload() {
        job = nil
        timer?.pause()
        named = []
        change { $0.reload() }
    }

    /// Ends the watch; what was read stays.
    func cancel() {
        watch = nil
        timer?.cancel()
        timer = nil
        job = nil
    }

    private func changed(_ names: Set<String>) {
        if names.isEmpty {
            named = nil
        } else {
            let own = names.filter { $0.hasSuffix(table.kind.ending) && !$0.hasPrefix(".") }
            if own.isEmpty { return }
            named?.formUnion(own)
            // Then it is cheaper to look at all that are known.
            if let named, named.count > 2 * table.kind.limit { self.named = nil }
        }
        guard job == nil, let timer else { return }
        let wait = lastEnd.map { pause - ($0.duration(to: .now)) } ?? .zero
        timer.reset(after: max(wait, .zero))
    }

    /// One turn's part of a reload.
    private func work() {
        guard var job = job ?? begin() else { return finish(nil) }
        // The tables share their storage until one is written to.
        self.job = nil
        if job.unread == nil {
            if job.scan.step(FocusFileLimits.namesPerTurn) {
                let choice = job.scan.choice(named: job.named ?? [])
                job.unread = job.table.take(choice, named: job.named).reversed()
            }
        } else {
            let end = ContinuousClock.now + turn
            repeat {
                guard let name = job.unread?.popLast() else { return finish(job.table) }
                job.table.read(name, insists: job.named?.contains(name) ?? false)
            } while ContinuousClock.now < end
        }
        self.job = job
        timer?.reset(after: .zero)
    }

    private func begin() -> Job? {
        var table = table
        let named = named
        self.named = []
        guard let scan = table.scan() else {
            change { $0 = table }
            return nil
        }
        return Job(table: table, scan: scan, named: named)
    }

    private func finish(_ table: FileTable<Content>?) {
        job = nil
        lastEnd = .now
        if let table { change { $0 = table } }
        // What happened meanwhile may not have been seen.
        if named?.isEmpty != true { timer?.reset(after: pause) }
    }

    private func change(_ body: (inout FileTable<Content>) -> Void) {
        let before = table
        body(&table)
        if !table.isSame(as: before) { onChange() }
    }
}
