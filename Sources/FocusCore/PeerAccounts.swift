// SPDX-License-Identifier: Apache-2.0

// What clients and apps make focusd hold beside its database. Everything of that kind is charged here,
// under the client that asked for it and under its app where that is known, and is refused here. Room
// is shared by one rule: nobody may have more than is left for all the others. So one alone gets half, two
// get a third each, and the next one finds room.
//
// Elsewhere are charged: loop time and calls that wait for their turns (`DBus/CallCosts.swift`, which
// serves before it is known who calls), notifications and their messages on the disk (``Proxy``),
// inhibitions (``Inhibitions``).

/// The memory that each client and each app makes focusd hold.
package struct PeerAccounts: Sendable {
    /// Things of which there is a limited amount.
    package enum Resource: Hashable, Sendable, CaseIterable {
        /// Bytes of calls and answers between the user's tools and the server.
        case relayedBytes
        /// Bytes of messages that are in no file: feedback, and what the store has refused.
        case unstoredBytes
        /// Questions about the server that wait for one to appear.
        case serverQuestions

        /// The most that there may be of it, of all together.
        package var capacity: Int {
            switch self {
            case .relayedBytes: Limits.relayedBytes
            case .unstoredBytes: Limits.unstoredBytes
            case .serverQuestions: Limits.serverQuestions
            }
        }
    }

    /// A client, and its app where that is known.
    package struct Payer: Hashable, Sendable {
        package let client: PeerName
        package let app: AppID?

        package init(client: PeerName, app: AppID? = nil) {
            self.client = client
            self.app = app
        }
    }

    fileprivate enum Holder: Hashable, Sendable {
        case client(PeerName)
        case app(AppID)
    }

    private struct Room: Sendable {
        var total = 0
        var shares: [Holder: Int] = [:]
    }

    private var rooms: [Resource: Room] = [:]

    package init() {}

    /// The amount that is held of a resource.
    package func total(of resource: Resource) -> Int { rooms[resource]?.total ?? 0 }

    /// The amount of a resource that a client or its app holds, the larger of the two.
    package func share(of payer: Payer, of resource: Resource) -> Int {
        payer.holders.map { rooms[resource]?.shares[$0] ?? 0 }.max() ?? 0
    }

    /// True where an amount could be charged.
    package func mayCharge(_ amount: Int, of resource: Resource, to payer: Payer) -> Bool {
        let free = resource.capacity - total(of: resource)
        return amount <= free && share(of: payer, of: resource) + amount <= free
    }

    /// Charges an amount; false, and nothing is charged, where the payer would have more than is left
    /// for all others.
    package mutating func charge(_ amount: Int, of resource: Resource, to payer: Payer) -> Bool {
        guard mayCharge(amount, of: resource, to: payer) else { return false }
        rooms[resource, default: Room()].total += amount
        for holder in payer.holders {
            rooms[resource]?.shares[holder, default: 0] += amount
        }
        return true
    }

    /// Takes a charge back.
    package mutating func release(_ amount: Int, of resource: Resource, by payer: Payer) {
        rooms[resource]?.total -= amount
        for holder in payer.holders {
            let left = (rooms[resource]?.shares[holder] ?? 0) - amount
            rooms[resource]?.shares[holder] = left > 0 ? left : nil
        }
    }
}

extension PeerAccounts.Payer {
    fileprivate var holders: [PeerAccounts.Holder] {
        [.client(client)] + (app.map { [.app($0)] } ?? [])
    }
}
