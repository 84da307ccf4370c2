// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop

/// The user's own tool, which asks focusd through its Control interface.
@LoopActor final class Tool {
    private let connection: Connection

    init(_ address: String) throws {
        connection = try Connection(address: address)
    }

    func close() {
        connection.close()
    }

    /// Returns a call of Control without arguments, or with a text.
    static func message(_ member: MemberName, _ text: String? = nil) -> Message {
        let call = Message.methodCall(
            destination: WireName.focus, path: WireName.focusPath, interface: WireName.control,
            member: member)
        // The texts are valid strings of this program.
        if let text { try? call.append(text) }
        return call
    }

    /// Returns focusd's counters.
    func counters() async throws -> [String: UInt64] {
        var counters: [String: UInt64] = [:]
        for entry in try await call("Counters").first?.entries ?? [] {
            guard let name = entry.key.asString else { continue }
            counters[name] = entry.value.asInteger.map { UInt64($0) }
        }
        return counters
    }

    func call(_ member: MemberName, _ values: Value...) async throws -> [Value] {
        let call = Message.methodCall(
            destination: WireName.focus, path: WireName.focusPath, interface: WireName.control,
            member: member)
        call.setNoAutoStart()
        try call.append(contentsOf: values)
        return try await connection.call(call, timeout: .seconds(20)).arguments()
    }

    func status() async throws -> ServiceStatus {
        guard let fields = try await call("Status").first.flatMap(Fields.init) else {
            throw SoakError("focusd has no status")
        }
        return ServiceStatus(fields)
    }

    /// Returns every entry of history, newest first.
    func entries() async throws -> [Fields] {
        var all: [Fields] = []
        var before: Int64?
        while true {
            var query: [String: Value] = ["limit": .uint32(5_000)]
            if let before { query["before"] = .int64(before) }
            let page = try await call("Entries", .vardict(query)).first.flatMap(Fields.list) ?? []
            all += page
            guard let next = page.last?.int64("next") else { return all }
            before = next
        }
    }

    /// Returns the visible badges, by app.
    func badges() async throws -> [String: UInt32] {
        let value = try await call("Badges").first
        var badges: [String: UInt32] = [:]
        for entry in value?.entries ?? [] {
            guard let app = entry.key.asString, let count = entry.value.asUInt32 else { continue }
            badges[app] = count
        }
        return badges
    }
}
