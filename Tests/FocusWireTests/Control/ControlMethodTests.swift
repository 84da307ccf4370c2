// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Testing

@Suite struct ControlMethodTests {
    @Test func eachMethodOfTheInterfaceIsKnown() throws {
        let names = try WireInterface.control.methods.map(\.name.rawValue)
        #expect(Set(names) == Set(ControlMethod.allCases.map(\.rawValue)))
    }

    @Test func onlyHoldsAreForSandboxedApps() {
        let open = ControlMethod.allCases.filter(\.isForSandboxedApps)
        #expect(open == [.hold, .release])
    }
}
