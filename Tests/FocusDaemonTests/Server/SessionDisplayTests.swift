// SPDX-License-Identifier: Apache-2.0

import GLibLoop
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import FocusDaemon

/// The display of a session, for a focusd that the bus started without one (issue 17).
@Suite @LoopActor struct SessionDisplayTests {
    @Test func systemdsEnvironmentNamesTheDisplay() {
        let environment = ["PATH=/bin", "DISPLAY=:1", "XAUTHORITY=/run/x=y", "HOME=/home/me"]
        #expect(
            SessionDisplay.displayVariables(environment)
                == ["DISPLAY": ":1", "XAUTHORITY": "/run/x=y"])
        #expect(SessionDisplay.displayVariables(["PATH=/bin", "XDG_SESSION_TYPE=tty"]) == nil)
        #expect(SessionDisplay.displayVariables([]) == nil)
    }

    @Test func aCompositorsSocketCountsWhileSomebodyListens() throws {
        let directory = try makeTemporaryDirectory("runtime")
        defer { _ = unsafe rmdir(directory) }
        #expect(SessionDisplay.waylandSocket(in: directory) == nil)
        #expect(SessionDisplay.waylandSocket(in: nil) == nil)
        let stale = try Listener("\(directory)/wayland-0")
        stale.close()
        let lock = try Listener("\(directory)/wayland-1.lock")
        #expect(SessionDisplay.waylandSocket(in: directory) == nil)
        let live = try Listener("\(directory)/wayland-1")
        #expect(SessionDisplay.waylandSocket(in: directory) == "wayland-1")
        for listener in [stale, lock, live] { listener.remove() }
    }

    /// A new sway has a new socket, also on a display of the same name.
    @Test func theSocketOfAnEndedSwayGivesWayToThatOfTheNext() throws {
        let directory = try makeTemporaryDirectory("sway")
        defer { _ = unsafe rmdir(directory) }
        func path(_ process: Int) -> String { "\(directory)/sway-ipc.\(getuid()).\(process).sock" }
        let first = try Listener(path(1))
        let second = try Listener(path(2))
        #expect(SessionDisplay.liveSwaySocket(path(1), in: directory) == path(1))
        first.close()
        #expect(SessionDisplay.liveSwaySocket(path(1), in: directory) == path(2))
        #expect(SessionDisplay.liveSwaySocket(path(1), in: nil) == nil)
        let third = try Listener(path(3))
        #expect(SessionDisplay.liveSwaySocket(path(1), in: directory) == nil, "one of two")
        for listener in [first, second, third] { listener.remove() }
        #expect(SessionDisplay.liveSwaySocket(path(1), in: directory) == nil)
    }

    /// sway's queue holds three connections, also those that were closed: focusd hung with sway.
    @Test func aSwayThatHangsListens() async throws {
        let directory = try makeTemporaryDirectory("sway")
        defer { _ = unsafe rmdir(directory) }
        let path = "\(directory)/sway-ipc.sock"
        let sway = try Listener(path, backlog: 0)
        defer { sway.remove() }
        for _ in 0..<3 {
            let found = try await withDeadline {
                // The end of the listener ends a question that waits for it.
                await withTaskCancellationHandler {
                    await Task.detached {
                        SessionDisplay.liveSwaySocket(path, in: nil)
                    }.value
                } onCancel: {
                    sway.close()
                }
            }
            #expect(found == path)
        }
    }

    /// The question for the windows waited for room in the queue of a compositor that hangs.
    @Test(.timeLimit(.minutes(5))) func aCompositorThatHangsIsAskedAgain() async throws {
        let directory = try makeTemporaryDirectory("wayland")
        defer { _ = unsafe rmdir(directory) }
        let path = "\(directory)/wayland-1"
        let compositor = try Listener(path, backlog: 0)
        defer { _ = unsafe unlink(path) }
        // Closed connections stay in the queue.
        for _ in 0..<3 { #expect(SessionDisplay.liveSwaySocket(path, in: nil) == path) }
        // The end of the listener ends a connection that waits for it.
        let rescue = Task.detached {
            try await Task.sleep(for: .testDeadline)
            compositor.close()
        }
        let watch = WaylandWindowWatch(path: path, retryDelay: .milliseconds(1))
        let changes = Recorder<Void>()
        watch.onChange = { _ in changes.record(()) }
        watch.start()
        rescue.cancel()
        #expect(watch.failure == "the compositor accepts no connections at \(path)")
        compositor.close()
        while watch.failure != "the compositor cannot be reached at \(path)" {
            try await changes.next()
        }
        watch.stop()
    }

    @Test func theOnlyXServerOfTheUserIsTheDisplay() throws {
        let directory = try makeTemporaryDirectory("x11")
        defer { _ = unsafe rmdir(directory) }
        let first = try Listener("\(directory)/X7")
        #expect(SessionDisplay.xDisplay(in: directory) == ":7")
        let second = try Listener("\(directory)/X8")
        #expect(SessionDisplay.xDisplay(in: directory) == nil)
        for listener in [first, second] { listener.remove() }
    }

    /// focusd outlives a log-out: the server was started again and again on the old display.
    @Test func aDisplayWithoutAListenerIsGone() throws {
        let directory = try makeTemporaryDirectory("x11")
        defer { _ = unsafe rmdir(directory) }
        let socket = try Listener("\(directory)/X7")
        func isGone(_ variables: [String: String]) -> Bool {
            SessionDisplay.lacksDisplay(in: directory) { variables[$0] }
        }
        #expect(!isGone([:]))
        #expect(!isGone(["DISPLAY": ":7"]) && !isGone(["DISPLAY": ":7.0"]))
        #expect(isGone(["DISPLAY": ":8"]))
        #expect(!isGone(["DISPLAY": "localhost:10.0"]), "it cannot be looked at")
        #expect(isGone(["DISPLAY": ":7", "XAUTHORITY": "\(directory)/none"]))
        #expect(!isGone(["DISPLAY": ":8", "WAYLAND_DISPLAY": "\(directory)/X7"]))
        socket.close()
        #expect(isGone(["DISPLAY": ":7"]))
        #expect(isGone(["WAYLAND_DISPLAY": "\(directory)/X7"]))
        socket.remove()
    }

    /// A socket in the file system.
    private final class Listener: Sendable {
        private let path: String
        /// The socket; nil once it is closed. Its number may be another file's then.
        private let open: Mutex<Int32?>

        init(_ path: String, backlog: Int32 = 5) throws {
            self.path = path
            let descriptor = socket(
                AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
            open = Mutex(descriptor)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            unsafe withUnsafeMutableBytes(of: &address.sun_path) {
                unsafe $0.copyBytes(from: Array(path.utf8))
            }
            let isBound = unsafe withUnsafePointer(to: &address) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                    unsafe bind(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
                }
            }
            guard isBound, listen(descriptor, backlog) == 0 else {
                throw TestSupportError("bind \(path)")
            }
        }

        func close() {
            let descriptor = open.withLock { open in
                defer { open = nil }
                return open
            }
            guard let descriptor else { return }
            // A process that is being started has a copy of the socket, which would listen on.
            shutdown(descriptor, Int32(SHUT_RDWR))
            _ = Glibc.close(descriptor)
        }

        func remove() {
            close()
            _ = unsafe unlink(path)
        }
    }
}
