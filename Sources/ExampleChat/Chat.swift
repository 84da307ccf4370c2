// SPDX-License-Identifier: Apache-2.0

import ExampleChatShared
import OSLog

/// The running chat: it executes commands, follows the Focus, and draws.
@MainActor final class Chat {
    private let isTerminal: Bool
    /// True if the user asked for all accounts in spite of the Focus filter. Reset by a change of
    /// the Focus.
    private var showsEverything = false
    private let logger = Logger(subsystem: ChatFiles.appID, category: "Chat")

    init(isTerminal: Bool) {
        self.isTerminal = isTerminal
    }

    /// Draws the conversations.
    func show() {
        let view = ChatView(
            settings: FocusSettingsStore.shared.settings, messages: ChatMessages.shared.all,
            showsEverything: showsEverything)
        print(view.lines, isDark: FocusSettingsStore.shared.settings.usesDarkMode)
    }

    /// Prints every change of the Focus filter while the chat runs.
    func followFocus() async {
        for await settings in FocusSettingsStore.shared.updates {
            showsEverything = false
            print([ChatView.sentence(settings)], isDark: settings.usesDarkMode)
            show()
        }
    }

    /// Handles the user's responses to notifications.
    func answer(_ responses: AsyncStream<MessageResponse>) async {
        for await response in responses {
            switch response {
            case .open(let account): await read(account)
            case .reply(let account, let text): await send(text, from: account)
            }
        }
    }

    /// Executes commands until `quit` or the end of the input.
    func obey(_ lines: AsyncStream<String>) async {
        for await line in lines {
            switch ChatCommand(line) {
            case .quit: return
            case .nothing: break
            case .help: print(ChatCommand.usage)
            case .show: show()
            case .all(let isOn):
                showsEverything = isOn
                show()
            case .badge: print(["badge: \(badgeCount)"])
            case .receive(let account, let sender, let text):
                await receive(text, from: sender, in: account)
            case .send(let account, let text): await send(text, from: account)
            case .read(let account): await read(account)
            case .wrong(let reason): print([reason])
            }
        }
    }

    private func receive(_ text: String, from sender: String, in account: ChatAccount) async {
        let message = ChatMessage(account, from: sender, text)
        ChatMessages.shared.add(message)
        await attempt("The notification was not sent") {
            try await MessageNotifications.show(message, in: account)
        }
        await badgeChanged()
        print(["\(account.name) has a message of \(sender)."])
    }

    private func send(_ text: String, from account: ChatAccount) async {
        ChatMessages.shared.add(ChatMessage(account, text))
        await read(account)
    }

    private func read(_ account: ChatAccount) async {
        MessageNotifications.remove(ChatMessages.shared.markRead(account))
        await badgeChanged()
        show()
    }

    private func badgeChanged() async {
        await attempt("The badge was not set") { try await updateBadge() }
    }

    /// Logs an error and continues: a chat without a desktop is still a chat.
    private func attempt(_ complaint: String, _ body: () async throws -> Void) async {
        do {
            try await body()
        } catch {
            logger.error("\(complaint, privacy: .public): \(error, privacy: .public)")
        }
    }

    /// Prints lines above the prompt on which the user types.
    private func print(_ lines: [String], isDark: Bool = false) {
        guard isTerminal else { return Terminal.print(lines) }
        Terminal.printAbovePrompt(lines, isDark: isDark)
    }
}
