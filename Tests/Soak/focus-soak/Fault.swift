// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc
import SeededRandom

/// One way in which things go wrong.
struct Fault: Sendable {
    let name: String
    let about: String
    /// How often it is tried, in the short form and in the long one.
    let tries: (short: Int, long: Int)
    /// Whether focusd starts the real server itself.
    var isSupervised = false
    /// How many tries follow each other in one session.
    var perScene = 10
    var mood = Mood.usual
    /// Things sent in one try.
    var count = 60
    /// How often something that holds a notification ends in one try: for each end, one
    /// notification may be handed over twice.
    var kills = 0
    /// Whether the real server, or its bus, ends, and popups with it.
    var losesPopups = false
    /// Whether notifications may be kept without being shown.
    var mayPark = false
    /// Makes it happen, in the midst of the stream and after it.
    let run: @LoopActor @Sendable (Try) async throws -> Void
}

/// One try of a fault, in a scene that may have seen others.
@LoopActor final class Try {
    let scene: Scene
    let stream: Stream
    let fault: Fault
    let isLong: Bool
    var random: SeededGenerator
    private var troubles: [any Error] = []
    private var tasks: [Task<Void, Never>] = []

    init(_ scene: Scene, _ stream: Stream, _ fault: Fault, seed: UInt64, isLong: Bool) {
        self.scene = scene
        self.stream = stream
        self.fault = fault
        self.isLong = isLong
        random = SeededGenerator(seed: seed)
    }

    /// Runs the stream and calls `body` at a random moment of it.
    func stream(_ body: @escaping () -> Void) async {
        await stream.run(
            fault.count, window: random.number(1...24), at: random.number(1...fault.count * 3 / 4),
            body)
    }

    /// Runs the stream; at a random moment of it, `body` begins, which the stream does not wait for.
    func streamBeside(_ body: @escaping @LoopActor () async throws -> Void) async throws {
        await stream {
            self.tasks.append(
                Task { @LoopActor in
                    do { try await body() } catch { self.troubles.append(error) }
                })
        }
        for task in tasks { await task.value }
        if let trouble = troubles.first { throw trouble }
    }

    /// Ends focusd with a signal at a random moment of the stream, and waits for its end.
    func signalDaemon(_ signal: Int32) async throws -> ChildProcess.ExitStatus {
        guard let daemon = scene.daemon else { throw Trouble("no focusd runs") }
        // Half of them right after an answer, when what was promised last is at stake; the others at
        // any moment.
        let delay = random.number(0...1) == 0 ? 0 : random.number(0...6_000)
        await stream {
            guard delay > 0 else {
                daemon.signal(signal)
                return self.stream.cease()
            }
            let stream = self.stream
            self.timer = Timer(after: .microseconds(delay)) {
                daemon.signal(signal)
                stream.cease()
            }
        }
        let status = try await scene.end(of: daemon)
        timer = nil
        return status
    }

    private var timer: Timer?

    func pause(_ duration: Duration) async throws {
        try await Task.sleep(for: duration)
    }
}
