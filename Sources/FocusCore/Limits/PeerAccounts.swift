// SPDX-License-Identifier: Apache-2.0

// Limits what clients and apps make focusd hold. What has no table of its own is charged here, to
// the client that asked for it and to its app if known. Most rooms are shared by one of two rules:
//
// - Refuse: an app or client gets no more than it leaves for all others
//   (``PeerAccounts/mayHave(_:beside:ofFree:)``): the resources below, and the other callers of
//   that function, such as inhibitions (``Inhibitions``), holds (``Agenda``), long texts and
//   notifications that wait for the server (``EngineState``).
// - Make room: the app or client that has most loses its oldest: live notifications
//   (``LiveNotifications``), if it has more than an equal share, stored messages
//   (``PayloadRoom``), copies of pictures (``PictureRoom``).
//
// Loop time and calls that wait for their turns are charged before the caller's app is known
// (`DBus/Connection/CallAccounts.swift`).

/// The memory that each client and each app makes focusd hold.
package struct PeerAccounts: Sendable {
    /// A resource with a limited amount.
    package enum Resource: Hashable, Sendable, CaseIterable {
        /// Bytes of calls and answers between the user's tools and the server.
        case relayedBytes
        /// Calls of the user's tools that wait for the server's replies.
        case relayedCalls
        /// Bytes of messages without a file: feedback, and messages that the store refused.
        case unstoredBytes
        /// Bytes of the actions of notifications that came by a gate.
        case routeBytes
        /// Questions about the server that wait for a server to appear.
        case serverQuestions
        /// Questions to the user about holds.
        case holdQuestions
        /// Questions of the user's tools about filters that wait for apps.
        case filterQuestions
        /// Questions about the kinds of triggers that wait for the survey in progress.
        case triggerQuestions
        /// Calls in progress that read or change files.
        case edits
        /// Clients that get the signals of `Control`.
        case subscribers
        /// Clients that get the server's own signals.
        case relayListeners

        /// The maximum amount of all clients together.
        package var capacity: Int {
            switch self {
            case .relayedBytes: Limits.relayedBytes
            case .relayedCalls: Limits.relayedCalls
            case .unstoredBytes: Limits.unstoredBytes
            case .routeBytes: Limits.routeBytes
            case .serverQuestions: Limits.serverQuestions
            case .holdQuestions: Limits.holdQuestions
            case .filterQuestions: Limits.filterQuestions
            case .triggerQuestions: Limits.triggerQuestions
            case .edits: Limits.edits
            case .subscribers: Limits.subscribers
            case .relayListeners: Limits.relayListeners
            }
        }
    }

    /// A client, and its app if known.
    package struct Payer: Hashable, Sendable {
        package let client: PeerName
        package let app: AppID?

        package init(client: PeerName, app: AppID? = nil) {
            self.client = client
            self.app = app
        }
    }

    private struct Room: Sendable {
        var total = 0
        var shares: [RoomHolder: Int] = [:]
    }

    private var rooms: [Resource: Room] = [:]

    package init() {}

    /// Returns true if a client or app that has `own` of a resource may have `amount` more while
    /// `free` is left.
    ///
    /// A client or app may have at most as much as is left for all others. So one client alone gets
    /// half, two clients get a third each, and a further client still finds room.
    package static func mayHave(_ amount: Int, beside own: Int, ofFree free: Int) -> Bool {
        amount <= free && own + amount <= free
    }

    /// Returns the charged amount of a resource.
    package func total(of resource: Resource) -> Int { rooms[resource]?.total ?? 0 }

    /// Returns the amount of a resource that a client has, or its app, if the app has more.
    package func share(of payer: Payer, of resource: Resource) -> Int {
        payer.holders.map { rooms[resource]?.shares[$0] ?? 0 }.max() ?? 0
    }

    /// Returns true if the amount can be charged.
    package func mayCharge(_ amount: Int, of resource: Resource, to payer: Payer) -> Bool {
        Self.mayHave(
            amount, beside: share(of: payer, of: resource),
            ofFree: resource.capacity - total(of: resource))
    }

    /// Charges an amount. Returns false and charges nothing if the payer would have more than is
    /// left for all others.
    package mutating func charge(_ amount: Int, of resource: Resource, to payer: Payer) -> Bool {
        guard mayCharge(amount, of: resource, to: payer) else { return false }
        rooms[resource, default: Room()].total += amount
        for holder in payer.holders {
            rooms[resource]?.shares[holder, default: 0] += amount
        }
        return true
    }

    /// Reverts a charge.
    package mutating func release(_ amount: Int, of resource: Resource, by payer: Payer) {
        rooms[resource]?.total -= amount
        for holder in payer.holders {
            let left = (rooms[resource]?.shares[holder] ?? 0) - amount
            rooms[resource]?.shares[holder] = left > 0 ? left : nil
        }
    }
}

extension PeerAccounts.Payer {
    fileprivate var holders: [RoomHolder] {
        [.client(client)] + (app.map { [.app($0)] } ?? [])
    }
}
