// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusFiles
import Foundation
import GLibLoop
import Testing

@testable import FocusCLI

/// doctor and setup told users of Quickshell and awesome to remove the line that starts their bar
/// or window manager.
@Suite("Shells that are bar and server in one") struct BarShellTests {
    @Test(
        "the line that starts the shell with the session stays",
        arguments: [
            ("qs", ["qs", "-c", "bar"], "hypr", "hyprland.conf", "exec-once = qs -c bar\n"),
            ("awesome", ["/usr/bin/awesome"], "awesome", "rc.lua", "{ group = \"awesome\" },\n"),
        ])
    @LoopActor func line(
        _ program: String, _ command: [String], _ directory: String, _ file: String, _ text: String
    ) throws {
        let home = try Configuration()
        try FileManager.default.createDirectory(
            atPath: "\(home.path)/\(directory)", withIntermediateDirectories: true)
        try text.write(
            toFile: "\(home.path)/\(directory)/\(file)", atomically: true, encoding: .utf8)
        let starts = SessionStartFiles(
            BaseDirectories { ["XDG_CONFIG_HOME": home.path, "HOME": home.path][$0] })
        #expect(starts.lines(starting: [program]).count == 1)
        let shell = SetupRecord(program: program, command: command)
        var facts = SessionFacts()
        facts.notifications = SessionOwners.Owner(processID: 9, program: program)
        facts.server = shell
        #expect(starts.lines(starting: facts.otherPrograms).isEmpty)
        facts.server = SetupRecord()
        facts.record = shell
        #expect(starts.lines(starting: facts.otherPrograms).isEmpty)
        facts.server = SetupRecord(program: "dunst", command: ["dunst"])
        #expect(facts.otherPrograms == ["dunst"])
    }
}
