// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import LinkCore
import Mosquitto

/// The house's view of this machine: Home Assistant's select and sensors.
///
/// It has a connection of its own, since a connection has one will, and the will of the link is
/// sealed.
///
/// Home Assistant refuses a state that is not one of the select's options, and adopts new options
/// some time after their message. So a state that needs new options is sent later.
@LoopActor final class House {
    /// Maximum bytes of a command: a Focus's name.
    private static let commandBytes = 256
    /// Time in which Home Assistant adopts new options.
    static let settlingTime = Duration.milliseconds(1_000)
    /// Time after which the state is sent again, for a Home Assistant that took longer.
    private static let repeatTime = Duration.seconds(10)

    private let topics: HouseTopics
    private let allowed: [String]?
    private let takesCommands: Bool
    private var options: BrokerOptions
    private let client: ControlClient
    private var broker: BrokerConnection?
    private var retry: Timer?
    private var backoff = BrokerWaits()
    private var random = SystemRandomNumberGenerator()
    private var isConnected = false
    private var connectionTime = ContinuousClock.now
    private var focuses: [FocusSummary] = []
    /// The select's options, and those that Home Assistant has had time to adopt.
    private var choices: [String] = []
    private var settled: Set<String> = []
    private var settling: Timer?
    /// True while the states wait for Home Assistant to adopt new options.
    private var isHeld = false
    /// The payloads to publish after a connection, in the order of their topics' first payloads: a
    /// description comes before its state.
    private var wanted: [(topic: String, payload: [UInt8])] = []
    /// The payloads that the broker has.
    private var published: [String: [UInt8]] = [:]

    init(
        _ configuration: LinkConfiguration, _ options: BrokerOptions, machine: MachineID,
        name: String, client: ControlClient
    ) {
        topics = HouseTopics(configuration, machine: machine, name: name)
        allowed = configuration.houseFocuses
        takesCommands = configuration.takesCommands
        self.options = options
        self.client = client
        self.options.will = BrokerOptions.Will(
            topic: topics.available, payload: Array("offline".utf8))
        retry = Timer { [weak self] in self?.connect() }
        settling = Timer { [weak self] in self?.settle() }
        connect()
    }

    /// Reports that the machine leaves, and closes the connection.
    func leave() {
        _ = broker?.publish(Array("offline".utf8), on: topics.available)
        broker?.disconnect()
        broker = nil
        retry?.cancel()
        settling?.cancel()
    }

    // MARK: The state

    func show(_ status: ServiceStatus, _ focuses: [FocusSummary], _ upcoming: [UpcomingChange]?) {
        self.focuses = focuses
        let active =
            status.activation.map { HouseTopics.option($0.focus, in: focuses) } ?? HouseTopics.off
        var choices = [HouseTopics.off]
        choices += focuses.filter(isAllowed).map { HouseTopics.option($0.id, in: focuses) }
        // A Focus that the house may not turn on is an option while it is on.
        if !choices.contains(active) { choices.append(active) }
        // The state comes before the options: the earlier state may no longer be an option.
        if settled.contains(active) { set(topics.focus, active) }
        if choices != self.choices {
            self.choices = choices
            wait(holding: !settled.contains(active))
        }
        for (topic, payload) in topics.discoveries(options: choices, takesCommands: takesCommands) {
            set(topic, payload.compact)
        }
        set(topics.focus, active)
        set(topics.missed, String(status.missed))
        set(topics.next, HouseTopics.next(upcoming?.first).compact)
        set(topics.available, "online")
    }

    /// Waits until Home Assistant has adopted the select's options.
    /// - Parameter holds: True if the states wait, too.
    private func wait(holding holds: Bool) {
        guard takesCommands else { return }
        if holds { isHeld = true }
        settling?.reset(after: Self.settlingTime)
    }

    private func settle() {
        guard isConnected else { return }
        guard settled == Set(choices), !isHeld else {
            settled = Set(choices)
            isHeld = false
            publish()
            settling?.reset(after: Self.repeatTime)
            return
        }
        published[topics.focus] = nil
        publish()
    }

    func missedChanged(_ count: UInt32) { set(topics.missed, String(count)) }

    func focusdVanished() { set(topics.available, "offline") }

    private func set(_ topic: String, _ text: String) {
        let payload = Array(text.utf8)
        if let place = wanted.firstIndex(where: { $0.topic == topic }) {
            wanted[place].payload = payload
        } else {
            wanted.append((topic, payload))
        }
        publish()
    }

    private func publish() {
        guard isConnected else { return }
        for (topic, payload) in wanted where published[topic] != payload {
            if isHeld, !HouseTopics.isDescription(topic) { continue }
            guard broker?.publish(payload, on: topic) != nil else { return }
            published[topic] = payload
        }
    }

    private func isAllowed(_ focus: FocusSummary) -> Bool {
        guard let allowed else { return true }
        return allowed.contains { word in
            word.lowercased() == focus.id.rawValue.lowercased()
                || word.lowercased() == focus.name.lowercased()
        }
    }

    // MARK: The broker

    private func connect() {
        guard broker == nil else { return }
        broker = BrokerConnection(options) { [weak self] event in self?.handle(event) }
    }

    private func handle(_ event: BrokerEvent) {
        switch event {
        case .connected:
            isConnected = true
            connectionTime = .now
            published = [:]
            settled = []
            wait(holding: true)
            if takesCommands { _ = broker?.subscribe(topics.command) }
            publish()
        case .message(let message): command(message)
        case .published, .subscribed, .refused: break
        case .closed(let failure):
            if isConnected { backoff.connectionEnded(after: connectionTime.duration(to: .now)) }
            broker = nil
            isConnected = false
            if failure.kind == .protocolVersion { options.isOldProtocol = true }
            retry?.reset(after: .milliseconds(Int(backoff.wait(using: &random) * 1_000)))
        }
    }

    /// Performs a command of the house. A command that the broker had retained is too old.
    private func command(_ message: BrokerMessage) {
        guard takesCommands, !message.isRetained, message.untrustedTopic == topics.command,
            message.untrustedPayload.count <= Self.commandBytes,
            let text = String(validating: message.untrustedPayload, as: UTF8.self)
        else { return }
        Task {
            do throws(ControlError) {
                if text == HouseTopics.off {
                    try await client.send(.deactivate)
                } else if let focus = focuses.first(where: {
                    isAllowed($0)
                        && (HouseTopics.option($0.id, in: focuses) == text
                            || $0.id.rawValue == text)
                }) {
                    try await client.send(.activate(focus.id.rawValue, from: "Home Assistant"))
                }
            } catch {
                Program.log("the house's command failed: \(error)")
            }
        }
    }
}
