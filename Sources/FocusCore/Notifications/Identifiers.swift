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

    /// The app id of a client that focusd could not examine.
    package static let unknown = AppID("unknown")

    package var description: String { rawValue }

    package static func < (left: AppID, right: AppID) -> Bool {
        left.rawValue < right.rawValue
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

/// The id that an app uses for its notification. focusd assigns it; never 0.
package struct ClientID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// The id that the server uses for a notification.
package struct ServerID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// The number of an entry in the store. Numbers only grow, so they order entries by arrival.
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
