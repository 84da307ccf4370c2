// SPDX-License-Identifier: Apache-2.0

/// The actions of the summary, while it is live. `Engine+Summary.swift` makes the summary.
extension EngineState {
    /// Performs an action of the summary. Returns false if the notification is not the summary.
    mutating func actOnSummary(
        _ entry: LiveEntry, _ action: String, _ effects: inout [EngineEffect]
    ) -> Bool {
        guard let summary, summary.id == entry.id else { return false }
        switch action {
        case MissedSummary.open:
            effects.append(.request(.openMissedList(activationToken: summary.activationToken)))
        case MissedSummary.deliver: effects.append(.request(.deliverSummarized(summary.keys)))
        case MissedSummary.mute:
            guard let app = summary.app else { return true }
            effects.append(.request(.mute(app)))
        default: return true
        }
        live.end(entry.id)
        cleanUp(after: entry.facts, .actedOn, closesPopup: true, &effects)
        return true
    }

    /// Records the summary that is shown now; nil if it could not be shown.
    package mutating func setSummary(_ summary: MissedSummary?) {
        self.summary = summary
    }
}

/// Subject of focusd's own summary notification, while it is live.
package struct MissedSummary: Hashable, Sendable {
    /// Action of a click on the popup: opens the missed list.
    package static let open = "default"
    /// Action "Deliver now".
    package static let deliver = "deliver"
    /// Action "Always mute", about ``app``.
    package static let mute = "mute"

    package let id: ClientID
    /// Range of keys. The summary covers the notifications in this range that are still missed.
    package let keys: ClosedRange<EntryKey>
    /// The app that the summary offers to mute; nil for none.
    package let app: AppID?
    /// Activation token that lets the opened program come to the front.
    package var activationToken: String?

    package init(id: ClientID, keys: ClosedRange<EntryKey>, app: AppID? = nil) {
        self.id = id
        self.keys = keys
        self.app = app
    }
}
