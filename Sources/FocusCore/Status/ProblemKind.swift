// SPDX-License-Identifier: Apache-2.0

/// A kind of problem with the service, by the identifier that `doctor --json` prints.
///
/// An identifier keeps its meaning, because scripts depend on it.
package enum ProblemKind: String, Sendable, CaseIterable {
    /// No notification server runs; deliveries wait.
    case serverMissing = "server-missing"
    /// The notification server has a call and does not answer.
    case serverStalled = "server-stalled"
    /// The user has paused the notification server's popups with its own tool.
    case serverPaused = "server-paused"
    /// Parked notifications: the server died on them or refused them.
    case notificationsParked = "notifications-parked"
    /// An invalid file of the user or of an app, whose last good version stays in force; or a line
    /// without effect.
    case fileRefused = "file-refused"
    /// The store cannot be written; new data is only in memory.
    case storeFailing = "store-failing"
    /// There is no database file; focusd forgets all data when it ends.
    case storeInMemory = "store-in-memory"
    /// The database was damaged; focusd moved it away and created a new one.
    case storeSetAside = "store-set-aside"
    /// The write-ahead log cannot be copied into the database, and grows.
    case checkpointFailing = "checkpoint-failing"
    /// Written data cannot be synchronised with the disk; a power failure can lose it.
    case syncFailing = "sync-failing"
    /// An app does not answer for its Focus filter, or the configuration of a Focus is not usable.
    case filterFailing = "filter-failing"
    /// A predicate of a rule or filter cannot be evaluated; the decision ignores it.
    case predicateFailing = "predicate-failing"
    /// An app sends more notifications than are shown; the rest goes to the missed list.
    case appLimited = "app-limited"
    /// A trigger of a Focus cannot be observed on this desktop.
    case triggerUnseen = "trigger-unseen"
    /// No notification has named a person on a Focus's list of people for a week.
    case peopleUnmatched = "people-unmatched"
    /// Several Focuses have one name, so the name alone means none of them.
    case namesEqual = "names-equal"
    /// The last run of a program that the user has focusd run at events failed.
    case hookFailing = "hook-failing"
    /// The link with the user's other machines does not run, or not as it should.
    case linkFailing = "link-failing"
    /// There is no session bus.
    case sessionBusMissing = "session-bus-missing"
    /// No program serves notifications.
    case notRunning = "not-running"
    /// Another program serves notifications instead of focusd.
    case nameTaken = "name-taken"
    /// The session bus can start another notification server instead of focusd.
    case serviceCompeting = "service-competing"
    /// A unit of another notification server starts with the session.
    case unitCompeting = "unit-competing"
    /// The private bus of an earlier focusd still runs.
    case privateBusStale = "private-bus-stale"
    /// A program that the server started is on the private bus, and notifies the server directly.
    case privateBusShared = "private-bus-shared"
    /// A problem that only a later release knows.
    case other
}
