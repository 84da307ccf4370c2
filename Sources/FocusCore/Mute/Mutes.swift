// SPDX-License-Identifier: Apache-2.0

/// An app whose notifications the user has silenced, with any Focus and without one.
package struct Mute: Hashable, Sendable {
    package var app: AppID
    /// Other ids of the app's notifications: its desktop file, window class and name.
    package var aliases: [AppID]
    package var span: UserSpan
    /// True if no user asked: the app is new, and new apps are silenced (`NewApps=silence`).
    package var isNewApp: Bool

    package init(_ app: AppID, aliases: [AppID] = [], span: UserSpan, isNewApp: Bool = false) {
        self.app = app
        self.aliases = aliases
        self.span = span
        self.isNewApp = isNewApp
    }

    var ids: [AppID] { [app] + aliases }

    /// The moment at which the mute ends; nil if it does not end at a time.
    package var until: Timestamp? { span.end.moment }

    var reason: Reason { isNewApp ? .newApp : .muted(until: until) }
}

/// The muted apps. A decision costs one or two lookups in a dictionary.
package struct Mutes: Hashable, Sendable {
    private var mutes: [AppID: Mute] = [:]
    /// The muted app of each id in lower case, aliases included.
    private var index: [AppID: AppID] = [:]

    package init() {}

    package var isEmpty: Bool { mutes.isEmpty }

    /// All mutes, in the order of the apps' ids.
    package var all: [Mute] { mutes.values.sorted { $0.app < $1.app } }

    /// The apps of all mutes, with their aliases.
    package var apps: [AppID] { mutes.values.flatMap(\.ids) }

    /// Returns the mute of an app, in any letter case.
    package func mute(of app: AppID) -> Mute? {
        guard !index.isEmpty, let found = index[app.folded ?? app] else { return nil }
        return mutes[found]
    }

    /// Returns the mute that silences a notification now.
    package func mute(of notification: Notification, at now: Timestamp?) -> Mute? {
        guard !index.isEmpty else { return nil }
        let found = mute(of: notification.app) ?? notification.program.flatMap(mute(of:))
        guard let found, let now, found.span.isOver(at: now) else { return found }
        return nil
    }

    /// Mutes an app; a mute of the same app gets the new end.
    ///
    /// - Returns: false if too many apps are muted, or if the store cannot keep the app's id.
    package mutating func add(_ mute: Mute) -> Bool {
        guard mutes.count < Limits.mutes || self.mute(of: mute.app) != nil,
            mute.ids.allSatisfy(Self.isStorable)
        else { return false }
        _ = remove(mute.app)
        mutes[mute.app] = mute
        rebuild()
        return true
    }

    /// Ends the mute of an app. Returns false if the app is not muted.
    package mutating func remove(_ app: AppID) -> Bool {
        guard let found = mute(of: app) else { return false }
        mutes[found.app] = nil
        rebuild()
        return true
    }

    /// Removes the mutes that have ended. Returns true if there were any.
    package mutating func advance(to now: Timestamp) -> Bool {
        guard !mutes.isEmpty else { return false }
        for app in mutes.keys { mutes[app]?.span.begin(by: now) }
        return removeAll { $0.isOver(at: now) }
    }

    package mutating func clockWasSet(by step: Int64) {
        for app in mutes.keys { mutes[app]?.span.clockWasSet(by: step) }
    }

    /// Removes the mutes that end with another login session. Returns true if there were any.
    @discardableResult
    package mutating func enter(session: String) -> Bool {
        removeAll { if case .session(let name) = $0.end { name != session } else { false } }
    }

    /// The next end of a mute.
    package var nextEnd: Timestamp? { mutes.values.compactMap(\.until).min() }

    private mutating func removeAll(where isOver: (UserSpan) -> Bool) -> Bool {
        let count = mutes.count
        mutes = mutes.filter { !isOver($0.value.span) }
        guard mutes.count != count else { return false }
        rebuild()
        return true
    }

    private mutating func rebuild() {
        index = [:]
        for mute in mutes.values {
            for id in mute.aliases { index[id.folded ?? id] = mute.app }
        }
        // An app's own id takes precedence over an alias of another app.
        for mute in mutes.values { index[mute.app.folded ?? mute.app] = mute.app }
    }

    /// True for an id of one line without tabs.
    static func isStorable(_ app: AppID) -> Bool {
        (1...Limits.appIDBytes).contains(app.rawValue.utf8.count)
            && app.rawValue.utf8.allSatisfy { $0 >= 0x20 }
    }
}

extension Mutes {
    /// The mutes as the store keeps them: one line each, with tabs between the parts.
    package var text: String {
        all.map { mute in
            ([mute.span.text, mute.isNewApp ? "new" : ""] + mute.ids.map(\.rawValue))
                .joined(separator: "\t")
        }.joined(separator: "\n")
    }

    /// Reads a text of ``text``. Skips invalid lines.
    package init(text: String) {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard parts.count >= 3, let span = UserSpan(text: parts[0]) else { continue }
            let ids = parts[2...].map { AppID($0) }
            _ = add(
                Mute(
                    ids[0], aliases: Array(ids.dropFirst()), span: span,
                    isNewApp: parts[1] == "new"))
        }
    }
}
