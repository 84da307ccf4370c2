// SPDX-License-Identifier: Apache-2.0

import FocusCore
import GLibLoop
import Glibc

extension AppSession {
    /// Serves the filters of an app that does not run. Ends after a time without a call, with
    /// SIGTERM, when the app takes over, or when the bus closes. Calls that arrived before are
    /// answered first.
    ///
    /// Returns at once if another process already serves the filters.
    ///
    /// - Parameters:
    ///   - limit: Maximum time without a call.
    ///   - grace: Maximum time for the last answers. focusd waits no longer than the default.
    /// - Throws: `notReachable` if there is no bus; `refused` in a process without an app id.
    package func serveUntilIdle(
        _ limit: Duration, grace: Duration = Limits.filterDeadline
    ) async throws(ControlError) {
        try serve()
        guard ownsName else { return }
        let end = Latch()
        let timer = Timer(after: limit) { [weak self] in
            if self?.isBusy != true { end.open() }
        }
        let termination = UnixSignalSource(signal: SIGTERM) { end.open() }
        let bus = observe { if $0 == nil { end.open() } }
        onActivity = { [weak self] in
            if self?.ownsName == true { timer.reset(after: limit) } else { end.open() }
        }
        await end.wait()
        onActivity = nil
        timer.cancel()
        withExtendedLifetime(bus) {}
        await self.end(within: grace)
        termination.cancel()
    }

    private func end(within limit: Duration) async {
        let ended = Latch()
        let deadline = Timer(after: limit) { ended.open() }
        Task {
            await end()
            ended.open()
        }
        await ended.wait()
        deadline.cancel()
    }
}
