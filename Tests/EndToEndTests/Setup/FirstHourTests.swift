// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

extension EndToEnd {
    /// The first hour of a new user (issue 17).
    @Suite @LoopActor struct FirstHourTests {
        @Test("missed open is done when the list is read, and says why it does not open")
        func opening() async throws {
            let program = Programs.path("focus-switch")
            let files = ["focusd.conf": "[Missed]\nCommand=/bin/false\n"]
            try await withDesktop(files: files) { desktop in
                try await desktop.startWithServer()
                let failed = try desktop.tool("sh", "-c", "\(program) missed open 2>&1")
                #expect(try await failed.exits.next() == .exited(1))
                try await failed.ended()
                #expect(
                    failed.text.contains(
                        "“/bin/false” ended with exit status 1; see [Missed] Command= in"
                            + " focusd.conf"), "\(failed.text)")
                try desktop.write("focusd.conf", "[Missed]\nCommand=\(program) missed\n")
                try await desktop.run(program, "reload")
                let opened = try await desktop.run(program, "missed", "open")
                #expect(opened == "Opened the missed list.")
            }
        }

        @Test("ids stay small numbers through restarts and kills")
        func ids() async throws {
            try await withDesktop { desktop in
                try await desktop.startWithServer()
                let first = try await desktop.client().notify("1")
                #expect(first == 1)
                try await desktop.end()
                try await desktop.startWithServer()
                let second = try await desktop.client().notify("2")
                #expect(second == 2)
                try await desktop.end(SIGKILL)
                try await desktop.startWithServer()
                let third = try await desktop.client().notify("3")
                #expect(third == 3)
            }
        }
    }
}
