// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// The entries that a call counts or decides about again, and the number of them in the answer.
package struct SurveyQuery: Sendable {
    /// The entries to look at.
    package var entries: HistoryQuery
    /// Maximum number of entries in the answer.
    package var listed: Int

    /// Reads the query of `Entries`, with another default for the limit, and `listed u`.
    package init(_ fields: Fields) {
        entries = HistoryQuery(fields)
        if fields.uint32("limit") == nil { entries.limit = Limits.queryEntries }
        listed = min(fields.uint32("listed").map(Int.init) ?? 100, Limits.pageEntries)
    }
}

/// The word of `CountEntries` for the groups to count.
package enum CountedGroup: String, Sendable, CaseIterable {
    case all = ""
    case app
    case day
    case reason
    case verdict
    case focus
    case person
}

/// The draft of a Focus in a call of `ExplainEntries`.
package struct DraftFocus: Sendable {
    /// The id or name of the Focus to begin with; empty for no Focus, nil for the active one.
    package var focus: String?
    package var changes: [FocusChange] = []

    package init(_ fields: Fields) throws(ErrorReply) {
        focus = fields.string("focus")
        if let changes = fields["changes"] { self.changes = try FocusChange.list(changes) }
        guard changes.isEmpty || focus != "" else {
            throw ErrorReply(WireError.invalidArgs, "there is nothing to change without a Focus")
        }
    }
}

/// A page of the apps or people of stored notifications.
package struct SeenQuery: Sendable {
    /// Maximum number of apps or people in the answer.
    package var limit: Int
    /// The last app or person of the page before; nil for the first page.
    package var after: String?

    package init(_ fields: Fields) {
        limit = min(fields.uint32("limit").map(Int.init) ?? 100, Limits.pageEntries)
        after = fields.string("after")
    }
}
