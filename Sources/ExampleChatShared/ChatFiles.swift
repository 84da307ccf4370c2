// SPDX-License-Identifier: Apache-2.0

import AppIntents

/// Where the chat keeps its files: a folder that it shares with its extension.
package enum ChatFiles {
    /// The app's id, which its bus name, its desktop entry and its Info.plist have too.
    package static let appID = "org.focusd.ExampleChat"

    static var settings: URL { folder.appendingPathComponent("focus.json") }
    static var messages: URL { folder.appendingPathComponent("messages.json") }

    private static var folder: URL {
        let files = FileManager.default
        return files.containerURL(forSecurityApplicationGroupIdentifier: appID)
            ?? files.temporaryDirectory
    }
}
