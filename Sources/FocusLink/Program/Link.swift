// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import LinkCore
import Mosquitto

/// The link of this machine: turns the messages of the broker and of focusd into events of the
/// agreement, and performs its effects.
@LoopActor final class Link {
    let configuration: LinkConfiguration
    let group: LinkGroup
    let client: ControlClient
    let files: LinkFiles
    private let password: String?
    var memory: LinkMemory
    private(set) var agreement: Agreement
    private var broker: BrokerConnection?
    private var house: House?
    private var backoff = BrokerWaits()
    private var random = SystemRandomNumberGenerator()
    private var retry: Timer?
    /// Fires when the agreement has waited long enough.
    private var agreementTimer: Timer?
    private var clock: LinkClock?
    private var subscription: ControlSubscription?
    private var focusd: FocusdReader?
    /// The failure that was logged last.
    private var followFailure: ControlError?
    /// Number of connections since the memory's number of starts was raised.
    private(set) var connections: Int64 = 0
    /// Number of presence messages on the current connection.
    var presences: Int64 = 0
    /// The serial number of our first presence on this connection. Once that presence comes back,
    /// everything that the broker had retained has arrived.
    var marker: Int64?
    /// Fires if that presence has not come back in time.
    private var markerTimer: Timer?
    private static let markerTime = Duration.seconds(10)
    /// The changes that the broker has not acknowledged, by message number.
    private var unacknowledged: [Int32: Stamp] = [:]
    /// The numbers of the presences and subscriptions that the broker has not acknowledged.
    private var required: Set<Int32> = []
    /// True after the broker has refused one of all these.
    private var isRefused = false
    private var isMarkerLate = false
    /// True if the broker does not let this machine use the topics of its group.
    var isDenied: Bool { isRefused || isMarkerLate }
    /// The reason why there is no connection.
    private(set) var failure: BrokerFailure?
    private(set) var storeFailure: String?
    private(set) var refusedMessages: UInt32 = 0
    private(set) var isConnected = false
    /// The time at which the broker last accepted a connection.
    private var connectionTime = ContinuousClock.now
    /// True after the broker has refused the newer MQTT version.
    private var isOldProtocol = false
    /// The shared Focus files; nil without `ShareFiles=true`.
    var sharedFiles: SharedFiles?
    /// Gives Home Assistant time to remove an entity before its state is emptied.
    var houseTimer: Timer?
    /// The topics that the broker has not emptied yet, by message number.
    var emptying: [Int32: String] = [:]
    /// Called when the status may have changed.
    var onStatusChange: (() -> Void)?

    init(
        _ files: LinkFiles, _ configuration: LinkConfiguration, _ secrets: LinkSecrets,
        _ client: ControlClient
    ) throws(LinkProblem) {
        self.files = files
        self.client = client
        self.configuration = configuration
        guard
            let group = LinkGroup(
                secret: secrets.secret, prefix: configuration.prefix,
                isSealed: configuration.isSealed)
        else { throw LinkProblem("the secrets are damaged; run: focus-switch link join WORD…") }
        self.group = group
        password = secrets.password
        let prefix = configuration.prefix
        var memory =
            files.readMemory(prefix: prefix) ?? LinkMemory(group: group.id, prefix: prefix)
        memory.settle(on: ComputerMark.current)
        memory.move(to: group, prefix: prefix)
        memory.raiseStarts(to: memory.starts + 1)
        self.memory = memory
        let name = configuration.name.isEmpty ? HostName.current : configuration.name
        agreement = Agreement(
            machine: memory.machine, name: name, role: configuration.role,
            memory: memory.agreement)
    }

    /// Begins to follow focusd and to connect.
    func start() {
        rememberHouse()
        store()
        retry = Timer { [weak self] in self?.connect() }
        agreementTimer = Timer { [weak self] in self?.take(.waited) }
        markerTimer = Timer { [weak self] in self?.markerIsLate() }
        clock = LinkClock(
            onDue: { [weak self] in self?.take(.woke) },
            onSet: { [weak self] in self?.take(.clockSet(by: $0)) })
        focusd = FocusdReader(client) { [weak self] list, focuses in
            await self?.read(list, focuses)
        }
        subscription = client.subscribe { [weak self] event in self?.handle(event) }
        startFiles()
        connect()
        guard configuration.servesHouse else { return }
        house = House(
            configuration, options(client: "focusd-house-\(agreement.machine)"),
            machine: agreement.machine, name: agreement.name, client: client)
    }

    /// Tells the other machines that this machine leaves, and closes the connection.
    func stop() {
        if isConnected { publishPresence(isOnline: false, asks: nil, answers: nil) }
        house?.leave()
        houseTimer?.cancel()
        broker?.disconnect()
        broker = nil
        subscription?.cancel()
    }

    // MARK: The agreement

    func take(_ event: LinkEvent) {
        var effects: [LinkEffect] = []
        agreement.handle(event, at: KernelClock.wall, into: &effects)
        for effect in effects { perform(effect) }
        onStatusChange?()
    }

    private func perform(_ effect: LinkEffect) {
        switch effect {
        case .store(let memory):
            self.memory.agreement = memory
            store()
        case .publish(let change):
            let envelope = LinkEnvelope(
                sender: agreement.machine, sent: KernelClock.wall, payload: .change(change))
            let topic = group.topic(of: agreement.machine, .change)
            if let number = broker?.publish(group.seal(envelope), on: topic) {
                unacknowledged[number] = change.stamp
            }
        case .emptyTopic: publish([], on: group.topic(of: agreement.machine, .change))
        case .publishPresence(let asks, let answers):
            publishPresence(isOnline: true, asks: asks, answers: answers)
        case .wait(let time): agreementTimer?.reset(after: time)
        case .wake(let time): clock?.wake(at: time)
        case .fetch: subscribe()
        case .read: focusd?.read()
        case .follow(let change, let after): follow(change, after: after)
        }
    }

    func store() {
        do throws(LinkProblem) {
            try LinkFiles.write(memory.text, to: files.memory)
            storeFailure = nil
        } catch {
            if storeFailure == nil { Program.log("\(error)") }
            storeFailure = error.description
        }
    }

    // MARK: focusd

    private func handle(_ event: ControlEvent) {
        switch event {
        case .appeared:
            focusd?.isFocusdThere = true
            focusd?.read()
        case .switched, .focusChanged, .activationChanged: focusd?.read()
        case .focusesChanged:
            take(.focusesChanged)
            focusd?.read()
        case .missedChanged(let count): house?.missedChanged(count)
        case .changed(.upcoming):
            // The other machines know no plans.
            if house != nil { focusd?.read() }
        case .vanished:
            focusd?.isFocusdThere = false
            take(.local(nil))
            house?.focusdVanished()
        case .disconnected: Program.finish(1, saying: "the session bus is gone")
        case .decided, .badgeChanged, .filtersChanged, .changed, .entryChanged, .entriesRemoved,
            .waitingChanged:
            break
        }
    }

    private func read(_ list: SwitchList, _ focuses: [FocusSummary]) async {
        take(.local(LocalState(list, focuses)))
        if house != nil, let status = try? await client.send(.status) {
            house?.show(status, focuses, try? await client.send(.upcoming(limit: 1)))
        }
    }

    private func follow(_ change: Change, after: Int64?) {
        let stamp = change.stamp
        let machine = change.name.isEmpty ? stamp.machine.rawValue : change.name
        let request = ControlRequest.follow(
            change.switches.map(SwitchWire.init), machine: machine,
            after: after.map(Timestamp.init))
        Task {
            do throws(ControlError) {
                let action = try await client.send(request)
                followFailure = nil
                take(.followed(stamp, action: action.rawValue))
            } catch {
                take(.followFailed(stamp, FollowFailure(error)))
                switch error {
                case .refused(.unknownFocus, _): break
                case .refused(.changedMeanwhile, _): focusd?.read()
                default:
                    if followFailure != error { Program.log("focusd does not follow: \(error)") }
                    followFailure = error
                    focusd?.readLater()
                }
            }
        }
    }

    // MARK: The broker

    private func connect() {
        guard broker == nil else { return }
        var options = options(client: "focusd-\(agreement.machine)")
        options.isOldProtocol = isOldProtocol
        if connections == Self.mostConnections { raiseStarts(to: memory.starts + 1) }
        connections += 1
        presences = 0
        options.will = will
        broker = BrokerConnection(options) { [weak self] event in self?.handle(event) }
    }

    private func options(client id: String) -> BrokerOptions {
        BrokerOptions(configuration, client: id, password: password)
    }

    private func handle(_ event: BrokerEvent) {
        switch event {
        case .connected: connected()
        case .message(let message): receive(message)
        case .published(let number):
            required.remove(number)
            if let stamp = unacknowledged.removeValue(forKey: number) {
                take(.acknowledged(stamp))
            } else if let topic = emptying.removeValue(forKey: number) {
                emptied(topic)
            }
        case .subscribed(let number): required.remove(number)
        case .refused(let number): refused(number)
        case .closed(let failure): closed(failure)
        }
    }

    private func connected() {
        isConnected = true
        connectionTime = .now
        if failure != nil { Program.log("connected with the broker") }
        failure = nil
        isRefused = false
        markerTimer?.reset(after: Self.markerTime)
        subscribe()
        take(.connected)
        emptyLeftTopics()
        emptyHouse()
    }

    /// Takes note of a message or a subscription that the broker refuses. A topic that it does not
    /// empty stays in the memory.
    private func refused(_ number: Int32) {
        let isRequired = required.remove(number) != nil
        if unacknowledged.removeValue(forKey: number) != nil || isRequired { isRefused = true }
        if emptying.removeValue(forKey: number) != nil, emptying.isEmpty { store() }
        onStatusChange?()
    }

    /// A broker whose rules keep a topic from a machine may drop the messages without a word.
    private func markerIsLate() {
        isMarkerLate = true
        onStatusChange?()
    }

    /// Everything that the broker had retained has arrived.
    func markerArrived() {
        markerTimer?.pause()
        isMarkerLate = false
        take(.readAll)
        sharedFiles?.joined()
    }

    private func subscribe() {
        for topic in group.subscriptions + fileSubscriptions { subscribe(topic) }
    }

    /// Subscribes to a topic; the broker sends what it has retained, also if it has done so before.
    func subscribe(_ topic: String) {
        if let number = broker?.subscribe(topic) { required.insert(number) }
    }

    /// Publishes a presence, without which the link does not work.
    func publishPresence(_ payload: [UInt8]) {
        let topic = group.topic(of: agreement.machine, .presence)
        if let number = publish(payload, on: topic) { required.insert(number) }
    }

    /// Publishes a retained message.
    /// - Returns: The number of the message; nil without a connection.
    @discardableResult
    func publish(_ payload: [UInt8], on topic: String) -> Int32? {
        broker?.publish(payload, on: topic)
    }

    /// Number of connections for which a serial number has room.
    private static let mostConnections: Int64 = 0xFFFF

    private func raiseStarts(to starts: Int64) {
        memory.raiseStarts(to: starts)
        connections = 0
        store()
    }

    /// Connects again with serial numbers after one that this machine used before its memory was
    /// replaced by an older one. Other machines refuse earlier numbers, also that of the will.
    func reconnect(after serial: Int64) {
        Program.log("the memory is older than a message of this machine; connecting again")
        raiseStarts(to: serial >> 32 + 1)
        broker?.disconnect()
        connectionEnded()
        connect()
    }

    private func closed(_ failure: BrokerFailure) {
        if isConnected { backoff.connectionEnded(after: connectionTime.duration(to: .now)) }
        if failure.kind == .protocolVersion, !isOldProtocol {
            isOldProtocol = true
            connectionEnded()
            return connect()
        }
        if self.failure != failure {
            Program.log("no connection with the broker: \(failure.message)")
        }
        self.failure = failure
        connectionEnded()
        retry?.reset(after: .milliseconds(Int(backoff.wait(using: &random) * 1_000)))
    }

    private func connectionEnded() {
        broker = nil
        isConnected = false
        marker = nil
        markerTimer?.pause()
        isMarkerLate = false
        isRefused = false
        required = []
        unacknowledged = [:]
        emptying = [:]
        take(.disconnected)
        sharedFiles?.disconnected()
    }

    private func receive(_ message: BrokerMessage) {
        if let place = group.filePlace(of: message.untrustedTopic) {
            return receiveFile(message, place)
        }
        guard let place = group.place(of: message.untrustedTopic) else { return refuse() }
        // An empty message: the machine has left the link.
        if message.untrustedPayload.isEmpty {
            guard place.machine != agreement.machine else { return }
            return take(place.kind == .presence ? .forgot(place.machine) : .emptied)
        }
        guard
            let envelope = group.open(message.untrustedPayload, from: place.machine, place.kind)
        else { return refuse() }
        switch envelope.payload {
        case .change(let change):
            if place.machine == agreement.machine { return take(.echoed(change)) }
            take(
                .heard(
                    change, clock: message.isRetained ? nil : envelope.sent,
                    isPassedOn: change.stamp.machine != place.machine))
        case .presence(let presence): see(presence, envelope)
        }
    }

    func refuse() {
        refusedMessages &+= 1
        onStatusChange?()
    }
}
