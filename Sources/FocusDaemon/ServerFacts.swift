// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop

/// What the real notification server says of itself.
struct ServerFacts: Hashable, Sendable {
    var name: String
    var vendor: String
    var version: String
    var specVersion: String
    /// Its own, and those that focusd adds: `inhibitions` and ``originCapability``.
    var capabilities: [String]
    /// True for a server that does not show the hint `x-kde-origin-name`: focusd puts the site that
    /// it names into the body, where browsers put it for servers without the capability.
    let needsOriginInBody: Bool

    /// Has browsers name the web site of a notification in a hint.
    static let originCapability = "x-kde-origin-name"

    init(
        name: String, vendor: String, version: String, specVersion: String, capabilities: [String]
    ) {
        self.name = name
        self.vendor = vendor
        self.version = version
        self.specVersion = specVersion
        needsOriginInBody = !capabilities.contains(Self.originCapability)
        self.capabilities =
            capabilities
            + ["inhibitions", Self.originCapability].filter { !capabilities.contains($0) }
    }

    /// What is answered where no real server appears in time: what focusd itself can do with a
    /// notification until one is there.
    static let withoutServer = ServerFacts(
        name: "focusd", vendor: "focusd", version: Release.version, specVersion: "1.2",
        capabilities: ["actions", "body", "persistence"])
}

/// Where the facts come from once a server is up.
@LoopActor protocol RealServerFacts: AnyObject {
    /// Calls back when a server has been asked, or when none appeared within the time that an
    /// app may be kept waiting.
    ///
    /// - Parameter client: the client that asks, which is charged while the answer waits.
    func whenKnown(_ client: PeerName, _ body: @escaping (ServerFacts) -> Void)
}

/// Questions about the server that wait for one to appear.
@LoopActor final class ServerQuestions {
    private let accounts: Accounts
    private var waiting: [(ServerFacts) -> Void] = []
    private var timer: Timer?
    private var hasGivenUp = false

    /// How long an app's question waits for a server. Once one has waited in that time for nothing, no
    /// further question waits.
    static let patience = Duration.seconds(5)

    init(_ accounts: Accounts) {
        self.accounts = accounts
    }

    /// Answers a client's question once a server is known, or as without a server.
    func ask(_ client: PeerName, _ body: @escaping (ServerFacts) -> Void) {
        let payer = PeerAccounts.Payer(client: client)
        guard !hasGivenUp, accounts.value.charge(1, of: .serverQuestions, to: payer) else {
            return body(.withoutServer)
        }
        waiting.append { [accounts] facts in
            accounts.value.release(1, of: .serverQuestions, by: payer)
            body(facts)
        }
        guard timer == nil else { return }
        timer = Timer(after: Self.patience) { [weak self] in self?.giveUp() }
    }

    /// No server will appear.
    func giveUp() {
        hasGivenUp = true
        answer(.withoutServer)
    }

    /// Answers all questions that wait.
    func answer(_ facts: ServerFacts) {
        timer = nil
        let bodies = waiting
        waiting = []
        for body in bodies { body(facts) }
    }
}

extension RealServer {
    var status: ServerStatus {
        var status = ServerStatus()
        status.isRunning = isUp
        status.name = facts?.name ?? ""
        status.vendor = facts?.vendor ?? ""
        status.version = facts?.version ?? ""
        status.specVersion = facts?.specVersion ?? ""
        status.command = command
        return status
    }
}
