// SPDX-License-Identifier: Apache-2.0

/// The numbers and flags of a ``LiveEntry``. Copies need no reference counting.
package struct EntryFacts: Hashable, Sendable {
    package var key: EntryKey
    package var id: ClientID
    package var state: EntryState
    package var server: ServerID?
    package var serverDeaths: Int
    package var isRead: Bool
    package var isHeldFromBadge: Bool
    /// False for a notification that is shown but not stored: feedback, one of focusd's own, or one
    /// that the store could not keep.
    package var isStored: Bool
    /// Size of its stored message in bytes.
    package var payloadBytes: Int
    /// Size of its texts in bytes, which the store keeps beside the message.
    package var textBytes: Int

    package init(
        key: EntryKey, id: ClientID, state: EntryState, server: ServerID? = nil,
        serverDeaths: Int = 0, isRead: Bool = false, isHeldFromBadge: Bool = false,
        isStored: Bool = true, payloadBytes: Int = 0, textBytes: Int = 0
    ) {
        self.key = key
        self.id = id
        self.state = state
        self.server = server
        self.serverDeaths = serverDeaths
        self.isRead = isRead
        self.isHeldFromBadge = isHeldFromBadge
        self.isStored = isStored
        self.payloadBytes = payloadBytes
        self.textBytes = textBytes
    }

    /// The part that still waits for the server.
    package var waiting: Waiting {
        state == .queued ? Waiting(count: 1, bytes: payloadBytes) : Waiting()
    }

    /// True if it is not read yet, and is stored, so that a list has it.
    package var isUnread: Bool { !isRead && isStored }

    /// True if its app's badge counts it.
    package var countsInBadge: Bool { isUnread && !isHeldFromBadge }

    /// True if it is in the missed list.
    package var isMissed: Bool { state == .silenced && !isRead }
}

/// The data that focusd keeps in memory of a live notification; the rest is in the store.
@dynamicMemberLookup
package struct LiveEntry: Hashable, Sendable {
    package var facts: EntryFacts
    package var app: AppID
    /// The sender by which the notification is counted, queued and muted: the app or, for a tool
    /// such as `notify-send`, the script or program that called the tool.
    package var countedAs: AppID
    package var sender: PeerName
    package var sandbox: AppID?
    /// The Focus that had a part in the decision.
    package var focus: FocusID?

    /// - Parameter countedAs: the script or program for which a tool sent the notification.
    package init(
        _ facts: EntryFacts, app: AppID, countedAs: AppID? = nil, sender: PeerName,
        sandbox: AppID?, focus: FocusID? = nil
    ) {
        self.facts = facts
        self.app = app
        self.countedAs = countedAs ?? app
        self.sender = sender
        self.sandbox = sandbox
        self.focus = focus
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

/// Notifications in the missed list: those of one app or script that one Focus silenced.
package struct MissedGroup: Sendable {
    package let focus: FocusID
    package let app: AppID
    /// The sender by which the notifications are counted, see ``LiveEntry/countedAs``.
    package let countedAs: AppID
    /// The notifications, in no order; at least one.
    package private(set) var entries: [EntryFacts]
    package private(set) var oldest: EntryKey
    package private(set) var newest: EntryKey

    init(_ first: EntryFacts, of app: AppID, countedAs: AppID, _ focus: FocusID) {
        self.focus = focus
        self.app = app
        self.countedAs = countedAs
        entries = [first]
        oldest = first.key
        newest = first.key
    }

    mutating func add(_ entry: EntryFacts) {
        entries.append(entry)
        oldest = min(oldest, entry.key)
        newest = max(newest, entry.key)
    }
}
