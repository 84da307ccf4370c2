// SPDX-License-Identifier: Apache-2.0

/// The requests for quiet (`Inhibit`), with client and reason.
package struct Inhibitions: Sendable {
    /// One client's request.
    package struct Inhibitor: Hashable, Sendable {
        package let peer: PeerName
        package let app: AppID
        /// The app or program of the client, which may name other apps.
        fileprivate let program: AppID?
        package let reason: String
    }

    /// The reason why a request is refused.
    package enum Refusal: Error {
        case tooMany
    }

    private var inhibitors: [UInt32: Inhibitor] = [:]
    private var last: UInt32 = 0

    package init() {}

    package var isEmpty: Bool { inhibitors.isEmpty }

    /// All requests, oldest first.
    package var all: [Inhibitor] {
        inhibitors.sorted { $0.key < $1.key }.map(\.value)
    }

    /// Adds a request and returns its cookie, never 0.
    ///
    /// - Parameter program: the app or program of the client, whatever app it names.
    /// - Throws: ``Refusal/tooMany`` at a limit of the client, the app, the program or all.
    package mutating func inhibit(
        by peer: PeerName, app: AppID, program: AppID? = nil, reason: String
    ) throws(Refusal) -> UInt32 {
        let own = inhibitors.values.count { $0.peer == peer }
        let ofApp = inhibitors.values.count { $0.app == app }
        let ofProgram = inhibitors.values.count { program != nil && $0.program == program }
        let free = Limits.inhibitions - inhibitors.count
        guard own < Limits.inhibitionsPerClient,
            PeerAccounts.mayHave(1, beside: max(own, ofApp, ofProgram), ofFree: free)
        else { throw .tooMany }
        repeat { last = last == .max ? 1 : last + 1 } while inhibitors[last] != nil
        inhibitors[last] = Inhibitor(peer: peer, app: app, program: program, reason: reason)
        return last
    }

    /// Removes a request; returns false if the client has no request with this cookie.
    package mutating func uninhibit(_ cookie: UInt32, by peer: PeerName) -> Bool {
        guard inhibitors[cookie]?.peer == peer else { return false }
        inhibitors[cookie] = nil
        return true
    }

    /// Removes all requests of a client that left the bus.
    package mutating func peerLeft(_ peer: PeerName) {
        guard inhibitors.values.contains(where: { $0.peer == peer }) else { return }
        inhibitors = inhibitors.filter { $0.value.peer != peer }
    }
}
