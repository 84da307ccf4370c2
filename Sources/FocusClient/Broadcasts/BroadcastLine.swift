// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import GLibLoop
import Synchronization

/// Messages between this process and the others of its app, for code on any thread.
package final class BroadcastLine: Sendable {
    private typealias Work = @LoopActor @Sendable (Broadcasts) -> Void

    private let line: AsyncStream<Work>.Continuation

    /// - Parameters:
    ///   - app: nil for a process without an app id.
    ///   - address: The bus; nil for the one that the environment names.
    package init(app: AppID?, address: String? = nil) {
        let (stream, line) = AsyncStream.makeStream(of: Work.self)
        self.line = line
        Task.detached { await Self.run(stream, app, address) }
    }

    /// Does the work in order, so that an observer hears the messages that are posted after it.
    @LoopActor private static func run(
        _ work: AsyncStream<Work>, _ app: AppID?, _ address: String?
    ) async {
        let broadcasts = Broadcasts(app: app, address: address)
        for await step in work { step(broadcasts) }
    }

    /// Sends a message to every process that observes it.
    ///
    /// - Parameter completion: Called on the SDK's own thread, when the bus has the message.
    package func post(
        _ message: Broadcasts.Message, completion: @escaping @Sendable () -> Void
    ) {
        line.yield { broadcasts in
            broadcasts.post(message)
            completion()
        }
    }

    /// Calls `handler`, on the SDK's own thread, with each message of a centre that has the name,
    /// or with every message of the centre for nil.
    package func observe(
        _ center: String, _ name: String?,
        _ handler: @escaping @Sendable (Broadcasts.Message) -> Void
    ) -> Observation {
        let observation = Observation()
        line.yield { broadcasts in
            guard !observation.isOver else { return }
            let number = broadcasts.observe(center, name) { message in
                if !observation.isOver { handler(message) }
            }
            observation.began(number)
        }
        return observation
    }

    /// Ends an observation; its handler is not called again.
    package func stop(_ observation: Observation) {
        observation.end()
        line.yield { broadcasts in
            if let number = observation.number { broadcasts.stop(number) }
        }
    }

    /// An observation of the messages of a centre.
    package final class Observation: Sendable {
        private let state = Mutex<(number: UInt64?, isOver: Bool)>((nil, false))

        fileprivate var number: UInt64? { state.withLock { $0.number } }
        fileprivate var isOver: Bool { state.withLock { $0.isOver } }

        fileprivate func began(_ number: UInt64) { state.withLock { $0.number = number } }
        fileprivate func end() { state.withLock { $0.isOver = true } }
    }
}
