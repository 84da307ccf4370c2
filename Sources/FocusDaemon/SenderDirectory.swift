// SPDX-License-Identifier: Apache-2.0

// Who a client of the bus is (DESIGN §3), found out when it is first seen and kept until it
// leaves: the bus names its process, ``ProcessLook`` looks at that. A client that has gone, or whose
// process cannot be looked at, gets no identity.

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Glibc

/// The clients that have been seen on the session bus.
@LoopActor final class SenderDirectory {
    private enum State {
        case known(SenderIdentity)
        case looking(held: [(SenderIdentity) -> Void])
    }

    private let connection: Connection
    private var states: [PeerName: State] = [:]
    private var departures: Subscription?
    /// Told of each client that has left, whether it was seen or not.
    var onDeparture: ((PeerName) -> Void)?
    /// Where clients wait for their turns.
    private var turns: Connection?

    init(_ connection: Connection) {
        self.connection = connection
    }

    /// Begins to follow who leaves the bus.
    func start() {
        let rule = MatchRule(
            sender: WireName.bus, interface: WireName.busInterface, member: "NameOwnerChanged",
            arguments: [2: ""])
        departures = connection.subscribe(rule) { [weak self] message in
            var reader = message.reader
            guard let name = try? reader.string(), name.hasPrefix(":") else { return }
            self?.isLeaving(PeerName(rawValue: name))
        }
    }

    /// Lets a client's further calls on `connection`, which takes turns, wait while it is looked up, and
    /// its departure until they are handled.
    func followCalls(on connection: Connection) {
        turns = connection
    }

    /// What is known of a client already.
    func identity(of name: PeerName) -> SenderIdentity? {
        if case .known(let identity) = states[name] { identity } else { nil }
    }

    /// Calls back with the client's identity, at once where it is known; in the order of calls.
    ///
    /// False when as many callbacks as ``Limits/heldMessages`` wait for this client already; then
    /// `body` is not called.
    func identify(_ name: PeerName, _ body: @escaping (SenderIdentity) -> Void) -> Bool {
        switch states[name] {
        case .known(let identity):
            body(identity)
        case .looking(var held):
            guard held.count < Limits.heldMessages else { return false }
            // The array must not be shared while it grows.
            states[name] = nil
            held.append(body)
            states[name] = .looking(held: held)
        case nil:
            states[name] = .looking(held: [body])
            turns?.holdCalls(of: name.rawValue)
            look(name)
        }
        return true
    }

    /// A client has left the bus; what it has sent before may still wait for its turn.
    private func isLeaving(_ name: PeerName) {
        guard let turns else { return left(name) }
        turns.afterCalls(of: name.rawValue) { [weak self] in self?.left(name) }
    }

    private func left(_ name: PeerName) {
        // One that is still being looked up is forgotten when the look has failed.
        if case .looking = states[name] { return }
        states[name] = nil
        onDeparture?(name)
    }

    private func look(_ name: PeerName) {
        let firstHeard = ProcessLook.Moment.now
        connection.call(Self.question(name), timeout: .seconds(5)) { [weak self] result in
            let reply = try? result.get()
            let identity = reply.map { Self.identity($0, firstHeard: firstHeard) }
            self?.settle(
                name, identity ?? SenderIdentity(isKnown: false), isPresent: reply != nil)
        }
    }

    private func settle(_ name: PeerName, _ identity: SenderIdentity, isPresent: Bool) {
        guard case .looking(let held) = states[name] else { return }
        states[name] = isPresent ? .known(identity) : nil
        for body in held { body(identity) }
        turns?.resumeCalls(of: name.rawValue)
        if !isPresent { onDeparture?(name) }
    }

    /// The client's identity, waiting for the bus where it is not known; for rare calls that
    /// cannot be held back.
    func identifyNow(_ name: PeerName) -> SenderIdentity {
        if let identity = identity(of: name) { return identity }
        let firstHeard = ProcessLook.Moment.now
        let reply = try? connection.callBlocking(Self.question(name), timeout: .seconds(5))
        return reply.map { Self.identity($0, firstHeard: firstHeard) }
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

    /// The identity that follows from the bus's answer about a client.
    static func identity(
        _ reply: Message, firstHeard: ProcessLook.Moment
    ) -> SenderIdentity {
        // Only what is wanted is read: the rest is longer.
        var processID: UInt32?
        var descriptor: UnixFD?
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
        guard let processID else { return SenderIdentity(isKnown: false) }
        return ProcessLook.identity(
            of: processID, descriptor: descriptor, firstHeard: firstHeard)
    }
}

extension MethodCall {
    /// Who calls.
    nonisolated var peer: PeerName { PeerName(rawValue: sender.rawValue) }
}
