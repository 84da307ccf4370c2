// SPDX-License-Identifier: Apache-2.0

/// The id of an app: the name of its desktop file without `.desktop`, in reverse-DNS form if the
/// app follows the desktop entry specification.
package struct AppID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package init(_ rawValue: some StringProtocol) {
        self.rawValue = String(rawValue)
    }

    /// The id in lower case; nil if lower-casing does not change it.
    ///
    /// Lists of the user match in any letter case: people read names, and one program may send
    /// under `Slack` and `slack`.
    package var folded: AppID? {
        let isLower = rawValue.utf8.allSatisfy { byte in
            byte < 0x80 && !(UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        }
        if isLower { return nil }
        let folded = rawValue.lowercased()
        return folded == rawValue ? nil : AppID(rawValue: folded)
    }

    /// The app id of a client that focusd could not examine.
    package static let unknown = AppID("unknown")

    package var description: String { rawValue }

    package static func < (left: AppID, right: AppID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Apps on a list of the user, in any letter case.
package struct AppList: Hashable, Sendable, ExpressibleByArrayLiteral {
    /// The ids as listed and in lower case.
    private let ids: Set<AppID>

    package init(_ apps: some Sequence<AppID>) {
        var ids = Set(apps)
        ids.formUnion(ids.compactMap(\.folded))
        self.ids = ids
    }

    /// - Parameters:
    ///   - apps: the listed apps.
    ///   - aliases: returns other ids that the notifications of a listed app may have.
    package init(_ apps: Set<AppID>, aliases: (AppID) -> [AppID]) {
        self.init(apps.union(apps.flatMap(aliases)))
    }

    package init(arrayLiteral apps: AppID...) {
        self.init(apps)
    }

    /// Returns true if the list has the app.
    package func contains(_ app: AppID) -> Bool {
        if ids.isEmpty { return false }
        if ids.contains(app) { return true }
        return app.folded.map(ids.contains) ?? false
    }

    /// Returns true if the list has the app of a notification, or the script on whose behalf a tool
    /// sent it.
    package func contains(_ notification: Notification) -> Bool {
        contains(notification.app) || notification.program.map(contains) ?? false
    }
}

/// The id of a Focus: the name of its file without `.focus`.
package struct FocusID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package init(_ rawValue: some StringProtocol) {
        self.rawValue = String(rawValue)
    }

    package var description: String { rawValue }

    package static func < (left: FocusID, right: FocusID) -> Bool {
        left.rawValue < right.rawValue
    }

    /// The Focus that exists even without a file.
    package static let doNotDisturb = FocusID("do-not-disturb")
}

/// The id that an app uses for its notification, and the number by which the user names it. focusd
/// assigns it; never 0.
package struct ClientID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// The id that the server uses for a notification.
package struct ServerID: RawRepresentable, Hashable, Sendable {
    /// In the store, in place of the id of a popup that was on the screen when its session ended,
    /// with the state ``EntryState/silenced``.
    package static let left = ServerID(rawValue: .max)

    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// The place of an entry in the order of arrival. Keys only grow. Users see a ``ClientID`` as the
/// number of a notification, never its key.
package struct EntryKey: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: Int64

    package init(rawValue: Int64) {
        self.rawValue = rawValue
    }

    package static func < (left: EntryKey, right: EntryKey) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A client's unique name on the session bus (`:1.42`).
package struct PeerName: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }
}
