// SPDX-License-Identifier: Apache-2.0

// The badge of an app (Design.md, "Badges"), the number beside its icon:
//
// 1. No badge while the active Focus hides all badges (`HideBadges=`), for an app that the user
//    does not want counted (`[Badge] Never=`), and for a muted app that is not counted.
// 2. The count that the app set (`SetBadgeCount`), if it set one.
// 3. The number of its unread notifications, except those that the active Focus silenced
//    (``EntryFacts/isHeldFromBadge``). They count when the Focus ends.
//
// `LiveNotifications` calls ``Badges/count(_:of:)`` and ``Badges/uncount(_:of:)`` whenever a
// notification arrives, changes or ends.

/// The badge of every app.
package struct Badges: Sendable {
    private struct Counts: Sendable {
        var own: UInt32?
        var unread: UInt32 = 0
        var held: UInt32 = 0

        var isEmpty: Bool { own == nil && unread == 0 }
        /// The badge while badges are not hidden.
        var shown: UInt32 { own ?? (unread - held) }
    }

    private var counts: [AppID: Counts] = [:]
    /// The badges that ``takeChanges()`` returned last, so that it returns only changes.
    private var told: [AppID: UInt32] = [:]
    private var changed: Set<AppID> = []

    /// True while the active Focus hides all badges.
    package var hidesAll = false {
        didSet {
            if hidesAll != oldValue { changed.formUnion(counts.keys) }
        }
    }

    /// Apps without a badge: the user never wants them counted (`[Badge] Never=`), or they are
    /// muted and not counted.
    package var hidden: AppList = [] {
        didSet {
            if hidden != oldValue { changed.formUnion(counts.keys) }
        }
    }

    package init() {}

    /// Returns the badge to show for the app; 0 for none.
    package func badge(of app: AppID) -> UInt32 {
        guard !hidesAll, let counts = counts[app], !hidden.contains(app) else { return 0 }
        return counts.shown
    }

    /// Returns the count that the app set, or nil if it set none.
    package func own(of app: AppID) -> UInt32? {
        counts[app]?.own
    }

    /// The counts that apps set.
    package var allOwn: [AppID: UInt32] { counts.compactMapValues(\.own) }

    /// The badges of all apps that have one to show.
    package var all: [AppID: UInt32] {
        var shown: [AppID: UInt32] = [:]
        for app in counts.keys {
            let badge = badge(of: app)
            if badge > 0 { shown[app] = badge }
        }
        return shown
    }

    /// Returns true if the app may set a count: it has one already, or the number of counts is
    /// below ``Limits/badgeApps``.
    package func mayOwn(_ app: AppID) -> Bool {
        counts[app]?.own != nil || counts.values.count { $0.own != nil } < Limits.badgeApps
    }

    /// Sets the app's own count.
    package mutating func setOwn(_ count: UInt32, of app: AppID) {
        update(app) { $0.own = count }
    }

    /// Removes the app's own count.
    package mutating func removeOwn(of app: AppID) {
        if counts[app] != nil { update(app) { $0.own = nil } }
    }

    /// Returns true if both entries of an app have the same effect on its counts.
    func countsAlike(_ left: EntryFacts, _ right: EntryFacts) -> Bool {
        left.isRead == right.isRead && left.isStored == right.isStored
            && left.isHeldFromBadge == right.isHeldFromBadge
    }

    /// Counts an entry that became unread.
    mutating func count(_ entry: EntryFacts, of app: AppID) {
        guard entry.isUnread else { return }
        update(app) { counts in
            counts.unread += 1
            if entry.isHeldFromBadge { counts.held += 1 }
        }
    }

    /// Reverts ``count(_:of:)`` for the same entry.
    mutating func uncount(_ entry: EntryFacts, of app: AppID) {
        guard entry.isUnread else { return }
        update(app) { counts in
            counts.unread -= 1
            if entry.isHeldFromBadge { counts.held -= 1 }
        }
    }

    /// Counts entries in the badge that the Focus has held back from it.
    mutating func release(_ count: UInt32, of app: AppID) {
        update(app) { $0.held -= count }
    }

    /// Returns the badges that have changed since the last call.
    package mutating func takeChanges() -> [(app: AppID, count: UInt32)] {
        guard !changed.isEmpty else { return [] }
        var changes: [(app: AppID, count: UInt32)] = []
        for app in changed {
            let badge = badge(of: app)
            guard told[app, default: 0] != badge else { continue }
            told[app] = badge == 0 ? nil : badge
            changes.append((app, badge))
        }
        changed.removeAll(keepingCapacity: true)
        return changes
    }

    private mutating func update(_ app: AppID, _ body: (inout Counts) -> Void) {
        // A notification that the Focus silences changes the counts, but not the badge.
        let (isChanged, isEmpty) = Self.change(&counts[app, default: Counts()], body)
        if isChanged { changed.insert(app) }
        if isEmpty { counts[app] = nil }
    }

    private static func change(
        _ counts: inout Counts, _ body: (inout Counts) -> Void
    ) -> (isChanged: Bool, isEmpty: Bool) {
        let before = counts.shown
        body(&counts)
        return (counts.shown != before, counts.isEmpty)
    }
}
