// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import Testing

@Suite struct DoctorCheckTests {
    @Test(
        "the reason of a trigger comes without the words about the trigger",
        arguments: [
            ("focusd cannot detect “network:Cafe: Guests”: no bus", "no bus"),
            ("focusd cannot see whether it runs: the bus: gone", "the bus: gone"),
            ("no such network", "no such network"),
            (
                "focusd may miss events of “network:Cafe: Guests”: no file",
                "focusd may miss events of “network:Cafe: Guests”: no file"
            ),
        ])
    func reasons(_ detail: String, _ reason: String) {
        let trigger = Trigger.network("Cafe: Guests")
        let check = DoctorCheck(
            check: DoctorCheck.name(of: trigger), detail: detail,
            problem: .init(.triggerUnseen, remedy: ""))
        #expect(check.reason(for: trigger) == reason)
    }
}
