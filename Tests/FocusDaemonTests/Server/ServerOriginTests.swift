// SPDX-License-Identifier: Apache-2.0

import FocusFiles
import GLibLoop
import Testing

@testable import FocusDaemon

@Suite struct ServerOriginTests {
    @Test func theCommandLineComesBeforeTheFile() throws {
        for (arguments, origin, named) in [
            ([], ServerOrigin.search, .configuration),
            (["--server=mako"], .commandLine, .commandLine),
            (["--server-bus=unix:path=/a"], .bus("unix:path=/a"), .bus("unix:path=/a")),
            (["--decide-only"], .decideOnly, .decideOnly),
        ] as [([String], ServerOrigin, ServerOrigin)] {
            let options = try Options(Options.parser.parseOptions(arguments))
            var configuration = Configuration()
            #expect(ServerOrigin(options, configuration) == origin)
            configuration.serverCommand = ["dunst"]
            #expect(ServerOrigin(options, configuration) == named)
        }
    }
}
