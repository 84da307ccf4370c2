// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import TestSupport
import Testing

/// A display that has ended before its session.
extension EndToEnd.Server {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct EndedDisplayTests {
        /// The X server ends before the session: the next display was the old one, and the server
        /// was started without a pause.
        @Test(
            "an ended display that logind still names is no next one",
            .enabled(if: EndToEnd.Focuses.hasMocks))
        func endedDisplay() async throws {
            try await withDesktop(hasServer: false) { desktop in
                let login: BusName = "org.freedesktop.login1"
                let root: ObjectPath = "/org/freedesktop/login1"
                let services = try SystemServices(for: desktop)
                try await services.start(login, "--template", "logind")
                try await services.add(
                    login, root, "\(root)/session/c1", "org.freedesktop.login1.Session",
                    ["Display": .string(":77")])
                try await services.add(
                    login, root, "\(root)/user/self", "org.freedesktop.login1.User",
                    [
                        "Display": .structure([
                            .string("c1"), .objectPath("/org/freedesktop/login1/session/c1"),
                        ])
                    ])
                let script = desktop.home + "/server"
                try desktop.writeFile(script, "echo \"server on $DISPLAY\" >&2\nexit 1\n")
                try desktop.write("focusd.conf", "[Server]\nCommand=/bin/sh \(script)\n")
                desktop.variables["DISPLAY"] = ":77"
                try await desktop.start([])
                try await desktop.waitForLog("server on ", times: 4)
                #expect(!desktop.log.contains("the session's display is now :77"))
                await services.close()
            }
        }
    }
}
