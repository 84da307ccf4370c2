// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc

/// A program that prints whenever something changes, run as long as it is wanted.
///
/// It is started again when it ends, after a pause that grows; and it ends with focusd.
@LoopActor final class TellingProgram {
    private let command: [String]
    private let restarts: Bool
    private var process: ChildProcess?
    private var source: FileDescriptorSource?
    private var descriptor: Int32 = -1
    private var backoff = Backoff()
    private var restartTimer: Timer?
    private var startedAt = ContinuousClock.now
    private var isWanted = false
    /// Counts the starts: the end of an earlier process is no news.
    private var starts = 0
    /// Why it does not run; nil while it does.
    private(set) var failure: String?
    /// It has printed that much more.
    var onOutput: (([UInt8]) -> Void)?
    /// It has ended or could not be started; what it told holds no longer.
    var onEnd: (() -> Void)?

    /// How long it may take to end.
    static let grace = Duration.seconds(2)
    /// How long it must have run for its end to count as the first.
    static let steady = Duration.seconds(60)
    /// Bytes that are read at once.
    private static let chunk = 64 << 10
    /// Chunks that are read once it has ended: a pipe holds no more than one.
    private static let lastChunks = 2

    /// - Parameter restarts: whether it is started again when it ends by itself.
    init(_ command: [String], restarts: Bool = true) {
        self.command = command
        self.restarts = restarts
    }

    /// Starts it unless it runs.
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
                command, keepFileDescriptors: [ends[1]: STDOUT_FILENO], endsWithParent: true
            ) { [weak self, command] status in
                guard let self, number == starts else { return }
                ended("\(command.first ?? "") ended: \(status)")
            }
        } catch {
            close(ends[0])
            return ended("\(error)")
        }
        failure = nil
        listen(to: ends[0])
    }

    /// Ends it.
    func stop() {
        isWanted = false
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

    /// - Returns: whether there was something.
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
        // Its end may be known before its last words are read.
        for _ in 0..<Self.lastChunks where !readSome() { break }
        closeOutput()
        // They may have been the end of its being wanted.
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

/// Cuts what a program prints into lines.
struct OutputLines {
    private var rest: [UInt8] = []

    /// Bytes of one line; what is longer is cut off.
    static let maximumBytes = 4_096

    /// The lines that are complete by now.
    mutating func take(_ bytes: [UInt8]) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n") {
                lines.append(String(decoding: rest, as: UTF8.self))
                rest = []
            } else if rest.count < Self.maximumBytes {
                rest.append(byte)
            }
        }
        return lines
    }
}
