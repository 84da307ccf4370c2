// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// A call of `org.focusd.Focus1.Control`, with its arguments.
///
/// The types of the arguments are checked before a call arrives here (`WireInterface.control`).
/// Ids, names and revisions have ``Limits/argumentBytes`` at most, texts the length of the call.
/// Nothing else about these texts is checked here.
package enum ControlCall: Sendable {
    // State
    case status
    case listFocuses
    case listFilters(focus: String)
    case listPeople
    case listApps
    case focusFile(FocusID)
    case badges
    case counters
    case doctor
    case triggerKinds
    case upcoming(limit: Int)
    case switches
    case explain(ExplainRequest)
    case decide(DecideRequest)

    // Changes
    /// - Parameter from: the other machine, or the house, on which the user asked.
    case activate(focus: String, until: ActivationEnd, from: String?)
    /// The switches of another machine. Refused unless the last action here is that of the time
    /// `after`.
    case follow([SwitchWire], machine: String, after: Int64)
    case deactivate
    case reload
    case subscribe
    case unsubscribe

    // Files of the user
    case getFocus(FocusID)
    case changeFocus(FocusEditRequest)
    case checkFocus(FocusEditRequest)
    case createFocus(NewFocusRequest)
    case deleteFocus(FocusID, revision: String)
    case templates
    case problems
    case configuration
    case changeConfiguration([ConfigurationChange], revision: String)
    case servers

    // Muted apps, snoozed notifications, holds
    case mute(AppID, until: ActivationEnd)
    case unmute(AppID)
    case mutes
    case snooze([ClientID], until: ActivationEnd)
    case unsnooze([ClientID])
    case snoozed
    case hold(focus: String, reason: String)
    case release(UInt32)
    /// - Parameter moment: a time within the window; nil for the current or next window.
    case skip(focus: String, schedule: String, at: Timestamp?, isSkipped: Bool)
    case skips

    // Notifications
    /// - Parameter counts: true to count all entries of the query, too.
    case entries(HistoryQuery, counts: Bool)
    case countEntries(SurveyQuery, by: CountedGroup)
    case explainEntries(SurveyQuery, DraftFocus)
    case matchEntries(predicate: String, SurveyQuery)
    case apps(SeenQuery)
    case people(SeenQuery)
    case entry(ClientID)
    case act(ClientID, action: String, token: String?)
    case dismiss([ClientID])
    case deliverNow([ClientID])
    case markRead([ClientID])
    case clearMissed
    case openMissed(activationToken: String)
    case forget(AppID)
    case reply(ClientID, text: String)
    case clearBadge(AppID)
    /// - Parameters:
    ///   - of: the app, or nil for all apps.
    ///   - before: the end of the part to delete, or nil for all of it.
    case clearHistory(of: AppID?, before: Timestamp?)

    /// A question that an app answers.
    case ask(FilterKey, FilterQuestion)
}

/// A question about a Focus filter that its app answers.
package enum FilterQuestion: Sendable {
    /// The filter's title and subtitle for these values.
    case describe(untrustedValues: Value)
    /// The app's suggestions for the filter's values.
    case suggestions
    /// The choices for a parameter that match a text.
    case choices(parameter: String, matching: String)
    /// The names of a parameter's entities.
    case entities(parameter: String, ids: [String])
}
