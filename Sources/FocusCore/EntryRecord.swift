// SPDX-License-Identifier: Apache-2.0

/// A moment on the wall clock, in milliseconds since 1970-01-01T00:00:00Z.
package struct Timestamp: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Where a notification stands between its arrival and its end.
package enum EntryState: UInt8, Sendable, CaseIterable {
    /// To be handed over to the real server.
    case queued = 0
    /// The real server has it.
    case shown = 1
    /// In the missed list, with live actions.
    case silenced = 2
    /// Its popup is gone, the user has not dealt with it.
    case expired = 3
    /// The real server died twice on it; it is not handed over a third time.
    case parked = 4
    // From here on the notification is over and lies in history.
    case dismissed = 10
    case actedOn = 11
    case closedByApp = 12
    case read = 13
    case replaced = 14
    /// Made room for newer ones at ``Limits/liveNotifications``.
    case evicted = 15

    /// Whether the notification is over.
    package var isFinal: Bool { rawValue >= EntryState.dismissed.rawValue }

    /// The word that JSON and the bus use.
    package var name: String {
        switch self {
        case .queued: "queued"
        case .shown: "shown"
        case .silenced: "silenced"
        case .expired: "expired"
        case .parked: "parked"
        case .dismissed: "dismissed"
        case .actedOn: "acted-on"
        case .closedByApp: "closed-by-app"
        case .read: "read"
        case .replaced: "replaced"
        case .evicted: "evicted"
        }
    }
}

/// What the store keeps of a notification, except its payload (the message as it arrived).
package struct EntryRecord: Hashable, Sendable {
    package var key: EntryKey
    package var id: ClientID
    package var time: Timestamp
    /// Set when the notification is over.
    package var ended: Timestamp?
    package var app: AppID
    package var appName: String
    /// The script or program for which a tool as `notify-send` has sent it.
    package var program: AppID?
    package var sender: PeerName
    /// The sender's own id where it runs in a sandbox.
    package var sandbox: AppID?
    package var summary: String
    package var body: String
    package var category: String?
    package var urgency: Urgency
    /// The level that counted in the decision.
    package var level: InterruptionLevel
    package var people: [String]
    /// The part of the notification that names ``people``.
    package var peopleSource: PeopleSource
    /// The web site that it is from.
    package var site: String?
    package var filterCriteria: String?
    package var actions: [Action]
    package var verdict: Verdict
    package var reason: Reason
    /// The Focus that was on.
    package var focus: FocusID?
    package var state: EntryState
    package var server: ServerID?
    /// How often the real server died while this was being handed over.
    package var serverDeaths: Int
    /// Read by the user, though not over.
    package var isRead: Bool
    /// Silenced by the Focus that is still on: missed, but not yet in the badge (DESIGN §8).
    package var isHeldFromBadge: Bool
    /// The texts that the app sent longer than they are here.
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
        filterCriteria = notification.filterCriteria
        actions = notification.actions
        verdict = decision.verdict
        reason = decision.reason
        self.focus = focus
        self.state = state
        server = nil
        serverDeaths = 0
        isRead = false
        isHeldFromBadge = decision.verdict == .silence
    }
}

extension EntryRecord {
    /// The numbers and flags.
    package var facts: EntryFacts {
        EntryFacts(
            key: key, id: id, state: state, server: server, serverDeaths: serverDeaths,
            isRead: isRead, isHeldFromBadge: isHeldFromBadge)
    }

    /// What is kept of it in memory.
    package var live: LiveEntry { LiveEntry(facts, app: app, sender: sender, sandbox: sandbox) }

    /// The notification, as far as it is kept.
    package var notification: Notification {
        Notification(
            app: app, appName: appName, program: program, summary: summary, body: body,
            category: category,
            urgency: urgency, level: level, people: people, peopleSource: peopleSource,
            site: site, filterCriteria: filterCriteria,
            actions: actions)
    }

    /// What was decided about it.
    package var decision: Decision { Decision(verdict: verdict, reason: reason, level: level) }
}

/// The part of a ``LiveEntry`` that is numbers and flags: a copy of it costs nothing.
package struct EntryFacts: Hashable, Sendable {
    package var key: EntryKey
    package var id: ClientID
    package var state: EntryState
    package var server: ServerID?
    package var serverDeaths: Int
    package var isRead: Bool
    package var isHeldFromBadge: Bool
    /// Shown and forgotten: never in the store (feedback).
    package var isEphemeral: Bool
    /// Bytes of the message that the store keeps of it.
    package var payloadBytes: Int
    /// Bytes of its texts, as the store keeps them beside the message.
    package var textBytes: Int

    package init(
        key: EntryKey, id: ClientID, state: EntryState, server: ServerID? = nil,
        serverDeaths: Int = 0, isRead: Bool = false, isHeldFromBadge: Bool = false,
        isEphemeral: Bool = false, payloadBytes: Int = 0, textBytes: Int = 0
    ) {
        self.key = key
        self.id = id
        self.state = state
        self.server = server
        self.serverDeaths = serverDeaths
        self.isRead = isRead
        self.isHeldFromBadge = isHeldFromBadge
        self.isEphemeral = isEphemeral
        self.payloadBytes = payloadBytes
        self.textBytes = textBytes
    }

    /// What of it the real server has not had yet.
    package var waiting: Waiting {
        state == .queued ? Waiting(count: 1, bytes: payloadBytes) : Waiting()
    }

    /// Whether the missed list holds it.
    package var isMissed: Bool { state == .silenced && !isRead }
}

/// What focusd keeps in memory of a notification that is not over; the rest stays in the store.
@dynamicMemberLookup
package struct LiveEntry: Hashable, Sendable {
    package var facts: EntryFacts
    package var app: AppID
    package var sender: PeerName
    package var sandbox: AppID?

    package init(_ facts: EntryFacts, app: AppID, sender: PeerName, sandbox: AppID?) {
        self.facts = facts
        self.app = app
        self.sender = sender
        self.sandbox = sandbox
    }

    /// What ``EntryFacts`` has.
    @inlinable
    package subscript<Fact>(
        dynamicMember fact: WritableKeyPath<EntryFacts, Fact>
    ) -> Fact {
        get { facts[keyPath: fact] }
        set { facts[keyPath: fact] = newValue }
    }

    /// What follows from that.
    @inlinable package subscript<Fact>(dynamicMember fact: KeyPath<EntryFacts, Fact>) -> Fact {
        facts[keyPath: fact]
    }
}

/// How the active Focus came to be on.
package struct Activation: Hashable, Sendable {
    package enum Cause: String, Sendable {
        case manual
        case schedule
        case trigger
    }

    package var focus: FocusID
    package var since: Timestamp
    package var cause: Cause
    /// The schedule's name, where one has turned it on.
    package var schedule: String?
    /// What it is on with, where that has turned it on.
    package var trigger: Trigger?
    /// When it ends by itself; nil where no clock says so.
    package var until: Timestamp?
    /// Whether it ends with the login session.
    package var endsWithSession: Bool

    package init(
        focus: FocusID, since: Timestamp, cause: Cause, schedule: String? = nil,
        trigger: Trigger? = nil, until: Timestamp? = nil, endsWithSession: Bool = false
    ) {
        self.focus = focus
        self.since = since
        self.cause = cause
        self.schedule = schedule
        self.trigger = trigger
        self.until = until
        self.endsWithSession = endsWithSession
    }
}

/// Which entries a list of past or missed notifications is to hold.
package struct HistoryQuery: Hashable, Sendable {
    /// Only entries older than this one; for paging.
    package var before: EntryKey?
    package var since: Timestamp?
    package var app: AppID?
    package var verdict: Verdict?
    /// Only those with this state; for the missed list and for parked ones.
    package var state: EntryState?
    /// At most so many, newest first; ``Limits/queryEntries`` at most.
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
}

/// How long history is kept (`[History]` of `focusd.conf`).
package struct Retention: Hashable, Sendable {
    package var days: Int
    package var entries: Int

    package init(days: Int = 30, entries: Int = 10_000) {
        self.days = days
        self.entries = entries
    }
}
