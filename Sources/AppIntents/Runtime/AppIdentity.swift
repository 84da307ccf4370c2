// SPDX-License-Identifier: Apache-2.0

import FocusCore
import Foundation

/// The app to which this process belongs.
enum AppIdentity {
    /// The suffix that an extension adds to the app's id in its bundle identifier and in its bus
    /// name.
    static let extensionSuffix = ".FocusFilter"

    /// The app's id: `CFBundleIdentifier` of the Info.plist beside the executable, otherwise
    /// Flatpak's id, otherwise `FOCUSD_APP_ID` of the environment. The suffix of an extension is
    /// removed.
    ///
    /// It is nil if no source gives an id.
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
