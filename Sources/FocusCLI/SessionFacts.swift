// SPDX-License-Identifier: Apache-2.0

// What of a user's session makes focusd work or stands in its way, and the commands that mend it.
// Each command changes files of the user's own or asks the user's own services; none needs root.

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Glibc

/// What was found in the session.
struct SessionFacts: Hashable {
    var hasBus = true
    /// Who owns `org.freedesktop.Notifications`.
    var notifications: SessionOwners.Owner?
    var focusd: SessionOwners.Owner?
    /// Whether systemd runs for this user.
    var hasUserManager = false
    /// The bus's files for the name, by directory, the first that counts at the front.
    var activations: [[ServiceFile]] = []
    /// Every unit that takes the name, focusd's own as well.
    var units: [ServiceUnit] = []
    /// focusd's file for the bus, where it is installed.
    var ownFile: String?
    /// Where the user's own file is, or would be, and what it is.
    var userFile = ""
    var userFileIsThere = false
    var userLink: String?
    /// Whether a private bus is there without a focusd.
    var hasStaleBus = false

    /// A command that mends something, as a shell would take it, and why.
    struct Step: Hashable {
        let reason: String
        let command: String
    }

    var ownUnit: ServiceUnit? { units.first(where: \.isFocusd) }

    /// Without a systemd of the user's no unit is ever started.
    private var competingUnits: [ServiceUnit] {
        guard hasUserManager else { return [] }
        return units.filter { !$0.isFocusd && $0.isEnabled && !$0.isMasked }
    }

    /// The file that the bus may take instead of focusd's.
    private var competingFile: ServiceFile? {
        activations.first?.first { !$0.isFocusd }
    }

    private var servesNow: Bool { focusd != nil && notifications == focusd }

    // MARK: What is wrong

    var checks: [DoctorCheck] {
        [busCheck, nameCheck, activationCheck, unitCheck, staleCheck].compactMap(\.self)
    }

    private var busCheck: DoctorCheck? {
        hasBus
            ? nil
            : Self.bad(
                "session bus", "none: DBUS_SESSION_BUS_ADDRESS is not set, or nobody listens there",
                .sessionBusMissing, "log in to a session, or use dbus-run-session")
    }

    private var nameCheck: DoctorCheck? {
        guard hasBus else { return nil }
        if servesNow { return Self.good("name", "focusd serves notifications") }
        let owner = notifications.map { "process \($0.processID) (\($0.program))" }
        return Self.bad(
            "name",
            owner.map { "\($0) serves notifications, not focusd" } ?? "nobody serves"
                + " notifications", owner == nil ? .notRunning : .nameTaken, startCommand)
    }

    private var activationCheck: DoctorCheck? {
        guard let step = activationStep else {
            return activations.isEmpty
                ? Self.bad(
                    "service file", "the bus knows none that starts focusd", .serviceCompeting,
                    "install focusd's package, or run make install")
                : Self.good("service file", "the bus starts focusd")
        }
        return Self.bad("service file", step.reason, .serviceCompeting, step.command)
    }

    private var unitCheck: DoctorCheck? {
        guard let unit = competingUnits.first else { return nil }
        let names = competingUnits.map(\.name).joined(separator: ", ")
        return Self.bad(
            "units",
            "\(names): started with the session, takes the name, or waits for it and fails",
            .unitCompeting, Self.mask(unit))
    }

    private var staleCheck: DoctorCheck? {
        hasStaleBus
            ? Self.bad(
                "private bus", "an earlier focusd left its bus and server behind",
                .privateBusStale, startCommand) : nil
    }

    // MARK: What mends it

    /// All that `setup` does, in this order.
    var steps: [Step] {
        var steps: [Step] = []
        if let step = activationStep { steps.append(step) }
        for unit in competingUnits {
            steps.append(
                Step(
                    reason: "\(unit.name) starts another server with the session",
                    command: Self.mask(unit)))
        }
        if hasUserManager, let unit = ownUnit, !unit.isEnabled {
            steps.append(
                Step(
                    reason: "focusd is not started with the session",
                    command: "systemctl --user enable \(unit.name)"))
        }
        if hasBus, !servesNow {
            let reason =
                notifications.map { "\($0.program.printable) serves notifications" }
                ?? "nobody serves notifications"
            steps.append(Step(reason: reason, command: startCommand))
        }
        return steps
    }

    /// What takes all of that back.
    var undoing: [Step] {
        var steps: [Step] = []
        if let userLink, userLink == ownFile {
            steps.append(
                Step(
                    reason: "the bus starts focusd, whatever else is installed",
                    command: "rm \(Self.quoted(userFile))"))
        }
        guard hasUserManager else { return steps }
        for unit in units where !unit.isFocusd && unit.isMasked {
            steps.append(
                Step(
                    reason: "\(unit.name) is switched off",
                    command: "systemctl --user unmask \(unit.name)"))
        }
        if let unit = ownUnit, unit.isEnabled {
            steps.append(
                Step(
                    reason: "focusd is started with the session",
                    command: "systemctl --user disable --now \(unit.name)"))
        }
        return steps
    }

    private var activationStep: Step? {
        guard let competingFile, let ownFile else { return nil }
        let directory = userFile.prefix(upTo: userFile.lastIndex(of: "/") ?? userFile.startIndex)
        let link = "ln -s \(Self.quoted(ownFile)) \(Self.quoted(userFile))"
        let aside =
            userFileIsThere
            ? "mv \(Self.quoted(userFile)) \(Self.quoted(userFile + ".old"))"
            : "mkdir -p \(Self.quoted(String(directory)))"
        return Step(
            reason: "the bus may start \(competingFile.program.printable) by"
                + " \(competingFile.path.printable)", command: "\(aside) && \(link)")
    }

    /// The unit has `--replace` in it.
    private var startCommand: String {
        if hasUserManager, let unit = ownUnit { return "systemctl --user restart \(unit.name)" }
        return "setsid --fork focusd --replace >/dev/null 2>&1"
    }

    private static func mask(_ unit: ServiceUnit) -> String {
        "systemctl --user mask --now \(unit.name)"
    }

    private static func good(_ check: String, _ detail: String) -> DoctorCheck {
        DoctorCheck(check: check, isGood: true, detail: detail)
    }

    private static func bad(
        _ check: String, _ detail: String, _ kind: ProblemKind, _ remedy: String
    ) -> DoctorCheck {
        DoctorCheck(check: check, detail: detail, problem: .init(kind, remedy: remedy))
    }

    /// A path as a shell reads it.
    static func quoted(_ text: String) -> String {
        let isPlain = text.utf8.allSatisfy { byte in
            let character = Character(Unicode.Scalar(byte))
            return character.isASCII
                && (character.isLetter || character.isNumber || "/._-+".contains(character))
        }
        return isPlain ? text : "'\(text.replacing("'", with: "'\\''"))'"
    }
}

extension SessionFacts {
    /// Looks at the session of this environment.
    @LoopActor init(environment: [String: String]) {
        let base = BaseDirectories { environment[$0] }
        let services = SessionServices(base)
        activations = services.activations
        units = services.units
        ownFile = services.ownFile
        userFile = services.userFile
        userLink = SessionServices.link(userFile)
        userFileIsThere = unsafe access(userFile, F_OK) == 0 || userLink != nil
        // Where systemd serves a user, its own socket is here.
        hasUserManager =
            base.runtime.map { unsafe access("\($0)/systemd/private", F_OK) == 0 } ?? false
        if let owners = try? SessionOwners() {
            notifications = owners.notifications
            focusd = owners.focusd
        } else {
            hasBus = false
        }
        hasStaleBus =
            focusd == nil && base.runtime.map { SessionOwners.hasPrivateBus(in: $0) } ?? false
    }
}
