// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Glibc

extension AppSession {
    /// Serves the filters of an app that does not run: until nothing has been asked for a while,
    /// until SIGTERM, until the app takes over, or until the bus is gone. What was asked by then is
    /// answered first.
    ///
    /// Returns at once where another process serves them already.
    ///
    /// - Parameters:
    ///   - limit: How long to stay without being asked.
    ///   - grace: How long what is being answered may hold up the end; focusd waits no longer.
    /// - Throws: `notReachable` when there is no bus; `refused` in a process without an app id.
    package func serveUntilIdle(
        _ limit: Duration, grace: Duration = Limits.filterDeadline
    ) async throws(ControlError) {
        try serve()
        guard ownsName else { return }
        let end = EndOfService()
        let timer = Timer(after: limit) { [weak self] in
            if self?.isBusy != true { end.come() }
        }
        let termination = UnixSignalSource(signal: SIGTERM) { end.come() }
        let bus = observe { if $0 == nil { end.come() } }
        onActivity = { [weak self] in
            if self?.ownsName == true { timer.reset(after: limit) } else { end.come() }
        }
        await end.comes()
        onActivity = nil
        timer.cancel()
        withExtendedLifetime(bus) {}
        await self.end(within: grace)
        termination.cancel()
    }

    private func end(within limit: Duration) async {
        let ended = EndOfService()
        let deadline = Timer(after: limit) { ended.come() }
        Task {
            await end()
            ended.come()
        }
        await ended.comes()
        deadline.cancel()
    }
}

/// Something that comes once and is waited for by one.
@LoopActor private final class EndOfService {
    private var hasCome = false
    private var waiter: CheckedContinuation<Void, Never>?

    func come() {
        hasCome = true
        waiter?.resume()
        waiter = nil
    }

    func comes() async {
        if hasCome { return }
        await withCheckedContinuation { waiter = $0 }
    }
}
