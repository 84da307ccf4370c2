// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Glibc

/// One run of a hook, until the program has ended.
@LoopActor final class RunningHook {
    /// The result of a run.
    struct Outcome {
        /// Reason of the failure; nil for a run without failure.
        let failure: String?
        /// First line that the program wrote to its standard error.
        let line: String?
    }

    /// Time that a hook may take.
    nonisolated static let limit = Duration.seconds(10)
    /// Time that its program then has after SIGTERM.
    private static let grace = Duration.seconds(2)

    /// The event that the run is about.
    let event: HookEvent
    private let name: String
    private let log: Log
    private let limit: Duration
    private var onEnd: ((RunningHook, Outcome) -> Void)?
    private var process: ChildProcess?
    private var errors: HookErrors?
    private var timer: Timer?
    /// True once the time limit has passed.
    private var isTooLong = false
    /// The first reason for which the run failed.
    private var failure: String?

    /// The process group of the program and of the programs that it has started; nil before the
    /// start.
    var group: Int32? { process?.pid }

    /// - Parameter limit: Time that the run may take, in whole seconds.
    init(
        _ name: String, _ event: HookEvent, _ log: Log, limit: Duration,
        _ onEnd: @escaping (RunningHook, Outcome) -> Void
    ) {
        self.name = name
        self.event = event
        self.log = log
        self.limit = limit
        self.onEnd = onEnd
    }

    func start(_ command: [String], input: String, _ environment: [String: String]) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else {
            return fail("there are no file descriptors left")
        }
        defer { for descriptor in ends { close(descriptor) } }
        for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        // A pipe holds 64 KiB. The program may end without reading.
        var text = input
        text.withUTF8 { bytes in
            _ = unsafe write(ends[1], bytes.baseAddress, bytes.count)
        }
        // GLib hands descriptors on in the order of their numbers: focusd's standard error becomes
        // the program's output before the pipe takes its place.
        var kept = [ends[0]: STDIN_FILENO, STDERR_FILENO: STDOUT_FILENO]
        let errors = HookErrors()
        if let errors { kept[errors.descriptor] = STDERR_FILENO }
        do throws(SpawnError) {
            process = try ChildProcess(
                command, environment: environment, keepFileDescriptors: kept,
                leadsGroup: true, endsWithParent: true
            ) { [weak self] status in self?.ended(status) }
            self.errors = errors
            errors?.start()
            timer = Timer(after: limit) { [weak self] in self?.tooLong() }
        } catch {
            fail("\(error)")
        }
    }

    private func tooLong() {
        isTooLong = true
        let time = "\(limit.components.seconds) s"
        log.warning("hook \(name): it is ended, since it has run for \(time)")
        failure = failure ?? "it was ended, since it had run for \(time)"
        process?.terminate(grace: Self.grace)
        // No further report of the program's end will come.
        if process?.exitStatus != nil { end() }
    }

    private func ended(_ status: ChildProcess.ExitStatus) {
        let reason = status == .exited(0) ? nil : "its program \(status.words)"
        if let reason { log.warning("hook \(name): \(reason)") }
        failure = failure ?? reason.map { $0 + Self.meaning(of: status) }
        // The run lasts as long as the programs that the hook has started, until its time is over.
        let goesOn = process?.hasGroup == true && timer != nil && !isTooLong
        if !goesOn { end() }
    }

    private func fail(_ reason: String) {
        log.warning("hook \(name): \(reason)")
        failure = reason
        end()
    }

    private func end() {
        timer = nil
        onEnd?(self, Outcome(failure: failure, line: errors?.finish()))
        onEnd = nil
    }

    /// Returns the meaning of an exit status that shells give, or of a signal.
    private static func meaning(of status: ChildProcess.ExitStatus) -> String {
        switch status {
        case .exited(126): " (a command is not executable)"
        case .exited(127): " (a command was not found)"
        case .exited: ""
        case .signalled(let number): unsafe " (\(String(cString: strsignal(number))))"
        }
    }
}
