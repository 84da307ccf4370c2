// SPDX-License-Identifier: Apache-2.0

// A hold keeps a Focus on for as long as a client wants it, for example while a command runs. It
// counts as a trigger that began when the client asked. A hold takes precedence over schedules and
// over earlier switches; a later action of the user takes precedence over the hold. When the hold
// ends, the earlier Focus comes back.

extension Agenda {
    /// A Focus that a client holds on.
    package struct Hold: Hashable, Sendable {
        package let id: UInt32
        package let focus: FocusID
        package let peer: PeerName
        /// The client's app or program; nil after focusd's next start.
        package var app: AppID?
        /// The reason in one line, for the user.
        package let reason: String

        var trigger: Trigger { .hold(id: id, reason: reason) }
    }

    /// The reason why a hold is refused.
    package enum HoldRefusal: Error, Hashable {
        case tooMany
        case badReason
    }

    /// Holds a Focus on for a client. Returns the hold's id, never 0.
    ///
    /// - Parameter app: the client's app or program, if known.
    package mutating func hold(
        _ focus: FocusID, reason: String, by peer: PeerName, of app: AppID? = nil,
        at now: Timestamp
    ) throws(HoldRefusal) -> UInt32 {
        guard Self.isReason(reason) else { throw .badReason }
        let own = holds.count { $0.peer == peer }
        let ofApp = holds.count { app != nil && $0.app == app }
        guard own < Limits.holdsPerClient,
            PeerAccounts.mayHave(1, beside: max(own, ofApp), ofFree: Limits.holds - holds.count)
        else { throw .tooMany }
        advance(to: now)
        let last = holds.map(\.id).max() ?? 0
        let id =
            last == .max ? (1...).first { id in !holds.contains { $0.id == id } } ?? 1 : last + 1
        let hold = Hold(id: id, focus: focus, peer: peer, app: app, reason: reason)
        holds.append(hold)
        activeTriggers.append(ActiveTrigger(trigger: hold.trigger, switchesBefore: switches.count))
        return id
    }

    /// Returns true for a text that may be the reason of a hold.
    package static func isReason(_ text: String) -> Bool {
        text.utf8.count <= Limits.holdReasonBytes
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    /// Ends a hold of a client. Returns false if the client has no such hold.
    package mutating func release(_ id: UInt32, by peer: PeerName) -> Bool {
        removeHolds { $0.id == id && $0.peer == peer }
    }

    /// Ends the holds that match. Returns false if there are none.
    package mutating func removeHolds(where isOver: (Hold) -> Bool) -> Bool {
        let over = Set(holds.filter(isOver).map(\.trigger))
        guard !over.isEmpty else { return false }
        holds.removeAll { over.contains($0.trigger) }
        activeTriggers.removeAll { over.contains($0.trigger) }
        return true
    }
}

extension Agenda.Hold {
    /// The hold as the store keeps it, on one line.
    var line: String { "held \(id) \(peer.rawValue) \(focus) \(reason)" }

    /// Reads the text behind the first word of ``line``.
    init?(_ text: String) {
        let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
        guard words.count == 4, let id = UInt32(words[0]), id > 0 else { return nil }
        self.init(
            id: id, focus: FocusID(words[2]), peer: PeerName(rawValue: String(words[1])),
            reason: String(words[3]))
    }
}
