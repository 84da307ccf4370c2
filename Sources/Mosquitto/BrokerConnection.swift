// SPDX-License-Identifier: Apache-2.0

import CMosquitto
package import GLibLoop

/// One connection to an MQTT broker, on the loop. It never connects a second time.
///
/// The socket is watched by the loop; a timer runs for the keep-alive alone.
@LoopActor package final class BrokerConnection {
    /// Longest time for looking the host up and for its answer.
    private static let connectTime = Duration.seconds(30)
    /// Longest time from there to the broker's word that the client is welcome.
    private static let welcomeTime = Duration.seconds(20)
    /// Messages that the broker may send at once, and each second after these. More wait in the
    /// socket: a flood costs the broker, not this process.
    private static let burst = 2_000.0
    private static let perSecond = 200.0

    private let options: BrokerOptions
    private let handler: @LoopActor (BrokerEvent) -> Void
    private var client: BrokerClient?
    private var source: FileDescriptorSource?
    private var timer: Timer?
    private var isWelcome = false
    private var isClosed = false
    private var lastRead = ContinuousClock.now
    private var lastWrite = ContinuousClock.now
    private var allowance = BrokerConnection.burst
    private var lastAllowance = ContinuousClock.now
    private var isPaused = false
    /// Events of the call that is running. They leave after it, so that handlers may call back.
    private var events: [BrokerEvent] = []

    package init(
        _ options: BrokerOptions, _ handler: @escaping @LoopActor (BrokerEvent) -> Void
    ) {
        self.options = options
        self.handler = handler
        timer = Timer { [weak self] in self?.timePassed() }
        Task { await self.connect() }
    }

    isolated deinit {
        source?.cancel()
        timer?.cancel()
    }

    private func connect() async {
        let client: BrokerClient
        do throws(BrokerFailure) {
            client = try BrokerClient(options)
        } catch {
            return close(error)
        }
        let result = await BlockingCall.run(within: Self.connectTime) { client.connect() }
        guard !isClosed else { return }
        guard let result else {
            return close(
                BrokerFailure(kind: .unreachable, message: "the broker does not answer"))
        }
        guard result == 0 else {
            // The error number is of the thread that has ended; the library's text says less.
            let failure = BrokerClient.failure(result)
            guard failure.kind == .unreachable else { return close(failure) }
            let isUnknown = UInt32(bitPattern: result) == UInt32(bitPattern: MOSQ_ERR_EAI.rawValue)
            return close(
                isUnknown
                    ? BrokerFailure(
                        kind: .unknownName, message: "the name of the broker cannot be looked up")
                    : BrokerFailure(kind: .unreachable, message: "the broker cannot be reached"))
        }
        self.client = client
        client.handler = { [weak self] event in
            LoopActor.assumeIsolated { self?.events.append(event) }
        }
        let socket = unsafe mosquitto_socket(client.pointer)
        source = FileDescriptorSource(fd: socket, events: [.readable, .writable]) {
            [weak self] events in self?.ready(events)
        }
        timer?.reset(after: Self.welcomeTime)
        update()
    }

    // MARK: Messages

    /// Publishes a message with QoS 1.
    /// - Returns: The number that ``BrokerEvent/published(_:)`` will have; nil if the connection is
    ///   over.
    package func publish(_ payload: [UInt8], on topic: String, retain: Bool = true) -> Int32? {
        guard isWelcome, let number = client?.publish(payload, on: topic, retain: retain) else {
            return nil
        }
        written()
        return number
    }

    package func subscribe(_ topic: String) -> Int32? {
        guard isWelcome, let number = client?.subscribe(topic) else { return nil }
        written()
        return number
    }

    /// Says goodbye, so that the broker does not publish the will, and closes.
    package func disconnect() {
        guard let client, !isClosed else { return }
        isClosed = true
        _ = unsafe mosquitto_disconnect(client.pointer)
        _ = unsafe mosquitto_loop_write(client.pointer, 1)
        end()
    }

    // MARK: The socket

    private func ready(_ ready: FileDescriptorSource.Events) {
        guard let client, !isClosed else { return }
        if !ready.isDisjoint(with: [.readable, .error, .hangUp]) {
            lastRead = .now
            perform { unsafe mosquitto_loop_read(client.pointer, 1) }
        }
        guard !isClosed else { return }
        if unsafe mosquitto_want_write(client.pointer) { written() }
        update()
    }

    /// Sends what waits.
    private func written() {
        guard let client else { return }
        lastWrite = .now
        perform { unsafe mosquitto_loop_write(client.pointer, 1) }
        update()
    }

    /// Calls the library, then reports the events of the call.
    private func perform(_ body: () -> Int32) {
        let result = body()
        let reported = events
        events = []
        for event in reported { report(event) }
        guard result != 0, !isClosed else { return }
        let failure = BrokerClient.failure(result)
        close(isWelcome ? farewell(failure) : unwelcome(failure))
    }

    private func report(_ event: BrokerEvent) {
        guard !isClosed else { return }
        switch event {
        case .connected:
            isWelcome = true
            setKeepAlive()
        case .message: allowance -= 1
        case .closed(let failure): return close(isWelcome ? farewell(failure) : unwelcome(failure))
        case .published, .subscribed, .refused: break
        }
        handler(event)
    }

    /// The reason for a connection that ended later. The library tells a broker's goodbye, and
    /// other ends, as errors of the protocol.
    private func farewell(_ failure: BrokerFailure) -> BrokerFailure {
        guard ![.refused, .unrequested].contains(failure.kind) else { return failure }
        return BrokerFailure(kind: .unreachable, message: "the broker ended the connection")
    }

    /// The reason for a connection that ended before the broker's word. The library reports a
    /// failed TLS handshake as a lost connection.
    private func unwelcome(_ failure: BrokerFailure) -> BrokerFailure {
        guard options.tls != nil, failure.kind == .unreachable || failure.kind == .untrusted else {
            return failure
        }
        return BrokerFailure(
            kind: .untrusted,
            message: "the TLS handshake failed: the broker's certificate is not trusted, is not of"
                + " this host, or the broker speaks no TLS on this port")
    }

    private func close(_ failure: BrokerFailure) {
        guard !isClosed else { return }
        isClosed = true
        end()
        handler(.closed(failure))
    }

    private func end() {
        source?.cancel()
        source = nil
        timer?.cancel()
        client?.handler = nil
        // Freed by the next turn of the loop: this may be inside a call of the library.
        let client = client
        self.client = nil
        Task { _ = client }
    }

    // MARK: Time

    private func update() {
        guard let client, !isClosed else { return }
        let now = ContinuousClock.now
        let passed = Double(lastAllowance.duration(to: now).components.seconds)
        if passed > 0 {
            allowance = min(Self.burst, allowance + passed * Self.perSecond)
            lastAllowance = now
        }
        isPaused = allowance < 0
        var wanted: FileDescriptorSource.Events = isPaused ? [] : .readable
        if unsafe mosquitto_want_write(client.pointer) { wanted.insert(.writable) }
        source?.events = wanted
        if isPaused { timer?.reset(after: .seconds(2)) } else if isWelcome { setKeepAlive() }
    }

    /// The time at which the library has to send, or to miss, a keep-alive message: it counts whole
    /// seconds.
    private func setKeepAlive() {
        let wait = Duration.seconds(Int(client?.keepAlive ?? options.keepAlive) + 1)
        let due = min(lastRead, lastWrite).advanced(by: wait)
        timer?.reset(after: max(ContinuousClock.now.duration(to: due), .seconds(1)))
    }

    private func timePassed() {
        guard let client, !isClosed else { return }
        guard isWelcome else {
            return close(
                unwelcome(
                    BrokerFailure(kind: .unreachable, message: "the broker does not answer")))
        }
        lastWrite = .now
        perform { unsafe mosquitto_loop_misc(client.pointer) }
        update()
        // The answer moves the time on.
        if !isClosed, !isPaused { timer?.reset(after: .seconds(Int(client.keepAlive) / 2 + 1)) }
    }
}
