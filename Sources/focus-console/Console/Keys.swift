// SPDX-License-Identifier: Apache-2.0

import GLibLoop

/// A key; keys without a function here have no case of their own.
enum Key: Hashable, Sendable {
    case character(Character)
    case enter
    case backspace
    case escape
    /// Control-D: the end of the input.
    case endOfInput
    /// Control-Z.
    case suspend
}

/// Converts the bytes of a terminal to keys.
struct KeyReader: Sendable {
    /// The start of a character whose other bytes have not arrived yet.
    private var partial: [UInt8] = []

    mutating func read(_ bytes: some Sequence<UInt8>) -> [Key] {
        let input = partial + bytes
        partial = []
        var keys: [Key] = []
        var rest = input[...]
        while let byte = rest.first {
            switch byte {
            case 0x1B:
                // Arrow and function keys send a sequence, which no user types by hand.
                let sequence = Self.sequence(rest.dropFirst())
                if sequence == 0 { keys.append(.escape) }
                rest = rest.dropFirst(1 + sequence)
            case 0x20..<0x7F, 0xC2...0xF4:
                let length = byte < 0x80 ? 1 : byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
                guard rest.count >= length else {
                    partial = Array(rest)
                    return keys
                }
                let text = String(decoding: rest.prefix(length), as: UTF8.self)
                keys += text.map { .character($0) }
                rest = rest.dropFirst(length)
            default:
                if let key = Self.control(byte) { keys.append(key) }
                rest = rest.dropFirst()
            }
        }
        return keys
    }

    private static func control(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x0A, 0x0D: .enter
        case 0x08, 0x7F: .backspace
        case 0x04: .endOfInput
        case 0x1A: .suspend
        default: nil
        }
    }

    /// Returns the number of bytes after an escape that belong to its sequence (ECMA-48, 5.4, and
    /// SS3).
    private static func sequence(_ bytes: ArraySlice<UInt8>) -> Int {
        switch bytes.first {
        case UInt8(ascii: "O"): return min(2, bytes.count)
        case UInt8(ascii: "["):
            let parameters = bytes.dropFirst().prefix { (0x20...0x3F).contains($0) }
            return min(bytes.count, 1 + parameters.count + 1)
        default: return 0
        }
    }
}

/// The command of a key.
enum KeyCommand: Hashable, Sendable {
    case invoke(Action, NotificationID)
    case reply(String, NotificationID)
    case dismiss(NotificationID)
    case clear
    case quit
    case suspend
}

/// Interprets keys. Each key is a command for the newest notification, or a part of a reply.
struct KeyInterpreter: Sendable {
    /// The reply that the user is typing.
    struct Draft: Hashable, Sendable {
        let id: NotificationID
        var text = ""
    }

    private(set) var draft: Draft?

    /// Maximum characters of a reply.
    static let replyLimit = 4000

    mutating func press(_ key: Key, _ table: NotificationTable) -> KeyCommand? {
        // A closed notification accepts no reply.
        if let draft, table[draft.id] == nil { self.draft = nil }
        switch key {
        case .suspend: return .suspend
        case .endOfInput: return .quit
        default: break
        }
        if var draft {
            let command = type(key, &draft)
            return command
        }
        return command(key, table)
    }

    private mutating func type(_ key: Key, _ draft: inout Draft) -> KeyCommand? {
        switch key {
        case .enter:
            self.draft = nil
            return draft.text.isEmpty ? nil : .reply(draft.text, draft.id)
        case .escape:
            self.draft = nil
            return nil
        case .backspace:
            if !draft.text.isEmpty { draft.text.removeLast() }
        case .character(let character):
            if draft.text.unicodeScalars.count < Self.replyLimit { draft.text.append(character) }
        case .endOfInput, .suspend:
            break
        }
        self.draft = draft
        return nil
    }

    private mutating func command(_ key: Key, _ table: NotificationTable) -> KeyCommand? {
        if key == .character("q") { return .quit }
        guard let (id, notification) = table.newest else { return nil }
        switch key {
        case .character("d"): return .dismiss(id)
        case .character("c"): return .clear
        case .enter: return notification.defaultAction.map { .invoke($0, id) }
        case .character(let character):
            let actions = Array(notification.numberedActions)
            guard character.isASCII, let digit = character.wholeNumberValue,
                actions.indices.contains(digit - 1)
            else { return nil }
            let action = actions[digit - 1]
            guard action.key == Action.replyKey else { return .invoke(action, id) }
            draft = Draft(id: id)
            return nil
        default: return nil
        }
    }
}

/// The line below the notifications.
enum StatusLine {
    static func text(_ table: NotificationTable, _ draft: KeyInterpreter.Draft?, columns: Int)
        -> String
    {
        let text: String
        if let draft, table[draft.id] != nil {
            // A long reply is cut at its start, because the user types at its end.
            let room = max(1, columns - 12)
            let typed = draft.text.harmlessLine
            text = "Reply: " + (typed.columns > room ? "…" + String(typed.suffix(room / 2)) : typed)
        } else if let (_, newest) = table.newest {
            var words = newest.numberedActions.enumerated().map { "\($0 + 1) \($1.title)" }
            if let action = newest.defaultAction { words.append("Enter \(action.title)") }
            text =
                (["\(table.count) open"] + words + ["d dismiss", "c clear all", "q quit"])
                .joined(separator: "  ")
        } else {
            text = "Waiting for notifications  q quit"
        }
        return text.fitted(to: max(1, columns - 1))
    }
}
