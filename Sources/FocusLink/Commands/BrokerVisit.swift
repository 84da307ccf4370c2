// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import LinkCore
import Mosquitto
import Sodium

/// A short connection of a command to the broker, to test it or to remove messages.
@LoopActor final class BrokerVisit {
    /// Time for the broker to accept all messages, after it has accepted the connection.
    private static let patience = Duration.seconds(10)

    /// The tasks of a visit. Without one, it tests the connection.
    struct Tasks {
        /// Topics whose retained messages are removed.
        var topics: [String] = []
        /// Topics of earlier settings, too. The broker may never have let the machine use them.
        var left: [String] = []
        /// Topics whose messages are removed last, once Home Assistant has noticed the removal of
        /// the others.
        var states: [String] = []
        /// The group whose topics are tried.
        var group: LinkGroup?
    }

    private let tasks: Tasks
    /// A topic of the group that no machine reads.
    private let trial: String?
    private var pause: Timer?
    private let latch = Latch()
    private var connection: BrokerConnection?
    private var unacknowledged: Set<Int32> = []
    /// The messages that the broker may refuse.
    private var refusable: Set<Int32> = []
    /// True once a message on the topic has come back.
    private var hasTried = false
    private var failure: BrokerFailure?

    private init(_ tasks: Tasks) {
        self.tasks = tasks
        trial = tasks.group.map { "\($0.root)/setup/\(Hex.text(Sodium.randomBytes(4)))" }
    }

    /// Connects, does the tasks, and leaves.
    ///
    /// - Returns: The reason for a failure; nil if all is done.
    static func run(_ options: BrokerOptions, _ tasks: Tasks = Tasks()) async -> BrokerFailure? {
        var options = options
        // A client id of its own: the broker ends an older connection with the same id.
        options.clientID += "-" + Hex.text(Sodium.randomBytes(4))
        let failure = await BrokerVisit(tasks).run(options)
        guard failure?.kind == .protocolVersion, !options.isOldProtocol else { return failure }
        options.isOldProtocol = true
        return await BrokerVisit(tasks).run(options)
    }

    private func run(_ options: BrokerOptions) async -> BrokerFailure? {
        let timer = Timer { [weak self] in
            guard let self else { return }
            // A broker without a word about its rules drops the message of the trial.
            end(trial == nil || hasTried ? Self.silence : denial)
        }
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

    /// The failure of a topic that the broker does not let this machine use.
    private var denial: BrokerFailure {
        tasks.group.map(BrokerFailure.denied)
            ?? BrokerFailure(
                kind: .denied, message: "the broker does not let this machine remove them")
    }

    private func handle(_ event: BrokerEvent) {
        switch event {
        case .connected:
            guard tryTopic(), empty(tasks.topics), empty(tasks.left, isOptional: true) else {
                return end(Self.silence)
            }
            guard !tasks.states.isEmpty else { return endIfDone() }
            pause = Timer(after: House.settlingTime) { [weak self] in
                guard let self else { return }
                pause = nil
                empty(tasks.states) ? endIfDone() : end(Self.silence)
            }
        case .published(let number):
            unacknowledged.remove(number)
            endIfDone()
        case .refused(let number):
            guard refusable.contains(number) else { return end(denial) }
            unacknowledged.remove(number)
            endIfDone()
        case .message(let message):
            guard message.untrustedTopic == trial else { return }
            hasTried = true
            endIfDone()
        case .closed(let reason): end(reason)
        case .subscribed: break
        }
    }

    /// Publishes a message that comes back if this machine may use the topics of the group.
    private func tryTopic() -> Bool {
        guard let trial else { return true }
        return connection?.subscribe(trial) != nil
            && connection?.publish(Array("setup".utf8), on: trial, retain: false) != nil
    }

    private func empty(_ topics: [String], isOptional: Bool = false) -> Bool {
        topics.allSatisfy { topic in
            guard let number = connection?.publish([], on: topic) else { return false }
            unacknowledged.insert(number)
            if isOptional { refusable.insert(number) }
            return true
        }
    }

    private func endIfDone() {
        guard pause == nil, unacknowledged.isEmpty, trial == nil || hasTried else { return }
        end(nil)
    }

    private func end(_ reason: BrokerFailure?) {
        failure = reason
        latch.open()
    }
}

extension BrokerFailure {
    /// The broker does not let this machine use the topics of its group.
    static func denied(_ group: LinkGroup) -> BrokerFailure {
        BrokerFailure(
            kind: .denied,
            message: "the broker does not let this machine use the topics below “\(group.root)”")
    }
}
