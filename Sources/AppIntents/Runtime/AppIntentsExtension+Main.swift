// SPDX-License-Identifier: Apache-2.0

import FocusClient
import Foundation

extension AppIntentsExtension {
    /// Serves the Focus filters of this program while the app does not run. Returns after a time
    /// without requests.
    ///
    /// The extension is made first, so that its `init()` can add dependencies. With the argument
    /// `--declaration` the program prints the app's `.focus-filter` file and serves no filters.
    public static func main() async {
        guard !CommandLine.arguments.contains("--declaration") else {
            await DeclarationFile.print()
            return
        }
        let instance = Self()
        // Later calls of the filter wait behind a hanging one. focusd starts the program again for
        // their values.
        await AppSession.process.limitCalls(to: ExtensionLimits.call) { filter in
            SDKReport.write(
                "the Focus filter \(filter): perform() or appContext has not ended for "
                    + "\(ExtensionLimits.call.components.seconds) s; the extension ends")
            StoredDefaults.write()
            exit(1)
        }
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
    /// Maximum time without requests until an extension ends. A user who tries several Focuses in a
    /// row needs only one start of the extension. After that, the extension frees its memory.
    static let idle = Duration.seconds(30)
    /// Maximum time of one `perform()` or `appContext`. focusd does not wait as long, but work that
    /// takes longer than focusd's 5 s may still be of use to the app.
    static let call = Duration.seconds(30)
}
