// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// The calls of focusd that an app is answering.
///
/// Only focusd is answered: another program could send values that the user did not set.
@LoopActor final class AnsweredCalls {
    private let focusd: FocusdWatch
    private let onActivity: @LoopActor () -> Void
    private var running = 0
    /// Number of running calls whose answers focusd awaits no longer.
    private var abandoned = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// - Parameter onActivity: Called when a call arrives, and when the last one is answered.
    init(_ focusd: FocusdWatch, onActivity: @escaping @LoopActor () -> Void) {
        self.focusd = focusd
        self.onActivity = onActivity
    }

    /// True while calls are being answered, except those whose answers focusd awaits no longer.
    var isBusy: Bool { running > abandoned }

    /// True at the maximum number of calls.
    var isFull: Bool { running >= Limits.answeredFilterCalls }

    /// Returns once no call is being answered.
    func idle() async {
        guard isBusy else { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    /// Returns the error answer to a caller that is not focusd.
    func refusalUnlessFocusd(_ call: MethodCall) -> ErrorReply? {
        if let owner = focusd.owner, call.sender.rawValue == owner { return nil }
        return ErrorReply(WireError.accessDenied, "only focusd may call this")
    }

    func begin() {
        running += 1
        onActivity()
    }

    /// Counts a running call whose answer focusd awaits no longer.
    func abandon() {
        abandoned += 1
        tellIfIdle()
    }

    func finish(isAbandoned: Bool = false) {
        if isAbandoned { abandoned -= 1 }
        running -= 1
        tellIfIdle()
    }

    private func tellIfIdle() {
        guard !isBusy else { return }
        for waiter in waiters { waiter.resume() }
        waiters = []
        onActivity()
    }
}
