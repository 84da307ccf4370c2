// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// The bus daemon itself (D-Bus specification, "Message Bus Messages").
///
/// Questions do not block. The bus sends its replies and signals in order, so the latest message
/// about a name is right.
package struct BusDaemon {
    private let connection: Connection

    fileprivate init(_ connection: Connection) {
        self.connection = connection
    }

    /// Returns a rule for the signal `NameOwnerChanged`.
    ///
    /// - Parameter name: a single name; nil for all names, and for those of all clients.
    package static func ownerChanges(of name: BusName? = nil) -> MatchRule {
        MatchRule(
            sender: .bus, interface: "org.freedesktop.DBus", member: "NameOwnerChanged",
            arguments: name.map { [0: $0.rawValue] } ?? [:])
    }

    /// Asks for the unique name of a name's owner; nil if it has none or the bus does not answer.
    @LoopActor package func owner(
        of name: BusName, within time: Duration, _ body: @escaping @LoopActor (BusName?) -> Void
    ) {
        ask("GetNameOwner", .string(name.rawValue), within: time) { result in
            var reader = (try? result.get())?.reader
            body((try? reader?.string()).flatMap { try? BusName($0) })
        }
    }

    /// Asks if a name has an owner; nil if the bus does not answer.
    @LoopActor package func hasOwner(
        _ name: BusName, within time: Duration, _ body: @escaping @LoopActor (Bool?) -> Void
    ) {
        ask("NameHasOwner", .string(name.rawValue), within: time) { result in
            var reader = (try? result.get())?.reader
            body(try? reader?.boolean())
        }
    }

    /// Asks for the id of the bus, which does not depend on its address; nil if it does not answer.
    @LoopActor package func id(
        within time: Duration, _ body: @escaping @LoopActor (String?) -> Void
    ) {
        ask("GetId", within: time) { result in
            var reader = (try? result.get())?.reader
            body(try? reader?.string())
        }
    }

    /// Asks for the names that the bus can start programs for; nil if it does not answer.
    @LoopActor package func activatableNames(
        within time: Duration, _ body: @escaping @LoopActor ([String]?) -> Void
    ) {
        ask("ListActivatableNames", within: time) { result in
            body((try? result.get().arguments())?.first?.asStrings)
        }
    }

    /// Asks for the bus's information about a client, a dictionary.
    @LoopActor package func credentials(
        of client: BusName, within time: Duration,
        _ body: @escaping @LoopActor (Result<Message, CallError>) -> Void
    ) {
        ask("GetConnectionCredentials", .string(client.rawValue), within: time, body)
    }

    /// Asks for the process of a name's owner; nil if it has none or the bus does not answer.
    @LoopActor package func processID(
        of name: BusName, within time: Duration, _ body: @escaping @LoopActor (UInt32?) -> Void
    ) {
        ask("GetConnectionUnixProcessID", .string(name.rawValue), within: time) { result in
            var reader = (try? result.get())?.reader
            body(try? reader?.uint32())
        }
    }

    /// Makes the bus start the program that serves a name.
    @LoopActor package func start(
        _ name: BusName, within time: Duration,
        _ body: @escaping @LoopActor (Result<Void, CallError>) -> Void
    ) {
        ask("StartServiceByName", .string(name.rawValue), .uint32(0), within: time) { result in
            body(result.map { _ in () })
        }
    }

    /// Requests a name for this connection; nil if the bus does not answer.
    @LoopActor package func request(
        _ name: BusName, _ flags: NameFlags, within time: Duration,
        _ body: @escaping @LoopActor (RequestNameReply?) -> Void
    ) {
        ask(
            "RequestName", .string(name.rawValue), .uint32(flags.rawValue), within: time
        ) { result in
            var reader = (try? result.get())?.reader
            body((try? reader?.uint32()).flatMap(RequestNameReply.init(rawValue:)))
        }
    }

    /// Releases a name of this connection; nil if the bus does not answer.
    @LoopActor package func release(
        _ name: BusName, within time: Duration,
        _ body: @escaping @LoopActor (ReleaseNameReply?) -> Void
    ) {
        ask("ReleaseName", .string(name.rawValue), within: time) { result in
            var reader = (try? result.get())?.reader
            body((try? reader?.uint32()).flatMap(ReleaseNameReply.init(rawValue:)))
        }
    }

    // MARK: Blocking

    /// Returns the process of a name's owner, or nil. Blocks the loop: only for a program's start
    /// and end.
    @LoopActor package func processIDBlocking(of name: BusName, within time: Duration) -> UInt32? {
        let question = Self.message("GetConnectionUnixProcessID", [.string(name.rawValue)])
        var reader = (try? connection.callBlocking(question, timeout: time))?.reader
        return try? reader?.uint32()
    }

    /// Waits until a client whose process has ended has left the bus; returns false if it answers
    /// or does not leave in time. Blocks the loop: only for a program's start.
    ///
    /// The bus answers a call to a client that leaves, once the client's names have passed on.
    @LoopActor package func waitForDepartureBlocking(
        of client: BusName, _ time: Duration
    ) -> Bool {
        let ping = Message.methodCall(
            destination: client, path: .root, interface: "org.freedesktop.DBus.Peer",
            member: "Ping")
        let reply = try? connection.callBlocking(ping, timeout: time)
        return reply == nil && processIDBlocking(of: client, within: time) == nil
    }

    /// Returns the names of all clients and services on the bus. Blocks the loop: only for a
    /// program's start.
    @LoopActor package func namesBlocking(within time: Duration) throws -> [String] {
        let reply = try connection.callBlocking(Self.message("ListNames", []), timeout: time)
        return try reply.arguments().first?.asStrings ?? []
    }

    // MARK: Messages

    @LoopActor private func ask(
        _ member: MemberName, _ arguments: Value..., within time: Duration,
        _ body: @escaping @LoopActor (Result<Message, CallError>) -> Void
    ) {
        connection.call(Self.message(member, arguments), timeout: time, completion: body)
    }

    private static func message(_ member: MemberName, _ arguments: [Value]) -> Message {
        let message = Connection.busCall(member)
        // Names and numbers always fit: a bus name contains no NUL.
        try? message.append(contentsOf: arguments)
        return message
    }
}

extension Connection {
    /// The bus daemon of this connection.
    nonisolated package var bus: BusDaemon { BusDaemon(self) }
}
