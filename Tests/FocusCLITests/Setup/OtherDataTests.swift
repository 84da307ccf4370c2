// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import FocusCLI

/// With XDG_DATA_HOME in a shell's start file, `setup` wrote links where the bus does not look, and
/// `doctor` said that the bus starts focusd.
@Suite("A shell with another data directory than the bus's or focusd's") struct OtherDataTests {
    private static func base(_ data: String, home: String = "/home/me") -> BaseDirectories {
        BaseDirectories { ["HOME": home, "XDG_DATA_HOME": data][$0] }
    }

    @Test("only another directory of the same user counts")
    func difference() throws {
        let own = Self.base("/home/me/dot")
        let bus = OtherData(["HOME": "/home/me"], own: own)
        #expect(bus == OtherData(other: "/home/me/.local/share", own: "/home/me/dot"))
        #expect(OtherData(nil, own: own) == nil)
        #expect(OtherData(["HOME": "/home/me", "XDG_DATA_HOME": "/home/me/dot/"], own: own) == nil)
        #expect(OtherData(["HOME": "/home/you"], own: own) == nil)
    }

    @Test("doctor names both directories, and setup the place of its files")
    @LoopActor func texts() {
        var facts = SessionFactsTests.fresh
        facts.focusdData = OtherData(other: "/home/me/.local/share", own: "/home/me/dot")
        let check = facts.checks.first { $0.check == "directories" }
        #expect(check?.isGood == false)
        #expect(
            check?.detail == "focusd looks for apps and their Focus filters in"
                + " /home/me/.local/share, and this shell has some in /home/me/dot")
        #expect(check?.problem?.remedy.contains("XDG_DATA_HOME") == true)
        #expect(facts.dataNote == nil)
        facts.busData = facts.focusdData
        let result = run(["setup"], FakeControl(Fixture.control()), facts: facts)
        let place = "The session bus looks for these files in /home/me/.local/share"
        #expect(result.output.contains(place), "\(result.output)")
    }

    @Test("links of an earlier setup in this shell's directory are found, and undone")
    func strays() throws {
        let directory = try makeTemporaryDirectory("data")
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let installed = directory + "/share/focusd"
        let name = "org.freedesktop.Notifications.service"
        for folder in [installed, directory + "/dot/dbus-1/services"] {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
        }
        try "".write(toFile: "\(installed)/\(name)", atomically: true, encoding: .utf8)
        let base = BaseDirectories {
            [
                "HOME": directory, "XDG_DATA_HOME": directory + "/dot",
                "XDG_DATA_DIRS": directory + "/share",
            ][$0]
        }
        let found = { SessionFacts.links(in: base, to: SessionServices(base), PortalFiles()) }
        #expect(found() == [])
        let link = "\(directory)/dot/dbus-1/services/\(name)"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: "\(installed)/\(name)")
        #expect(found() == [link])
        var facts = SessionFactsTests.fresh
        #expect(facts.strayStep == nil)
        facts.strayLinks = [link]
        #expect(facts.undoing.last?.command == "rm \(link)")
    }
}
