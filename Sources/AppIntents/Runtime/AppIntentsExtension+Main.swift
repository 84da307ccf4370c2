// SPDX-License-Identifier: Apache-2.0

import FocusClient
import Foundation

extension AppIntentsExtension {
    /// Serves the Focus filters of this program for the app, which does not run, until nothing has
    /// been asked for a while.
    ///
    /// The extension is made first, so that its `init()` can add dependencies. With the argument
    /// `--declaration` the program prints the app's `.focus-filter` file instead.
    public static func main() async {
        guard !CommandLine.arguments.contains("--declaration") else {
            await DeclarationFile.print()
            return
        }
        let instance = Self()
        do throws(ControlError) {
            try await AppSession.process.serveUntilIdle(ExtensionLimits.idle)
        } catch {
            SDKReport.write("the Focus filters are not served: \(error.text)")
            exit(1)
        }
        withExtendedLifetime(instance) {}
    }
}

enum ExtensionLimits {
    /// How long an extension stays without being asked: a user who tries Focuses one after the
    /// other finds it there, and nobody else keeps it.
    static let idle = Duration.seconds(30)
}
