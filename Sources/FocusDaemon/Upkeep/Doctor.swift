// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusStore
import FocusWire
import GLibLoop

/// Checks for `focus-switch doctor`: the parts that work and the problems.
@LoopActor struct Doctor {
    let engine: Engine
    let server: RealServer
    let origin: ServerOrigin
    let settings: Settings
    let filters: FilterService
    let triggers: TriggerWatch
    /// The apps and people of the stored notifications; nil if the store cannot be read.
    let seen: SeenTally?

    var checks: [DoctorCheck] {
        [serverCheck] + pauseChecks + [outboxCheck, parkedCheck, filesCheck] + administratorChecks
            + [storeCheck] + storeFileChecks + [predicateCheck] + floodChecks + filterChecks
            + triggerChecks + lockChecks + nameChecks + peopleChecks + hookChecks
    }

    /// Returns a check that found a problem, with the time when the problem was first noticed.
    ///
    /// - Parameter subject: the part that has the problem, if several can have one of this kind.
    func bad(
        _ check: String, _ kind: ProblemKind, of subject: String = "", _ detail: String,
        remedy: String
    ) -> DoctorCheck {
        engine.problems.note(kind, subject, isPresent: true, at: .now)
        return DoctorCheck(
            check: check, detail: detail,
            problem: DoctorCheck.Problem(
                kind, since: engine.problems.beginning(of: kind, subject), remedy: remedy))
    }

    func good(_ check: String, _ kind: ProblemKind, _ detail: String) -> DoctorCheck {
        engine.problems.note(kind, isPresent: false, at: .now)
        return DoctorCheck(check: check, isGood: true, detail: detail)
    }

    // MARK: Predicates and filters

    private var predicateCheck: DoctorCheck {
        let doubts = settings.doubts
        // A mistake in a file is named with its line, also after it made an evaluation fail.
        let faults = engine.state.faults.filter { fault in
            !doubts.contains { $0.group?.lowercased() == fault.place.lowercased() }
        }
        if doubts.isEmpty, faults.isEmpty {
            // The predicates of a refused file are not looked at.
            return good(
                "predicates", .predicateFailing,
                settings.problems.isEmpty ? "all valid" : "all valid in the files in force")
        }
        let skipped = faults.map { "\($0.place): \($0.message) (it is skipped)" }.sorted()
        let lines = doubts.map(\.description) + skipped
        let rest = lines.count - Self.listedPredicates
        return bad(
            "predicates", .predicateFailing,
            lines.prefix(Self.listedPredicates).joined(separator: "; ")
                + (rest > 0 ? "; and \(rest) more" : ""),
            remedy: Self.remedy(doubts)
                ?? "correct the rule, or tell the author of the filter; to try one:"
                + " focus-switch predicate eval FORMAT")
    }

    /// Maximum number of predicates that a check names.
    private static let listedPredicates = 8

    /// Returns the steps for the files with mistakes; nil without mistakes.
    nonisolated static func remedy(_ doubts: [FileProblem]) -> String? {
        let paths = Set(doubts.map(\.file)).sorted()
        let others = paths.filter { path in
            [AlwaysFile.name, ConfigurationFile.name].contains { path.hasSuffix("/" + $0) }
        }
        let focuses = paths.filter { !others.contains($0) }.map { path in
            let name = path.split(separator: "/").last ?? ""
            return FocusID(String(name.dropLast(FocusDirectory.ending.count)))
        }
        return paths.isEmpty ? nil : remedy(clearing: [], refused: focuses, others: others)
    }

    private var floodChecks: [DoctorCheck] {
        guard !engine.state.floods.isEmpty else { return [] }
        let apps = engine.state.floods.apps.map(\.rawValue).joined(separator: ", ")
        return [
            bad(
                "flood", .appLimited,
                (apps.isEmpty ? "a program" : apps)
                    + " sends too many notifications; the rest are in the missed list",
                remedy: "see focus-switch missed; end the program if it does not stop")
        ]
    }

    private var triggerChecks: [DoctorCheck] {
        let problems = triggers.problems
        let names = problems.map { DoctorCheck.name(of: $0.trigger) }
        engine.problems.note(
            .triggerUnseen, only: Set(names + (isLockUnseen ? [DoctorCheck.lockScreen] : [])),
            at: .now)
        guard problems.isEmpty else {
            return zip(names, problems).map { name, problem in
                let focuses = engine.state.focuses.values
                    .filter { $0.triggers.contains(problem.trigger) }.map(\.id).sorted()
                return bad(
                    name, .triggerUnseen, of: name, problem.detail,
                    remedy: Self.remedy(problem, of: focuses))
            }
        }
        guard triggers.isInUse else { return [] }
        return [DoctorCheck(check: "triggers", isGood: true, detail: "all can be seen")]
    }

    /// Returns the remedy for a trigger of these Focuses. For an app, which may be one that is not
    /// installed, with the commands that remove the trigger.
    nonisolated static func remedy(_ problem: TriggerProblem, of focuses: [FocusID]) -> String {
        guard case .app = problem.trigger else { return problem.remedy }
        let commands = focuses.map {
            "; to remove the trigger: focus-switch trigger remove"
                + " \(shellQuoted(problem.trigger.text)) --focus \(shellQuoted($0.rawValue))"
        }
        return problem.remedy + commands.joined()
    }

    /// True if texts are to be hidden on a locked screen, and nothing reports the lock.
    private var isLockUnseen: Bool {
        !engine.state.configuration.lockScreen.isEmpty && engine.surroundings?.canSeeLock == false
    }

    private var lockChecks: [DoctorCheck] {
        guard isLockUnseen else { return [] }
        return [
            bad(
                DoctorCheck.lockScreen, .triggerUnseen, of: DoctorCheck.lockScreen,
                "focusd cannot see whether the session is locked, so no text is hidden: neither"
                    + " logind nor a screen saver reports it",
                remedy: "use a desktop's own locker instead of swaylock or i3lock")
        ]
    }

    private var filterChecks: [DoctorCheck] {
        let checks = FilterList(board: filters.board).checks(of: engine.state.focuses.values)
        let failing = checks.filter { $0.problem != nil }
        engine.problems.note(.filterFailing, only: Set(failing.map(\.check)), at: .now)
        return checks.map { check in
            var check = check
            check.problem?.since = engine.problems.beginning(of: .filterFailing, check.check)
            return check
        }
    }
}
