// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// Keeps a table of files up to date, with a small part of the work in each turn of the loop.
///
/// Regardless of the number of changes, there is one reload at a time, and a pause between reloads.
/// No turn scans more than ``FocusFileLimits/namesPerTurn`` names or reads files for longer than
/// ``turn``. A missing file stays in force for a wait.
@LoopActor final class FilesInForceWatch<Content: Equatable & Sendable> {
    /// Time in one turn for reading files.
    private let turn = Duration.milliseconds(1)
    /// Minimum time between two reloads after file events.
    private let pause = Duration.milliseconds(100)

    /// The files in force now.
    private(set) var table: FilesInForce<Content>
    private let onChange: @LoopActor () -> Void
    private var watch: MissingDirectoryWatch?
    /// The files that may have changed since the last reload began; nil for all.
    private var named: Set<String>? = []
    private var job: Job?
    /// The callers of ``whenRead(_:)`` that wait for the next reload, and for the one in progress.
    private var waiting: [@LoopActor () -> Void] = []
    private var served: [@LoopActor () -> Void] = []
    private var timer: Timer?
    private var lastEnd: ContinuousClock.Instant?
    private var absences: AbsenceWatch?

    /// A reload in progress.
    private struct Job {
        var table: FilesInForce<Content>
        let scan: DirectoryScan
        let named: Set<String>?
        /// True to read the other changed files, too: a caller waits. Their events come later.
        let looksAtAll: Bool
        /// The missing files that count as deleted.
        let deleted: Set<String>
        /// The files to read, the next one at the end; nil during the scan.
        var unread: [String]?
    }

    /// Begins the watch and reads all files.
    ///
    /// - Parameters:
    ///   - absenceWait: the time until a missing file counts as deleted.
    ///   - onChange: called after a change of the files in force or of the problems.
    init(
        _ kind: FilesInForce<Content>.Kind, directory: String, texts: EarlierTexts = .none,
        absenceWait: Duration, _ onChange: @escaping @LoopActor () -> Void
    ) throws(FileMonitorError) {
        self.onChange = onChange
        table = FilesInForce(kind, directory: directory, texts: texts)
        // The watch starts before the read: a change in between is read twice, not missed.
        watch = try MissingDirectoryWatch(directory) { [weak self] names in self?.changed(names) }
        start(absenceWait)
    }

    /// Reads all files and begins the watch if the directory can be watched; otherwise only
    /// ``reload(deleted:)`` reads.
    init(
        _ kind: FilesInForce<Content>.Kind, ifPossible directory: String, absenceWait: Duration,
        _ onChange: @escaping @LoopActor () -> Void
    ) {
        self.onChange = onChange
        table = FilesInForce(kind, directory: directory)
        watch = try? MissingDirectoryWatch(directory) { [weak self] names in self?.changed(names) }
        start(absenceWait)
    }

    private func start(_ absenceWait: Duration) {
        timer = Timer { [weak self] in self?.work() }
        absences = AbsenceWatch(wait: absenceWait) { [weak self] in
            guard let self, let absences else { return }
            changed(absences.overdue)
        }
        table.reload()
        table.dropOldTexts()
        if table.isUnfinished { timer?.reset(after: .zero) }
    }

    /// Reads the changed files now, and reports changes before it returns. The callers of
    /// ``whenRead(_:)`` are called by ``serve()``.
    ///
    /// - Parameter deleted: the missing files that count as deleted at once; nil for all.
    func reload(deleted: Set<String>? = nil) {
        job = nil
        timer?.pause()
        named = []
        let deleted = deleted.map { $0.union(absences?.overdue ?? []) }
        change { $0.reload(deleted: deleted) }
        if table.isUnfinished { timer?.reset(after: .zero) }
        served += waiting
        waiting = []
    }

    /// Calls `body` once the files that are on the disk now are in force, and reported: before this
    /// call returns if the work of one turn is enough.
    ///
    /// The event of a new file may come a tenth of a second after the file. A file with mistakes,
    /// and a known one that is being written, are left to their events: they may be incomplete.
    func whenRead(_ body: @escaping @LoopActor () -> Void) {
        waiting.append(body)
        // A reload in progress may have missed the file. The next one begins when it ends.
        guard job == nil else { return }
        work()
        if job?.unread != nil { work() }
    }

    /// True if callers of ``whenRead(_:)`` wait.
    var isAwaited: Bool { !waiting.isEmpty || !served.isEmpty }

    /// Calls those whose files have been read.
    func serve() {
        let callers = served
        served = []
        for caller in callers { caller() }
    }

    private func changed(_ names: Set<String>) {
        if names.isEmpty {
            named = nil
        } else {
            let own = names.filter { $0.hasSuffix(table.kind.ending) && !$0.hasPrefix(".") }
            if own.isEmpty { return }
            named?.formUnion(own)
            // For so many names it is cheaper to check all known files.
            if let named, named.count > 2 * table.kind.limit { self.named = nil }
        }
        guard job == nil, waiting.isEmpty, let timer else { return }
        let wait = lastEnd.map { pause - ($0.duration(to: .now)) } ?? .zero
        timer.reset(after: max(wait, .zero))
    }

    /// Does one turn's part of a reload.
    private func work() {
        guard var job = job ?? begin() else { return finish(nil) }
        // Drops the second reference, so that a write to the table does not copy the table.
        self.job = nil
        if job.unread == nil {
            if job.scan.step(FocusFileLimits.namesPerTurn) {
                let choice = job.scan.choice(named: job.named ?? [])
                let named = job.looksAtAll ? nil : job.named
                job.unread =
                    job.table.take(choice, named: named, deleted: job.deleted).reversed()
            }
        } else {
            let end = ContinuousClock.now + turn
            repeat {
                guard let name = job.unread?.popLast() else { return finish(job.table) }
                let isNamed = job.named?.contains(name)
                job.table.read(
                    name, insists: isNamed ?? false, awaitsEvent: isNamed == false,
                    deleted: job.deleted)
            } while ContinuousClock.now < end
        }
        self.job = job
        timer?.reset(after: .zero)
    }

    private func begin() -> Job? {
        var table = table
        let named = named
        self.named = []
        served += waiting
        waiting = []
        guard let scan = table.scan() else {
            change { $0 = table }
            return nil
        }
        return Job(
            table: table, scan: scan, named: named, looksAtAll: !served.isEmpty,
            deleted: absences?.overdue ?? [])
    }

    private func finish(_ table: FilesInForce<Content>?) {
        job = nil
        timer?.pause()
        lastEnd = .now
        if let table { change { $0 = table } }
        // The scan may have missed changes that happened meanwhile.
        if !waiting.isEmpty || self.table.isUnfinished {
            timer?.reset(after: .zero)
        } else if named?.isEmpty != true {
            timer?.reset(after: pause)
        }
        serve()
    }

    private func change(_ body: (inout FilesInForce<Content>) -> Void) {
        let before = table
        body(&table)
        absences?.update(table.missing)
        if !table.isSame(as: before) { onChange() }
    }
}
