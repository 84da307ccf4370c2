// SPDX-License-Identifier: Apache-2.0

// While a client asks for quiet and no Focus is on, Do Not Disturb is on, as on Plasma. The active
// Focus takes precedence, and the user's action: turning the Focus off, here or on another machine
// that is linked, ends the effect of all requests that were made before. The request of a client in
// a sandbox turns nothing on: such a client would silence all other apps, without the consent that
// `Hold` needs.
//
// The store keeps the requests: their clients still want quiet after a restart of focusd, and know
// nothing of it. The requests of clients that left the bus meanwhile are over. So are all requests
// on a new session bus, which gives the same client names to other clients.

/// The requests for quiet (`Inhibit`), with client and reason.
package struct Inhibitions: Sendable {
    /// One client's request.
    package struct Inhibitor: Hashable, Sendable {
        package let peer: PeerName
        package let app: AppID
        /// The app or program of the client, which may name other apps.
        fileprivate let program: AppID?
        package fileprivate(set) var reason: String
        /// Time of the request.
        package fileprivate(set) var since: Timestamp
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

    /// The cookies of all requests, the oldest first.
    package var cookies: [UInt32] { inhibitors.keys.sorted() }

    /// The request with that cookie; nil if there is none.
    package subscript(cookie: UInt32) -> Inhibitor? { inhibitors[cookie] }

    /// All requests, oldest first.
    package var all: [Inhibitor] {
        inhibitors.sorted { $0.key < $1.key }.map(\.value)
    }

    /// The oldest request that turns Do Not Disturb on, with its cookie.
    var quieting: (cookie: UInt32, request: Inhibitor)? {
        inhibitors.filter(\.value.quiets).min { $0.key < $1.key }
            .map { (cookie: $0.key, request: $0.value) }
    }

    /// Ends the effect of requests, as the user turns the Focus off.
    ///
    /// - Parameter end: the time of that action; later requests keep their effect. Nil means that
    ///   the action is the newest: all requests lose theirs.
    /// - Returns: the cookies of the requests that had an effect.
    mutating func overrule(through end: Timestamp? = nil) -> [UInt32] {
        let cookies = inhibitors.filter { item in
            item.value.quiets && end.map { item.value.since <= $0 } ?? true
        }.keys.sorted()
        for cookie in cookies { inhibitors[cookie]?.quiets = false }
        return cookies
    }

    /// Moves the times of all requests, since the clock was set.
    mutating func clockWasSet(by step: Int64) {
        for (cookie, request) in inhibitors {
            inhibitors[cookie]?.since = request.since.adding(step)
        }
    }

    /// Adds a request and returns its cookie, never 0.
    ///
    /// - Parameters:
    ///   - program: the app or program of the client, whatever app it names.
    ///   - quiets: false for a client in a sandbox.
    ///   - now: the time of the request.
    /// - Throws: ``Refusal/tooMany`` at a limit of the client, the app, the program or all.
    package mutating func inhibit(
        by peer: PeerName, app: AppID, program: AppID? = nil, reason: String, quiets: Bool = false,
        at now: Timestamp
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
            peer: peer, app: app, program: program, reason: reason, since: now, quiets: quiets)
        return last
    }

    /// Removes a request; returns false if the client has no request with this cookie.
    package mutating func uninhibit(_ cookie: UInt32, by peer: PeerName) -> Bool {
        guard inhibitors[cookie]?.peer == peer else { return false }
        inhibitors[cookie] = nil
        return true
    }

    /// Removes all requests of a client that left the bus. Returns their cookies.
    @discardableResult
    package mutating func peerLeft(_ peer: PeerName) -> [UInt32] {
        let cookies = inhibitors.filter { $0.value.peer == peer }.keys.sorted()
        for cookie in cookies { inhibitors[cookie] = nil }
        return cookies
    }

    /// Forgets the reasons that an app gave; its requests stay. Returns their cookies.
    mutating func forgetReasons(of app: AppID) -> [UInt32] {
        let cookies = inhibitors.filter { $0.value.app == app && !$0.value.reason.isEmpty }.keys
            .sorted()
        for cookie in cookies { inhibitors[cookie]?.reason = "" }
        return cookies
    }

    /// Restores a request of an earlier focusd. Later requests get other cookies, even if this
    /// request is over.
    ///
    /// - Parameters:
    ///   - text: the request as the store has it.
    ///   - present: the clients that are still on the bus.
    ///   - now: the latest time that the request can have: the clock may have been set back.
    /// - Returns: false if the request is over.
    mutating func restore(
        _ cookie: UInt32, _ text: String, present: Set<PeerName>, at now: Timestamp
    ) -> Bool {
        last = max(last, cookie)
        guard cookie != 0, inhibitors.count < Limits.inhibitions,
            var request = Inhibitor(text: text), present.contains(request.peer)
        else { return false }
        request.since = min(request.since, now)
        inhibitors[cookie] = request
        return true
    }
}

extension Inhibitions.Inhibitor {
    /// The request as the store keeps it: a line with the client, 1 for an effect, the time, and
    /// the bytes of app and program, then app, program and reason. Clients choose these texts, so
    /// no character could separate them.
    package var text: String {
        let program = program?.rawValue ?? ""
        let app = app.rawValue
        return "\(peer.rawValue) \(quiets ? 1 : 0) \(since.rawValue) \(app.utf8.count)"
            + " \(program.utf8.count)\n" + app + program + reason
    }

    /// Reads a text that ``text`` returned. Returns nil for any other text.
    package init?(text: String) {
        guard let lineEnd = text.utf8.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let words = text[..<lineEnd].split(separator: " ", omittingEmptySubsequences: false)
        guard words.count == 5, let since = Int64(words[2]), let appBytes = Int(words[3]),
            let programBytes = Int(words[4])
        else { return nil }
        let rest = text.utf8[lineEnd...].dropFirst()
        guard appBytes >= 0, programBytes >= 0, appBytes <= rest.count,
            programBytes <= rest.count - appBytes
        else { return nil }
        let afterApp = rest.dropFirst(appBytes)
        peer = PeerName(rawValue: String(words[0]))
        app = AppID(String(decoding: rest.prefix(appBytes), as: UTF8.self))
        program =
            programBytes == 0
            ? nil : AppID(String(decoding: afterApp.prefix(programBytes), as: UTF8.self))
        reason = String(decoding: afterApp.dropFirst(programBytes), as: UTF8.self)
            .cut(toBytes: Limits.inhibitionReasonBytes)
        self.since = Timestamp(rawValue: since)
        quiets = words[1] == "1"
    }
}
