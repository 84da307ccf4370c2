// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import FocusWire
import Foundation
import TestSupport
import Testing

@testable import FocusCLI

/// A trial with a newcomer: without systemd, `doctor` named a command that starts nothing.
@Suite("The check of a link that does not run") struct LinkCheckTests {
    @Test("its remedy starts the link, with systemd and without")
    func remedy() throws {
        let directory = try makeTemporaryDirectory("link")
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let base = BaseDirectories {
            ["HOME": directory, "XDG_CONFIG_HOME": directory, "XDG_RUNTIME_DIR": directory][$0]
        }
        #expect(LinkProgram.notRunning(base) == nil)
        for folder in ["focusd", "systemd"] {
            try FileManager.default.createDirectory(
                atPath: "\(directory)/\(folder)", withIntermediateDirectories: true)
        }
        let file = "\(directory)/focusd/focus-link.conf"
        try "[Broker]\nHost=b\n".write(toFile: file, atomically: true, encoding: .utf8)
        let remedy = { LinkProgram.notRunning(base)?.problem?.remedy }
        #expect(remedy() == "setsid focus-link >/dev/null 2>&1 &")
        try "".write(toFile: "\(directory)/systemd/private", atomically: true, encoding: .utf8)
        #expect(remedy() == "systemctl --user enable --now focus-link")
        try "[Link]\nEnabled=false\n".write(toFile: file, atomically: true, encoding: .utf8)
        #expect(LinkProgram.notRunning(base) == nil)
    }

    @Test("a link without an answer is started again, with systemd and without")
    func restart() {
        #expect(LinkStart.restart(hasManager: true) == "systemctl --user restart focus-link")
        #expect(
            LinkStart.restart(hasManager: false)
                == "pkill -KILL -u \"$USER\" -x focus-link && setsid focus-link >/dev/null 2>&1 &")
    }
}
