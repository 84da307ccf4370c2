// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusFiles
import FocusStore
import FocusWire
import GLibLoop
import Glibc

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
    private func bad(
        _ check: String, _ kind: ProblemKind, of subject: String = "", _ detail: String,
        remedy: String
    ) -> DoctorCheck {
        engine.problems.note(kind, subject, isPresent: true, at: .now)
        return DoctorCheck(
            check: check, detail: detail,
            problem: DoctorCheck.Problem(
                kind, since: engine.problems.beginning(of: kind, subject), remedy: remedy))
    }

    private func good(_ check: String, _ kind: ProblemKind, _ detail: String) -> DoctorCheck {
        engine.problems.note(kind, isPresent: false, at: .now)
        return DoctorCheck(check: check, isGood: true, detail: detail)
    }

    // MARK: The real server

    private var serverCheck: DoctorCheck {
        let status = server.status
        let name = [status.name, status.version].filter { !$0.isEmpty }.joined(separator: " ")
        if status.isRunning {
            let news = "; the changed [Server] Command= is in force when it or focusd restarts"
            return good(
                "server", .serverMissing, "\(name) is running\(server.isOutdated ? news : "")")
        }
        if status.isStarting {
            // The server is no problem yet, and a problem that was noted before has not ended.
            return DoctorCheck(
                check: "server", isGood: true, detail: "\(status.command) is starting")
        }
        if origin == .search, status.command.isEmpty {
            let isBlind = !SessionDisplay.isKnown
            return bad(
                "server", .serverMissing,
                isBlind
                    ? "the session has no display; notifications wait for one"
                    : "no notification server is installed for this display; notifications wait",
                remedy: isBlind
                    ? "log in to a desktop, or run: dbus-update-activation-environment --systemd"
                        + " DISPLAY WAYLAND_DISPLAY && focus-switch setup"
                    : Self.missingServer)
        }
        return bad(
            "server", .serverMissing,
            Self.serverText(status.command, origin, server.lastEnd),
            remedy: Self.serverRemedy(
                server.quotedCommand, origin, isMissing: status.isMissing,
                bus: server.connection.address))
    }

    private var pauseChecks: [DoctorCheck] {
        guard server.pause.isPaused else { return [] }
        return [
            bad(
                "popups", .serverPaused,
                "dunst was paused with its own tool, and keeps notifications without a popup",
                remedy: "dunstctl set-paused false")
        ]
    }

    private var outboxCheck: DoctorCheck {
        // Without the number of waiting notifications, whose changes do not change the problems.
        if engine.state.outbox.stalled == nil {
            return good("deliveries", .serverStalled, "no answer of the server is overdue")
        }
        return bad(
            "deliveries", .serverStalled,
            "the notification server does not answer; notifications wait",
            remedy: "end the notification server; focusd starts it again")
    }

    private var parkedCheck: DoctorCheck {
        let parked = engine.state.live.entries.filter { $0.state == .parked }
        guard let oldest = parked.min(by: { $0.key < $1.key }) else {
            return good("not shown", .notificationsParked, "the server refused no notification")
        }
        let ids = parked.map(\.id.rawValue).sorted().prefix(20).map(String.init)
        var check = bad(
            "not shown", .notificationsParked,
            "the notification server crashed on these or refused them: "
                + ids.joined(separator: ", ")
                + (parked.count > 20 ? " and \(parked.count - 20) more" : ""),
            remedy: "focus-switch missed dismiss " + ids.joined(separator: " "))
        // Parked notifications persist through restarts of focusd.
        if let record = engine.record(oldest.id) { check.problem?.since = record.time }
        return check
    }

    // MARK: Files

    private var filesCheck: DoctorCheck {
        let problems = settings.problems
        if problems.isEmpty {
            return good(
                "files", .fileRefused,
                "\(engine.state.focuses.count) Focus\(engine.state.focuses.count == 1 ? "" : "es")")
        }
        return bad(
            "files", .fileRefused, problems.joined(separator: "; "),
            remedy: filesRemedy)
    }

    /// The steps for all files with problems. A file that the user may not read, or that has
    /// another thing in its place, has a command, and so has a refused Focus.
    private var filesRemedy: String {
        let catalog = settings.focusFiles
        let directory = FocusDirectory()
        let refused = settings.refusedFocuses
        var (commands, others): (Set<String>, [String]) = ([], [])
        var known = Set(refused.map { directory.path(of: $0) })
        known.formUnion(catalog.misnamed.map { directory.path(of: FocusID($0)) })
        // The reasons of locked files, and of directories with too many files, have the step.
        known.formUnion(catalog.lockedFiles.map { directory.path(of: $0.id) })
        let endings = [FocusDirectory.ending, FilterFile.ending, ConfigurationFile.name]
        for file in settings.fileProblems.map(\.problem.file) {
            if let command = LockedFile.command(file, edits: true) ?? FileProblem.clearing(file) {
                commands.insert(command)
            } else if endings.contains(where: { file.hasSuffix($0) }), known.insert(file).inserted {
                others.append(file)
            }
        }
        let misnamed = catalog.misnamed.map { name in
            "to use “\(name)\(FocusDirectory.ending)”, \(catalog.misnaming(name).step)"
        }
        return Self.remedy(
            clearing: commands.sorted(), refused: refused, naming: misnamed, others: others)
    }

    /// Returns the steps for files with problems, in one line.
    ///
    /// - Parameters:
    ///   - commands: the commands that make files readable or clear their places.
    ///   - focuses: the Focuses whose refused files can be edited.
    ///   - naming: the steps for files whose names are no ids.
    ///   - others: the paths of the other files with mistakes.
    nonisolated static func remedy(
        clearing commands: [String], refused focuses: [FocusID], naming: [String] = [],
        others: [String] = []
    ) -> String {
        var steps = commands + focuses.map { "focus-switch edit \(shellQuoted($0.rawValue))" }
        steps += naming
        guard !steps.isEmpty else {
            return others.isEmpty
                ? "remove the files that have no effect or are too many"
                : "correct these files; focusd reads them when they are saved"
        }
        if !others.isEmpty {
            let named = others.count > 3 ? "the other files" : others.joined(separator: ", ")
            steps.append("correct \(named); focusd reads a file when it is saved")
        }
        return steps.joined(separator: "; ")
    }

    private var storeCheck: DoctorCheck {
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
    private var storeFileChecks: [DoctorCheck] {
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
            let names = damaged.map {
                "'" + $0.split(separator: "'").joined(separator: "'\\''") + "'"
            }
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
