// SPDX-License-Identifier: Apache-2.0

import GLibLoop

// Policy. Many programs replace a file in two steps: Emacs renames it and writes another one, git
// removes it and creates it again, and others write an empty file first. A missing file therefore
// stays in force, and counts as deleted when it is still missing after a wait. A deletion through
// focusd counts at once.

/// The files that are missing and still in force, and the times at which they count as deleted.
struct Absences {
    private let wait: Duration
    private var ends: [String: ContinuousClock.Instant] = [:]

    /// - Parameter wait: the time until a missing file counts as deleted.
    init(wait: Duration) {
        self.wait = wait
    }

    /// Takes the names of all files that are missing now.
    mutating func update(_ missing: Set<String>, at now: ContinuousClock.Instant) {
        ends = ends.filter { missing.contains($0.key) }
        for name in missing where ends[name] == nil { ends[name] = now + wait }
    }

    /// Returns the files that count as deleted.
    func overdue(at now: ContinuousClock.Instant) -> Set<String> {
        Set(ends.filter { $0.value <= now }.keys)
    }

    /// The next time at which a file counts as deleted; nil if none is missing.
    var next: ContinuousClock.Instant? { ends.values.min() }
}

/// Calls back when a missing file counts as deleted, until its deallocation.
@LoopActor final class AbsenceWatch {
    private var absences: Absences
    private let onEnd: @LoopActor () -> Void
    private var timer: Timer?

    /// - Parameters:
    ///   - wait: the time until a missing file counts as deleted.
    ///   - onEnd: called when files count as deleted; reads the files again.
    init(wait: Duration, _ onEnd: @escaping @LoopActor () -> Void) {
        absences = Absences(wait: wait)
        self.onEnd = onEnd
        timer = Timer { [weak self] in self?.look() }
    }

    /// The missing files that count as deleted now.
    var overdue: Set<String> { absences.overdue(at: .now) }

    /// Takes the names of all files that are missing now.
    func update(_ missing: Set<String>) {
        absences.update(missing, at: .now)
        wait()
    }

    private func wait() {
        guard let next = absences.next else {
            timer?.pause()
            return
        }
        timer?.reset(after: max(ContinuousClock.now.duration(to: next), .zero))
    }

    private func look() {
        if overdue.isEmpty { wait() } else { onEnd() }
    }
}
