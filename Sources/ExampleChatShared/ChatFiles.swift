// SPDX-License-Identifier: Apache-2.0

import AppIntents

/// The files of the chat, in a folder that the app shares with its extension.
package enum ChatFiles {
    /// The app's id, also in its bus name, its desktop entry and its Info.plist.
    package static let appID = "org.focusd.ExampleChat"

    static var settings: URL { folder.appendingPathComponent("focus.json") }
    static var messages: URL { folder.appendingPathComponent("messages.json") }

    private static var folder: URL {
        let files = FileManager.default
        return files.containerURL(forSecurityApplicationGroupIdentifier: appID)
            ?? files.temporaryDirectory
    }
}
