// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import Testing

/// Problems of `focusd.conf` in force while the file on the disk is refused.
@Suite struct RefusedConfigurationTests {
    /// A trial with a newcomer: the message named a line of a text that was no longer there.
    @Test func aProblemOfTheTextInForceNamesNoLineOfARefusedFile() throws {
        let files = try SharedDirectories()
        try files.write(
            "user/focusd/focusd.conf",
            "[Server]\nCommand=nope-server\n[Hook x]\nOn=start\nFocus=nosuch\nRun=true\n")
        var layers = LayeredConfiguration(files.configuration)
        let focuses = files.focuses.load()
        func problems() -> [FileProblem] {
            layers.missingServer(in: "/usr/bin:/bin") + layers.unknownFocuses(among: focuses)
        }
        #expect(problems().map(\.line) == [2, 5])
        try files.write("user/focusd/focusd.conf", "[Serverr]\nFoo=dunst\n")
        layers.reload()
        #expect(!layers.problems.isEmpty)
        #expect(problems().map(\.line) == [nil, nil])
        let file = files.home + "/user/focusd/focusd.conf"
        for problem in problems() {
            let lead = "\(file): the last valid version, which is in force: "
            #expect(problem.description.hasPrefix(lead), "\(problem)")
        }
        try files.write("user/focusd/focusd.conf", "\n[Server]\nCommand=nope-server\n")
        layers.reload()
        #expect(problems().map(\.line) == [3])
    }
}
