// SPDX-License-Identifier: Apache-2.0
import GLibLoop
import Testing

@Suite struct EnvironmentTests {
    @Test func `a variable that is set has its value`() {
        #expect(Environment.variable("PATH") != nil)
        #expect(Environment.variable("NO_SUCH_VARIABLE") == nil)
    }
}
