// SPDX-License-Identifier: Apache-2.0

/// The data that the store keeps of a notification, except its payload (the message as it arrived).
package struct EntryRecord: Hashable, Sendable {
    package var key: EntryKey
    package var id: ClientID
    package var time: Timestamp
    /// The end of the notification; nil while it is live.
    package var ended: Timestamp?
    package var app: AppID
    package var appName: String
    /// The script or program on whose behalf a tool such as `notify-send` sent the notification.
    package var program: AppID?
    package var sender: PeerName
    /// The sender's id from its sandbox, where it runs in one.
    package var sandbox: AppID?
    package var summary: String
    package var body: String
    package var category: String?
    package var urgency: Urgency
    /// The level that the decision used.
    package var level: InterruptionLevel
    package var people: [String]
    /// The part of the notification that names ``people``.
    package var peopleSource: PeopleSource
    /// The web site that sent the notification.
    package var site: String?
    /// The app's name for the conversation that the notification belongs to.
    package var thread: String?
    package var filterCriteria: String?
    package var actions: [Action]
    package var verdict: Verdict
    package var reason: Reason
    /// The Focus that was active.
    package var focus: FocusID?
    package var state: EntryState
    package var server: ServerID?
    /// Number of times that the server died during the delivery of this notification.
    package var serverDeaths: Int
    /// True if the user has read the notification, though it is still live.
    package var isRead: Bool
    /// True if the active Focus silenced it: missed, but not yet in the badge
    /// (Design.md, "Badges").
    package var isHeldFromBadge: Bool
    /// The texts that are shorter here than the app sent them.
    package var shortened: ShortenedTexts = []

    package init(
        key: EntryKey, id: ClientID, time: Timestamp, notification: Notification,
        decision: Decision, focus: FocusID?, sender: PeerName, sandbox: AppID?, state: EntryState
    ) {
        self.key = key
        self.id = id
        self.time = time
        ended = nil
        app = notification.app
        appName = notification.appName
        program = notification.program
        self.sender = sender
        self.sandbox = sandbox
        summary = notification.summary
        body = notification.body
        category = notification.category
        urgency = notification.urgency
        level = decision.level
        people = notification.people
        peopleSource = notification.peopleSource
        site = notification.site
        thread = notification.thread
        filterCriteria = notification.filterCriteria
        actions = notification.actions
        verdict = decision.verdict
        reason = decision.reason
        self.focus = focus
        self.state = state
        server = nil
        serverDeaths = 0
        isRead = false
        isHeldFromBadge = decision.isHeldFromBadge
    }
}

extension EntryRecord {
    /// The numbers and flags.
    package var facts: EntryFacts {
        EntryFacts(
            key: key, id: id, state: state, server: server, serverDeaths: serverDeaths,
            isRead: isRead, isHeldFromBadge: isHeldFromBadge)
    }

    /// The part that stays in memory.
    package var live: LiveEntry {
        LiveEntry(
            facts, app: app, countedAs: program, sender: sender, sandbox: sandbox, focus: focus)
    }

    /// The notification, as far as the record keeps it.
    package var notification: Notification {
        Notification(
            app: app, appName: appName, program: program, summary: summary, body: body,
            category: category,
            urgency: urgency, level: level, people: people, peopleSource: peopleSource,
            site: site, thread: thread, filterCriteria: filterCriteria,
            actions: actions)
    }

    /// The sender as the user knows it: the script or program behind a tool, else the app.
    package var source: AppID { program ?? app }

    /// The ids under which lists and mutes find the sender, its ``source`` first.
    package var sourceIDs: [AppID] { program.map { [$0, app] } ?? [app] }

    /// True if the notification was silenced at its arrival, and delivered later: the user asked
    /// for its delivery, or snoozed it until then.
    package var isDeliveredLate: Bool {
        guard verdict == .silence else { return false }
        switch state {
        case .queued, .shown, .expired, .parked: return true
        // The id stays after the popup has gone, as 0. A notification without a popup has no id.
        default: return server != nil
        }
    }

    /// True if the notification is in the missed list because its popup was on the screen when the
    /// session ended.
    package var isLeft: Bool { state == .silenced && server == .left }

    /// The decision about the notification.
    package var decision: Decision { Decision(verdict: verdict, reason: reason, level: level) }
}
