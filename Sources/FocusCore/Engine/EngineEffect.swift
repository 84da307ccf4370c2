// SPDX-License-Identifier: Apache-2.0

/// Reason for the end of a notification, table "NotificationClosed" of the notification
/// specification.
package enum CloseReason: UInt32, Sendable {
    case expired = 1
    case dismissed = 2
    case closedByCall = 3
    case undefined = 4
}

/// A signal to the client that sent a notification, section "Signals" of the notification
/// specification.
package enum ClientSignal: Hashable, Sendable {
    case closed(ClientID, CloseReason)
    case actionInvoked(ClientID, key: String)
    case activationToken(ClientID, token: String)
    case replied(ClientID, text: String)
}

/// A change that focusd reports to the user's tools.
package enum StateChange: Hashable, Sendable {
    case focus(FocusID?)
    /// The cause or the end of the active Focus.
    case activation
    case inhibited(Bool)
    /// The user, or `focus-link`, turned a Focus on or off.
    case switched
    /// An app was muted, or a mute ended.
    case mutes
    /// A notification was snoozed, or its snooze ended.
    case snoozes
}

/// An event for the log and the counters of the service.
package enum EngineNotice: Hashable, Sendable {
    case serverStalled
    case serverDied(ClientID)
    /// A notification that focusd does not try to show again.
    case parked(ClientID, ParkReason)
    case predicateFault(PredicateFault)
    /// The active Focus has no file that can be used.
    case focusWithoutFile(FocusID)
}

/// The reason why a notification is not shown and stays parked.
package enum ParkReason: Hashable, Sendable {
    case messageLost
    /// The server refused it with an error of this name.
    case refused(String)
    /// The server died this many times during the delivery.
    case serverDied(Int)
}

/// A change of rows of the store. Joins the open batch.
package enum RowChange: Hashable, Sendable {
    // Rows of live notifications.
    case setState(EntryKey, EntryState)
    /// The server shows the notification.
    case shown(EntryKey, ServerID)
    /// The server shows the notification, and the delivery journal has a note with this number.
    case shownAsNoted(EntryKey, ServerID, note: UInt64)
    /// The notification is queued, and its popup will replace this one; 0 for none.
    case setPlace(EntryKey, ServerID)
    case setServerDeaths(EntryKey, Int)
    case setRead(EntryKey, Bool = true)
    /// The badge counts the notification from now on; a Focus had held it back.
    case countInBadge(EntryKey)
    /// The popup is closed and the notification is in the missed list.
    case hidden(EntryKey)
    /// The popup has ended with the session and the notification is in the missed list.
    case left(EntryKey)
    /// The popup is gone and the notification stays unread, without its message.
    case expired(EntryKey)

    // Rows of the service itself.
    case reserveIDs(ClientID)
    case setBadge(AppID, UInt32)
    case setActivation(Activation?)
    case setAgenda
    case setDeliveryTimes
    case setQuietSince(EntryKey?)
    case setServerInstance(String)
    case setMutes
    case setSnoozes
    case setAppsHeardBefore
    /// A request for quiet began, changed or ended.
    case setInhibition(UInt32)
    case countHeldInBadges
}

/// Work for the shell that is more than a change of rows.
package enum EngineRequest: Hashable, Sendable {
    /// Quiet has ended: show the summary of these notifications that are still missed.
    case summarize(from: EntryKey)
    /// Deliver the notifications that this Focus silenced, from this one on; up to a later one if
    /// `before` is given.
    case deliverMissed(of: FocusID, from: EntryKey, before: EntryKey? = nil)
    /// Deliver the notifications that a summary covers and that are still missed.
    case deliverSummarized(ClosedRange<EntryKey>)
    case openMissedList(activationToken: String?)
    /// Ask the user about a new app of that name.
    case askAboutApp(AppID, name: String)
    /// The question about a hold of a sandboxed app has an answer.
    case holdAnswered(ClientID, HoldAnswer)
    /// The user wants to see this notification later.
    case snooze(ClientID)
    /// The user wants this app muted.
    case mute(AppID)
    /// Collect the apps that have sent notifications. ``EngineState/learnApps(_:into:)`` must
    /// follow.
    case learnApps
    /// The active Focus or its contents changed: tell the apps whose filters it sets, and build its
    /// policy. ``EngineState/setPolicy(_:)`` must follow.
    case applyFocus
    /// Sleep until the next change of the agenda, or without end.
    case wake(Timestamp?)
    /// The server cannot be reached. ``EngineState/serverUp(_:showAgain:into:)`` must follow.
    case askForServer
    /// Try an app's or script's notifications again after ``Limits/duplicatePause``:
    /// ``EngineState/tryAgain(_:)`` must follow.
    case tryAgain(AppID)
}

/// A consequence of an event, in the order in which the shell performs it.
///
/// Changes of the store go into the open batch at once. Signals and the changes for the user's
/// tools wait until the batch is committed.
package enum EngineEffect: Hashable, Sendable {
    /// A notification ended: release its message and its picture, and move its row to history. If
    /// it made room for a newer one, the row can move after the reply to that one.
    case ended(EntryFacts, EntryState, movesLater: Bool = false)

    /// The notification no longer waits for delivery.
    case releaseMessage(EntryKey)

    case row(RowChange)

    // For others, after the commit.
    case signal(ClientSignal, to: PeerName)
    case changed(StateChange)

    // For the shell.
    case request(EngineRequest)
    case problem(ProblemKind, isPresent: Bool)
    case notice(EngineNotice)
}
