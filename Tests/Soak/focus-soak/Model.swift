// SPDX-License-Identifier: Apache-2.0

// The acknowledged operations in a simple form: a list of sent notifications, each with the answers
// to its sender. The model does not depend on focusd's implementation.

/// The user's reaction to a popup.
enum Plan: String, CaseIterable {
    case stay = ""
    case act, dismiss, expire

    /// The states in history after the user's reaction.
    var endings: Set<String> {
        switch self {
        case .stay: []
        case .expire: ["expired"]
        case .dismiss: ["dismissed"]
        // The action and the end of the popup are two signals, and a fault may happen between them.
        case .act: ["acted-on", "dismissed", "read"]
        }
    }
}

/// One sent notification.
struct Sent {
    let tag: String
    let peer: Int
    let plan: Plan
    /// True if its popup never expires: the next server shows it again if its own ends.
    let stays: Bool
    /// The active Focus at its sending, and those that may have become active before its answer.
    var focuses: Set<String>
    /// The answer; nil before it has arrived.
    var id: UInt32?
    /// The way in which it ended, once that was acknowledged.
    var over: String?
    /// Requested ends without an answer.
    var maybe: Set<String> = []
    /// True if another notification has taken its id.
    var isReplaced = false
    var isBusy = false
}

/// All notifications of one scene.
struct Model {
    /// The apps that each Focus silences; "" stands for no Focus.
    static let silenced: [String: Set<Int>] = ["": [], "quiet": [2, 3], "work": [1, 2]]

    var sent: [Sent] = []
    /// The possible values of each app's own badge: one value once it was acknowledged.
    var badges: [Int: Set<UInt32>] = [:]
    /// The acknowledged active Focus.
    var focus = ""
    /// A switch of the Focus without an answer.
    var pendingFocus: String?

    mutating func add(_ sending: Sent) -> Int {
        sent.append(sending)
        return sent.count - 1
    }

    /// Returns the notifications of a client that it may close or replace.
    func open(of peer: Int) -> [Int] {
        // Only recent ones, so that the list stays short in long runs.
        sent.indices.suffix(400).filter {
            sent[$0].peer == peer && sent[$0].id != nil && sent[$0].over == nil
                && !sent[$0].isReplaced && !sent[$0].isBusy
        }
    }

    /// Returns true if a Focus silences an app.
    static func silences(_ focus: String, _ peer: Int) -> Bool {
        silenced[focus]?.contains(peer) ?? false
    }
}
