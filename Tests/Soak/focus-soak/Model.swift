// SPDX-License-Identifier: Apache-2.0

// What was acknowledged, written down as plainly as can be: a list of what was sent, and for each
// what its sender was told. Nothing here knows how focusd works.

/// What becomes of a popup by the hand of its user.
enum Plan: String, CaseIterable {
    case stay = ""
    case act, dismiss, expire

    /// How history may have it that the popup's user has dealt with the notification.
    var endings: Set<String> {
        switch self {
        case .stay: []
        case .expire: ["expired"]
        case .dismiss: ["dismissed"]
        // The action and the end of the popup are two signals; a fault may fall in between.
        case .act: ["acted-on", "dismissed", "read"]
        }
    }
}

/// One notification that was sent.
struct Sent {
    let tag: String
    let peer: Int
    let plan: Plan
    /// The Focus that was on when it was sent, and those that may have come on before its answer.
    var focuses: Set<String>
    /// The answer; nil before it came.
    var id: UInt32?
    /// What ended it, once that was acknowledged.
    var over: String?
    /// What was asked for and not answered.
    var maybe: Set<String> = []
    /// The notification that took its id.
    var isReplaced = false
    var isBusy = false
}

/// All that was sent in one scene.
struct Model {
    /// The apps whose notifications each Focus silences; "" is none.
    static let silenced: [String: Set<Int>] = ["": [], "quiet": [2, 3], "work": [1, 2]]

    var sent: [Sent] = []
    /// What each app's own badge may be: one value once it was acknowledged.
    var badges: [Int: Set<UInt32>] = [:]
    /// The Focus that is on by what was acknowledged.
    var focus = ""
    /// A switch that is not answered.
    var pendingFocus: String?

    mutating func add(_ sending: Sent) -> Int {
        sent.append(sending)
        return sent.count - 1
    }

    /// Notifications of a client that it may do something about.
    func open(of peer: Int) -> [Int] {
        // Only young ones, so that the list stays short in long runs.
        sent.indices.suffix(400).filter {
            sent[$0].peer == peer && sent[$0].id != nil && sent[$0].over == nil
                && !sent[$0].isReplaced && !sent[$0].isBusy
        }
    }

    /// Whether a Focus silences an app.
    static func silences(_ focus: String, _ peer: Int) -> Bool {
        silenced[focus]?.contains(peer) ?? false
    }
}
