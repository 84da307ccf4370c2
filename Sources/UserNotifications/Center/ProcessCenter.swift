// SPDX-License-Identifier: Apache-2.0

import AppIntents
import FocusClient

/// The center that ``UNUserNotificationCenter/current()`` returns. It shares the process's
/// connection with the app's Focus filters.
enum ProcessCenter {
    static let shared: UNUserNotificationCenter = {
        let session = AppSession.process
        let archive = session.app.flatMap { app in
            RequestArchive(
                of: app, environment: ProcessInfo.processInfo.environment,
                adopts: session.role == .app)
        }
        return UNUserNotificationCenter(session: session, appName: appName, archive: archive)
    }()

    /// The app's name in Info.plist, otherwise the name of the program.
    private static var appName: String {
        let info = Bundle.main.infoDictionary ?? [:]
        let names = ["CFBundleDisplayName", "CFBundleName"].compactMap { info[$0] as? String }
        return names.first { !$0.isEmpty } ?? ProcessInfo.processInfo.processName
    }
}
