// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop
import Testing

/// The units as they are installed.
@Suite struct UnitFileTests {
    /// focus-link was gone after the first log-out on Xfce, and with sway and i3 on Debian: these
    /// sessions never start graphical-session.target.
    @Test("focus-link starts with focusd, too")
    func link() throws {
        let targets = try unit("focus-link").string("Install", "WantedBy") ?? ""
        #expect(targets.split(separator: " ").contains("focusd.service"), "\(targets)")
    }

    /// A start that took longer than two seconds failed again and again, without the stand-in:
    /// systemd counts the starts of ten seconds unless the unit says otherwise.
    @Test("the stand-in starts however long the failures of focusd take")
    func startLimit() throws {
        let unit = try self.unit("focusd")
        func number(_ group: String, _ key: String) throws -> Int {
            try #require(try unit.string(group, key).flatMap { Int($0) }, "\(key)")
        }
        let attempt = try number("Service", "TimeoutStartSec") + number("Service", "RestartSec")
        let attempts = try number("Unit", "StartLimitBurst")
        #expect(try number("Unit", "StartLimitIntervalSec") > attempts * attempt)
    }

    /// Five restarts by hand within 90 seconds ended focusd: systemd counts them as failures.
    @Test("starts before an ordinary end do not count towards the limit")
    func ordinaryEnd() throws {
        let line = try #require(try unit("focusd").string("Service", "ExecStopPost"))
        let command = try #require(line.split(separator: "'").last.map(String.init))
        #expect(line == "-/bin/sh -c '\(command)'")
        for (result, isReset) in [("success", true), ("exit-code", false), ("timeout", false)] {
            let shell = Process()
            shell.executableURL = URL(filePath: "/bin/sh")
            // As systemd hands it over, with a systemctl that says its arguments.
            let words = command.replacing("$$", with: "$").replacing("%n", with: "focusd.service")
                .replacing("exec systemctl", with: "echo")
            shell.arguments = ["-c", words]
            shell.environment = ["SERVICE_RESULT": result]
            let pipe = Pipe()
            shell.standardOutput = pipe
            try shell.run()
            shell.waitUntilExit()
            let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
            let text = String(decoding: output, as: UTF8.self)
            #expect(text == (isReset ? "--user reset-failed focusd.service\n" : ""))
        }
    }

    private func unit(_ name: String) throws -> KeyFile {
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let file = root.appending(path: "dbus/\(name).service")
        return try KeyFile(contents: String(contentsOf: file, encoding: .utf8))
    }
}
