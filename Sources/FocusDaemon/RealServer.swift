// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Glibc
import Notify
import Synchronization

/// Where the real notification server is to come from.
enum ServerPlan: Sendable {
    /// One runs already on the bus of that address.
    case external(address: String)
    /// focusd starts these on a bus of its own in that runtime directory: the server (nil when
    /// none is installed) and what it needs beside it.
    case supervised(runtime: String, command: [String]?, companions: [[String]])
}

/// The real notification server: its bus, its process, and what it says of itself.
@LoopActor final class RealServer: RealServerFacts, ServerJobs {
    private let log: Log
    let plan: ServerPlan
    private let bus: PrivateBus?
    private var process: ServerProcess?
    private let companions: [ServerProcess]
    private let busAddress: String
    private let forwarder: NotificationForwarder
    private let news = Mailbox<News>()
    private let line = HandoverLine()
    private let thread: HandoverThread
    private var connection: Connection?
    private var connecting: Task<Void, Never>?
    private var reconnect = Backoff()
    private var reconnectTimer: Timer?
    private var askTimer: Timer?
    private let questions: ServerQuestions
    private var isForwarding = false
    private let lives = Lives()
    /// The life of the server that the loop believes to be up.
    private var life = 0
    /// The owner of the name that the loop believes to be up, by libnotify's side's number.
    private var serverNumber: UInt64?
    /// What the last server said; kept while there is none, for the answers to apps.
    private(set) var facts: ServerFacts?
    private(set) var isUp = false

    /// A server is up and may be told things; the text differs for each start of a server.
    var onUp: ((String) -> Void)?
    var onDown: (() -> Void)?
    var onEvent: ((ServerEvent) -> Void)?
    /// Jobs have ended, in that order.
    var onEnd: (([HandoverEnd]) -> Void)?
    /// The connection to its bus, nil when that is lost.
    var onConnection: ((Connection?) -> Void)?

    /// - Parameter note: writes down that the real server has a notification, on any thread; the
    ///   note's number, nil where that does not work.
    init(
        _ plan: ServerPlan, accounts: Accounts, log: Log,
        note: @escaping @Sendable (EntryKey, ServerID) -> UInt64?
    ) {
        self.log = log
        self.plan = plan
        questions = ServerQuestions(accounts)
        switch plan {
        case .external(let address):
            busAddress = address
            bus = nil
            process = nil
            companions = []
        case .supervised(let runtime, let command, let companions):
            let bus = PrivateBus(directory: runtime, log: log)
            self.bus = bus
            busAddress = bus.address
            process = command.map { ServerProcess($0, log: log) }
            self.companions = companions.map { ServerProcess($0, log: log) }
        }
        forwarder = NotificationForwarder { [news] event in news.post(.event(event)) }
        thread = HandoverThread(forwarder, line, lives, note: note) { [news] end, canWait in
            news.post(.ended(end), canWait: canWait)
        }
        news.handler = { [weak self] news in self?.handle(news) }
        process?.onNoProgram = { [weak self] in self?.questions.giveUp() }
    }

    /// What libnotify's thread says; all of it by one way, so that it comes in order.
    private enum News: Sendable {
        case event(ServerEvent)
        case ended(HandoverEnd)
    }

    /// How often a server was found gone; told by libnotify's thread at once.
    final class Lives: Sendable {
        private let ended = Atomic<Int>(0)

        var count: Int { ended.load(ordering: .acquiring) }

        func end() {
            ended.add(1, ordering: .acquiringAndReleasing)
        }
    }

    /// The command that starts the server; empty where none does.
    var command: String { process?.command.joined(separator: " ") ?? "" }

    /// Starts this server, if none could be named at the beginning.
    func use(_ command: [String]) {
        guard process == nil, bus != nil else { return }
        process = ServerProcess(command, log: log)
        process?.onNoProgram = { [weak self] in self?.questions.giveUp() }
        startUnlessOwned()
    }

    /// Begins; the bus and the server come up while the loop runs.
    func start() {
        guard let bus else {
            connect()
            return
        }
        bus.onReady = { [weak self] in self?.connect() }
        bus.start()
    }

    /// Ends what focusd started, and what it took over, and calls back when it is done.
    func stop(_ body: @escaping () -> Void) {
        guard let bus else {
            body()
            return
        }
        bus.onReady = nil
        bus.isStopping = true
        let server = owner(of: WireName.notifications)
        let daemon = owner(of: WireName.bus)
        for companion in companions { companion.stop {} }
        if let process, process.isRunning {
            process.stop {
                bus.stop(processID: daemon)
                body()
            }
        } else {
            // One that was taken over: its end comes before its bus's.
            if let server, let handle = ProcessHandle(server) {
                handle.signal(SIGTERM)
                _ = handle.waitForEnd(within: ServerProcess.grace)
            }
            bus.stop(processID: daemon)
            body()
        }
    }

    /// The process that owns a name on the server's bus.
    private func owner(of name: BusName) -> UInt32? {
        guard let connection else { return nil }
        let call = Message.methodCall(
            destination: WireName.bus, path: WireName.busPath, interface: WireName.busInterface,
            member: "GetConnectionUnixProcessID")
        guard (try? call.append(.string(name.rawValue))) != nil,
            let reply = try? connection.callBlocking(call, timeout: .seconds(1))
        else { return nil }
        var reader = reply.reader
        return try? reader.uint32()
    }

    /// Nothing is expected for a while; see `Connection.rest()`.
    func rest() { connection?.rest() }

    // MARK: Connections

    /// Joins the server's bus, which may hang: apps are answered meanwhile.
    private func connect() {
        reconnectTimer = nil
        connecting?.cancel()
        connecting = Task { [weak self, busAddress] in
            let result: Result<Connection, ConnectionError>
            do throws(ConnectionError) {
                result = .success(
                    try await Connection.open(address: busAddress, within: PrivateBus.patience))
            } catch {
                result = .failure(error)
            }
            if !Task.isCancelled { self?.connected(result) }
        }
    }

    private func connected(_ result: Result<Connection, ConnectionError>) {
        connecting = nil
        switch result {
        case .success(let connection):
            connection.closesDescriptors = true
            connection.onDisconnect = { [weak self] in self?.disconnected() }
            self.connection = connection
            reconnect.succeeded()
            onConnection?(connection)
            for companion in companions { companion.start() }
            connectForwarder()
            startUnlessOwned()
        case .failure(let error):
            log.error("no connection to the real server's bus: \(error)")
            if let bus, error.name == .noReply { bus.hangs() } else { connectLater() }
        }
    }

    private func connectLater() {
        reconnectTimer = Timer(after: reconnect.next()) { [weak self] in self?.connect() }
    }

    private func disconnected() {
        connection = nil
        onConnection?(nil)
        down()
        if let bus { bus.connectionLost() } else { connectLater() }
    }

    private func connectForwarder() {
        let address = busAddress
        let isFirst = !isForwarding
        isForwarding = true
        Task { @NotifyActor [forwarder, log] in
            do throws(ConnectError) {
                if isFirst {
                    try forwarder.connect(busAddress: address)
                } else {
                    try await forwarder.reconnect(busAddress: address)
                }
            } catch {
                log.error("libnotify has no connection to the real server's bus: \(error.message)")
            }
        }
    }

    /// Starts the server, unless one that an earlier focusd started owns the name.
    private func startUnlessOwned() {
        guard let process, let connection else { return }
        let call = Message.methodCall(
            destination: WireName.bus, path: WireName.busPath, interface: WireName.busInterface,
            member: "NameHasOwner")
        guard (try? call.append(.string(WireName.notifications.rawValue))) != nil else { return }
        connection.call(call, timeout: .seconds(5)) { result in
            var reader = (try? result.get())?.reader
            if (try? reader?.boolean()) != true { process.start() }
        }
    }

    // MARK: The server

    private func handle(_ news: [News]) {
        var ends: [HandoverEnd] = []
        for item in news {
            switch item {
            case .ended(let end): ends.append(end)
            case .event(let event):
                if !ends.isEmpty { onEnd?(ends) }
                ends = []
                handle(event)
            }
        }
        if !ends.isEmpty { onEnd?(ends) }
    }

    private func handle(_ event: ServerEvent) {
        switch event {
        case .serverAppeared: ask()
        case .serverVanished:
            down()
            // One that was taken over has no process of ours whose end would start the next.
            if let process, !process.isRunning { process.start() }
        case .busLost: down()
        default: onEvent?(event)
        }
    }

    private func down() {
        askTimer = nil
        guard isUp else { return }
        isUp = false
        onDown?()
    }

    /// Asks a server that has appeared what it is.
    private func ask() {
        askTimer = nil
        Task { @NotifyActor [forwarder, weak self] in
            let result: Result<ServerFacts, ShowError>
            let number = forwarder.serverNumber
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
            await self?.asked(result, number)
        }
    }

    /// The server did not take what it was given; tells once more when it is up.
    func askAgain() {
        guard askTimer == nil else { return }
        askTimer = Timer(after: .seconds(1)) { [weak self] in self?.ask() }
    }

    private func asked(_ result: Result<ServerFacts, ShowError>, _ number: UInt64?) {
        switch result {
        case .success(let facts):
            self.facts = facts
            up(number) { [questions] in questions.answer(facts) }
        case .failure(.noServer), .failure(.busLost):
            break
        case .failure(let error):
            log.warning("the real notification server does not say what it is: \(error.label)")
            askTimer = Timer(after: .seconds(5)) { [weak self] in self?.ask() }
        }
    }

    /// Calls back as soon as it is settled whether that server is up.
    private func up(_ number: UInt64?, _ body: @escaping @LoopActor () -> Void) {
        guard let connection else { return body() }
        let call = Message.methodCall(
            destination: WireName.bus, path: WireName.busPath, interface: WireName.busInterface,
            member: "GetNameOwner")
        guard (try? call.append(.string(WireName.notifications.rawValue))) != nil else {
            return body()
        }
        connection.call(call, timeout: .seconds(5)) { [weak self] result in
            defer { body() }
            guard let self, var reader = (try? result.get())?.reader,
                let owner = try? reader.string()
            else { return }
            self.isUp = true
            self.life = self.lives.count
            self.serverNumber = number
            self.onUp?("\((try? connection.busID()) ?? "") \(owner)")
        }
    }

    // MARK: Facts

    func whenKnown(_ client: PeerName, _ body: @escaping (ServerFacts) -> Void) {
        if let facts { body(facts) } else { questions.ask(client, body) }
    }

    // MARK: Jobs

    /// Has a job of the outbox done on libnotify's thread, after those that were begun before;
    /// ``onEnd`` tells of its end.
    ///
    /// After one that reached no server, or that it died on, or when another server has the name,
    /// nothing is done until the loop has heard of the next one: what was begun in between comes
    /// back as `noServer`, so that the next server is given all of it in order, and no popup of its
    /// is taken for one of the last.
    func begin(_ job: Outbox.Job, _ request: ShowRequest?, isStored: Bool) {
        let item = HandoverLine.Item(
            job: job, request: request, isStored: isStored, life: life,
            serverNumber: serverNumber)
        if line.append(item) { Task { @NotifyActor [thread] in thread.run() } }
    }

    /// Takes a notification that is over out of the line; false where its turn has come already.
    func withdraw(_ key: EntryKey) -> Bool { line.withdraw(key) }

    /// Takes back the jobs that have not begun.
    func takeBack() -> [Outbox.Job] { line.takeBack() }
}

extension ShowError {
    /// Whether there was no server to take the notification, or not long enough.
    var isUnreachable: Bool {
        switch self {
        case .noServer, .serverDied, .busLost, .unresponsive: true
        case .timedOut, .refused, .notANotification: false
        }
    }

    /// The error's name, without the server's own words, which may quote a notification.
    var label: String {
        switch self {
        case .refused(let name, _): name
        default: "\(self)"
        }
    }
}
