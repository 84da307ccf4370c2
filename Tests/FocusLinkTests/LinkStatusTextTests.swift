// SPDX-License-Identifier: Apache-2.0

import FocusWire
import Testing

@testable import FocusLink

/// `focus-switch link status` as text.
@Suite struct LinkStatusTextTests {
    private var status: LinkStatus {
        var status = LinkStatus()
        status.isConnected = true
        status.broker = "broker.example.org:8883"
        status.name = "alpha"
        status.role = "both"
        status.focus = ""
        status.machines = [.init(name: "beta", isOnline: false, role: "follow")]
        status.refused = 2
        status.problems = [
            "3 Focus files are missing here, so nothing is deleted on the other machines; to do:"
                + " focus-switch link restore, or focus-switch link delete"
        ]
        return status
    }

    /// Issue 17: a long problem was broken within words at the terminal's edge.
    @Test func longTextsWrapBetweenWordsBesideTheirLabels() {
        #expect(
            status.text(width: 60) == """
                This machine  alpha (both)
                Broker        broker.example.org:8883, connected (TLS,
                              sealed)
                Focus         off, from alpha
                Machine       beta, away (follow)
                Refused       2 messages of strangers
                Problem       3 Focus files are missing here, so nothing is
                              deleted on the other machines; to do:
                              focus-switch link restore, or focus-switch
                              link delete
                """)
    }

    @Test func withoutATerminalEachTextHasOneLineWithoutPadding() {
        let lines = status.text(width: nil).split(separator: "\n")
        #expect(lines.count == 6)
        #expect(lines[1] == "Broker  broker.example.org:8883, connected (TLS, sealed)")
        #expect(lines[5].hasPrefix("Problem  3 Focus files") && lines[5].hasSuffix("link delete"))
    }
}
