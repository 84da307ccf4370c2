// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc
import TestSupport
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

    /// Found by review: page Now went on to say “Is starting” of a server that never served.
    @Test func theEndOfAStartIsToldAlsoWhileTheProgramRuns() async {
        let server = ServerProcess(
            ["/usr/bin/tail", "-f", "/dev/null"], startTime: .milliseconds(1), log: Log())
        server.start()
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            server.onStarting = {
                server.onStarting = nil
                done.resume()
            }
        }
        #expect(!server.isStarting && server.isRunning)
        await withCheckedContinuation { done in server.stop { done.resume() } }
    }

    @Test func aProgramThatCannotBeStartedIsNotStarting() {
        let server = ServerProcess(["/nonexistent/server"], log: Log())
        server.start()
        #expect(!server.isStarting && !server.isRunning)
        server.leave()
    }

    /// A trial with a newcomer: `doctor` said “exited(0)”.
    @Test func aServerThatEndsAtOnceHasPlainWords() async {
        let server = ServerProcess(["/bin/true"], log: Log())
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            // On a busy machine, the next start fails before this test goes on.
            server.onFailure = {
                server.onFailure = nil
                done.resume()
            }
            server.start()
        }
        server.leave()
        #expect(server.lastEnd == "it ended with exit status 0 soon after its start")
    }

    /// A server without a display ends at once, and may wait 30 s when the display appears.
    @Test func aServerThatWaitsIsStartedAtOnce() async throws {
        let directory = try makeTemporaryDirectory("server")
        let program = directory + "/server"
        let server = ServerProcess([program, "-f", "/dev/null"], log: Log())
        server.restartNow()
        #expect(!server.waitsForRestart, "it was never started")
        // Each failed start doubles the pause.
        for _ in 0..<9 { server.start() }
        #expect(server.waitsForRestart && !server.isRunning && server.lacksProgram())
        #expect(unsafe symlink("/usr/bin/tail", program) == 0)
        #expect(!server.lacksProgram())
        var changes = 0
        server.onStarting = { changes += 1 }
        server.restartNow()
        #expect(server.isRunning && !server.waitsForRestart)
        #expect(server.isStarting && changes == 1, "the start is told")
        server.onStarting = nil
        await withCheckedContinuation { done in server.stop { done.resume() } }
        _ = unsafe unlink(program)
        _ = unsafe rmdir(directory)
    }
}
