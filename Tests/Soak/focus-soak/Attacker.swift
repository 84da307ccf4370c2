// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import Glibc
import SeededRandom
import Synchronization
import TestSupport

/// A client that tries to end, block and overfill focusd while others use it.
///
/// A process of its own: making its messages would delay the clients whose answers are timed. Its
/// acceptable notifications have summaries of their own. focusd refuses or delays the other calls.
@LoopActor final class Attacker {
    private let address: String
    private let connection: Connection
    /// An attacker whose connection the bus ends.
    private var excluded: Attacker?
    private var random: SeededGenerator
    private var number = 0
    private var open = 0
    private let name: String

    init(_ address: String, name: String, seed: UInt64) throws {
        self.address = address
        connection = try Connection(address: address)
        random = SeededGenerator(seed: seed)
        self.name = name
    }

    /// Attacks the bus in the environment, once in each way; the arguments are a name and a seed.
    ///
    /// - Returns: the exit code.
    nonisolated static func run(_ arguments: [String]) -> Int32 {
        guard arguments.count == 2, let seed = UInt64(arguments[1]),
            let address = unsafe getenv("DBUS_SESSION_BUS_ADDRESS")
        else { return 2 }
        let place = unsafe String(cString: address)
        let isDone = Atomic<Bool>(false)
        LoopActor.run {
            Task { @LoopActor in
                do {
                    let attacker = try Attacker(place, name: arguments[0], seed: seed)
                    try await attacker.attack()
                    isDone.store(true, ordering: .relaxed)
                } catch {
                    say("attacker: \(error)")
                }
                LoopActor.quit()
            }
        }
        return isDone.load(ordering: .relaxed) ? 0 : 1
    }

    /// Time for the answers. Most of the attacker's calls are expensive, and focusd delays a client
    /// that makes them, so that some have no answer when the attacker leaves.
    private static let patience = Duration.seconds(20)

    /// Attacks in every way once, in a random order, and leaves.
    private func attack() async throws {
        var ways: [() throws -> Void] = [
            descriptors, endlessCharacters, giantStrings, people, floodOfCalls, floodOfSignals,
            pictures,
        ]
        while !ways.isEmpty {
            try ways.remove(at: random.number(0...ways.count - 1))()
        }
        try? await until("the attacker has its answers", within: Self.patience) { self.open == 0 }
        guard connection.isConnected else { throw SoakError("the bus has ended the connection") }
        connection.close()
    }

    // MARK: Attacks

    private func descriptors() throws {
        guard let file = UnixFD(duplicating: STDERR_FILENO) else { return }
        func hint(_ count: Int) -> Value {
            .array(of: "h", Array(repeating: .unixFD(file), count: count))
        }
        for count in [1, 16] {
            for _ in 0..<20 { try notify(hints: ["x-files": hint(count)]) }
        }
        // More than the bus allows in one message.
        let other = try Attacker(address, name: name + "-excluded", seed: 0)
        for _ in 0..<20 { try other.notify(hints: ["x-files": hint(253)]) }
        excluded = other
    }

    private func endlessCharacters() throws {
        for bytes in [1 << 10, 64 << 10, 1 << 20] {
            let text = Self.endlessCharacter(bytes - 1)
            try notify(body: text)
            try notify(actions: [text, text])
            try notify(hints: ["category": .string(text)])
            try notify(hints: ["x-focusd-person": .string(text)])
            try notify(hints: [text: .string(text)])
            try call("Inhibit", .string(text), .string(text), .vardict([:]))
        }
    }

    private func giantStrings() throws {
        let text = String(repeating: "x", count: 30 << 20)
        try notify(hints: ["category": .string(text)])
        try notify(body: text)
        try call("Inhibit", .string("a"), .string(text), .vardict([:]))
        try call("GetCapabilities", .string(text))
        try call("Get", .string(text), .string(text), interface: "org.freedesktop.DBus.Properties")
        try call("Nothing", .string(text), interface: "org.example.Nothing")
    }

    private func people() throws {
        let name = Self.endlessCharacter(500)
        try notify(hints: ["x-focusd-person": .strings(Array(repeating: name, count: 64))])
        let long = String(repeating: "x", count: 500 << 10)
        try notify(hints: ["x-focusd-person": .strings(Array(repeating: long, count: 60))])
    }

    private func pictures() throws {
        for _ in 0..<2 {
            try notify(hints: ["x-big": .bytes([UInt8](repeating: 7, count: 24 << 20))])
        }
    }

    private func floodOfCalls() throws {
        for number in 0..<500 {
            try call("GetServerInformation")
            try call("CloseNotification", .uint32(4_000_000_000 + UInt32(number)))
            try call("Inhibit", .string("a"), .string("r"), .vardict([:]))
            try call("UnInhibit", .uint32(UInt32(number)))
            try call("Nothing", .string("x"))
            try call(
                "Declare", .string("org.example.A"), .vardict([:]), interface: WireName.apps,
                to: WireName.focus, at: WireName.focusPath)
        }
    }

    private func floodOfSignals() throws {
        for number in 0..<2_000 {
            let update = Message.signal(
                path: "/a", interface: WireName.launcherEntry, member: "Update")
            try update.append(
                .string("application://org.example.App\(number).desktop"), .vardict([:]))
            connection.send(update)
            let other = Message.signal(
                path: "/a", interface: WireName.notificationsInterface, member: "ActionInvoked",
                destination: WireName.notifications)
            try other.append(.uint32(UInt32(number)), .string("key"))
            connection.send(other)
        }
    }

    /// Returns one grapheme of that many bytes.
    static func endlessCharacter(_ bytes: Int) -> String {
        let marks = max(bytes / 4, 1)
        return "a" + String(repeating: "\u{301}", count: marks)
            + String(repeating: "\u{316}", count: marks)
    }

    // MARK: Calls

    private func notify(
        body: String = "", actions: [String] = [], hints: KeyValuePairs<String, Value> = [:]
    ) throws {
        number += 1
        // No Dictionary: it would take minutes to hash an endless character.
        let entries =
            [
                DictionaryEntry(
                    key: .string("desktop-entry"), value: .variant(.string("org.example.Attacker")))
            ]
            + hints.map { DictionaryEntry(key: .string($0.key), value: .variant($0.value)) }
        try call(
            "Notify", .string("Attacker"), .uint32(0), .string(""), .string("\(name)-\(number)"),
            .string(body), .strings(actions),
            .dictionary(key: .string, value: .variant, entries), .int32(-1))
    }

    private func call(
        _ member: MemberName, _ values: Value...,
        interface: InterfaceName = WireName.notificationsInterface,
        to destination: BusName = WireName.notifications,
        at path: ObjectPath = WireName.notificationsPath
    ) throws {
        let call = Message.methodCall(
            destination: destination, path: path, interface: interface, member: member)
        try call.append(contentsOf: values)
        open += 1
        connection.call(call, timeout: .seconds(80)) { [weak self] _ in self?.open -= 1 }
    }
}
