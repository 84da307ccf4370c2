// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop
import TestSupport
import Testing

extension EndToEnd.SettingsPages.SettingsPageTests {
    /// A focus-switch whose first run of the setup waits for a file and fails. The second run
    /// works.
    private static let program = """
        #!/bin/sh
        case "$*" in
        doctor*)
            [ ! -e "$HOME/done" ] || { echo '[]'; exit; }
            echo '[{"check":"units","ok":false,"detail":"systemd starts mako",'
            echo '"problem":"unit-competing","remedy":"focus-switch setup"}]'
            exit 1 ;;
        *--yes*)
            [ ! -e "$HOME/ran" ] || { touch "$HOME/done"; echo '{"steps":[]}'; exit; }
            touch "$HOME/ran"
            while [ ! -e "$HOME/seen" ]; do sleep 0.1; done
            echo '{"steps":[]}'
            echo 'focus-switch: the command failed: ln -s a b' >&2
            exit 1 ;;
        *) [ -e "$HOME/done" ] || step='{"reason":"link it","command":"ln -s a b","done":false}'
            echo '{"steps":['"$step"']}' ;;
        esac

        """

    @Test("issue 21: a setup at work says so, and one that fails is tried again, by keys")
    func theSetupIsTriedAgain() async throws {
        try await withWindow(
            ["focuses/quiet.focus": nil],
            program: Self.withSwitch
        ) { _, client in
            let answer = try await client(["setup"])
            #expect(answer == "done")
        }
    }

    @Test("issue 21: the check-up runs the setup after it has shown the commands, and counts")
    func theCheckUpRunsTheSetup() async throws {
        try await withWindow(program: Self.withSwitch) { desktop, client in
            try await desktop.run("notify-send", "-a", "Shop", "Big sale", "Today only")
            let answer = try await client(["check-up"])
            #expect(answer == "done")
        }
    }

    /// Returns the path of the window in a folder with ``program``.
    private static func withSwitch(_ desktop: Desktop) async throws -> String {
        let folder = desktop.home + "/installed"
        try await Programs.make(Self.program, at: folder + "/focus-switch")
        try await Programs.copy(
            Programs.path("focus-settings"), to: folder + "/focus-settings")
        return folder + "/focus-settings"
    }
}
