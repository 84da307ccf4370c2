// SPDX-License-Identifier: Apache-2.0

import FocusCore
import FocusWire
import GLibLoop

/// Facts that the real notification server reports about itself.
struct ServerFacts: Hashable, Sendable {
    var name: String
    var vendor: String
    var version: String
    var specVersion: String
    /// The server's capabilities, with focusd's additions: `inhibitions` and ``originCapability``.
    var capabilities: [String]
    /// True for a server that does not show the hint `x-kde-origin-name`. focusd then puts the web
    /// site into the body, as browsers do for servers without the capability.
    let needsOriginInBody: Bool

    /// Capability that makes browsers name the web site of a notification in a hint.
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

    /// Returns true if bodies for a server are written as markup. A server that is not known yet
    /// gets markup: if it reads none, it shows the escapes, but a plain text could be read as
    /// markup.
    static func readsMarkup(_ facts: ServerFacts?) -> Bool {
        facts?.capabilities.contains("body-markup") ?? true
    }

    var showsActions: Bool { capabilities.contains("actions") }

    /// True for a server that shows the action of that name as a text field, and reports the text.
    var showsReplyFields: Bool { capabilities.contains(Action.inlineReplyKey) }

    /// True for a server whose click invokes the only action of a popup, and opens a menu instead
    /// of the popup's link if there are others. Beside a default action, another one changes
    /// nothing.
    var invokesOnlyAction: Bool { name == "dunst" }

    /// True for a server that sends its signals to all clients, and so to a restarted focusd, too.
    /// Asked for its popups again, swaync would make new ones of those in its control centre.
    var reportsToAll: Bool { Self.reportingToAll.contains(name) }

    /// True for a server that also tells all clients of a popup whose time is over. swaync moves it
    /// to its control centre without a word.
    var reportsExpiryToAll: Bool { reportsToAll && name != Self.swaync }

    /// True for a server that keeps popups without a time of their own, unless its user wants it
    /// otherwise.
    var keepsPopups: Bool { name == Self.mako }

    private static let mako = "mako"
    private static let swaync = "SwayNotificationCenter"
    private static let reportingToAll: Set<String> = [
        mako, swaync, "Xfce Notify Daemon", "lxqt-notificationd", "wired",
    ]

    /// Facts for plasmashell itself, whose own text would be "provided by 'KDE Plasma'".
    static let inFrontOfPlasma = ServerFacts(
        name: "in front of Plasma", vendor: "focusd", version: Release.version,
        specVersion: "1.2", capabilities: [])

    /// Facts for replies when no real server appears in time: focusd's own handling of a
    /// notification until a server is there, and markup (see ``readsMarkup(_:)``).
    static let withoutServer = ServerFacts(
        name: "focusd", vendor: "focusd", version: Release.version, specVersion: "1.2",
        capabilities: ["actions", "body", "body-markup", "persistence"])
}

/// Questions of clients that wait for a server.
@LoopActor final class ServerQuestions {
    private let accounts: SharedAccounts
    private var waiting: [(ServerFacts) -> Void] = []
    private var timer: Timer?
    private var hasGivenUp = false

    /// Time limit for an app's question. After a question has timed out, further questions do not
    /// wait.
    static let patience = Duration.seconds(5)

    init(_ accounts: SharedAccounts) {
        self.accounts = accounts
    }

    /// Answers a client's question once a server is known, or with the substitute facts.
    func ask(_ payer: PeerAccounts.Payer, _ body: @escaping (ServerFacts) -> Void) {
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

    /// Answers all questions with the substitute facts, since no server will appear.
    func giveUp() {
        hasGivenUp = true
        answer(.withoutServer)
    }

    /// Answers all waiting questions.
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
        status.isStarting = isStarting
        status.name = facts?.name ?? ""
        status.vendor = facts?.vendor ?? ""
        status.version = facts?.version ?? ""
        status.specVersion = facts?.specVersion ?? ""
        status.command = command
        status.isPaused = pause.isPaused
        status.isMissing = lacksProgram()
        return status
    }
}
