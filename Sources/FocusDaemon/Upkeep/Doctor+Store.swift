// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore
import FocusWire
import GLibLoop

/// Checks of the database and of the disk.
extension Doctor {
    var storeCheck: DoctorCheck {
        if let reason = engine.repair.problem {
            return bad(
                "storage", .storeFailing, "notifications are kept only in memory: " + reason,
                remedy: engine.store.isDetached
                    ? missingFile.remedy
                    : "free space on the disk of $XDG_STATE_HOME/focusd and make it writable;"
                        + " focusd tries again by itself")
        }
        return good(
            "storage", .storeFailing,
            "notifications are saved; not yet ended: \(engine.state.live.count)")
    }

    /// The reason why the store has no file, and the remedy.
    private var missingFile: (detail: String, remedy: String) {
        switch engine.store.attachFailure?.code {
        case StoreError.Code.newerSchema:
            (
                "a newer focusd has written it, and this one leaves it alone",
                "install the newer focusd again, or rename $XDG_STATE_HOME/focusd to begin with none"
            )
        case StoreError.Code.busy:
            (
                "another process has it open, most likely focusd in another session of yours;"
                    + " until that ends, this session has a missed list, a history and an active"
                    + " Focus of its own",
                "end the other focusd, or give it a $XDG_STATE_HOME of its own; focusd tries again"
                    + " by itself"
            )
        default:
            (
                "it cannot be opened",
                "make $XDG_STATE_HOME/focusd writable; focusd tries again by itself"
            )
        }
    }

    /// Checks that appear only if they found a problem.
    var storeFileChecks: [DoctorCheck] {
        var checks: [DoctorCheck] = []
        if engine.store.isDetached {
            checks.append(
                bad(
                    "database file", .storeInMemory,
                    missingFile.detail + "; meanwhile, a restart of focusd loses notifications",
                    remedy: missingFile.remedy))
        } else {
            engine.problems.note(.storeInMemory, isPresent: false, at: .now)
        }
        let damaged = engine.store.damagedFiles
        if damaged.isEmpty {
            engine.problems.note(.storeSetAside, isPresent: false, at: .now)
        } else {
            let names = damaged.map(shellQuoted)
            checks.append(
                bad(
                    "damaged database", .storeSetAside,
                    "damaged files are kept, with their notifications",
                    remedy: "to remove them: rm " + names.joined(separator: " ")))
        }
        if let failure = engine.store.checkpointFailure {
            checks.append(
                bad(
                    "database log", .checkpointFailing,
                    "the write-ahead log cannot be copied into the database: \(failure)",
                    remedy: "free space on the disk of $XDG_STATE_HOME/focusd"))
        } else {
            engine.problems.note(.checkpointFailing, isPresent: false, at: .now)
        }
        if let failure = engine.store.syncFailure {
            checks.append(
                bad(
                    "disk", .syncFailing,
                    "writes do not reach the disk; a power failure would lose them:"
                        + " \(failure)",
                    remedy: "check the disk of $XDG_STATE_HOME/focusd; focusd tries again"))
        } else {
            engine.problems.note(.syncFailing, isPresent: false, at: .now)
        }
        return checks
    }
}
