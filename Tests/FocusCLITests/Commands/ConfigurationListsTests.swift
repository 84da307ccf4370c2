// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Testing

@testable import FocusCLI

/// The advice of `explain` about the lists of apps in `focusd.conf`.
@Suite @LoopActor struct ConfigurationListsTests {
    @Test(
        "the lists of focusd.conf have an app under its desktop file's other ids",
        arguments: [
            (
                "[Urgency]\nIgnoreFrom=thunderbird;\n",
                "does not count from Thunderbird ([Urgency] IgnoreFrom= of focusd.conf)."
            ),
            (
                "[Critical]\nApps=thunderbird;\n",
                "[Critical] Apps= of focusd.conf names Thunderbird,"
            ),
        ])
    func listedByItsFile(_ settings: String, _ advice: String) throws {
        let focus = try Configuration()
        try focus.write("work", "[Focus]\nName=Work\nApps=allow\n")
        try focus.writeData(
            "applications/thunderbird.desktop",
            "[Desktop Entry]\nName=Thunderbird\nStartupWMClass=thunderbird-default\n")
        try focus.writeSettings(settings)
        let answer = ExplainAnswer(
            Decision(verdict: .silence, reason: .app, level: .active), focus: FocusID("work"))
        let seen = SeenApp(
            AppID("thunderbird-default"), names: ["Mail"], count: 1, latest: Timestamp(rawValue: 6))
        let control = FakeControl(
            Fixture.control([
                "Explain": [answer.value],
                "ListApps": [.array(of: "a{sv}", [seen.value])],
            ]))
        let result = focus(
            "explain", "--app", "thunderbird-default", "--urgency", "critical", control: control)
        #expect(result.output.contains(advice), "\(result)")
    }
}
