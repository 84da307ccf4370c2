// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import GLibLoop
import Glibc
import TestSupport
import Testing

/// A focusd that outlives a log-out, with a pretended logind: `--until-logout` went on.
extension EndToEnd.Focuses {
    @Suite(.timeLimit(.minutes(20)), .enabled(if: hasMocks))
    @LoopActor struct LoginSessionTests {
        private static let login: BusName = "org.freedesktop.login1"
        private static let user: ObjectPath =
            (try? ObjectPath("/org/freedesktop/login1/user/_\(getuid())")) ?? .root
        private static let files = ["focuses/work.focus": "[Focus]\nName=Work\nApps=silence\n"]

        private static func display(_ id: String) throws -> Value {
            .structure([
                .string(id), .objectPath(try ObjectPath("/org/freedesktop/login1/session/\(id)")),
            ])
        }

        private static func logIn(_ id: String, _ services: SystemServices) async throws {
            try await services.set(
                login, user, "org.freedesktop.login1.User", "Display", try display(id))
        }

        @Test(
            "a Focus until the log-out ends when logind names another session",
            arguments: [[], ["XDG_SESSION_ID=c1", "INVOCATION_ID=0"]])
        func another(_ variables: [String]) async throws {
            try await withDesktop(files: Self.files) { desktop in
                let services = try SystemServices(for: desktop)
                try await services.start(Self.login, "--template", "logind")
                for session in ["c1", "c2"] {
                    try await services.add(
                        Self.login, "/org/freedesktop/login1",
                        "/org/freedesktop/login1/session/\(session)",
                        "org.freedesktop.login1.Session", ["Type": .string("wayland")])
                }
                try await services.add(
                    Self.login, "/org/freedesktop/login1",
                    "/org/freedesktop/login1/user/_\(getuid())", "org.freedesktop.login1.User",
                    ["Display": try Self.display("c1")])
                let prefix =
                    ["/usr/bin/env", "-u", "XDG_SESSION_ID", "-u", "INVOCATION_ID"] + variables
                try await desktop.start(through: prefix)
                let listener = try await FocusListener(desktop)
                try await listener.client.focusd(
                    "ActivateWith", .string("work"), .vardict(["until-logout": .boolean(true)]))
                #expect(try await listener.changes.next() == "work")
                try await Self.logIn("c2", services)
                #expect(try await listener.changes.next() == "")
                await services.close()
            }
        }
    }
}
