// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import LinkCore
import Mosquitto
import Sodium

/// A short connection of a command to the broker, to test it or to remove messages.
@LoopActor final class BrokerVisit {
    /// Time for the broker to accept all messages, after it has accepted the connection.
    private static let patience = Duration.seconds(10)

    private let topics: [String]
    private let states: [String]
    private var pause: Timer?
    private let latch = Latch()
    private var connection: BrokerConnection?
    private var unacknowledged: Set<Int32> = []
    private var failure: BrokerFailure?

    private init(emptying topics: [String], then states: [String]) {
        self.topics = topics
        self.states = states
    }

    /// Connects, removes the retained messages of the topics, and leaves.
    ///
    /// - Parameter states: Topics whose messages are removed last, once Home Assistant has noticed
    ///   the removal of the others.
    /// - Returns: The reason for a failure; nil if the broker has removed the messages.
    static func run(
        _ options: BrokerOptions, emptying topics: [String] = [], then states: [String] = []
    ) async -> BrokerFailure? {
        var options = options
        // A client id of its own: the broker ends an older connection with the same id.
        options.clientID += "-" + Hex.text(Sodium.randomBytes(4))
        let failure = await BrokerVisit(emptying: topics, then: states).run(options)
        guard failure?.kind == .protocolVersion, !options.isOldProtocol else { return failure }
        options.isOldProtocol = true
        return await BrokerVisit(emptying: topics, then: states).run(options)
    }

    private func run(_ options: BrokerOptions) async -> BrokerFailure? {
        let timer = Timer { [weak self] in self?.end(Self.silence) }
        connection = BrokerConnection(options) { [weak self] event in
            if event == .connected { timer.reset(after: Self.patience) }
            self?.handle(event)
        }
        await latch.wait()
        timer.cancel()
        connection?.disconnect()
        connection = nil
        return failure
    }

    private static let silence = BrokerFailure(
        kind: .unreachable, message: "the broker does not answer")

    private func handle(_ event: BrokerEvent) {
        switch event {
        case .connected:
            guard empty(topics) else { return end(Self.silence) }
            guard !states.isEmpty else { return endIfDone() }
            pause = Timer(after: House.settlingTime) { [weak self] in
                guard let self else { return }
                pause = nil
                empty(states) ? endIfDone() : end(Self.silence)
            }
        case .published(let number):
            unacknowledged.remove(number)
            endIfDone()
        case .closed(let reason): end(reason)
        case .message, .subscribed: break
        }
    }

    private func empty(_ topics: [String]) -> Bool {
        topics.allSatisfy { topic in
            guard let number = connection?.publish([], on: topic) else { return false }
            unacknowledged.insert(number)
            return true
        }
    }

    private func endIfDone() {
        if pause == nil, unacknowledged.isEmpty { end(nil) }
    }

    private func end(_ reason: BrokerFailure?) {
        failure = reason
        latch.open()
    }
}
