// SPDX-License-Identifier: Apache-2.0

/// An app's id: the desktop file's name without `.desktop`, in reverse-DNS form where the app
/// follows the desktop entry specification.
package struct AppID: RawRepresentable, Hashable, Comparable, Sendable, CustomStringConvertible {
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package init(_ rawValue: some StringProtocol) {
        self.rawValue = String(rawValue)
    }

    /// What stands for the app of a client that could not be looked at.
    package static let unknown = AppID("unknown")

    package var description: String { rawValue }

    package static func < (left: AppID, right: AppID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// A Focus's id: the name of its file without `.focus`.
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

    /// The Focus that exists even where no file describes it.
    package static let doNotDisturb = FocusID("do-not-disturb")
}

/// The id under which an app knows its notification: focusd's own, never 0.
package struct ClientID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// The id under which the real notification server knows a notification.
package struct ServerID: RawRepresentable, Hashable, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// The number of an entry in the store; it only grows, so it also orders entries by arrival.
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
