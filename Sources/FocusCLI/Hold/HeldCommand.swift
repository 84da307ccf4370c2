// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Glibc

/// A command that runs while a Focus is on: `focus-switch on work -- make`.
@LoopActor final class HeldCommand {
    private let invocation: Invocation
    private let words: [String]
    private let name: String
    private var hold: UInt32 = 0
    private var isReleased = false
    private var process: ChildProcess?
    private var limit: HoldLimit?
    private var signals: [UnixSignalSource] = []

    /// Exit status for a command that cannot be started, as a shell's.
    static let notStarted: Int32 = 127

    init(_ invocation: Invocation, focus word: String, _ words: [String]) {
        self.invocation = invocation
        self.words = words
        name = word
    }

    /// Turns the Focus on and starts the command. The child's handler keeps this object until the
    /// command ends.
    func start(until end: ActivationEnd, createsUnasked: Bool) throws(CommandFailure) {
        if end == .withSession {
            throw .usage("--until-logout and a command exclude each other: a command ends first")
        }
        do throws(SystemCallError) {
            limit = try HoldLimit(end)
        } catch {
            throw .refused("the system gives no timer for the end: \(error.description.printable)")
        }
        hold = try FocusSwitching(invocation: invocation, createsUnasked: createsUnasked)
            .hold(name, reason: reason)
        invocation.keepsRunning = true
        // GLib sets a child's input to /dev/null before it handles the other descriptors.
        let input = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
        defer { if input >= 0 { close(input) } }
        do throws(SpawnError) {
            process = try ChildProcess(
                words, keepFileDescriptors: input < 0 ? [:] : [input: STDIN_FILENO],
                endsWithParent: false
            ) { self.ended($0) }
        } catch {
            invocation.output.error("\(words[0].printable) cannot be started: \(error.reason)")
            return invocation.exit(Self.notStarted)
        }
        passSignals()
        limit?.wait { [weak self] in self?.release() }
    }

    /// The command line, for the user, as one line.
    private var reason: String {
        words.joined(separator: " ").printable.scalars(inBytes: Limits.holdReasonBytes)
    }

    /// Leaves the terminal's signals to the command, and passes on requests to end.
    private func passSignals() {
        invocation.ignoreInterrupts()
        signals = [SIGTERM, SIGHUP].map { number in
            UnixSignalSource(signal: number) { [weak self] in self?.process?.signal(number) }
        }
    }

    /// Ends the Focus while the command goes on.
    private func release() {
        isReleased = true
        guard (try? invocation.ask(.release(hold))) != nil else { return }
        invocation.output.note("the time of \(name.printable) is over; the command goes on")
        invocation.output.flush()
    }

    private func ended(_ status: ChildProcess.ExitStatus) {
        // focusd ends the hold with this process, too; the order is that of a script's next line.
        if !isReleased { _ = try? invocation.ask(.release(hold)) }
        invocation.output.flush()
        switch status {
        case .exited(let code): invocation.exit(code)
        case .signalled(let number): invocation.exit(128 + number)
        }
    }
}

// A Focus that a command keeps on ends when one with an end in focusd would (Agenda). A moment is
// one of the wall clock, also after that clock was set. A length of time passes while the machine
// sleeps, too, and no setting of the clock changes it.

/// Calls a handler once, when the end of a held Focus has come.
@LoopActor final class HoldLimit {
    private let clocks: HoldClocks
    private let end: ActivationEnd
    /// The time since the machine's start at which a length of time has begun.
    private var start: Int64 = 0
    private var timer: WallClockTimer?
    private var handler: (@LoopActor () -> Void)?

    /// - Throws: The system's error if it cannot create another timer.
    init(_ end: ActivationEnd, clocks: HoldClocks = HoldClocks()) throws(SystemCallError) {
        self.end = end
        self.clocks = clocks
        timer = try WallClockTimer { [weak self] _ in self?.look() }
    }

    /// Calls the handler when the end comes, at once if it is over. A length of time begins now.
    func wait(_ handler: @escaping @LoopActor () -> Void) {
        self.handler = handler
        start = clocks.sinceBoot()
        look()
    }

    /// Milliseconds until the end, not positive once it has come; nil if no clock decides it.
    private var left: Int64? {
        switch end {
        case .at(let moment): clocks.wall().distance(to: moment)
        case .after(let milliseconds): milliseconds - (clocks.sinceBoot() - start)
        case .never, .withSession: nil
        }
    }

    /// Compares the clocks: the end has come, or a clock was set, or the machine slept.
    func look() {
        guard let handler, let left else { return }
        guard left <= 0 else {
            timer?.set(clocks.wall().adding(left).rawValue)
            return
        }
        timer?.set(nil)
        self.handler = nil
        handler()
    }
}

/// The clocks that go on while the machine sleeps. Tests provide their own.
struct HoldClocks {
    /// The clock that the user sees and sets.
    var wall: @LoopActor () -> Timestamp = { WallClock.now }
    /// Milliseconds since the start of the machine. Nobody can set this clock.
    var sinceBoot: @LoopActor () -> Int64 = { KernelClock.sinceBoot }
}
