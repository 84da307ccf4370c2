// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc
import SeededRandom

/// One kind of fault.
struct Fault: Sendable {
    let name: String
    let about: String
    /// Number of tries, in the short form and in the long one.
    let tries: (short: Int, long: Int)
    /// True if focusd starts the real server itself.
    var isSupervised = false
    /// Number of consecutive tries in one session.
    var perScene = 10
    var mood = Mood.usual
    /// Number of operations in one try.
    var count = 60
    /// Number of processes with a notification that end in one try. For each, one notification may
    /// be delivered twice.
    var kills = 0
    /// True if the real server or its bus ends, and its popups with it.
    var losesPopups = false
    /// True if notifications may be kept without being shown.
    var mayPark = false
    /// Causes the fault, during the stream and after it.
    let run: @LoopActor @Sendable (Try) async throws -> Void
}

/// One try of a fault, in a scene that may have had others.
@LoopActor final class Try {
    let scene: Scene
    let stream: Stream
    let fault: Fault
    let isLong: Bool
    var random: SeededGenerator
    private var failures: [any Error] = []
    private var tasks: [Task<Void, Never>] = []

    init(_ scene: Scene, _ stream: Stream, _ fault: Fault, seed: UInt64, isLong: Bool) {
        self.scene = scene
        self.stream = stream
        self.fault = fault
        self.isLong = isLong
        random = SeededGenerator(seed: seed)
    }

    /// Runs the stream and calls `body` at a random moment in it.
    func stream(_ body: @escaping () -> Void) async {
        await stream.run(
            fault.count, window: random.number(1...24), at: random.number(1...fault.count * 3 / 4),
            body)
    }

    /// Runs the stream and starts `body` at a random moment in it, without waiting for it.
    func streamBeside(_ body: @escaping @LoopActor () async throws -> Void) async throws {
        await stream {
            self.tasks.append(
                Task { @LoopActor in
                    do { try await body() } catch { self.failures.append(error) }
                })
        }
        for task in tasks { await task.value }
        if let failure = failures.first { throw failure }
    }

    /// Sends focusd a signal at a random moment in the stream, and waits for its end.
    func signalDaemon(_ signal: Int32) async throws -> ChildProcess.ExitStatus {
        guard let daemon = scene.daemon else { throw SoakError("no focusd runs") }
        // Half of the signals come right after an answer, which tests the last promise; the others
        // at any moment.
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
