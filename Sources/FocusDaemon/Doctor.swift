// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusStore
import FocusWire
import GLibLoop

/// What works and what does not, for `focus-switch doctor`.
@LoopActor struct Doctor {
    let engine: Engine
    let server: RealServer
    let settings: Settings
    let filters: FilterService

    var checks: [DoctorCheck] {
        [serverCheck, outboxCheck, parkedCheck, filesCheck, storeCheck]
            + FilterList(board: filters.board).checks(of: engine.focuses.values)
    }

    private var serverCheck: DoctorCheck {
        let status = server.status
        let name = [status.name, status.version].filter { !$0.isEmpty }.joined(separator: " ")
        if status.isRunning {
            return DoctorCheck(check: "server", isGood: true, detail: "\(name) is up")
        }
        let origin = status.command.isEmpty ? "no command starts one" : status.command
        return DoctorCheck(
            check: "server", isGood: false,
            detail: "no notification server is up (\(origin)); what is delivered waits")
    }

    private var outboxCheck: DoctorCheck {
        if engine.outbox.stalled != nil {
            return DoctorCheck(
                check: "outbox", isGood: false,
                detail: "the server does not answer; \(engine.outbox.waiting) wait")
        }
        return DoctorCheck(
            check: "outbox", isGood: true, detail: "\(engine.outbox.waiting) wait for the server")
    }

    private var parkedCheck: DoctorCheck {
        let parked = engine.proxy.entries.filter { $0.state == .parked }.map(\.id.rawValue).sorted()
        guard !parked.isEmpty else {
            return DoctorCheck(check: "parked", isGood: true, detail: "none")
        }
        let list = parked.prefix(20).map(String.init).joined(separator: ", ")
        return DoctorCheck(
            check: "parked", isGood: false,
            detail: "the server died on these or refused them, they are not shown: \(list)"
                + (parked.count > 20 ? " and \(parked.count - 20) more" : ""))
    }

    private var filesCheck: DoctorCheck {
        let problems = settings.problems
        return DoctorCheck(
            check: "files", isGood: problems.isEmpty,
            detail: problems.isEmpty
                ? "\(engine.focuses.count) Focuses" : problems.joined(separator: "; "))
    }

    private var storeCheck: DoctorCheck {
        if let reason = engine.storeProblem {
            return DoctorCheck(check: "store", isGood: false, detail: reason)
        }
        return DoctorCheck(
            check: "store", isGood: true, detail: "\(engine.proxy.count) notifications are live")
    }
}
