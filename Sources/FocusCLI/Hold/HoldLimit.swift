// SPDX-License-Identifier: Apache-2.0

// A Focus that a command keeps on ends when one with an end in focusd would (Agenda). A moment is
// one of the wall clock, also after that clock was set. A length of time passes while the machine
// sleeps, too, and no setting of the clock changes it.

import FocusCore
import FocusWire
import GLibLoop
import Glibc

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
    var sinceBoot: @LoopActor () -> Int64 = {
        var time = timespec()
        unsafe clock_gettime(CLOCK_BOOTTIME, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
