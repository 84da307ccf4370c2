// SPDX-License-Identifier: Apache-2.0

/// Numbers that focusd counts since its start, and its current state; without names and texts.
package enum Counter: String, Sendable, CaseIterable {
    // Counts since the start.
    case decided, delivered, silenced, limited, refused, evicted
    case handedOver = "handed-over"
    case parked
    case serverDeaths = "server-deaths"
    case serverRestarts = "server-restarts"
    case commits
    case commitMicroseconds = "commit-us"
    case commitMicrosecondsMax = "commit-us-max"
    case storeFailures = "store-failures"
    // Current state.
    case queued, live, missed
    case storedBytes = "stored-bytes"

    /// The counter's name in JSON and on the bus.
    package var name: String { rawValue }

    /// A description for people.
    package var meaning: String {
        switch self {
        case .decided: "notifications that focusd decided about"
        case .delivered: "of these, to be shown"
        case .silenced: "of these, silenced: by a Focus, a mute or always.focus"
        case .limited: "of these, not shown because their app sent too many"
        case .refused: "notifications not taken, because of a limit or a wrong argument"
        case .evicted: "notifications removed to make room for newer ones"
        case .handedOver: "notifications passed on to the notification server"
        case .parked: "notifications not shown, because the server crashed on them or refused them"
        case .serverDeaths: "crashes of the notification server while it took a notification"
        case .serverRestarts: "starts of a notification server after the first"
        case .commits: "times that data was saved before an app or the user got an answer"
        case .commitMicroseconds: "microseconds that all of these took together"
        case .commitMicrosecondsMax: "microseconds that the slowest of these took"
        case .storeFailures: "changes that could not be saved"
        case .queued: "notifications that wait for the notification server now"
        case .live: "notifications not closed yet: waiting, shown or in the missed list"
        case .missed: "notifications in the missed list now"
        case .storedBytes: "bytes that the stored notifications take now"
        }
    }
}

/// A number for each ``Counter``.
package struct Counters: Hashable, Sendable {
    private var numbers: [Counter: UInt64] = [:]

    package init() {}

    package subscript(counter: Counter) -> UInt64 {
        get { numbers[counter] ?? 0 }
        set { numbers[counter] = newValue }
    }

    /// Adds one.
    package mutating func count(_ counter: Counter) {
        self[counter] &+= 1
    }

    /// Counts a commit that took this number of microseconds.
    package mutating func committed(microseconds: UInt64) {
        count(.commits)
        self[.commitMicroseconds] &+= microseconds
        self[.commitMicrosecondsMax] = max(self[.commitMicrosecondsMax], microseconds)
    }
}
