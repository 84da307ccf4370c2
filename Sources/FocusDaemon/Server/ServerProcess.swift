// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// Keeps a program running: the real server or one of its companions.
@LoopActor final class ServerProcess {
    let command: [String]
    private let log: Log
    private var process: ChildProcess?
    private var restart = RestartDelay()
    private var restartTimer: Timer?
    private var startedAt = ContinuousClock.now
    private let startTime: Duration
    /// The wait for the moment at which the program should serve.
    private var startTimer: Timer? {
        didSet { if (startTimer == nil) != (oldValue == nil) { onStarting?() } }
    }
    private var isStopping = false
    private var onEnd: (() -> Void)?
    /// Called after each end that focusd did not ask for.
    var onFailure: (() -> Void)?
    /// Called after each change of ``isStarting``.
    var onStarting: (() -> Void)?
    /// Called if the program could not be started.
    var onNoProgram: (() -> Void)?

    /// Running time after which the restart delay begins again with the shortest.
    static let steady = Duration.seconds(60)

    /// Time that a server may take to end before SIGKILL.
    static let grace = Duration.seconds(2)

    /// - Parameter startTime: the time that the program may take from its start until it serves.
    init(_ command: [String], startTime: Duration = .seconds(10), log: Log) {
        self.command = command
        self.startTime = startTime
        self.log = log
        setStartTimer()
    }

    private func setStartTimer() {
        startTimer = Timer(after: startTime) { [weak self] in self?.startTimer = nil }
    }

    var isRunning: Bool { process != nil }

    /// True while the program waits for its next start after an end of its own.
    var waitsForRestart: Bool { restartTimer != nil }

    /// Returns true while the program waits for its next start and is not installed. Looks into the
    /// folders of `PATH`.
    func lacksProgram() -> Bool {
        waitsForRestart
            && ProgramFile.find(command.first ?? "", in: SessionDisplay.variable("PATH")) == nil
    }

    /// The reason for which the program has ended last, or could not be started; nil if neither
    /// has happened.
    private(set) var lastEnd: String?

    /// True until the program should serve: it was started a moment ago, or is to be started.
    var isStarting: Bool { startTimer != nil }

    /// Starts the program unless it runs.
    func start() {
        guard process == nil, !isStopping else { return }
        restartTimer = nil
        startedAt = .now
        do throws(SpawnError) {
            process = try ChildProcess(
                command, environment: SessionDisplay.childEnvironment, endsWithParent: false
            ) { [weak self] status in
                self?.ended(status)
            }
            setStartTimer()
        } catch {
            ended("\(error)")
            // Another program may follow this one.
            if !isStopping { onNoProgram?() }
        }
    }

    /// Resets the restart delay, and starts the program now if it waits for its next start.
    func restartNow() {
        restart.succeeded()
        if waitsForRestart { start() }
    }

    /// Ends the program, if necessary with SIGKILL, and calls `body` after its end.
    func stop(_ body: @escaping () -> Void) {
        leave()
        guard let process else {
            body()
            return
        }
        onEnd = body
        process.terminate(grace: Self.grace)
    }

    /// Lets the program run on, and does not start it again.
    func leave() {
        isStopping = true
        restartTimer = nil
        startTimer = nil
    }

    private func ended(_ status: ChildProcess.ExitStatus) {
        let isEarly = startedAt.duration(to: .now) < startTime
        ended("it \(status.words)" + (isEarly ? " soon after its start" : ""))
    }

    private func ended(_ how: String) {
        process = nil
        startTimer = nil
        guard !isStopping else {
            onEnd?()
            return
        }
        if startedAt.duration(to: .now) > Self.steady { restart.succeeded() }
        lastEnd = how
        let delay = restart.next()
        log.warning("\(command.first ?? "") does not run: \(how); next start in \(delay)")
        restartTimer = Timer(after: delay) { [weak self] in self?.start() }
        onFailure?()
    }
}
