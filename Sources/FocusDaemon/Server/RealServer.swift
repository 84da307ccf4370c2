// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Glibc
import Notify

/// The real notification server with its bus, its process and its facts.
@LoopActor final class RealServer {
    private let log: Log
    private let bus: PrivateBus?
    private var process: ServerProcess?
    /// The command to start once ``process`` has ended; nil unless that is being ended for another.
    private var nextCommand: [String]?
    private let companions: [ServerProcess]
    private let forwarder: NotificationForwarder
    /// Jobs of the outbox, and libnotify's thread.
    let deliveries: ServerDeliveries
    let connection: ServerConnection
    private var askTimer: Timer?
    private let questions: ServerQuestions
    private var isForwarding = false
    /// True until another server that an earlier focusd left is ended, which is to make room.
    private var endsOwner = false
    private var joinTimer: Timer?
    private var joinDelay = RestartDelay()
    /// Facts of the last server. Kept while there is no server, to answer apps.
    private(set) var facts: ServerFacts?
    private(set) var isUp = false
    let pause = ServerPause()

    /// True if the server was started a moment ago and may still appear.
    var isStarting: Bool { !isUp && process?.isStarting == true }
    /// The reason for which the server's program has ended last; nil if it has not ended.
    var lastEnd: String? { process?.lastEnd }
    /// True if the settings name another server than this one, which follows when this one ends.
    var isOutdated = false
    /// Called when a server is ready for jobs. The text differs for each start of a server.
    var onUp: ((String) -> Void)?
    var onDown: (() -> Void)?
    /// Called when a server that is not up begins to start, or is no longer expected to appear.
    var onStarting: (() -> Void)?
    /// Called when the server's program has ended by itself.
    var onFailure: (() -> Void)?
    var onEvent: ((ServerEvent) -> Void)?
    /// Called with the connection to the server's bus, or with nil when it is lost.
    var onConnection: ((Connection?) -> Void)?

    /// - Parameter note: see ``ServerDeliveries/init(note:)``.
    init(
        _ plan: ServerPlan, accounts: SharedAccounts, log: Log,
        note: @escaping @Sendable (EntryKey, ServerID) -> UInt64?
    ) {
        self.log = log
        questions = ServerQuestions(accounts)
        switch plan {
        case .external(let address):
            connection = ServerConnection(address, nil, log: log)
            bus = nil
            process = nil
            companions = []
        case .supervised(let runtime, let command, let companions):
            let bus = PrivateBus(directory: runtime, log: log)
            self.bus = bus
            connection = ServerConnection(bus.address, bus, log: log)
            process = command.map { ServerProcess($0, log: log) }
            self.companions = companions.map { ServerProcess($0, log: log) }
        }
        deliveries = ServerDeliveries(note: note)
        forwarder = deliveries.forwarder
        deliveries.onEvent = { [weak self] event in self?.handle(event) }
        connection.onChange = { [weak self] connection in self?.connectionChanged(connection) }
        followProcess()
    }

    private func followProcess() {
        process?.onNoProgram = { [weak self] in self?.questions.giveUp() }
        process?.onFailure = { [weak self] in self?.onFailure?() }
        process?.onStarting = { [weak self] in
            if let self, !isUp { onStarting?() }
        }
    }

    /// The command that starts the server, or an empty text if there is none.
    var command: String { process?.command.joined(separator: " ") ?? "" }

    /// The same for a shell.
    var quotedCommand: String { (process?.command ?? []).map(shellQuoted).joined(separator: " ") }

    /// Returns true if focusd is to start a server, and none is installed for the display, or the
    /// program of the known one is gone. Looks into the folders of `PATH`.
    func lacksProgram() -> Bool {
        bus != nil && !isUp && (process?.lacksProgram() ?? SessionDisplay.isKnown)
    }

    /// Starts this server, if none was known at the beginning or the known one has ended. While one
    /// is being ended for another, the last command is the one that starts.
    ///
    /// - Parameter endsOther: true to end another server that runs, also one that an earlier focusd
    ///   left.
    func use(_ command: [String], endsOther: Bool = false) {
        guard bus?.isStopping == false else { return }
        guard let process else { return begin(command, endsOwner: endsOther) }
        guard nextCommand == nil else {
            (nextCommand, isOutdated) = (command, false)
            return
        }
        if process.command == command { isOutdated = false }
        // A server that was taken over, and has ended, left no process that waits.
        let hasEnded = process.waitsForRestart || isOutdated && !process.isRunning && !isUp
        guard process.command != command, endsOther || hasEnded else { return }
        guard process.isRunning else {
            process.leave()
            return begin(command, endsOwner: endsOther)
        }
        nextCommand = command
        process.stop { [weak self] in
            guard let self, let command = nextCommand, bus?.isStopping != true else { return }
            nextCommand = nil
            begin(command, endsOwner: false)
        }
    }

    private func begin(_ command: [String], endsOwner: Bool) {
        isOutdated = false
        process = ServerProcess(command, log: log)
        followProcess()
        onStarting?()
        self.endsOwner = endsOwner
        startUnlessOwned()
    }

    /// Starts the programs at once that ended before, possibly because there was no display.
    func displayAppeared() {
        for companion in companions { companion.restartNow() }
        process?.restartNow()
    }

    /// Starts the bus and the server without waiting for them.
    ///
    /// - Parameters:
    ///   - sessionBusID: the id of the bus that focusd serves.
    ///   - onSessionBus: called if the server's bus is that bus; nothing is forwarded then.
    func start(sessionBusID: String, onSessionBus: @escaping () -> Void) {
        connection.sessionBusID = sessionBusID
        connection.onSessionBus = onSessionBus
        guard let bus else { return connection.connect() }
        bus.onReady = { [connection] in connection.connect() }
        bus.start()
    }

    /// Stops the processes that focusd started or took over, then calls `body`.
    func stop(_ body: @escaping () -> Void) {
        guard let bus else {
            body()
            return
        }
        (bus.onReady, bus.isStopping) = (nil, true)
        // The bus may still be asked who owns the server's name: no start may follow.
        if let process, !process.isRunning { process.leave() }
        if connection.current != nil || bus.isChild {
            return stop(bus, joinedBy: connection.current, body)
        }
        // The bus of an earlier focusd, which this focusd may not have joined yet.
        Task { [self] in
            let joined = try? await Connection.open(address: bus.address, within: .seconds(1))
            stop(bus, joinedBy: joined, body)
        }
    }

    private func stop(
        _ bus: PrivateBus, joinedBy joined: Connection?, _ body: @escaping () -> Void
    ) {
        func owner(of name: BusName) -> UInt32? {
            joined?.bus.processIDBlocking(of: name, within: .seconds(1))
        }
        let server = owner(of: WireName.notifications)
        let daemon = owner(of: WireName.bus)
        if DesktopShell.isBridge(process?.command ?? []) {
            process?.leave()  // The bridge gives the name back to the shell, and then ends.
            bus.stop(processID: daemon)
            return body()
        }
        for companion in companions { companion.stop {} }
        if let process, process.isRunning {
            process.stop {
                bus.stop(processID: daemon)
                body()
            }
        } else {
            // A server that was taken over must end before its bus.
            if let server, let handle = ProcessHandle(server) {
                handle.signal(SIGTERM)
                _ = handle.waitForEnd(within: ServerProcess.grace)
            }
            bus.stop(processID: daemon)
            body()
        }
    }

    // MARK: The server's bus

    private func connectionChanged(_ connection: Connection?) {
        onConnection?(connection)
        pause.connect(to: connection)
        joinTimer = nil
        guard connection != nil else { return down() }
        for companion in companions { companion.start() }
        connectForwarder()
        startUnlessOwned()
    }

    /// Has libnotify join the server's bus. Tries again after a failed step, until the connection
    /// to that bus is lost.
    private func connectForwarder() {
        joinTimer = nil
        guard let current = connection.current else { return }
        let address = connection.address
        let isFirst = !isForwarding
        isForwarding = true
        Task { @NotifyActor [forwarder, log, weak self] in
            do throws(ConnectError) {
                if isFirst {
                    try forwarder.connect(busAddress: address)
                } else {
                    try await forwarder.reconnect(busAddress: address)
                }
                await self?.joined(true, current)
            } catch {
                log.error("libnotify has no connection to the real server's bus: \(error.message)")
                await self?.joined(false, current)
            }
        }
    }

    private func joined(_ isJoined: Bool, _ joined: Connection) {
        guard connection.current === joined else { return }
        guard !isJoined else { return joinDelay.succeeded() }
        joinTimer = Timer(after: joinDelay.next()) { [weak self] in self?.connectForwarder() }
    }

    /// Starts the server, unless a server of an earlier focusd owns the name and may go on.
    private func startUnlessOwned() {
        guard let process, let connection = connection.current else { return }
        guard endsOwner else {
            connection.bus.hasOwner(WireName.notifications, within: PrivateBus.patience) {
                if $0 != true { process.start() }
            }
            return
        }
        endsOwner = false
        let name = WireName.notifications
        connection.bus.processID(of: name, within: PrivateBus.patience) { [weak self] owner in
            guard let owner else { return process.start() }
            self?.end(owner, before: process)
        }
    }

    /// Ends a server that is not a child process, then starts the next one.
    private func end(_ owner: UInt32, before next: ServerProcess) {
        let grace = ServerProcess.grace
        Task { [weak self] in
            _ = await BlockingCall.run(within: grace * 2) { () -> Bool in
                guard let handle = ProcessHandle(owner) else { return true }
                handle.signal(SIGTERM)
                if handle.waitForEnd(within: grace) { return true }
                handle.signal(SIGKILL)
                return handle.waitForEnd(within: grace)
            }
            guard let self, process === next, bus?.isStopping != true else { return }
            next.start()
        }
    }

    // MARK: The server

    private func handle(_ event: ServerEvent) {
        switch event {
        case .serverAppeared:
            ask()
            pause.ask()
        case .serverVanished:
            down()
            pause.forget()
            // A server that was taken over is not a child process, so no child's end starts the
            // next one. A child's end is usually known before the bus tells of it: then the next
            // start keeps its delay.
            if let process, !process.isRunning, !process.waitsForRestart { next(after: process) }
        case .busLost: down()
        default: onEvent?(event)
        }
    }

    /// Starts the server of the changed setting, or the known one again, after the end of a server
    /// that was taken over.
    private func next(after known: ServerProcess) {
        if isOutdated { onFailure?() }
        if process === known { known.start() }
    }

    private func down() {
        askTimer = nil
        guard isUp else { return }
        isUp = false
        onDown?()
    }

    /// Asks a new server for its facts.
    private func ask() {
        askTimer = nil
        Task { @NotifyActor [forwarder, weak self] in
            let result: Result<ServerFacts, ShowError>
            let owner = forwarder.serverOwner
            do throws(ShowError) {
                let information = try forwarder.serverInformation()
                result = .success(
                    ServerFacts(
                        name: information.name, vendor: information.vendor,
                        version: information.version, specVersion: information.specVersion,
                        capabilities: try forwarder.capabilities()))
            } catch {
                result = .failure(error)
            }
            await self?.asked(result, owner)
        }
    }

    /// Asks the server for its facts again after a failed delivery, to report it as up once more.
    func askAgain() {
        guard askTimer == nil else { return }
        askTimer = Timer(after: .seconds(1)) { [weak self] in self?.ask() }
    }

    private func asked(_ result: Result<ServerFacts, ShowError>, _ owner: ServerOwner?) {
        switch result {
        case .success(let facts):
            self.facts = facts
            up(owner) { [questions] in questions.answer(facts) }
        case .failure(.noServer), .failure(.busLost):
            break
        case .failure(let error):
            log.warning("the real notification server does not say what it is: \(error.label)")
            askTimer = Timer(after: Self.askDelay) { [weak self] in self?.ask() }
        }
    }

    /// Delay before the next question to a server that does not answer.
    private static let askDelay = Duration.seconds(5)

    /// Reports the server as up, if it still owns the name. Calls `body` in both cases.
    private func up(_ owner: ServerOwner?, _ body: @escaping @LoopActor () -> Void) {
        guard let connection = connection.current else { return body() }
        connection.bus.owner(of: WireName.notifications, within: .seconds(5)) { [weak self] name in
            defer { body() }
            guard let self else { return }
            guard let name else {
                // No owner, or no answer in time. Without an owner the next question ends at once.
                askTimer = Timer(after: Self.askDelay) { [weak self] in self?.ask() }
                return
            }
            self.isUp = true
            self.deliveries.serverIsUp(owner)
            self.onUp?("\(self.connection.busID) \(name)")
        }
    }

    // MARK: Facts

    /// Calls `body` with the server's facts, or with substitute facts if no server appears within
    /// the time limit for an app's question.
    ///
    /// - Parameter payer: the client that asks, which is charged while its question waits.
    func whenKnown(_ payer: PeerAccounts.Payer, _ body: @escaping (ServerFacts) -> Void) {
        if let facts { body(facts) } else { questions.ask(payer, body) }
    }
}
