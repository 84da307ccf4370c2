// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation

/// Which app this process belongs to.
enum AppIdentity {
    /// What follows the app's id in the bundle identifier of its extension, and in the name that
    /// the extension has on the bus.
    static let extensionSuffix = ".FocusFilter"

    /// The app's id: `CFBundleIdentifier` of the Info.plist beside the executable, else the id that
    /// Flatpak gives, else `FOCUSD_APP_ID` of the environment; an extension's without its suffix.
    ///
    /// nil where nothing says it.
    static let current = find(
        bundleIdentifier: Bundle.main.bundleIdentifier,
        environment: ProcessInfo.processInfo.environment)

    static func find(bundleIdentifier: String?, environment: [String: String]) -> AppID? {
        let candidates = [
            bundleIdentifier, environment["FLATPAK_ID"], environment["FOCUSD_APP_ID"],
        ]
        guard let id = candidates.lazy.compactMap(\.self).first(where: { !$0.isEmpty }) else {
            return nil
        }
        return AppID(id.hasSuffix(extensionSuffix) ? id.dropLast(extensionSuffix.count) : id[...])
    }
}
