// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// Runs a program that prints each change, while its output is wanted.
///
/// The program is restarted after its end with a growing pause. It ends with focusd.
@LoopActor final class ReportingProgram {
    private let command: [String]
    private let restarts: Bool
    private var process: ChildProcess?
    private var source: FileDescriptorSource?
    private var descriptor: Int32 = -1
    private var backoff = RestartDelay()
    private var restartTimer: Timer?
    private var startedAt = ContinuousClock.now
    private var isWanted = false
    /// True if the last start failed, such as for a program that is not installed.
    private var isMissing = false
    /// Number of starts. Identifies the current process: the end of an earlier process is ignored.
    private var starts = 0
    /// Reason for the program's failure, or nil while it runs.
    private(set) var failure: String?
    /// Called with the next bytes of output.
    var onOutput: (([UInt8]) -> Void)?
    /// Called after each start of the program.
    var onStart: (() -> Void)?
    /// Called when the program has ended or could not be started. Its earlier output is no longer
    /// true.
    var onEnd: (() -> Void)?

    /// Time that the program may take to end.
    static let grace = Duration.seconds(2)
    /// Running time after which the restart delay begins again with the shortest.
    static let steady = Duration.seconds(60)
    /// Maximum number of bytes in one read.
    private static let chunk = 64 << 10
    /// Maximum number of reads after the program's end: a pipe holds no more than one chunk.
    private static let lastChunks = 2

    /// - Parameter restarts: true to restart the program after its end.
    init(_ command: [String], restarts: Bool = true) {
        self.command = command
        self.restarts = restarts
    }

    /// Starts the program unless it runs.
    func start() {
        isWanted = true
        guard process == nil else { return }
        restartTimer = nil
        startedAt = .now
        starts += 1
        let number = starts
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { return ended("no pipe can be made") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
        defer { close(ends[1]) }
        do throws(SpawnError) {
            process = try ChildProcess(
                command, environment: SessionDisplay.childEnvironment,
                keepFileDescriptors: [ends[1]: STDOUT_FILENO], endsWithParent: true
            ) { [weak self, command] status in
                guard let self, number == starts else { return }
                ended("\(command.first ?? "") ended: \(status)")
            }
        } catch {
            close(ends[0])
            isMissing = true
            return ended("\(error)")
        }
        isMissing = false
        failure = nil
        listen(to: ends[0])
        onStart?()
    }

    /// Starts the program now if it could not be started before: it may be installed by now.
    func retry() {
        if isWanted, isMissing { start() }
    }

    func stop() {
        isWanted = false
        isMissing = false
        starts += 1
        failure = nil
        restartTimer = nil
        closeOutput()
        process?.terminate(grace: Self.grace)
        process = nil
    }

    private func listen(to descriptor: Int32) {
        closeOutput()
        self.descriptor = descriptor
        source = FileDescriptorSource(fd: descriptor, events: .readable) { [weak self] _ in
            self?.readSome()
        }
    }

    /// - Returns: true if there was output.
    @discardableResult
    private func readSome() -> Bool {
        guard descriptor >= 0 else { return false }
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        let count = unsafe read(descriptor, &bytes, bytes.count)
        if count > 0 {
            onOutput?(Array(bytes.prefix(count)))
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            closeOutput()
        }
        return count > 0
    }

    private func closeOutput() {
        source?.cancel()
        source = nil
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    private func ended(_ reason: String) {
        process = nil
        guard isWanted else { return }
        // The process's end may be known before its last output is read.
        for _ in 0..<Self.lastChunks where !readSome() { break }
        closeOutput()
        // The last output may have led to a call of ``stop()``.
        guard isWanted else { return }
        failure = reason
        if restarts {
            if startedAt.duration(to: .now) > Self.steady { backoff.succeeded() }
            restartTimer = Timer(after: backoff.next()) { [weak self] in self?.start() }
        }
        onEnd?()
    }

    isolated deinit {
        closeOutput()
        process?.terminate(grace: Self.grace)
    }
}
