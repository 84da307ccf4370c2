// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import LinkCore
import Mosquitto
import TestSupport

@testable import FocusLink

/// A machine: a session bus, a home, focusd with a scripted notification server, and focus-link.
@LoopActor final class LinkMachine {
    let name: String
    nonisolated let home: String
    let bus: PrivateBus
    private let back: PrivateBus
    private let server: FakeServer
    private var processes: [ChildProcess] = []
    private var link: ChildProcess?
    private let exits = Recorder<ChildProcess.ExitStatus>()
    let client: ControlClient
    let linkClient: LinkClient
    private let statusChanges = Recorder<Void>()
    private var linkSubscription: Subscription?
    private var subscription: ControlSubscription?
    let events = Recorder<ControlEvent>()

    /// Starts focusd.
    ///
    /// - Parameter prefix: a command that runs focusd in its own place.
    init(_ name: String, through prefix: [String] = []) async throws {
        self.name = name
        home = try makeTemporaryDirectory("machine")
        bus = try PrivateBus()
        back = try PrivateBus()
        server = try FakeServer(address: back.address)
        let connection = try bus.connect()
        client = ControlClient(connection)
        let link = try bus.connect()
        linkClient = LinkClient(link)
        let statusChanges = statusChanges
        linkSubscription = link.subscribe(
            MatchRule(path: WireName.linkPath, member: "StatusChanged")
        ) { _ in statusChanges.record(()) }
        for (id, title) in [("work", "Work"), ("sleep", "Sleep"), ("reading", "Reading")] {
            try write("focuses/\(id).focus", "[Focus]\nName=\(title)\n")
        }
        let events = events
        subscription = client.subscribe { events.record($0) }
        processes.append(try spawn("focusd", ["--server-bus", back.address], prefix))
        _ = try await events.next { $0 == .appeared }
    }

    func write(_ file: String, _ text: String) throws {
        let path = home + "/config/focusd/" + file
        try FileManager.default.createDirectory(
            atPath: (path as NSString).deletingLastPathComponent,
            withIntermediateDirectories: true)
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        if file.hasSuffix("secrets") { unsafe chmod(path, 0o600) }
    }

    /// Writes the link's files and starts focus-link.
    func startLink(_ broker: TestBroker, secret: [UInt8], more: String = "") throws {
        try writeLinkFiles(broker, secret: secret, more: more)
        try restartLink()
    }

    func writeLinkFiles(_ broker: TestBroker, secret: [UInt8], more: String) throws {
        try write(
            "focus-link.conf",
            """
            [Broker]
            Host=localhost
            Port=\(broker.port)
            CAFile=\(broker.authority)
            [Link]
            Name=\(name)
            \(more)
            """)
        try write("focus-link.secrets", LinkSecrets(secret: secret).text())
    }

    func restartLink() throws {
        link = try spawn("focus-link", [], [])
    }

    func killLink() async throws {
        link?.signal(SIGKILL)
        _ = try await exits.next()
    }

    /// Waits until focus-link has ended.
    func linkEnd() async throws -> ChildProcess.ExitStatus { try await exits.next() }

    /// The process of focus-link.
    var linkPID: Int32 { link?.pid ?? 0 }

    /// Waits until the link's state is as expected.
    func linkStatus(where condition: (LinkStatus) -> Bool) async throws -> LinkStatus {
        while true {
            if let status = try? linkClient.status(), condition(status) { return status }
            _ = try await statusChanges.next()
        }
    }

    /// Waits until a file has that text; with nil until there is none.
    func wait(forFile name: String, _ text: String?) async throws {
        let path = home + "/config/focusd/" + name
        // focusd tells of each change of its files.
        while (try? String(contentsOfFile: path, encoding: .utf8)) != text {
            _ = try await events.next()
        }
    }

    func run(_ program: String, _ arguments: [String]) async throws -> ChildProcess.ExitStatus {
        let ended = Recorder<ChildProcess.ExitStatus>()
        let process = try ChildProcess(
            [Programs.path(program)] + arguments, environment: environment, endsWithParent: true
        ) { ended.record($0) }
        defer { _ = process }
        return try await ended.next()
    }

    private var environment: [String: String] {
        var all = ProcessInfo.processInfo.environment
        all["DBUS_SESSION_BUS_ADDRESS"] = bus.address
        all["HOME"] = home
        all["XDG_CONFIG_HOME"] = home + "/config"
        all["XDG_STATE_HOME"] = home + "/state"
        all["XDG_DATA_HOME"] = home + "/data"
        all["XDG_RUNTIME_DIR"] = home
        all["DISPLAY"] = nil
        all["WAYLAND_DISPLAY"] = nil
        return all
    }

    nonisolated static let keyring = "/usr/bin/gnome-keyring-daemon"
    nonisolated static let hasKeyring = unsafe access(keyring, X_OK) == 0

    /// Starts a keyring on the machine's bus, unlocked.
    func startKeyring() async throws {
        let appeared = Recorder<Message>()
        let rule = MatchRule(
            sender: .bus, interface: "org.freedesktop.DBus", member: "NameOwnerChanged",
            arguments: [0: "org.freedesktop.secrets"])
        let connection = try bus.connect()
        let subscription = connection.subscribe(rule) { appeared.record($0) }
        defer { subscription.cancel() }
        let password = home + "/password"
        try "password".write(toFile: password, atomically: true, encoding: .utf8)
        let exits = exits
        let command =
            "exec \(Self.keyring) --foreground --unlock --components=secrets <'\(password)'"
        processes.append(
            try ChildProcess(
                ["sh", "-c", command], environment: environment, endsWithParent: true
            ) { exits.record($0) })
        _ = try await appeared.next()
    }

    /// Runs a command of focus-link and returns its exit code and output.
    func linkCommand(_ arguments: [String]) async throws -> (ChildProcess.ExitStatus, String) {
        let output = home + "/output"
        let ended = Recorder<ChildProcess.ExitStatus>()
        let words = ([Programs.path("focus-link")] + arguments).map { "'\($0)'" }
        let command = "exec \(words.joined(separator: " ")) >'\(output)' 2>&1"
        let process = try ChildProcess(
            ["sh", "-c", command], environment: environment, endsWithParent: true
        ) { ended.record($0) }
        defer { _ = process }
        let status = try await ended.next()
        return (status, try String(contentsOfFile: output, encoding: .utf8))
    }

    private func spawn(
        _ program: String, _ arguments: [String], _ prefix: [String]
    ) throws -> ChildProcess {
        let exits = exits
        return try ChildProcess(
            prefix + [Programs.path(program)] + arguments, environment: environment,
            endsWithParent: true
        ) { exits.record($0) }
    }

    /// Ends all programs and removes the home.
    func stop() async throws {
        subscription?.cancel()
        for process in processes + [link].compactMap(\.self) where process.exitStatus == nil {
            process.terminate(grace: .testDeadline)
            _ = try await exits.next()
        }
        bus.stop()
        back.stop()
        try FileManager.default.removeItem(atPath: home)
    }

    // MARK: The Focus

    func switchOn(_ focus: String) async throws { try await client.send(.activate(focus)) }

    var activation: Activation? {
        get async throws { try await client.send(.status).activation }
    }

    /// Waits until a Focus is on, or with nil until none is.
    func wait(for focus: String?) async throws {
        // An event may be that of an earlier change, which nobody waited for.
        while try await activation?.focus.rawValue != focus { _ = try await events.next() }
    }
}

/// A client of the broker that reads along, and may send anything.
@LoopActor final class LinkSpy {
    let group: LinkGroup
    let machines = Recorder<LinkEnvelope>()
    let messages = Recorder<BrokerMessage>()
    private let events = Recorder<BrokerEvent>()
    private(set) var stamps: Set<Stamp> = []
    private var connection: BrokerConnection?

    init(_ broker: TestBroker, _ group: LinkGroup, topics: [String]? = nil) async throws {
        self.group = group
        let id = "spy-\(Int.random(in: 0...999_999_999))"
        var options = BrokerOptions(host: "localhost", port: broker.port, clientID: id)
        options.tls = BrokerOptions.TLS(authorities: broker.authority)
        let events = events
        connection = BrokerConnection(options) { [weak self] event in
            if case .message(let message) = event { self?.receive(message) }
            events.record(event)
        }
        _ = try await events.next { $0 == .connected }
        for topic in topics ?? group.subscriptions {
            let number = connection?.subscribe(topic) ?? 0
            _ = try await events.next { $0 == .subscribed(number) }
        }
    }

    private func receive(_ message: BrokerMessage) {
        messages.record(message)
        guard let place = group.place(of: message.untrustedTopic),
            let envelope = group.open(message.untrustedPayload, from: place.machine, place.kind)
        else { return }
        if case .change(let change) = envelope.payload { stamps.insert(change.stamp) }
        machines.record(envelope)
    }

    /// Waits until so many machines are online.
    func waitForMachines(_ count: Int) async throws {
        var online: Set<MachineID> = []
        while online.count < count {
            let envelope = try await machines.next()
            guard case .presence(let presence) = envelope.payload else { continue }
            if presence.isOnline {
                online.insert(envelope.sender)
            } else {
                online.remove(envelope.sender)
            }
        }
    }

    /// Publishes something, and waits until the broker has it.
    func publish(_ payload: [UInt8], on topic: String, retain: Bool = false) async throws {
        guard let number = connection?.publish(payload, on: topic, retain: retain) else {
            throw TestSupportError("the spy's connection is over")
        }
        _ = try await events.next { $0 == .published(number) }
    }
}
