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

/// The state of a notification between its arrival and its end.
package enum EntryState: UInt8, Sendable, CaseIterable {
    /// Waits for delivery to the server.
    case queued = 0
    /// Delivered to the server.
    case shown = 1
    /// In the missed list, with live actions.
    case silenced = 2
    /// The popup is gone (it expired, or the server left), but the user has not acted on the
    /// notification.
    case expired = 3
    /// Given up: the server died on it repeatedly or refused it, or its message is lost.
    case parked = 4
    // The notification has ended and is in history from here on.
    case dismissed = 10
    case actedOn = 11
    case closedByApp = 12
    case read = 13
    case replaced = 14
    /// Ended to make room for newer ones at ``Limits/liveNotifications``.
    case evicted = 15

    /// True if the notification has ended.
    package var isFinal: Bool { rawValue >= EntryState.dismissed.rawValue }

    /// The state's name in JSON and on the bus.
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
    /// True if the active Focus silenced it: missed, but not yet in the badge (DESIGN §8).
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
        LiveEntry(facts, app: app, badge: program, sender: sender, sandbox: sandbox)
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

    /// The decision about the notification.
    package var decision: Decision { Decision(verdict: verdict, reason: reason, level: level) }
}

/// The numbers and flags of a ``LiveEntry``. Copies need no reference counting.
package struct EntryFacts: Hashable, Sendable {
    package var key: EntryKey
    package var id: ClientID
    package var state: EntryState
    package var server: ServerID?
    package var serverDeaths: Int
    package var isRead: Bool
    package var isHeldFromBadge: Bool
    /// True for a notification that is shown but never stored (feedback).
    package var isEphemeral: Bool
    /// Size of its stored message in bytes.
    package var payloadBytes: Int
    /// Size of its texts in bytes, which the store keeps beside the message.
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

    /// The part that still waits for the server.
    package var waiting: Waiting {
        state == .queued ? Waiting(count: 1, bytes: payloadBytes) : Waiting()
    }

    /// True if it is in the missed list.
    package var isMissed: Bool { state == .silenced && !isRead }
}

/// The data that focusd keeps in memory of a live notification; the rest is in the store.
@dynamicMemberLookup
package struct LiveEntry: Hashable, Sendable {
    package var facts: EntryFacts
    package var app: AppID
    /// The app in whose badge the notification counts.
    package var badge: AppID
    package var sender: PeerName
    package var sandbox: AppID?

    /// - Parameter badge: the script or program for which a tool sent the notification.
    package init(
        _ facts: EntryFacts, app: AppID, badge: AppID? = nil, sender: PeerName, sandbox: AppID?
    ) {
        self.facts = facts
        self.app = app
        self.badge = badge ?? app
        self.sender = sender
        self.sandbox = sandbox
    }

    /// A property of ``EntryFacts``.
    @inlinable
    package subscript<Fact>(
        dynamicMember fact: WritableKeyPath<EntryFacts, Fact>
    ) -> Fact {
        get { facts[keyPath: fact] }
        set { facts[keyPath: fact] = newValue }
    }

    /// A computed property of ``EntryFacts``.
    @inlinable package subscript<Fact>(dynamicMember fact: KeyPath<EntryFacts, Fact>) -> Fact {
        facts[keyPath: fact]
    }
}

/// The active Focus and its cause.
package struct Activation: Hashable, Sendable {
    package enum Cause: String, Sendable {
        case manual
        case schedule
        case trigger
    }

    package var focus: FocusID
    package var since: Timestamp
    package var cause: Cause
    /// The name of the schedule that turned the Focus on.
    package var schedule: String?
    /// The trigger that turned the Focus on.
    package var trigger: Trigger?
    /// The time at which the active Focus changes next; nil where no clock decides it.
    package var until: Timestamp?
    /// True if the Focus ends with the login session.
    package var endsWithSession: Bool
    /// The name of the other machine whose user turned the Focus on (`focus-link`).
    package var machine: String?

    package init(
        focus: FocusID, since: Timestamp, cause: Cause, schedule: String? = nil,
        trigger: Trigger? = nil, until: Timestamp? = nil, endsWithSession: Bool = false,
        machine: String? = nil
    ) {
        self.machine = machine
        self.focus = focus
        self.since = since
        self.cause = cause
        self.schedule = schedule
        self.trigger = trigger
        self.until = until
        self.endsWithSession = endsWithSession
    }
}

/// Maximum age and number of the entries in history (`[History]` of `focusd.conf`).
package struct Retention: Hashable, Sendable {
    package var days: Int
    package var entries: Int

    package init(days: Int = 30, entries: Int = 10_000) {
        self.days = days
        self.entries = entries
    }
}
