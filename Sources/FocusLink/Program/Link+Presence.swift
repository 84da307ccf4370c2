// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import LinkCore
import Mosquitto

/// The presence of this machine and of the others.
extension Link {
    func see(_ presence: LinkPayload.Presence, _ envelope: LinkEnvelope) {
        let machine = envelope.sender
        if machine == agreement.machine {
            // Sent before the memory was replaced by an older one: from a backup, as a rule. A
            // number without a successor comes from nobody.
            if presence.serial > lastSerial, presence.serial >> 32 < LinkMemory.mostStarts {
                return reconnect(after: presence.serial)
            }
            if let marker, presence.serial >= marker { markerArrived() }
            return
        }
        guard presence.serial >= memory.serials[machine] ?? 0 else { return refuse() }
        memory.serials[machine] = presence.serial
        let answer = presence.answers.flatMap { question in
            question.machine == agreement.machine
                ? ClockAnswer(asked: question.asked, clock: envelope.sent) : nil
        }
        let peer = Peer(
            name: presence.name, isOnline: presence.isOnline, role: presence.role)
        take(.peer(machine, peer, answer))
        memory.forgetSerials(besides: Set(agreement.peers.keys))
        if let asks = presence.asks {
            take(.asked(ClockQuestion(machine: machine, asked: asks)))
        }
    }

    /// Returns the serial number of a message of this connection.
    private func serial(_ message: Int64) -> Int64 {
        memory.serial(connection: connections, message: message)
    }

    /// The serial number of the last presence on this connection.
    private var lastSerial: Int64 { serial(min(presences, 0xFFFE)) }

    var will: BrokerOptions.Will {
        let presence = LinkPayload.Presence(
            name: agreement.name, role: agreement.role, isOnline: false, serial: serial(0xFFFF))
        let envelope = LinkEnvelope(
            sender: agreement.machine, sent: KernelClock.wall, payload: .presence(presence))
        return BrokerOptions.Will(
            topic: group.topic(of: agreement.machine, .presence), payload: group.seal(envelope))
    }

    func publishPresence(isOnline: Bool, asks: Int64?, answers: ClockQuestion?) {
        presences += 1
        let number = isOnline ? lastSerial : serial(0xFFFF)
        if marker == nil { marker = number }
        let presence = LinkPayload.Presence(
            name: agreement.name, role: agreement.role, isOnline: isOnline, serial: number,
            asks: asks, answers: answers)
        let envelope = LinkEnvelope(
            sender: agreement.machine, sent: KernelClock.wall, payload: .presence(presence))
        publishPresence(group.seal(envelope))
    }
}
