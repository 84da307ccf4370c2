// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusStore
import FocusWire
import GLibLoop
import Glibc
import Notify

/// The parts of the running focusd, and the order of its start and end.
@LoopActor final class Daemon {
    let log: Log
    let options: Options
    let sessionBus: String
    /// Connection that owns `org.freedesktop.Notifications`.
    let notificationsConnection: Connection
    /// Connection that owns `org.focusd.Focus1`. A sandboxed client that may talk to one name may
    /// call every object of that connection.
    let controlConnection: Connection
    let engine: Engine
    let settings: Settings
    /// The desktop's shell that shows notifications, if there is one.
    let shell: DesktopShell?
    let server: RealServer
    let senders: SenderDirectory
    let relay: ToolRelay
    let notifications: NotificationsService
    let gates: Gates
    let control: ControlService
    private let apps: AppsService
    let filters: FilterService
    let triggers: TriggerWatch
    /// The lock of the session, watched only while anything depends on it.
    let lock: LockWatch
    /// The user's login session, in which `--until-logout` ends.
    let loginSession: LoginSession
    private(set) lazy var idleMoments = IdleMoments { [weak self] in
        // A server may have been installed. The search looks into many folders, so it does not
        // follow each batch.
        self?.lookForServer(waits: true)
        self?.engine.useIdleMoment()
    }
    /// Wait for a display, while there is none.
    private(set) var displayWait: DisplayWait?
    private var losses: [Subscription] = []
    private var plasma: NameOwner?
    private(set) var isEnding = false
    /// `[Server] Command=` as the choice of the server has followed it.
    var serverSetting: [String]?
    /// `[Server] DoNotDisturb=` as the bridge's command has it.
    var followsDoNotDisturb = false

    /// Called with the exit code when the daemon has ended.
    var onEnd: ((Int32) -> Void)?

    /// Time that an ending focusd may keep the store open.
    static let storePatience = Duration.seconds(10)
    /// Time that the daemon waits at its end for the real server's replies.
    static let drainLimit = Duration.seconds(1)
    /// Maximum time that the start waits for the list of desktop files: if a list in force has an
    /// entry that is no desktop file's id.
    static let listPatience = Duration.milliseconds(300)

    /// Joins the session bus, takes the names and makes the parts.
    ///
    /// Before it takes the first name, it waits until the desktop's shell has said if it shows
    /// notifications.
    init(_ options: Options, sessionBus: String, directories: Directories, log: Log) async throws {
        self.options = options
        self.sessionBus = sessionBus
        if options.adoptsDisplay { SessionDisplay.adopt(sessionBus: sessionBus, log: log) }
        self.log = log
        // The loop serves the control connection first. The bus tells it of a client's end before
        // the notifications connection gets the next client's call, which may replace what the
        // first one left.
        controlConnection = try Connection(address: sessionBus)
        notificationsConnection = try Connection(address: sessionBus)
        let systemBus = BusLine(systemBusIn: Environment.variable)
        loginSession = LoginSession(systemBus, environment: Environment.variable)
        await loginSession.ask()
        shell = await Self.shell(options, notificationsConnection)
        if options.decidesOnly {
            try BusNames.own(WireName.focus, on: controlConnection, replacing: options.replaces)
        } else {
            try BusNames.own(
                notificationsConnection, controlConnection, replacing: options.replaces,
                shell: shell, log)
        }
        try Self.makeDirectories(directories, log)
        let store = try Self.openStore(directories, log)
        let accounts = SharedAccounts()
        let engine = try Engine(store: store, accounts: accounts, log: log)
        self.engine = engine
        let pictures = KeptPictureFiles(path: directories.state + "/pictures")
        pictures.onFailure = { log.error($0) }
        pictures.onNewFile = { [store] in store.synchroniseSoon($0) }
        pictures.onCopied = { [weak engine] key, isNewPicture in
            if isNewPicture { engine?.pictureChanged(of: key) }
        }
        engine.pictures = pictures
        settings = Settings(
            copies: directories.state + "/" + EarlierTexts.copiesName, log: log)
        server = RealServer(
            Self.plan(options, settings.configuration, directories, sessionBus, shell, log),
            accounts: accounts, log: log,
            note: { [journal = store.deliveryJournal] in journal?.note($0, as: $1) })
        // Not the notifications connection: libdbus may have stopped reading there because its
        // memory limit is reached, while a message waits for the answer about its sender.
        senders = SenderDirectory(controlConnection)
        // With `--decide-only`, the real server is on the session bus and owns its further names
        // there, so focusd must not take them.
        relay = ToolRelay(
            notificationsConnection, senders: senders, accounts: accounts,
            ownsNames: !options.decidesOnly)
        notifications = NotificationsService(
            notificationsConnection, engine: engine, senders: senders, server: server, log: log)
        gates = Gates(
            try Connection(address: sessionBus), engine: engine, senders: senders, server: server,
            direct: notifications, isGNOME: shell == .gnome, log: log)
        lock = LockWatch(systemBus: systemBus, sessionBus: controlConnection)
        triggers = Self.triggers(controlConnection, at: sessionBus, systemBus, lock, log) {
            [settings] in
            CalendarSettings(settings.configuration)
        }
        filters = try FilterService(controlConnection, engine: engine, senders: senders, log: log)
        control = ControlService(
            controlConnection, engine: engine, senders: senders, settings: settings, server: server,
            badges: LauncherBadges(
                try Connection(address: sessionBus), listening: controlConnection, engine: engine,
                senders: senders),
            filters: filters, triggers: triggers, accounts: accounts, options: options)
        apps = AppsService(
            controlConnection, engine: engine, senders: senders, filters: filters, server: server,
            log: log)
    }

    /// The connections on which clients call focusd.
    var connections: [Connection] {
        [notificationsConnection, controlConnection, gates.connection]
    }

    // MARK: Start

    /// Begins to serve.
    ///
    /// - Throws: an error if the interfaces cannot be exported.
    func start() throws {
        connectParts()
        // Before the question about the present clients: the bus tells of each later departure.
        senders.start()
        try restore()
        try notifications.start()
        try gates.start()
        try control.start()
        control.deletions.finishEarlierDeletion()
        try apps.start()
        filters.start()
        // The server in front of focusd is on the session bus, and does not get calls back.
        let forbidden = options.decidesOnly ? "" : try notificationsConnection.busID()
        server.start(sessionBusID: forbidden) { [weak self] in
            self?.log.error(
                "--server-bus is the session bus itself; the real server needs its own")
            self?.end(1)
        }
        if options.adoptsDisplay, !SessionDisplay.isKnown { awaitDisplay() }
        triggers.follow(engine.state.agenda.triggers)
        watchForLosses()
        idleMoments.worked()
    }

    /// Starts the server, or the one that fits the display, once a display appears.
    private func awaitDisplay() {
        displayWait = DisplayWait(sessionBus: sessionBus, log: log) { [weak self] in
            guard let self, !isEnding else { return }
            displayWait = nil
            triggers.displayAppeared()
            guard serverOrigin == .search else { return server.displayAppeared() }
            Task {
                await self.useInstalledServer()
                self.server.displayAppeared()
            }
        }
        // The display may have appeared since the start.
        displayWait?.look()
    }

    /// Has the server and the watch of the windows follow the user to another display, if the known
    /// one is gone. Returns true in this case.
    @discardableResult func lookForDisplay() -> Bool {
        guard !isEnding, options.adoptsDisplay, displayWait == nil, SessionDisplay.isGone else {
            return false
        }
        awaitDisplay()
        return true
    }

    private func restore() throws {
        let busID = try notificationsConnection.busID()
        let isSameBus = try engine.store.value("bus") == busID
        engine.attempt { try engine.store.setValue("bus", busID) }
        engine.repair.onMended = { [engine, filters, deletions = control.deletions] in
            // First: what follows may fail.
            deletions.tryLater()
            try engine.store.setValue("bus", busID)
            filters.rewriteState()
        }
        if !isSameBus { try engine.forgetSenders() }
        engine.clock.start()
        let present = isSameBus ? try presentPeers() : []
        try engine.restore(present: present, session: loginSession.name(onBus: busID))
        filters.setFileDeclarations(settings.filters)
        engine.desktopFiles.waiting(atMost: Self.listPatience) {
            engine.configure(settings.inForce)
        }
        followLock()
        loginSession.follow { [engine] name in engine.sessionChanged(to: name) }
    }

    /// Watches the lock of the session while texts are to be hidden behind it.
    func followLock() {
        if engine.state.configuration.lockScreen.isEmpty {
            lock.unfollow(self)
        } else {
            lock.follow(self) {}
        }
    }

    /// Returns the clients that are on the session bus now. The connection is the one on which
    /// ``senders`` hears of departures, so that none is missed in between.
    private func presentPeers() throws -> Set<PeerName> {
        let names = try controlConnection.bus.namesBlocking(within: .seconds(5))
        return Set(names.filter { $0.hasPrefix(":") }.map(PeerName.init))
    }

    // MARK: End

    private func watchForLosses() {
        for connection in [notificationsConnection, controlConnection] {
            // The end of the session is no failure: the next bus starts focusd on demand.
            connection.onDisconnect = { [weak self] in
                self?.log.notice("the session bus is gone")
                self?.end(0)
            }
            let lost = MatchRule(
                sender: WireName.bus, interface: WireName.busInterface, member: "NameLost")
            losses.append(
                connection.subscribe(lost) { [weak self] message in
                    guard let self, !FurtherNames.isAbout(message) else { return }
                    log.notice("another program has taken the name")
                    end(isNewShells(message) ? 1 : 0)
                })
        }
        plasma = newPlasmaWatch()
    }

    /// Ends the daemon. First releases the names, so that no more calls arrive, then handles the
    /// calls that arrived.
    func end(_ code: Int32) {
        guard !isEnding else { return }
        isEnding = true
        LoopWatchdog.shared?.phase = .ending
        losses = []
        plasma = nil
        triggers.stop()
        for connection in [notificationsConnection, controlConnection] {
            connection.onDisconnect = nil
        }
        _ = try? notificationsConnection.releaseName(WireName.notifications)
        _ = try? controlConnection.releaseName(WireName.focus)
        gates.stop()
        // The bridge has the bus start the helper again, which must find its name free.
        if let helper = shell?.helper { _ = try? notificationsConnection.releaseName(helper) }
        finishWaitingCalls()
        engine.drain(within: Self.drainLimit) { [self] in
            // The user did not close the popups that end with the server.
            server.onDown = nil
            server.onEvent = nil
            server.deliveries.onEnd = nil
            server.stop { [self] in
                finishWaitingCalls()
                // The loop still runs queued work. A reply from now on would report changes that
                // are not stored.
                notificationsConnection.close()
                controlConnection.close()
                gates.connection.close()
                engine.closeStore()
                onEnd?(code)
            }
        }
    }

    /// Stores and answers the calls that arrived, and waits until the bus has the replies.
    private func finishWaitingCalls() {
        // The further calls of the callers can then be handled.
        control.finishSlowCalls()
        for connection in connections { connection.handleWaitingCalls() }
        control.finishSlowCalls()
        engine.finishDelivering()
        engine.endBatch()
        for connection in connections { connection.flush() }
    }
}
