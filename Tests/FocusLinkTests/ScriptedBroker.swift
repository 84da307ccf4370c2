// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc
import TestSupport

/// A broker that says what a test tells it, on the loopback address, in plain text. It has one
/// client at a time.
@LoopActor final class ScriptedBroker {
    nonisolated let port: Int32
    /// The bytes of the clients, in the pieces in which they came.
    let received = Recorder<[UInt8]>()
    /// The answer to the first bytes of a client.
    private let answer: [UInt8]
    private let listener: Int32
    private var client: Int32 = -1
    private var hasHeard = false
    private var rest: ArraySlice<UInt8> = []
    private var accepting: FileDescriptorSource?
    private var talking: FileDescriptorSource?

    init(answer: [UInt8]) throws {
        self.answer = answer
        let free = try LoopbackSocket()
        listener = free.descriptor
        port = free.port
        _ = fcntl(listener, F_SETFL, O_NONBLOCK)
        guard listen(listener, 4) == 0 else { throw TestSupportError("no listening socket") }
        accepting = FileDescriptorSource(fd: listener, events: .readable) { [weak self] _ in
            self?.takeClient()
        }
    }

    func stop() {
        accepting?.cancel()
        close(listener)
        leaveClient()
    }

    private func takeClient() {
        let next = accept(listener, nil, nil)
        guard next >= 0 else { return }
        leaveClient()
        client = next
        hasHeard = false
        rest = []
        _ = fcntl(client, F_SETFL, O_NONBLOCK)
        talking = FileDescriptorSource(fd: client, events: .readable) { [weak self] events in
            self?.talk(events)
        }
    }

    private func leaveClient() {
        talking?.cancel()
        talking = nil
        if client >= 0 { close(client) }
        client = -1
    }

    private func talk(_ events: FileDescriptorSource.Events) {
        if !events.isDisjoint(with: [.readable, .hangUp, .error]) {
            var buffer = [UInt8](repeating: 0, count: 4_096)
            let count = unsafe recv(client, &buffer, buffer.count, 0)
            if count == 0 || (count < 0 && errno != EAGAIN) { return leaveClient() }
            if count > 0 {
                received.record(Array(buffer.prefix(count)))
                if !hasHeard { rest = answer[...] }
                hasHeard = true
                if Array(buffer.prefix(count)) == Self.pingRequest { rest += Self.pingResponse }
            }
        }
        say()
    }

    /// Sends as much as the client takes.
    private func say() {
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { bytes in
                unsafe send(client, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
            }
            if count < 0, errno != EAGAIN { return leaveClient() }
            guard count > 0 else { break }
            rest = rest.dropFirst(count)
        }
        talking?.events = rest.isEmpty ? .readable : [.readable, .writable]
    }

    // MARK: Packets of MQTT 5

    nonisolated static let pingRequest: [UInt8] = [0xC0, 0]
    private static let pingResponse: [UInt8] = [0xD0, 0]

    /// The answer to CONNECT, with the seconds of Server Keep Alive.
    nonisolated static func welcome(keepAlive: UInt16? = nil) -> [UInt8] {
        guard let keepAlive else { return [0x20, 3, 0, 0, 0] }
        return [0x20, 6, 0, 0, 3, 0x13, UInt8(keepAlive >> 8), UInt8(keepAlive & 0xFF)]
    }

    /// A message with QoS 0, or with QoS 2 and a number.
    nonisolated static func message(
        _ payload: [UInt8], on topic: String, numberOfQoS2: UInt16? = nil
    ) -> [UInt8] {
        let name = Array(topic.utf8)
        let number = numberOfQoS2.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } ?? []
        var body: [UInt8] = [UInt8(name.count >> 8), UInt8(name.count & 0xFF)]
        body += name + number + [0]
        var length = body.count + payload.count
        var packet: [UInt8] = [numberOfQoS2 == nil ? 0x30 : 0x34]
        repeat {
            let digit = UInt8(length % 128)
            length /= 128
            packet.append(length > 0 ? digit | 0x80 : digit)
        } while length > 0
        return packet + body + payload
    }
}
