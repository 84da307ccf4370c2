// SPDX-License-Identifier: Apache-2.0

// While a client asks for quiet and no Focus is on, Do Not Disturb is on, as on Plasma. The active
// Focus takes precedence, and the user's action: turning the Focus off ends the effect of all
// requests that were made before. The request of a client in a sandbox turns nothing on: such a
// client would silence all other apps, without the consent that `Hold` needs.

/// The requests for quiet (`Inhibit`), with client and reason.
package struct Inhibitions: Sendable {
    /// One client's request.
    package struct Inhibitor: Hashable, Sendable {
        package let peer: PeerName
        package let app: AppID
        /// The app or program of the client, which may name other apps.
        fileprivate let program: AppID?
        package let reason: String
        /// True if the request turns Do Not Disturb on while no Focus is on.
        package fileprivate(set) var quiets: Bool

        /// The request in one line, as the reason of a hold.
        var holdReason: String {
            let text = "\(app) asked for quiet" + (reason.isEmpty ? "" : ": \(reason)")
            let line = String.UnicodeScalarView(
                text.unicodeScalars.map {
                    $0.properties.generalCategory == .control ? " " : $0
                })
            return String(line).cut(toBytes: Limits.holdReasonBytes)
        }
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

    /// The oldest request that turns Do Not Disturb on, with its cookie.
    var quieting: (cookie: UInt32, request: Inhibitor)? {
        inhibitors.filter(\.value.quiets).min { $0.key < $1.key }
            .map { (cookie: $0.key, request: $0.value) }
    }

    /// Ends the effect of all requests, as the user turns the Focus off.
    mutating func overrule() {
        for cookie in inhibitors.keys { inhibitors[cookie]?.quiets = false }
    }

    /// Adds a request and returns its cookie, never 0.
    ///
    /// - Parameters:
    ///   - program: the app or program of the client, whatever app it names.
    ///   - quiets: false for a client in a sandbox.
    /// - Throws: ``Refusal/tooMany`` at a limit of the client, the app, the program or all.
    package mutating func inhibit(
        by peer: PeerName, app: AppID, program: AppID? = nil, reason: String, quiets: Bool = false
    ) throws(Refusal) -> UInt32 {
        let own = inhibitors.values.count { $0.peer == peer }
        let ofApp = inhibitors.values.count { $0.app == app }
        let ofProgram = inhibitors.values.count { program != nil && $0.program == program }
        let free = Limits.inhibitions - inhibitors.count
        guard own < Limits.inhibitionsPerClient,
            PeerAccounts.mayHave(1, beside: max(own, ofApp, ofProgram), ofFree: free)
        else { throw .tooMany }
        repeat { last = last == .max ? 1 : last + 1 } while inhibitors[last] != nil
        inhibitors[last] = Inhibitor(
            peer: peer, app: app, program: program, reason: reason, quiets: quiets)
        return last
    }

    /// Removes a request; returns false if the client has no request with this cookie.
    package mutating func uninhibit(_ cookie: UInt32, by peer: PeerName) -> Bool {
        guard inhibitors[cookie]?.peer == peer else { return false }
        inhibitors[cookie] = nil
        return true
    }

    /// Removes all requests of a client that left the bus. Returns false if there are none.
    @discardableResult
    package mutating func peerLeft(_ peer: PeerName) -> Bool {
        guard inhibitors.values.contains(where: { $0.peer == peer }) else { return false }
        inhibitors = inhibitors.filter { $0.value.peer != peer }
        return true
    }
}
