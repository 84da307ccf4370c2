// SPDX-License-Identifier: Apache-2.0

import FocusClient
import FocusCore
import FocusWire
import GLibLoop

/// Snoozes that a command ends, because it ends the snoozed notifications.
@LoopActor struct EndedSnoozes {
    private let invocation: Invocation
    private let before: [ClientID]

    /// Number of ids that a sentence names.
    private static let named = 5

    /// Must be called before the command ends notifications.
    init(_ invocation: Invocation) {
        self.invocation = invocation
        before = Self.ids(invocation)
    }

    /// Number of snoozed notifications before the command.
    var count: Int { before.count }

    /// Returns the notifications that are not snoozed any more, and do not come back.
    func ended() -> [ClientID] {
        guard !before.isEmpty else { return [] }
        let left = Set(Self.ids(invocation))
        return before.filter { !left.contains($0) }.sorted { $0.rawValue < $1.rawValue }
    }

    /// Prints that the snoozes of these notifications ended.
    func tell(_ ended: [ClientID]) {
        guard !ended.isEmpty else { return }
        let ids = ended.prefix(Self.named).map { String($0.rawValue) }
        let rest = ended.count - ids.count
        let list = ids.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        invocation.output.sentence(
            ended.count == 1
                ? "That ended the snooze of \(list): it does not come back."
                : "That ended the snoozes of \(list): they do not come back.")
    }

    /// The ids for JSON.
    static func json(_ ended: [ClientID]) -> JSONValue {
        .array(ended.map { .integer(Int64($0.rawValue)) })
    }

    private static func ids(_ invocation: Invocation) -> [ClientID] {
        ((try? invocation.askIfRunning(.snoozed)) ?? nil)?.map(\.record.id) ?? []
    }
}
