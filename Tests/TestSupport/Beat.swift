// SPDX-License-Identifier: Apache-2.0
package import GLibLoop

/// Calls a handler each time an interval has passed, until the beat is cancelled or dropped.
///
/// For tests that keep the loop busy, or look for a change that no event reports. The programs wait
/// for events.
@LoopActor package final class Beat {
    private var timer: Timer?

    package init(every interval: Duration, _ handler: @escaping @LoopActor () -> Void) {
        timer = Timer(after: interval) { [weak self] in
            self?.timer?.reset(after: interval)
            handler()
        }
    }

    /// Ends the calls.
    package func cancel() {
        timer?.cancel()
    }
}
