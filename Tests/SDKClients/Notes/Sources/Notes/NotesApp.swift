// SPDX-License-Identifier: Apache-2.0

import AppIntents
import NotesShared
import UserNotifications

@main
struct NotesApp {
    static func main() async {
        // What the Focus says now, in case it was turned on while nobody told the app.
        if let filter = try? await NotesFilter.current { Settings.shared.take(filter) }
        show()
        let observer = NotificationCenter.default.addObserver(
            forName: Notification.Name(Settings.changed), object: nil, queue: nil
        ) { _ in show() }
        say("Type: remind NOTEBOOK TEXT, show, or quit.")
        while let line = readLine() {
            let words = line.split(separator: " ", maxSplits: 2).map(String.init)
            switch (words.first, words.count) {
            case ("remind", 3): await remind(words[1], words[2])
            case ("show", 1): show()
            case ("quit", 1): exit(0)
            default: say("Type: remind NOTEBOOK TEXT, show, or quit.")
            }
        }
        NotificationCenter.default.removeObserver(observer)
    }

    static func show() {
        let settings = Settings.shared
        say("Notebook: \(settings.notebook ?? "all"), text size \(settings.textSize)")
    }

    /// Prints a line at once, from any thread.
    static func say(_ text: String) {
        FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }

    /// Sends a notification that the Focus filter judges by its notebook.
    static func remind(_ notebook: String, _ text: String) async {
        let content = UNMutableNotificationContent()
        content.title = text
        content.body = notebook
        content.filterCriteria = notebook
        let request = UNNotificationRequest(
            identifier: UUID().uuidString, content: content, trigger: nil)
        do {
            try await UNUserNotificationCenter.current().add(request)
            say("Reminded.")
        } catch {
            say("Not reminded: \(error.localizedDescription)")
        }
    }
}
