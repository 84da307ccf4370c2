// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FocusDaemon

/// A trial with a newcomer: `doctor` kept silent about a server's program that did not exist.
@Suite struct DoctorTextTests {
    @Test func theReasonOfTheServersEndIsNamed() {
        #expect(
            Doctor.serverText("nosuchserver -x", "No such file or directory")
                == "the notification server is not running (nosuchserver -x): No such file or"
                + " directory; notifications wait")
        #expect(Doctor.serverText("mako", nil).hasSuffix("(mako); notifications wait"))
    }
}
