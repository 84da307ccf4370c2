// SPDX-License-Identifier: Apache-2.0

// Each command changes the user's own files or calls the user's own services. No command needs
// root.

import FocusClient
import FocusFiles
import FocusWire
import GLibLoop

extension SessionFacts {
    /// Shell command of `setup` with its purpose.
    struct Step: Hashable {
        /// Sentence without a full stop. Printable.
        let reason: String
        let command: String
    }

    /// Returns the path of the directory of a file.
    static func directory(of path: String) -> String {
        String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
    }

    /// Returns the shell command that makes a link, and the directory of the link.
    static func link(_ target: String, _ path: String) -> String {
        "mkdir -p \(shellQuoted(directory(of: path)))"
            + " && ln -sf \(shellQuoted(target)) \(shellQuoted(path))"
    }

    /// Commands of `setup`, in order.
    var steps: [Step] {
        var steps: [Step] = []
        if let step = linkStep { steps.append(step) }
        if let step = revivalStep { steps.append(step) }
        for unit in competingUnits {
            let kept = unit.keptFile.map { " (your file is kept as \(Self.name(of: $0)))" } ?? ""
            steps.add(
                "Stop \(unit.name) from starting \(unit.program)\(kept)".printable,
                Self.mask(unit))
        }
        if startsUnits, let unit = ownUnit, !unit.isEnabled {
            steps.add(
                lacksTarget
                    ? "Start focusd with each graphical session of systemd's"
                    : "Start focusd with each session",
                "systemctl --user enable \(unit.name)")
        }
        steps += hidingSteps
        if hasBus, !servesNow, focusd == nil || !isShellServing {
            let place = notifications.map { ", in front of \(title($0))" } ?? ""
            steps.add("Start focusd now\(place)", startCommand)
        }
        if hasBus, isShellServing, let step = shellRestart("which then leaves the name to focusd") {
            steps.append(step)
        }
        steps += portalSteps
        // A session that uses focusd already may have ended its icon on purpose.
        if !servesNow, !steps.isEmpty, let trayStep { steps.append(trayStep) }
        return steps
    }

    /// A sentence about the popups that end with the running server; nil if it goes on. Printable.
    ///
    /// A server draws popups for those that asked it to: no other one can take them over.
    var popupsNote: String? {
        guard hasBus, !servesNow, let notifications, !isBridgeServing,
            !isShellServing || shell == .plasma
        else { return nil }
        let name = title(notifications)
        let end = "ends and starts again behind focusd"
        let keepsList = Self.listingServers.contains(notifications.program)
        let list = keepsList ? " Its own list of earlier popups is lost, too." : ""
        guard let popups else {
            return "Popups that are on the screen now disappear, since \(name) \(end); read them"
                + " first.\(list)"
        }
        guard popups > 0 else {
            return keepsList ? "\(name) \(end), without its own list of earlier popups." : nil
        }
        let count = popups == 1 ? "1 popup, which disappears" : "\(popups) popups, which disappear"
        let noun = popups == 1 ? "it" : "them"
        return "\(name) has \(count), since \(name) \(end); read \(noun) first.\(list)"
    }

    /// A sentence about Plasma's own tray, which looks broken with focusd in front; nil elsewhere.
    var bellNote: String? {
        guard shell == .plasma, !servesNow else { return nil }
        return "Plasma's bell is crossed out or hidden from then on, and says “Notification service"
            + " not available”: for quiet, use focus-switch dnd or focusd's tray icon."
    }

    /// Servers that keep a list of earlier popups, in memory.
    private static let listingServers: Set<String> = ["dunst", "mako", "swaync"]

    /// A sentence about the popups that end with focusd's server; nil if focusd has none.
    var undoPopupsNote: String? {
        guard servesNow else { return nil }
        return "Popups that are on the screen now disappear, since focusd ends; read them first."
    }

    /// Commands of `setup --undo`, in order.
    var undoing: [Step] {
        var steps: [Step] = []
        if isLinked {
            let file = shellQuoted(userFile)
            let old = hasOldUserFile ? oldUserFile : nil
            let command = old.map { "mv \(shellQuoted($0)) \(file)" } ?? "rm \(file)"
            steps.add("Let the session bus choose the notification server again", command)
        }
        steps += unmasking
        steps += stopping
        if !steps.isEmpty, let trayEnd { steps.append(trayEnd) }
        if isRevivalLinked {
            steps.insert(
                Step(
                    reason: "Keep the session bus from starting focusd",
                    command: "rm \(shellQuoted(userRevivalFile))"), at: 0)
        }
        steps += showingSteps
        steps += portalUndoing
        // Alone if an earlier undo has failed to start it. The record may be another session's.
        let isLeft = notifications == nil && record?.bus == bus
        if !steps.isEmpty || isLeft, let step = earlierServer { steps.append(step) }
        if !steps.isEmpty, servesNow || isBridgeServing,
            let step = shellRestart("which then shows notifications itself again")
        {
            steps.append(step)
        }
        if let step = strayStep { steps.append(step) }
        return steps
    }

    /// The unit of the bridge that passes notifications on where focusd cannot start.
    private static let standIn = "focusd-stand-in.service"

    /// The end of focusd, and of its start with each session.
    private var stopping: [Step] {
        var steps: [Step] = []
        let enabled = hasUserManager ? units.first { $0.isFocusd && $0.isEnabled } : nil
        if let enabled {
            steps.append(
                startsUnits
                    ? Step(
                        reason: "Stop focusd, now and with each session",
                        command: "systemctl --user disable --now \(enabled.name)")
                    : Step(
                        reason: "Stop systemd from starting focusd with each session",
                        command: "systemctl --user disable \(enabled.name)"))
        }
        if let focusd, servesNow, enabled == nil || !startsUnits {
            steps.append(
                Step(
                    reason: "Stop focusd",
                    // The bus name is free once the process has ended.
                    command: Self.ending(focusd)))
        }
        // It serves once systemd has given focusd up, and would outlive the package.
        if startsUnits, isBridgeServing, focusd == nil {
            steps.add("Stop the stand-in of focusd", "systemctl --user stop \(Self.standIn)")
        }
        return steps
    }

    /// The record of the state before `setup` and all earlier ones that were not undone.
    var newRecord: SetupRecord {
        // A server still runs after an earlier `setup` if that failed midway, or if the user has
        // started another server since.
        var new = server.program == nil ? record ?? server : server
        if server.program != nil {
            new.bus = bus
            new.others = record?.servers(besides: bus) ?? []
        }
        let masked = record?.maskedUnits ?? []
        new.maskedUnits = masked + competingUnits.map(\.name).filter { !masked.contains($0) }
        new.movedUnits = record?.movedUnits ?? []
        new.movedNames = record?.movedNames ?? [:]
        for unit in competingUnits {
            if let kept = unit.keptFile { new = new.moving(unit.name, to: kept) }
        }
        new.movedServiceFile = record?.movedServiceFile
        if linkStep != nil, userFileIsThere || record == nil {
            new.movedServiceFile = userFileIsThere ? Self.name(of: keptUserFile) : ""
        }
        return new
    }

    /// The path to which `setup` has moved the user's own service file; nil if it has moved none.
    var oldUserFile: String? {
        guard let name = record?.movedServiceFile else { return userFile + ".old" }
        let directory = String(userFile.dropLast(Self.name(of: userFile).count))
        return name.isEmpty ? nil : directory + name
    }

    static func name(of path: String) -> String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    private var unmasking: [Step] {
        guard hasUserManager else { return [] }
        let moved = movedFiles.map { (name: Self.name(of: $0), file: $0) }
        let masked = units.filter { unit in
            !unit.isFocusd && unit.isMasked && !moved.contains { $0.name == unit.name }
        }
        // Without a record, `setup` may have masked any of them.
        let own = record.map { record in
            masked.filter { record.maskedUnits.contains($0.name) }
        }
        let unmasking = (own ?? masked).map { unit in
            Step(
                reason: "Let \(unit.name.printable) start \(unit.program.printable) again",
                command: "systemctl --user unmask \(unit.name)")
        }
        return unmasking
            + moved.map { name, file in
                let old = file.dropLast(name.count) + (record?.newName(of: name) ?? name + ".old")
                return Step(
                    reason: "Use your own \(name.printable) again",
                    command: "systemctl --user unmask \(name)"
                        + " && mv \(shellQuoted(String(old))) \(shellQuoted(file))"
                        + " && systemctl --user daemon-reload")
            }
    }

    /// Start of the server that showed notifications before `setup`.
    ///
    /// A desktop's shell shows notifications itself. The record may have the server of another
    /// desktop: all desktops of the user have one bus address.
    private var earlierServer: Step? {
        guard hasBus, shell == nil, let record, let program = record.program else { return nil }
        // After an undo of which another command failed, and a setup that failed, it runs.
        guard notifications?.program != program else { return nil }
        let command: String
        if startsUnits, let unit = record.unit {
            command = "systemctl --user start \(shellQuoted(unit))"
        } else {
            guard !record.command.isEmpty else { return nil }
            let words = record.command.map(shellQuoted).joined(separator: " ")
            command = "setsid --fork \(words) >/dev/null 2>&1"
        }
        return Step(reason: "Start \(program.printable) again", command: command)
    }

    /// Creation of the link that lets the bus start focusd, whatever other servers are installed.
    private var linkStep: Step? {
        guard !isLinked, let ownFile else { return nil }
        let link = "ln -s \(shellQuoted(ownFile)) \(shellQuoted(userFile))"
        let first =
            userFileIsThere
            ? "mv \(shellQuoted(userFile)) \(shellQuoted(keptUserFile))"
            : "mkdir -p \(shellQuoted(Self.directory(of: userFile)))"
        let rival = competingFiles.isEmpty ? "" : ", not \(rivals.printable)"
        return Step(
            reason: "Have the session bus start focusd\(rival)", command: "\(first) && \(link)")
    }

    /// The link that lets the bridge have a focusd started that ended; for a desktop with a bridge.
    private var revivalStep: Step? {
        guard shell != nil, let revivalFile, !isRevivalLinked else { return nil }
        return Step(
            reason: "Have the session bus start focusd again if it ends",
            command: Self.link(revivalFile, userRevivalFile))
    }

    /// The restart of plasmashell, which asks for the name only when it starts. GNOME needs none.
    private func shellRestart(_ purpose: String) -> Step? {
        guard shell == .plasma, let command = shellRestartCommand else { return nil }
        return Step(
            reason: "Restart Plasma's panels and desktop, \(purpose) (windows stay open)",
            command: command)
    }

    /// The command that restarts plasmashell; nil if it does not run.
    var shellRestartCommand: String? {
        guard let shellProcess else { return nil }
        if startsUnits, let shellUnit, shellUnit.hasPrefix("plasma-plasmashell") {
            return "systemctl --user restart \(shellQuoted(shellUnit))"
        }
        return "\(Self.ending(shellProcess)); setsid --fork plasmashell >/dev/null 2>&1"
    }

    /// Returns the command that ends a process and waits for its end, at most 20 seconds.
    ///
    /// A process that its parent does not collect (`State: Z`) has ended.
    static func ending(_ process: SessionOwners.Owner) -> String {
        let number = process.processID
        return "kill \(number) && timeout 20 sh -c"
            + " 'while grep -qs \"^State:.[^Z]\" /proc/\(number)/status; do sleep 0.05; done'"
    }

    /// Command that starts focusd now. The unit's command line contains `--replace`.
    private var startCommand: String {
        if startsUnits, let unit = ownUnit {
            // After five failures, systemd refuses each start for a while.
            return "systemctl --user reset-failed \(unit.name) 2>/dev/null;"
                + " systemctl --user restart \(unit.name)"
        }
        let log = shellQuoted(logFile)
        let directory = shellQuoted(Self.directory(of: logFile))
        return "mkdir -p \(directory) && setsid --fork focusd --replace >\(log) 2>&1"
    }

    /// Command that keeps a unit from starting, and stops it. A mask takes the place of the user's
    /// own file, which systemctl never replaces.
    static func mask(_ unit: ServiceUnit) -> String {
        let mask = "systemctl --user mask --now \(unit.name)"
        guard let file = unit.userFile, let kept = unit.keptFile else { return mask }
        return "mv \(shellQuoted(file)) \(shellQuoted(kept)) && \(mask)"
    }

    /// The sentence for a focusd that `setup` has started, and that does not serve; nil if no other
    /// server ran before. Printable.
    var wayBack: String? {
        guard let notifications, notifications != focusd else { return nil }
        return "To have \(title(notifications)) show notifications again: focus-switch setup --undo"
    }

    /// Server that the bus starts once focusd's file is removed.
    var nextServer: String? {
        activations.lazy.map { $0.filter { !$0.isFocusd } }.first { !$0.isEmpty }
            .map(Self.alternatives)
    }
}

extension [SessionFacts.Step] {
    mutating func add(_ reason: String, _ command: String) {
        append(SessionFacts.Step(reason: reason, command: command))
    }
}
