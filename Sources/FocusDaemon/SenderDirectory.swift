// SPDX-License-Identifier: Apache-2.0

// Who a client of the bus is (DESIGN §3), found out when it is first seen and kept until it
// leaves. Debian 12's bus gives no ProcessFD, so the process id that it names could be another
// process's by the time it is looked at. Therefore: ask the bus, open a pidfd, look, and see on
// the pidfd that the process was there all the while; a process that has gone gets no identity.

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
            self?.left(PeerName(rawValue: name))
        }
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
            look(name)
        }
        return true
    }

    private func left(_ name: PeerName) {
        // One that is still being looked up is forgotten when the look has failed.
        if case .looking = states[name] { return }
        states[name] = nil
        onDeparture?(name)
    }

    private func look(_ name: PeerName) {
        connection.call(Self.question(name), timeout: .seconds(5)) { [weak self] result in
            let processID = (try? result.get()).flatMap(Self.processID)
            let identity = processID.map(Self.look) ?? SenderIdentity(isKnown: false)
            self?.settle(name, identity, isPresent: (try? result.get()) != nil)
        }
    }

    private func settle(_ name: PeerName, _ identity: SenderIdentity, isPresent: Bool) {
        guard case .looking(let held) = states[name] else { return }
        states[name] = isPresent ? .known(identity) : nil
        for body in held { body(identity) }
        if !isPresent { onDeparture?(name) }
    }

    /// The client's identity, waiting for the bus where it is not known; for rare calls that
    /// cannot be held back.
    func identifyNow(_ name: PeerName) -> SenderIdentity {
        if let identity = identity(of: name) { return identity }
        let reply = try? connection.callBlocking(Self.question(name), timeout: .seconds(5))
        let processID = reply.flatMap(Self.processID)
        return processID.map(Self.look) ?? SenderIdentity(isKnown: false)
    }

    private static func question(_ name: PeerName) -> Message {
        let call = Message.methodCall(
            destination: WireName.bus, path: WireName.busPath, interface: WireName.busInterface,
            member: "GetConnectionCredentials")
        // The name came from the bus, which checks what it delivers.
        try? call.append(name.rawValue)
        return call
    }

    private static func processID(_ reply: Message) -> UInt32? {
        guard let credentials = (try? reply.arguments())?.first.flatMap(Fields.init) else {
            return nil
        }
        return credentials.uint32("ProcessID")
    }

    private static func look(at processID: UInt32) -> SenderIdentity {
        guard let process = ProcessHandle(processID) else { return SenderIdentity(isKnown: false) }
        var identity = SenderIdentity(processID: processID)
        if let text = SmallFile.read("/proc/\(processID)/cgroup") { identity.read(cgroup: text) }
        if let info = SmallFile.read("/proc/\(processID)/root/.flatpak-info") {
            // A sandbox whose name cannot be read is a sandbox all the same.
            identity.sandbox = AppID(flatpakName(info) ?? "flatpak")
        }
        return process.isAlive ? identity : SenderIdentity(isKnown: false)
    }

    private static func flatpakName(_ info: String) -> String? {
        guard let file = try? KeyFile(contents: info) else { return nil }
        return (try? file.string("Application", "name")) ?? nil
    }
}

extension MethodCall {
    /// Who calls.
    nonisolated var peer: PeerName { PeerName(rawValue: sender.rawValue) }
}
