// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Testing

@testable import FocusDaemon

@Suite @LoopActor struct ServerProcessTests {
    /// Issue 17: a server that was about to serve counted as one that does not run.
    @Test func aServerIsStartingUntilItEnds() async {
        let server = ServerProcess(["/usr/bin/tail", "-f", "/dev/null"], log: Log())
        #expect(server.isStarting, "focusd starts it once its bus is there")
        server.start()
        #expect(server.isStarting && server.isRunning)
        await withCheckedContinuation { done in server.stop { done.resume() } }
        #expect(!server.isStarting)
    }

    @Test func aProgramThatCannotBeStartedIsNotStarting() {
        let server = ServerProcess(["/nonexistent/server"], log: Log())
        server.start()
        #expect(!server.isStarting && !server.isRunning)
        server.leave()
    }
}
