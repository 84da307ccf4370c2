// SPDX-License-Identifier: Apache-2.0

import ExampleChatShared

/// A line that the user types.
enum ChatCommand {
    case nothing, show, badge, help, quit
    case all(Bool)
    case receive(ChatAccount, sender: String, text: String)
    case send(ChatAccount, text: String)
    case read(ChatAccount)
    case wrong(String)

    static let usage = [
        "show                         the conversations",
        "all, filtered                show what the Focus filter hides as well, or not",
        "receive ACCOUNT SENDER TEXT  play a message that comes in (work, personal)",
        "send ACCOUNT TEXT            write a message",
        "read ACCOUNT                 mark its messages as read",
        "badge                        the number on the app's icon",
        "quit",
    ]

    init(_ line: String) {
        var words = line.split(separator: " ").map(String.init)
        guard !words.isEmpty else {
            self = .nothing
            return
        }
        let verb = words.removeFirst()
        switch verb {
        case "show": self = .show
        case "all": self = .all(true)
        case "filtered": self = .all(false)
        case "badge": self = .badge
        case "help": self = .help
        case "quit": self = .quit
        case "receive", "send", "read": self.init(verb, words)
        default: self = .wrong("“\(verb)” is no command; “help” lists them.")
        }
    }

    private init(_ verb: String, _ words: [String]) {
        guard let account = words.first.flatMap(ChatAccount.with(id:)) else {
            self = .wrong("“\(verb)” wants an account: work or personal.")
            return
        }
        switch (verb, words.count) {
        case ("read", _): self = .read(account)
        case ("send", 2...):
            self = .send(account, text: words.dropFirst().joined(separator: " "))
        case ("receive", 3...):
            self = .receive(
                account, sender: words[1], text: words.dropFirst(2).joined(separator: " "))
        default: self = .wrong("“\(verb)” wants a text.")
        }
    }
}
