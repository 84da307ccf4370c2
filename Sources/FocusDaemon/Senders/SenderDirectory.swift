// SPDX-License-Identifier: Apache-2.0

// Identity of bus clients, found at a client's first call and kept until the client leaves. The bus
// names the client's process, and ``ProcessLook`` examines the process. A client that has left, or
// whose process cannot be examined, gets an identity with `isKnown` false.
//
// focusd asks the bus as soon as a client joins: for a client that sends a single notification,
// this question would take longer than all other steps. focusd examines the process only at the
// first call: an app may move to its control group after its start. A client that takes a name is
// an app, and may leave right after its call: its process is also examined then, in case it has
// ended by the call.
//
// A newer bus answers with a descriptor of the process, too. focusd closes the descriptor if the
// answer comes before the first call, since each client of the bus would occupy a descriptor. From
// then on, the start time of the process identifies the process, as with an older bus.

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Glibc

/// Identities of the clients that focusd has seen on the session bus.
@LoopActor final class SenderDirectory {
    private enum State {
        /// The bus has named the client's process, and the client has not called yet. `early` is
        /// the identity that the client had when it took a name.
        case named(Credentials, early: SenderIdentity?)
        /// The bus has not answered yet. The functions in `waiting` wait for the identity.
        case asking(waiting: [(SenderIdentity) -> Void])
        /// The identity is kept. If the process could not be examined, its `isKnown` is false.
        case examined(SenderIdentity)
    }

    private let connection: Connection
    private var states: [PeerName: State] = [:]
    /// Last used identity. Nearly always also the next one that is needed.
    private var latest: (name: PeerName, identity: SenderIdentity)?
    private var changes: Subscription?
    /// Number of open questions to the bus.
    private var questions = 0
    /// Clients that took a name before the bus's answer about them.
    private var takers: Set<PeerName> = []
    /// The last apps that left without a call that focusd has read. The call may still come: focusd
    /// hears of departures on one connection, and reads calls from others.
    private var departed: [(name: PeerName, identity: SenderIdentity)] = []
    /// Called for each client that has left, even if focusd never saw the client before, and again
    /// after each later call of such a client.
    var onDeparture: ((PeerName) -> Void)?
    /// Connections on which a client's calls pause while the client is identified.
    private var followed: [Connection] = []

    /// Maximum number of open questions for focusd to ask ahead.
    static let maximumAhead = 64
    private static let maximumDeparted = 16

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Begins to follow the clients that join and leave the bus.
    func start() {
        // A single rule for joining and leaving costs the bus less than two. Its other matches are
        // rare: names that pass from one owner to another.
        changes = connection.subscribe(BusDaemon.ownerChanges()) { [weak self] message in
            var reader = message.reader
            guard let name = try? reader.string() else { return }
            reader.skip()
            guard let owner = try? reader.string() else { return }
            guard name.utf8.first == UInt8(ascii: ":") else {
                if !owner.isEmpty { self?.tookName(PeerName(rawValue: owner)) }
                return
            }
            let peer = PeerName(rawValue: name)
            if owner.isEmpty { self?.endAfterLastCall(of: peer) } else { self?.joined(peer) }
        }
    }

    /// Lets a client's further calls on `connection` wait during its identification, and lets its
    /// departure wait for its calls. The connection must take turns.
    func followCalls(on connection: Connection) {
        followed.append(connection)
    }

    private func pauseCalls(of name: PeerName) {
        for connection in followed { connection.pauseCalls(of: name.rawValue) }
    }

    /// Returns the identity of a client, if it is known and the client has not left.
    func identity(of name: PeerName) -> SenderIdentity? {
        if let latest, latest.name == name { return latest.identity }
        guard case .examined(let identity) = states[name] else { return nil }
        latest = (name, identity)
        return identity
    }

    /// Returns the program of a client, whose connections share the turns of their calls, or its
    /// process before it is identified; nil if the bus has not named that yet. An app that a portal
    /// calls for is a program of its own.
    func group(of client: String) -> String? {
        if client.utf8.contains(UInt8(ascii: " ")) { return client }
        let name = PeerName(rawValue: client)
        if case .named(let credentials, _) = states[name] {
            return credentials.processID.map { "process \($0)" }
        }
        return identity(of: name)?.app(desktopEntry: nil, appName: "").rawValue
    }

    /// Returns the process of a client, if it is known; also of one that has just left.
    func processID(of name: PeerName) -> UInt32? {
        (identity(of: name) ?? departed(name))?.processID
    }

    private func departed(_ name: PeerName) -> SenderIdentity? {
        departed.first { $0.name == name }?.identity
    }

    /// Calls `body` with the client's identity, at once if it is known. Keeps the order of calls.
    ///
    /// Returns false without calling `body` if ``Limits/callsBeforeIdentity`` functions already
    /// wait for this client.
    func identify(_ name: PeerName, _ body: @escaping (SenderIdentity) -> Void) -> Bool {
        switch states[name] {
        case .examined(let identity):
            body(identity)
        case .named(let credentials, let early): body(meet(name, credentials, early))
        case .asking(var waiting):
            guard waiting.count < Limits.callsBeforeIdentity else { return false }
            if waiting.isEmpty { pauseCalls(of: name) }
            // Emptying the state first avoids a copy: the array must not be shared while it grows.
            states[name] = nil
            waiting.append(body)
            states[name] = .asking(waiting: waiting)
        case nil:
            if let identity = departed(name) {
                body(identity)
                // No other departure will end what the call leaves, an inhibition say.
                onDeparture?(name)
                break
            }
            states[name] = .asking(waiting: [body])
            pauseCalls(of: name)
            ask(name)
        }
        return true
    }

    /// Keeps the call of a client that is not identified yet. Returns false for an identified
    /// client.
    ///
    /// - Parameter refusal: the answer if the client stays unknown, because it left, or has too
    ///   many kept calls.
    func postpone(_ call: MethodCall, orFail refusal: ErrorReply) -> Bool {
        guard identity(of: call.peer) == nil else { return false }
        // Nobody waits for the answer, and the identity would never be that of a client here.
        if departed(call.peer) != nil {
            call.fail(refusal)
            return true
        }
        let isKept = identify(call.peer) { identity in
            if identity.isKnown { call.dispatchAgain() } else { call.fail(refusal) }
        }
        if !isKept { call.fail(refusal) }
        return true
    }

    /// Examines the process of a client that the bus has named.
    private func meet(
        _ name: PeerName, _ credentials: Credentials, _ early: SenderIdentity?
    ) -> SenderIdentity {
        var identity = credentials.identity
        if !identity.isKnown, let early { identity = early }
        states[name] = .examined(identity)
        return identity
    }

    /// Asks ahead about a client that has joined the bus.
    private func joined(_ name: PeerName) {
        guard questions < Self.maximumAhead, states[name] == nil else { return }
        states[name] = .asking(waiting: [])
        ask(name)
    }

    /// Examines a client that has taken a name, before it may leave.
    private func tookName(_ name: PeerName) {
        switch states[name] {
        case .named(let credentials, nil):
            states[name] = .named(credentials, early: credentials.identity)
        case .asking: takers.insert(name)
        default: break
        }
    }

    /// Handles the departure of a client, after its earlier calls, which may still wait for their
    /// turns.
    private func endAfterLastCall(of name: PeerName) {
        endAfterLastCall(of: name, on: followed[...])
    }

    private func endAfterLastCall(of name: PeerName, on connections: ArraySlice<Connection>) {
        guard let first = connections.first else { return end(name) }
        first.afterCalls(of: name.rawValue) { [weak self] in
            self?.endAfterLastCall(of: name, on: connections.dropFirst())
        }
    }

    /// Handles the departure of a client that has no call left.
    private func end(_ name: PeerName) {
        // A client with an open question is forgotten with the bus's answer.
        if case .asking = states[name] { return }
        forget(name)
        onDeparture?(name)
    }

    private func forget(_ name: PeerName) {
        if case .named(_, let early?) = states[name], early.isKnown {
            if departed.count == Self.maximumDeparted { departed.removeFirst() }
            departed.append((name, early))
        }
        states[name] = nil
        if latest?.name == name { latest = nil }
    }

    private func ask(_ name: PeerName) {
        questions += 1
        let firstHeard = ProcessLook.Moment.now
        // The name came from the bus, which checks the names that it delivers.
        guard let client = try? BusName(name.rawValue) else { return answered(name, nil) }
        connection.bus.credentials(of: client, within: .seconds(5)) { [weak self] result in
            let reply = try? result.get()
            self?.answered(name, reply.map { Credentials($0, firstHeard: firstHeard) })
        }
    }

    /// - Parameter credentials: the bus's answer, or nil if the client has left.
    private func answered(_ name: PeerName, _ credentials: Credentials?) {
        questions -= 1
        let isTaker = takers.remove(name) != nil
        guard case .asking(let waiting) = states[name] else { return }
        guard !waiting.isEmpty else { return answeredAhead(name, credentials, isTaker: isTaker) }
        let identity = credentials?.identity ?? SenderIdentity(isKnown: false)
        states[name] = credentials.map { _ in .examined(identity) }
        for body in waiting { body(identity) }
        for connection in followed { connection.resumeCalls(of: name.rawValue) }
        if credentials == nil { onDeparture?(name) }
    }

    private func answeredAhead(
        _ name: PeerName, _ credentials: Credentials?, isTaker: Bool
    ) {
        states[name] = credentials.map { credentials in
            .named(
                credentials.withoutDescriptor, early: isTaker ? credentials.identity : nil)
        }
        if credentials == nil { onDeparture?(name) }
    }
}

extension SenderDirectory {
    /// Data of the bus about a client.
    struct Credentials {
        private(set) var processID: UInt32?
        /// Descriptor of the process, if the bus passes one.
        private(set) var descriptor: UnixFD?
        /// Time when focusd first heard of the client.
        let firstHeard: ProcessLook.Moment

        /// Reads the needed fields of the bus's reply.
        init(_ reply: Message, firstHeard: ProcessLook.Moment) {
            self.firstHeard = firstHeard
            // The other fields are longer and are not read.
            var reader = reply.reader
            try? reader.dictionary { name, value throws(UnmarshalError) in
                switch name {
                case "ProcessID":
                    processID = try value.variant { content throws(UnmarshalError) in
                        try? content.uint32()
                    }
                case "ProcessFD":
                    descriptor = try value.variant { content throws(UnmarshalError) in
                        try? content.unixFD()
                    }
                default: break
                }
            }
        }

        /// A copy to keep, which occupies no descriptor.
        var withoutDescriptor: Credentials {
            var copy = self
            copy.descriptor = nil
            return copy
        }

        /// Identity of the client, from the current state of its process.
        var identity: SenderIdentity {
            guard let processID else { return SenderIdentity(isKnown: false) }
            return ProcessLook.identity(
                of: processID, descriptor: descriptor, firstHeard: firstHeard)
        }
    }
}

extension MethodCall {
    /// The client that sent the call.
    nonisolated var peer: PeerName { PeerName(rawValue: sender.rawValue) }
}
