// SPDX-License-Identifier: Apache-2.0

// Who a client of the bus is (DESIGN §3), found out when it first calls and kept until it leaves: the
// bus names its process, ``ProcessLook`` looks at that. A client that has gone, or whose process cannot
// be looked at, gets no identity.
//
// The bus is asked ahead, when a client joins it: one that comes for a single notification would wait
// for that longer than for all the rest. Its process is looked at when it calls, not before: an app may
// be moved to its control group after it has begun.

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Glibc

/// The clients that have been seen on the session bus.
@LoopActor final class SenderDirectory {
    private enum State {
        /// The bus has named its process, and it has not called.
        case named(Credentials)
        /// The bus is asked; these wait.
        case asking(held: [(SenderIdentity) -> Void])
        case known(SenderIdentity)
    }

    private let connection: Connection
    private var states: [PeerName: State] = [:]
    /// One of those that are known: nearly always the one that is asked for next.
    private var latest: (name: PeerName, identity: SenderIdentity)?
    private var changes: Subscription?
    /// How many questions to the bus are open.
    private var questions = 0
    /// Whether it is asked ahead. A bus that gives descriptors of processes is not: each client would
    /// cost one.
    private var asksAhead = true
    /// Told of each client that has left, whether it was seen or not.
    var onDeparture: ((PeerName) -> Void)?
    /// The connections on which clients wait for their turns.
    private var turns: [Connection] = []

    /// How many questions may be open when the bus is asked ahead.
    static let maximumAhead = 64

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Begins to follow who joins the bus and who leaves it.
    func start() {
        // One rule for both costs the bus less than two. What else it lets through is rare: names that
        // go from one owner to another.
        let rule = MatchRule(
            sender: WireName.bus, interface: WireName.busInterface, member: "NameOwnerChanged")
        changes = connection.subscribe(rule) { [weak self] message in
            var reader = message.reader
            guard let name = try? reader.string(), name.utf8.first == UInt8(ascii: ":") else {
                return
            }
            reader.skip()
            guard let owner = try? reader.string() else { return }
            let peer = PeerName(rawValue: name)
            if owner.isEmpty { self?.isLeaving(peer) } else { self?.hasJoined(peer) }
        }
    }

    /// Lets a client's further calls on `connection`, which takes turns, wait while it is looked up, and
    /// its departure until they are handled.
    func followCalls(on connection: Connection) {
        turns.append(connection)
    }

    private func holdCalls(of name: PeerName) {
        for connection in turns { connection.holdCalls(of: name.rawValue) }
    }

    /// What is known of a client already.
    func identity(of name: PeerName) -> SenderIdentity? {
        if let latest, latest.name == name { return latest.identity }
        guard case .known(let identity) = states[name] else { return nil }
        latest = (name, identity)
        return identity
    }

    /// Calls back with the client's identity, at once where it is known; in the order of calls.
    ///
    /// False when as many callbacks as ``Limits/heldMessages`` wait for this client already; then
    /// `body` is not called.
    func identify(_ name: PeerName, _ body: @escaping (SenderIdentity) -> Void) -> Bool {
        switch states[name] {
        case .known(let identity):
            body(identity)
        case .named(let credentials): body(meet(name, credentials))
        case .asking(var held):
            guard held.count < Limits.heldMessages else { return false }
            if held.isEmpty { holdCalls(of: name) }
            // The array must not be shared while it grows.
            states[name] = nil
            held.append(body)
            states[name] = .asking(held: held)
        case nil:
            states[name] = .asking(held: [body])
            holdCalls(of: name)
            ask(name)
        }
        return true
    }

    /// Looks at the process of a client that the bus has named.
    private func meet(_ name: PeerName, _ credentials: Credentials) -> SenderIdentity {
        let identity = credentials.identity
        states[name] = .known(identity)
        return identity
    }

    /// A client has joined the bus, and may be about to call.
    private func hasJoined(_ name: PeerName) {
        guard asksAhead, questions < Self.maximumAhead, states[name] == nil else { return }
        states[name] = .asking(held: [])
        ask(name)
    }

    /// A client has left the bus; what it has sent before may still wait for its turn.
    private func isLeaving(_ name: PeerName) {
        isLeaving(name, turns[...])
    }

    private func isLeaving(_ name: PeerName, _ turns: ArraySlice<Connection>) {
        guard let first = turns.first else { return left(name) }
        first.afterCalls(of: name.rawValue) { [weak self] in
            self?.isLeaving(name, turns.dropFirst())
        }
    }

    private func left(_ name: PeerName) {
        // One that the bus is still asked about is forgotten with its answer.
        if case .asking = states[name] { return }
        forget(name)
        onDeparture?(name)
    }

    private func forget(_ name: PeerName) {
        states[name] = nil
        if latest?.name == name { latest = nil }
    }

    private func ask(_ name: PeerName) {
        questions += 1
        let firstHeard = ProcessLook.Moment.now
        connection.call(Self.question(name), timeout: .seconds(5)) { [weak self] result in
            let reply = try? result.get()
            self?.settle(name, reply.map { Credentials($0, firstHeard: firstHeard) })
        }
    }

    /// - Parameter credentials: nil where there is no such client any more.
    private func settle(_ name: PeerName, _ credentials: Credentials?) {
        questions -= 1
        guard case .asking(let held) = states[name] else { return }
        guard !held.isEmpty else { return settleAhead(name, credentials) }
        let identity = credentials?.identity ?? SenderIdentity(isKnown: false)
        states[name] = credentials.map { _ in .known(identity) }
        for body in held { body(identity) }
        for connection in turns { connection.resumeCalls(of: name.rawValue) }
        if credentials == nil { onDeparture?(name) }
    }

    private func settleAhead(_ name: PeerName, _ credentials: Credentials?) {
        if credentials?.descriptor != nil { asksAhead = false }
        states[name] = asksAhead ? credentials.map { .named($0) } : nil
        if credentials == nil { onDeparture?(name) }
    }

    /// The client's identity, waiting for the bus where it is not known; for rare calls that
    /// cannot be held back.
    func identifyNow(_ name: PeerName) -> SenderIdentity {
        switch states[name] {
        case .known(let identity): return identity
        case .named(let credentials): return meet(name, credentials)
        case .asking, nil: break
        }
        let firstHeard = ProcessLook.Moment.now
        let reply = try? connection.callBlocking(Self.question(name), timeout: .seconds(5))
        return reply.map { Credentials($0, firstHeard: firstHeard).identity }
            ?? SenderIdentity(isKnown: false)
    }

    private static func question(_ name: PeerName) -> Message {
        let call = Message.methodCall(
            destination: WireName.bus, path: WireName.busPath, interface: WireName.busInterface,
            member: "GetConnectionCredentials")
        // The name came from the bus, which checks what it delivers.
        try? call.append(name.rawValue)
        return call
    }
}

extension SenderDirectory {
    /// What the bus says of a client.
    struct Credentials {
        private(set) var processID: UInt32?
        /// The process itself, where the bus gives that.
        private(set) var descriptor: UnixFD?
        /// When the client was first heard of.
        let firstHeard: ProcessLook.Moment

        /// What is wanted of the bus's answer.
        init(_ reply: Message, firstHeard: ProcessLook.Moment) {
            self.firstHeard = firstHeard
            // The rest is longer, and is not read.
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

        /// Who the client is, by a look at its process as it is now.
        var identity: SenderIdentity {
            guard let processID else { return SenderIdentity(isKnown: false) }
            return ProcessLook.identity(
                of: processID, descriptor: descriptor, firstHeard: firstHeard)
        }
    }
}

extension MethodCall {
    /// Who calls.
    nonisolated var peer: PeerName { PeerName(rawValue: sender.rawValue) }
}
