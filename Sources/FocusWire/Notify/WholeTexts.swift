// SPDX-License-Identifier: Apache-2.0

import DBus
package import FocusCore

/// The whole texts of a stored `Notify` message, whose store columns may be shortened.
package struct WholeTexts {
    private let arguments: NotifyArguments

    /// Returns nil for a message that ``NotifyCall`` would refuse.
    ///
    /// - Parameter bytes: the whole message, as the store lends it.
    package init?(marshalled bytes: UnsafeRawBufferPointer) {
        guard let message = try? unsafe Message.demarshal(bytes),
            let arguments = try? NotifyArguments(
                message, nameBytes: Limits.textBytes, textBytes: Limits.textBytes,
                listBytes: Limits.wholeListBytes)
        else { return nil }
        self.arguments = arguments
    }

    /// Replaces the shortened texts of an entry by the whole texts.
    ///
    /// An empty text stays empty, because the store left it out on purpose. A list or hint longer
    /// than ``Limits/wholeListBytes`` stays shortened.
    package func complete(_ record: inout EntryRecord) {
        record.shortened.subtract([.appName, .summary, .body, .category, .criteria])
        complete(&record.appName, from: arguments.appName)
        complete(&record.summary, from: arguments.summary)
        complete(&record.body, from: arguments.body)
        complete(&record.category, from: arguments.hints.category, .category, &record.shortened)
        complete(
            &record.filterCriteria, from: arguments.hints.filterCriteria, .criteria,
            &record.shortened)
        let isComplete = (
            people: complete(&record.people, from: arguments.hints.people) { $0.utf8.count },
            actions: complete(&record.actions, from: arguments.actions) {
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
