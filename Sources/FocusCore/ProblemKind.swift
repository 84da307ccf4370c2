// SPDX-License-Identifier: Apache-2.0

/// What can be wrong with the service, by the identifier that `doctor --json` prints.
///
/// An identifier keeps its meaning: scripts go by it.
package enum ProblemKind: String, Sendable, CaseIterable {
    /// No notification server is up; what is delivered waits.
    case serverMissing = "server-missing"
    /// The notification server has a call and does not answer.
    case serverStalled = "server-stalled"
    /// Notifications on which the server died, or which it refused, are kept back.
    case notificationsParked = "notifications-parked"
    /// A file of the user's or of an app is refused; its last good version stays in force.
    case fileRefused = "file-refused"
    /// The store cannot be written; what comes is remembered in memory.
    case storeFailing = "store-failing"
    /// There is no file to remember in; until there is, all is forgotten when focusd ends.
    case storeInMemory = "store-in-memory"
    /// The store was damaged; it was moved aside and a new one begun.
    case storeSetAside = "store-set-aside"
    /// The write-ahead log cannot be copied into the database, and grows.
    case checkpointFailing = "checkpoint-failing"
    /// What was written cannot be synchronised with the disk; a power failure may cost it.
    case syncFailing = "sync-failing"
    /// An app does not answer for its Focus filter, or what a Focus sets of it cannot be used.
    case filterFailing = "filter-failing"
    /// A predicate of a rule or filter cannot be evaluated; it is passed over.
    case predicateFailing = "predicate-failing"
    /// An app sends more than is shown; the rest goes to the missed list.
    case appLimited = "app-limited"
    /// With what a Focus is to be on cannot be seen on this desktop.
    case triggerUnseen = "trigger-unseen"
    /// No notification has named anybody on a Focus's list of people for a week.
    case peopleUnmatched = "people-unmatched"
    /// There is no session bus.
    case sessionBusMissing = "session-bus-missing"
    /// Nobody serves notifications.
    case notRunning = "not-running"
    /// Another program than focusd serves notifications.
    case nameTaken = "name-taken"
    /// The session bus may start another notification server than focusd.
    case serviceCompeting = "service-competing"
    /// A unit of another notification server is started with the session.
    case unitCompeting = "unit-competing"
    /// The private bus of an earlier focusd is still there.
    case privateBusStale = "private-bus-stale"
    /// What a later release tells.
    case other
}
