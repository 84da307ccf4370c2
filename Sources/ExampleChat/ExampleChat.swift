// SPDX-License-Identifier: Apache-2.0

import AppIntents
import ExampleChatShared
import OSLog
import UserNotifications

/// A small chat in the terminal with a Focus filter. The command `help` lists its commands.
///
/// The chat has no network: `receive` simulates an incoming message.
@main @MainActor
struct ExampleChat {
    static func main() async {
        let chat = Chat(isTerminal: Terminal.isInteractive)
        let notifications = MessageNotifications()
        await notifications.start()
        await readCurrentFilter()
        chat.show()
        await withTaskGroup { group in
            group.addTask { await chat.followFocus() }
            group.addTask { await chat.answer(notifications.responses) }
            await chat.obey(Terminal.lines())
            group.cancelAll()
        }
    }

    /// Reads the settings of a Focus that changed while the chat did not run.
    static func readCurrentFilter() async {
        do {
            let filter = try await ExampleChatFocusFilter.current
            FocusSettingsStore.shared.update(filter.settings)
            try await updateBadge()
        } catch {
            let logger = Logger(subsystem: ChatFiles.appID, category: "Focus")
            logger.notice("There is no Focus filter: \(error, privacy: .public)")
        }
    }
}
