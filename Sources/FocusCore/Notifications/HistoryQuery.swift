// SPDX-License-Identifier: Apache-2.0

import Predicates

/// Selects the entries of a list of past or missed notifications.
package struct HistoryQuery: Hashable, Sendable {
    /// Only entries older than this one; for paging.
    package var before: EntryKey?
    /// Only entries newer than this one; for the entries that came since a page was read.
    package var after: EntryKey?
    package var since: Timestamp?
    /// Only entries that arrived before this time.
    package var until: Timestamp?
    package var app: AppID?
    package var verdict: Verdict?
    /// Only entries that were delivered, at their arrival or later.
    package var isDelivered = false
    /// Only entries with this state; for the missed list and for parked notifications. The state
    /// `silenced` selects the missed list, which has no entry that is read.
    package var state: EntryState?
    /// Only entries with this word for the reason of the decision.
    package var reason: String?
    /// Only entries during this Focus; an id that is empty selects entries without a Focus.
    package var focus: FocusID?
    /// Only entries that name this person.
    package var person: PersonKey?
    /// Only entries of this thread; an empty one selects entries without a thread.
    package var thread: String?
    /// Only entries with this text in the summary, the body, a name or id of the sender, the web
    /// site or the people. Ignores letter case.
    package var text: SearchedText?
    /// Maximum number of entries, newest first; ``Limits/queryEntries`` at most.
    package var limit: Int

    package init(
        before: EntryKey? = nil, since: Timestamp? = nil, app: AppID? = nil,
        verdict: Verdict? = nil, state: EntryState? = nil, limit: Int = 100
    ) {
        self.before = before
        self.since = since
        self.app = app
        self.verdict = verdict
        self.state = state
        self.limit = limit
    }

    /// True if the columns that a search reads do not decide the query.
    package var needsRecord: Bool {
        isDelivered || reason != nil || focus != nil || person != nil || thread != nil
            || text != nil || until != nil
    }

    /// Returns true if the query asks for the entry.
    ///
    /// - Parameter name: returns the sender's name in lists, such as that of the desktop file.
    package func selects(_ record: EntryRecord, name: (EntryRecord) -> String) -> Bool {
        if let since, record.time < since { return false }
        if let until, record.time >= until { return false }
        if let after, record.key <= after { return false }
        if let app, !record.app.rawValue.utf8.elementsEqual(app.rawValue.utf8),
            record.program?.rawValue.utf8.elementsEqual(app.rawValue.utf8) != true
        {
            return false
        }
        if let verdict, record.verdict != verdict { return false }
        if isDelivered, record.verdict != .deliver, !record.isDeliveredLate { return false }
        if let state, record.state != state { return false }
        if state == .silenced, record.isRead { return false }
        if let reason, record.reason.code != reason { return false }
        if let focus, record.focus?.rawValue ?? "" != focus.rawValue { return false }
        if let person, !record.people.contains(where: { PersonKey.keys(of: $0).contains(person) }) {
            return false
        }
        if let thread, record.thread ?? "" != thread { return false }
        guard let text else { return true }
        let texts = [
            record.summary, record.body, record.appName, record.app.rawValue,
            record.program?.rawValue ?? "", record.site ?? "",
        ]
        return texts.contains(where: text.isIn) || record.people.contains(where: text.isIn)
            || text.isIn(name(record))
    }
}

/// A text to search for. Letter case and accents do not count, as in a rule's `[cd]`.
package struct SearchedText: Hashable, Sendable {
    /// The text as the user wrote it.
    package let text: String
    private let needle: SearchNeedle

    /// Returns nil for an empty text, and for one longer than ``Limits/searchTextBytes``.
    package init?(_ text: String) {
        guard (1...Limits.searchTextBytes).contains(text.utf8.count) else { return nil }
        self.text = text
        needle = SearchNeedle(ignoringCaseAndAccents: text)
    }

    /// Returns true if the other text contains the text.
    package func isIn(_ other: String) -> Bool { needle.isFound(in: other) }
}
