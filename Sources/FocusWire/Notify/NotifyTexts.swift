// SPDX-License-Identifier: Apache-2.0

import DBus
package import FocusCore

/// The whole texts of a stored `Notify` message, whose store columns may be shortened.
package struct NotifyTexts {
    private let appName: String
    private let summary: String
    private let body: String
    private let actions: [Action]
    /// The hints that focusd reads, each within the limit of its kind.
    private let hints: KnownHints

    /// Returns nil for a message that ``NotifyCall`` would refuse.
    ///
    /// - Parameter bytes: the whole message, as the store lends it.
    package init?(marshalled bytes: UnsafeRawBufferPointer) {
        guard let message = try? unsafe Message.demarshal(bytes),
            let arguments = try? NotifyArguments(message)
        else { return nil }
        var reader = message.reader
        do throws(UnmarshalError) {
            appName = try reader.string()
            _ = try reader.uint32()
            _ = try reader.string()
            summary = try reader.string()
            body = try reader.string()
            var texts: [String] = []
            try reader.array { element throws(UnmarshalError) in texts.append(try element.string())
            }
            actions = stride(from: 0, to: texts.count - 1, by: 2)
                .map { Action(key: texts[$0], label: texts[$0 + 1]) }
        } catch {
            return nil
        }
        hints = arguments.hints
    }

    /// Replaces the shortened texts of an entry by the whole texts.
    ///
    /// An empty text stays empty, because the store left it out on purpose. A list or hint longer
    /// than ``Limits/wholeListBytes`` stays shortened.
    package func complete(_ record: inout EntryRecord) {
        record.shortened.subtract([.appName, .summary, .body, .category, .criteria])
        complete(&record.appName, from: appName)
        complete(&record.summary, from: summary)
        complete(&record.body, from: body)
        complete(&record.category, from: hints.category, .category, &record.shortened)
        complete(&record.filterCriteria, from: hints.filterCriteria, .criteria, &record.shortened)
        let isComplete = (
            people: complete(&record.people, from: hints.people) { $0.utf8.count },
            actions: complete(&record.actions, from: actions) {
                $0.key.utf8.count + $0.label.utf8.count
            }
        )
        record.shortened.subtract([.people, .actions])
        if !isComplete.people { record.shortened.insert(.people) }
        if !isComplete.actions { record.shortened.insert(.actions) }
    }

    private func complete(_ stored: inout String, from whole: String) {
        if !stored.isEmpty, whole.utf8.count > stored.utf8.count { stored = whole }
    }

    private func complete(
        _ stored: inout String?, from whole: String?, _ name: ShortenedTexts,
        _ shortened: inout ShortenedTexts
    ) {
        guard let text = stored, !text.isEmpty, let whole, whole.utf8.count > text.utf8.count
        else { return }
        if whole.utf8.count <= Limits.wholeListBytes {
            stored = whole
        } else {
            shortened.insert(name)
        }
    }

    /// - Returns: false if the list is too long and stays shortened.
    private func complete<Element>(
        _ stored: inout [Element], from whole: [Element], _ bytes: (Element) -> Int
    ) -> Bool {
        let size = whole.reduce(0) { $0 + bytes($1) }
        guard whole.count > stored.count || size > stored.reduce(0, { $0 + bytes($1) }) else {
            return true
        }
        guard size <= Limits.wholeListBytes else { return false }
        stored = whole
        return true
    }
}
