// SPDX-License-Identifier: Apache-2.0

// A session is set up for focusd once the user has run `focus-switch setup`: the user's own file
// lets the bus start focusd, or the session starts focusd's unit. In other sessions no command
// starts focusd, because that would replace the user's notification server.

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Glibc

/// State of the user's session that lets focusd run or prevents it.
struct SessionFacts: Hashable {
    var hasBus = true
    /// Address of the session's bus, without its unique id; nil if it is not known.
    var bus: String?
    /// The socket of the user's running bus, while this environment does not name it.
    var userBus: String?
    /// Owner of `org.freedesktop.Notifications`.
    var notifications: SessionOwners.Owner?
    var focusd: SessionOwners.Owner?
    /// The number of popups that end with that server; nil if it does not say.
    var popups: Int?
    /// True if systemd runs for this user.
    var hasUserManager = false
    /// True if that systemd is not on the session's bus, as with `dbus-run-session`. Its units then
    /// belong to another session.
    var isOtherBus = false
    /// True if the session never started the target that starts focusd's unit.
    var lacksTarget = false
    /// True if focus-tray is installed, and nothing starts it with the next session.
    var lacksTrayStart = false
    /// The path of focus-tray; nil if it is not installed.
    var trayProgram: String?
    /// The process that shows the tray icon.
    var tray: SessionOwners.Owner?
    /// True if a bar or a panel has a tray on the session's bus.
    var hasTrayHost = false
    /// The id of the shell's extension with a tray, if it is installed.
    var trayExtension: String?
    /// True if that bar has started after the installation of focus-tray.
    var isTrayHostNewer = false
    /// True if systemd has given up focusd's unit after failures. For a while it then refuses each
    /// start, also one by the bus.
    var hasGivenUp = false
    /// Service files for the name by directory. The first directory precedes the others.
    var activations: [[ServiceFile]] = []
    /// True if the bus can start a notification server; nil if it does not say.
    var busStartsServer: Bool?
    /// ``activations`` in the environment of the bus, which may look in other directories; empty if
    /// that is not known.
    var busActivations: [[ServiceFile]] = []
    /// Units of all notification servers, including focusd's.
    var units: [ServiceUnit] = []
    /// focusd's service file, or nil if focusd is not installed.
    var ownFile: String?
    /// Path of the user's own service file.
    var userFile = ""
    var userFileIsThere = false
    /// Target of the user's own service file, if the file is a link.
    var userLink: String?
    /// True if the earlier file of the user is there that ``oldUserFile`` names.
    var hasOldUserFile = false
    /// The free path to which `setup` moves the user's own service file.
    var keptUserFile = ""
    /// True if a private bus exists without a focusd.
    var hasStaleBus = false
    /// Programs on focusd's private bus beside the server and its companions.
    var strangers: [SessionOwners.Owner] = []
    /// Lines of the user's that start another server with each session.
    var startLines: [SessionStartLine] = []
    /// The directory of focusd's files, if it is not this shell's. Without focusd, that of the
    /// focusd which the session starts; so is ``focusdData``.
    var otherConfiguration: OtherConfiguration?
    /// The user's data directory of the session bus, if it is not this shell's: the place of the
    /// user's own service files.
    var busData: OtherData?
    /// The user's data directory of focusd, if it is not this shell's, which has files, too.
    var focusdData: OtherData?
    /// Links of an earlier `setup` in this shell's data directory, where the bus does not look.
    var strayLinks: [String] = []
    /// Lines of the user's that start focusd with each session.
    var focusdLines: [SessionStartLine] = []
    /// Files of packages with which the desktop starts another server with each session.
    var sharedStarts: [SharedStart] = []
    /// The user's files that an earlier `setup` has written in place of such files.
    var hidingFiles: [String] = []
    /// State before an earlier `setup`.
    var record: SetupRecord?
    /// Paths of the user's own unit files that an earlier `setup` has moved, and that can be moved
    /// back.
    var movedFiles: [String] = []
    /// The running server, for `setup` to remember.
    var server = SetupRecord()
    /// The desktop's shell that shows notifications; nil on other desktops.
    var shell: DesktopShell?
    /// The process of that shell, and its unit; nil for none.
    var shellProcess: SessionOwners.Owner?
    var shellUnit: String?
    /// The installed file that has the bus start focusd again; nil if it is not installed.
    var revivalFile: String?
    /// The path of the user's own such file.
    var userRevivalFile = ""
    /// The target of the user's own such file, if that is a link.
    var revivalLink: String?
    /// The files of the notification portal.
    var portal = PortalFiles()
    /// The running portal, and the owner of focusd's name there; nil for none.
    var portalProcess: SessionOwners.Owner?
    var portalBackend: SessionOwners.Owner?
    var busStartsPortalBackend = false
    /// The owner of GNOME's own interface for notifications.
    var gtkOwner: SessionOwners.Owner?
    /// Path of the log of a focusd that `setup` starts without systemd.
    var logFile = ""

    /// True if systemd starts units for this session.
    var startsUnits: Bool { hasUserManager && !isOtherBus }

    var ownUnit: ServiceUnit? { units.first(where: \.isFocusd) }

    /// True if the user's own service file lets the bus start focusd.
    var isLinked: Bool { userLink != nil && userLink == ownFile }

    /// True if the bus may start a focusd that ended.
    var isRevivalLinked: Bool { revivalLink != nil && revivalLink == revivalFile }

    /// True if the desktop's shell shows notifications itself now.
    var isShellServing: Bool {
        guard let shell, let notifications else { return false }
        return shell.programs.contains(notifications.program)
    }

    /// True if the bridge passes notifications on while focusd is away.
    var isBridgeServing: Bool { notifications?.program == DesktopShell.bridge }

    /// The words for a program that shows notifications.
    func title(_ owner: SessionOwners.Owner) -> String {
        let isShells =
            owner.program == DesktopShell.bridge || shell?.programs.contains(owner.program) == true
        return (isShells ? shell?.title : nil) ?? owner.program.printable
    }

    /// True if the user has chosen focusd as the session's notification server.
    var isSetUp: Bool { isLinked || (startsUnits && ownUnit?.isEnabled == true) }

    /// True if `setup` ran in another session that may still run, and not in this one.
    var isSetUpElsewhere: Bool {
        guard let bus, let record, record.bus != bus else { return false }
        return record.servers(besides: bus).contains { $0.bus == record.bus }
    }

    /// True if the bus may start focusd: the session is set up for focusd, and no server runs.
    var mayStart: Bool {
        hasBus && isSetUp && focusd == nil && notifications == nil && !hasGivenUp
    }

    var servesNow: Bool { focusd != nil && notifications == focusd }

    /// Units of other servers that the session starts or that prevent systemd from loading focusd's
    /// unit. Empty without a systemd of the user, which would start the units.
    var competingUnits: [ServiceUnit] {
        guard startsUnits else { return [] }
        let sharesName = ownUnit?.claimsName == true
        return units.filter {
            !$0.isFocusd && !$0.isMasked
                && ($0.isEnabled || sharesName && $0.claimsName || $0.name == server.unit)
        }
    }

    /// Service file that makes the bus start another server before focusd.
    var competingFile: ServiceFile? { competingFiles.first }

    /// Service files of one directory that make the bus start another server before focusd. The bus
    /// starts the server whose file it reads first, in the order of the file system.
    var competingFiles: [ServiceFile] { activations.first?.filter { !$0.isFocusd } ?? [] }

    /// Other notification servers that are installed. A bar that is the server, too, has to start
    /// with the session, as it may ask focusd.
    var otherPrograms: Set<String> {
        let files = activations.joined().map(\.program)
        let known = [server, record].compactMap(\.self)
            .filter { BarShells.title(of: $0.program ?? "") == nil }
            .compactMap(\.installedProgram)
        return Set(files + units.map(\.program) + known).subtracting(["focusd"])
    }

    /// The servers of ``competingFiles``: “dunst or mako”.
    var rivals: String { Self.alternatives(competingFiles) }

    /// Returns the programs that service files start, as alternatives.
    static func alternatives(_ files: [ServiceFile]) -> String {
        files.map(\.program).joined(separator: " or ")
    }
}

// MARK: Messages without focusd

extension SessionFacts {
    /// State of a session without focusd, with the next step.
    var withoutFocusd: CommandFailure {
        guard hasBus else {
            return CommandFailure(
                .notReachable, "there is no session bus",
                details: ["\(busRemedy.prefix(1).uppercased())\(busRemedy.dropFirst())"])
        }
        let state =
            notifications.map { "\(title($0)) shows notifications now" }
            ?? "nothing shows notifications now"
            + (isLinked || competingFiles.isEmpty
                ? "" : ", and the session bus starts \(rivals.printable) for the next one")
        if let startAfterLimit, let unit = ownUnit {
            return CommandFailure(
                .notReachable,
                "focusd is not running: systemd has given it up after repeated starts; \(state)",
                details: [
                    "To start it again: \(startAfterLimit)",
                    "Its errors: journalctl --user -u \(unit.name)",
                ])
        }
        return CommandFailure(
            .notReachable, "focusd is not running; \(state)",
            details: [setupHint, undoHint, portalHint].compactMap(\.self))
    }

    /// Clause with the step to the session's bus, which cron and ssh do not name.
    var busRemedy: String {
        guard let userBus else {
            return "log in to a desktop session; cron and ssh need that session's"
                + " DBUS_SESSION_BUS_ADDRESS"
        }
        return "to reach your session from here, as in cron or over ssh: export"
            + " DBUS_SESSION_BUS_ADDRESS=unix:path=\(userBus.printable)"
    }

    /// The command that starts focusd after systemd has given its unit up, in a session that is set
    /// up for focusd; nil in all other sessions.
    var startAfterLimit: String? {
        guard hasGivenUp, focusd == nil, isSetUp, startsUnits, let unit = ownUnit else {
            return nil
        }
        return "systemctl --user reset-failed \(unit.name) && systemctl --user start \(unit.name)"
    }

    /// The purpose of `focus-switch setup` in a list of commands.
    var setupPurpose: String {
        notifications.map { "let focusd stand in front of \(title($0))" }
            ?? "start focusd in this session"
    }

    /// Sentence with the command that takes back the rest of a `setup`, as after an undo that was
    /// interrupted; nil without such a rest.
    private var undoHint: String? {
        guard !isSetUp, let record, record.bus == bus, !undoing.isEmpty else { return nil }
        return "To take back the rest of an earlier setup: focus-switch setup --undo"
    }

    /// Sentence with the next step to a running focusd.
    var setupHint: String {
        if ownFile == nil {
            return "focusd is not installed where the bus can find it: install its package, or"
                + " run make install."
        }
        guard let notifications else { return "To start focusd: focus-switch setup" }
        return "To let focusd stand in front of \(title(notifications)):"
            + " focus-switch setup"
    }
}

// MARK: Examination

extension SessionFacts {
    /// Examines the session of this environment.
    @LoopActor init(environment: [String: String]) {
        let own = BaseDirectories { environment[$0] }
        let owners = try? SessionOwners()
        busData = OtherData(owners?.busEnvironment, own: own)
        let base = busData.map { own.withDataHome($0.other) } ?? own
        let services = SessionServices(base)
        activations = services.activations
        units = services.units
        ownFile = services.ownFile
        userFile = services.userFile
        userLink = SessionServices.link(userFile)
        userFileIsThere = unsafe access(userFile, F_OK) == 0 || userLink != nil
        keptUserFile = SessionServices.freePath(besides: userFile)
        bus = SetupRecord.address(environment["DBUS_SESSION_BUS_ADDRESS"])
        record = SetupRecord(base, bus: bus)
        hasOldUserFile = oldUserFile.map { unsafe access($0, F_OK) == 0 } ?? false
        movedFiles = services.movedFiles(record)
        logFile = "\(base.state)/focusd/focusd.log"
        hasUserManager = base.hasUserManager
        trayProgram = ProgramFile.beside("focus-tray")
        if let owners {
            notifications = owners.notifications
            focusd = owners.focusd
            popups = notifications.flatMap { owners.popups(of: $0) }
            isOtherBus = hasUserManager && !owners.hasSystemd
            let starting = startsUnits ? owners.systemdEnvironment : owners.busEnvironment
            otherConfiguration =
                focusd == nil
                ? OtherConfiguration(starting: starting, own: base)
                : OtherConfiguration(owners, own: base)
            let data = OtherData(focusd == nil ? starting : owners.focusdEnvironment, own: own)
            focusdData = data?.hasOwnFiles == true ? data : nil
            if startsUnits {
                lacksTarget = owners.hasGraphicalTarget == false
                hasGivenUp = ownUnit.map { owners.hasGivenUp($0.name) == true } ?? false
            }
            portalProcess = owners.owner(of: WireName.portal)
            portalBackend = owners.owner(of: WireName.portalBackend)
            busStartsPortalBackend = owners.canStart(WireName.portalBackend) == true
            gtkOwner = owners.owner(of: WireName.gtk)
            tray = owners.owner(of: WireName.tray)
            let trayHost = owners.owner(of: WireName.trayHost)
            hasTrayHost = trayHost != nil
            if let trayHost, let trayProgram {
                isTrayHostNewer = Self.began(trayHost.processID, after: trayProgram)
            }
            busStartsServer = owners.canStart(WireName.notifications)
            busActivations =
                owners.busEnvironment.map { variables in
                    SessionServices(BaseDirectories { variables[$0] }).activations
                } ?? []
        } else {
            hasBus = false
            let socket = "\(base.runtime ?? "/run/user/\(getuid())")/bus"
            if unsafe access(socket, F_OK) == 0 { userBus = socket }
        }
        hasStaleBus =
            focusd == nil && base.runtime != nil
            && SessionOwners.hasPrivateBus(in: base.privateBus(session: bus))
        if let focusd, base.runtime != nil {
            let companions = LayeredConfiguration(ConfigurationFile(base)).configuration.companions
            let directory = base.privateBus(session: bus)
            strangers = SessionOwners.besidesServer(in: directory, of: focusd.processID)
                .filter { $0 != focusd && !Self.isCompanion($0, of: companions) }
        }
        shell = DesktopShell(currentDesktop: environment["XDG_CURRENT_DESKTOP"])
        if shell == nil {
            shell = DesktopShell.allCases.first {
                $0.programs.contains(notifications?.program ?? "")
            }
        }
        trayExtension = shell?.trayExtension({ environment[$0] }) {
            unsafe access($0, F_OK) == 0
        }
        if let shell, let process = owners?.shell(shell) {
            shellProcess = process
            shellUnit = SessionOwners.unit(of: process.processID)
        }
        portal = PortalFiles(base, desktops: environment["XDG_CURRENT_DESKTOP"] ?? "")
        if busData != nil { strayLinks = Self.links(in: own, to: services, portal) }
        revivalFile = services.ownRevivalFile
        userRevivalFile = services.userRevivalFile
        revivalLink = SessionServices.link(userRevivalFile)
        if let notifications, notifications != focusd, !isShellServing, !isBridgeServing {
            server = SetupRecord(
                program: notifications.program,
                command: SessionOwners.commandLine(of: notifications.processID),
                unit: SessionOwners.unit(of: notifications.processID).flatMap { unit in
                    units.contains { $0.name == unit } ? unit : nil
                })
        }
        let starts = SessionStartFiles(base, desktops: environment["XDG_CURRENT_DESKTOP"] ?? "")
        startLines = starts.lines(starting: otherPrograms)
        sharedStarts = starts.shared(starting: otherPrograms)
        hidingFiles = starts.hidingFiles
        focusdLines = starts.lines(
            starting: ["focusd", "focusd.service"], onlyStarts: true)
        lacksTrayStart =
            trayProgram != nil && shell == nil
            && Self.ignoresAutostart(environment)
            && !(startsUnits && owners?.hasAutostartTarget == true)
            && starts.lines(starting: ["focus-tray"], onlyStarts: true).isEmpty
    }
}

/// Shells that are bar and notification server in one program.
enum BarShells {
    /// The shell's name for the user, by the kernel's name of its process (15 bytes at most); nil
    /// for other programs.
    static func title(of program: String) -> String? {
        switch program {
        case "quickshell", ".quickshell-wra", "qs": "Quickshell"
        case "ags", "astal", ".ags-wrapped": "AGS"
        case "ignis", ".ignis-wrapped": "Ignis"
        case "hyprpanel", ".hyprpanel-wrap": "HyprPanel"
        case "ironbar": "Ironbar"
        case "cosmic-notifica": "COSMIC"
        case "awesome": "awesome"
        default: nil
        }
    }
}
