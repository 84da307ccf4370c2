// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusFiles
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// `doctor` looked for service files only where this shell's variables point, and claimed that
/// nothing starts focusd.
@Suite("Service files that the bus alone finds") struct BusViewTests {
    private static let focusd = ServiceFile(path: "/nix/a", program: "focusd")
    private static let dunst = ServiceFile(path: "/nix/b", program: "dunst")

    @Test(
        "what the bus says comes before what the shell sees",
        arguments: [
            (true, [focusd], true, "the bus starts focusd, by /nix/a, outside of this shell's"),
            (true, [dunst, focusd], false, "/nix/b, outside of this shell's"),
            (true, [], false, "the bus starts a notification server by a file that lies outside"),
            (false, [], false, "the bus knows no file that starts a notification server"),
            (false, [focusd], false, "the bus knows no file that starts a notification server"),
            (nil, [], false, "no file in this shell's XDG_DATA_HOME and XDG_DATA_DIRS"),
        ] as [(Bool?, [ServiceFile], Bool, String)])
    func check(_ starts: Bool?, _ files: [ServiceFile], _ isGood: Bool, _ detail: String) throws {
        var facts = SessionFactsTests.fresh
        facts.activations = []
        facts.busStartsServer = starts
        facts.busActivations = files.isEmpty ? [] : [files]
        let check = try #require(facts.checks.first { $0.check == "service file" })
        #expect(check.isGood == isGood, "\(check)")
        #expect(check.detail.hasPrefix(detail), "\(check)")
    }

    /// A popup that was on the screen was gone after setup.
    @Test("setup says before it asks that popups disappear with the running server")
    @LoopActor func popups() {
        let result = run(["setup"], FakeControl(Fixture.control()), facts: SessionFactsTests.fresh)
        #expect(
            result.output.contains(
                "Popups that are on the screen now disappear, since dunst ends and starts again"
                    + " behind focusd"), "\(result.output)")
        var facts = SessionFactsTests.fresh
        for (count, start) in [
            (0, "dunst ends and starts again behind focusd, without its own list"),
            (1, "dunst has 1 popup, which disappears, since dunst ends"),
            (3, "dunst has 3 popups, which disappear, since dunst ends"),
        ] {
            facts.popups = count
            #expect(facts.popupsNote?.hasPrefix(start) == true, "\(facts.popupsNote ?? "")")
        }
        facts.notifications = .init(processID: 9, program: "fnott")
        facts.popups = 0
        #expect(facts.popupsNote == nil, "there is nothing to lose")
        facts.popups = nil
        #expect(facts.popupsNote?.hasSuffix("read them first.") == true)
        facts.notifications = nil
        #expect(facts.popupsNote == nil)
        facts.notifications = .init(processID: 9, program: "gnome-shell")
        facts.shell = .gnome
        #expect(facts.popupsNote == nil)
        facts.notifications = .init(processID: 9, program: "plasmashell")
        facts.shell = .plasma
        #expect(facts.popupsNote != nil)
    }
}
