// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire

extension SessionFacts {
    /// Checks of the session, for `doctor`.
    var checks: [DoctorCheck] {
        [
            busCheck, nameCheck, activationCheck, unitCheck, limitCheck, startCheck, trayCheck,
            staleCheck, strangerCheck, gtkCheck, portalCheck,
            areDirectoriesKnown ? directoryCheck : nil,
        ].compactMap(\.self)
    }

    static let remedy = "focus-switch setup"

    /// The checks before the first `setup`, as a person reads them: what `setup` changes is no
    /// failure yet. Nil once it has run.
    var checksBeforeSetup: [DoctorCheck]? {
        let isUndone = record == nil || record?.bus != bus
        guard hasBus, ownFile != nil, !isSetUp, isUndone, focusd == nil else { return nil }
        let expected: Set<ProblemKind> = [
            .nameTaken, .notRunning, .serviceCompeting, .unitCompeting,
        ]
        let rest = checks.filter { check in
            guard let problem = check.problem else { return true }
            return problem.remedy != Self.remedy || !expected.contains(problem.kind)
        }
        let detail = "not run in this session; what it changes is not checked"
        return [Self.good("setup", detail)] + rest
    }

    private var busCheck: DoctorCheck? {
        hasBus
            ? nil
            : Self.bad(
                "session bus", "DBUS_SESSION_BUS_ADDRESS is not set, or nothing listens there",
                .sessionBusMissing, busRemedy)
    }

    private var nameCheck: DoctorCheck? {
        guard hasBus else { return nil }
        if servesNow {
            let bell =
                shell == .plasma
                ? "; so Plasma's bell is crossed out or hidden: for quiet, use focus-switch dnd"
                : ""
            return Self.good("name", "focusd serves notifications\(bell)")
        }
        guard let notifications else {
            return Self.bad(
                "name", "nothing serves notifications", .notRunning,
                startAfterLimit ?? installedRemedy)
        }
        if isBridgeServing {
            return Self.bad(
                "name", "focusd does not run; focus-bridge passes notifications on, undecided",
                .notRunning,
                startsUnits
                    ? "\(startAfterLimit ?? Self.remedy); the errors of focusd: journalctl --user"
                        + " -u focusd"
                    : installedRemedy)
        }
        if isShellServing, focusd != nil, let restart = shellRestartCommand, let shell {
            return Self.bad(
                "name",
                "\(shell.title) shows notifications itself until its panels are restarted",
                .nameTaken, restart)
        }
        if let shell = BarShells.title(of: notifications.program) {
            return focusd == nil
                ? Self.bad(
                    "name",
                    "\(shell) shows notifications and is the bar, too; focusd cannot stand in front",
                    .nameTaken, "turn its notifications off, or let it ask: focusd --decide-only")
                : Self.good("name", "\(shell) shows notifications, and may ask focusd (Decide)")
        }
        if isShellServing, let shell {
            return Self.bad(
                "name", "\(shell.title) serves notifications, not focusd", .nameTaken,
                installedRemedy)
        }
        return Self.bad(
            "name",
            "process \(notifications.processID) (\(notifications.program.printable)) serves"
                + " notifications, not focusd", .nameTaken, installedRemedy)
    }

    private var activationCheck: DoctorCheck? {
        if isLinked { return Self.good("service file", "the bus starts focusd") }
        if let competingFile {
            return Self.bad(
                "service file",
                competingFiles.count > 1
                    ? "the bus starts \(rivals.printable): several files in"
                        + " \(Self.directory(of: competingFile.path).printable) have the name"
                    : "\(competingFile.path.printable) has the bus start \(rivals.printable)",
                .serviceCompeting, installedRemedy)
        }
        if activations.first?.contains(where: \.isFocusd) == true {
            return Self.good("service file", "the bus starts focusd")
        }
        return busViewCheck
    }

    /// The check of the service files if no file in this shell's directories starts a notification
    /// server: the bus may have been started with other ones.
    private var busViewCheck: DoctorCheck {
        let place = "outside of this shell's XDG_DATA_HOME and XDG_DATA_DIRS"
        let files = busStartsServer == true ? busActivations.first ?? [] : []
        if let file = files.first(where: { !$0.isFocusd }) {
            return Self.bad(
                "service file",
                "\(file.path.printable), \(place), has the bus start \(file.program.printable)",
                .serviceCompeting, installedRemedy)
        }
        if let file = files.first {
            return Self.good(
                "service file", "the bus starts focusd, by \(file.path.printable), \(place)")
        }
        let detail: String
        switch busStartsServer {
        case true?:
            detail = "the bus starts a notification server by a file that lies \(place)"
        case false?: detail = "the bus knows no file that starts a notification server"
        case nil:
            detail =
                "no file in this shell's XDG_DATA_HOME and XDG_DATA_DIRS has the bus start focusd"
                + (servesNow ? "; the bus may look elsewhere, as focusd runs" : "")
        }
        return Self.bad("service file", detail, .serviceCompeting, installedRemedy)
    }

    var installedRemedy: String {
        ownFile == nil ? "install focusd's package, or run make install" : Self.remedy
    }

    private var unitCheck: DoctorCheck? {
        guard let unit = competingUnits.first else { return nil }
        if let own = ownUnit, own.claimsName, unit.claimsName {
            return Self.bad(
                "units",
                "\(own.name) and \(unit.name) both have BusName=org.freedesktop.Notifications;"
                    + " systemd loads only one of them", .unitCompeting, remedy(unit))
        }
        let names = competingUnits.map(\.name).joined(separator: ", ")
        return Self.bad(
            "units", "systemd starts another server with the session: \(names)", .unitCompeting,
            remedy(unit))
    }

    /// Command against a unit that starts another server. `setup` remembers a file that it moves,
    /// and masks the units in a session that does not use focusd yet.
    private func remedy(_ unit: ServiceUnit) -> String {
        unit.userFile == nil && isSetUp ? Self.mask(unit) : installedRemedy
    }

    private var limitCheck: DoctorCheck? {
        guard hasGivenUp, focusd == nil, let unit = ownUnit else { return nil }
        return Self.bad(
            "start limit",
            "systemd has given up \(unit.name) after repeated starts, and refuses each start for a"
                + " while", .notRunning,
            "\(startAfterLimit ?? Self.remedy); the errors of focusd: journalctl --user"
                + " -u \(unit.name)")
    }

    /// False if only the environment of the bus at its start tells of focusd's directories: the
    /// session may have given the bus other variables since (`dbus-update-activation-environment`).
    private var areDirectoriesKnown: Bool { startsUnits || focusd != nil }

    private var directoryCheck: DoctorCheck? {
        if let otherConfiguration {
            return Self.bad(
                "directories", otherConfiguration.detail, .other, OtherConfiguration.remedy)
        }
        return focusdData.map { Self.bad("directories", $0.detail, .other, OtherData.remedy) }
    }

    /// A sentence about files of this shell's that focusd does not read, for `setup`; nil for none.
    /// Printable.
    var directoryNote: String? {
        guard let check = directoryCheck, let remedy = check.problem?.remedy else { return nil }
        // Without systemd, `setup` itself starts focusd, with this shell's directories.
        let lead =
            areDirectoriesKnown
            ? ""
            : "From the next session on, unless its start gives the bus other directories"
                + " (dbus-update-activation-environment), "
        return "\(lead)\(check.detail); \(remedy)."
    }

    private var staleCheck: DoctorCheck? {
        // Without the session bus, a running focusd cannot be told from an earlier one.
        hasStaleBus && hasBus
            ? Self.bad(
                "private bus", "an earlier focusd left its bus and server running",
                .privateBusStale, installedRemedy) : nil
    }

    private var strangerCheck: DoctorCheck? {
        guard !strangers.isEmpty else { return nil }
        let names = strangers.prefix(Self.listedStrangers).map {
            "\($0.program.printable) (process \($0.processID))"
        }
        return Self.bad(
            "private bus",
            "the notification server has started these, and they notify it directly, past every"
                + " Focus: " + names.joined(separator: ", "), .privateBusShared,
            "end them and start them yourself; see FOCUSD_SESSION_BUS in focusd(1)")
    }

    /// Maximum number of programs that a check names.
    private static let listedStrangers = 8

    /// Returns true for a program that the command of a companion names, also behind `env`.
    static func isCompanion(_ owner: SessionOwners.Owner, of commands: [[String]]) -> Bool {
        commands.joined().contains { word in
            let name = word.split(separator: "/").last ?? ""
            // The kernel cuts the names of processes.
            return name.utf8.prefix(15).elementsEqual(owner.program.utf8)
        }
    }

    static func good(_ check: String, _ detail: String) -> DoctorCheck {
        DoctorCheck(check: check, isGood: true, detail: detail)
    }

    static func bad(
        _ check: String, _ detail: String, _ kind: ProblemKind, _ remedy: String
    ) -> DoctorCheck {
        DoctorCheck(check: check, detail: detail, problem: .init(kind, remedy: remedy))
    }
}
