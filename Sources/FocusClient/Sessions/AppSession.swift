// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore
import FocusWire
package import GLibLoop

/// A process's session on the bus: one connection that owns the app's name, serves its Focus
/// filters and sends requests to focusd.
///
/// The session connects at its first use. When the bus closes, pending requests fail, and the next
/// use connects again. A session that serves filters or has observers reconnects by itself.
@LoopActor package final class AppSession {
    /// The role of the process in its app.
    package enum Role: Hashable, Sendable {
        /// The app itself, on the bus as `APPID`.
        case app
        /// The app itself, if its toolkit owns that name on a connection of its own. GApplication
        /// takes the name, and behaves as a second instance if another connection of the process
        /// already owns it. On the bus as `APPID.FocusFilter`, in place of the extension.
        case appOfToolkit
        /// The extension that the bus starts for focusd while the app does not run, as
        /// `APPID.FocusFilter`.
        case filterExtension
        /// The program that the bus starts for focusd to change a remote notification, as
        /// `APPID.NotificationService`.
        case serviceExtension
    }

    /// The app; nil for a process without an app id. Such a process connects to the bus, but owns
    /// no name and serves nothing.
    package nonisolated let app: AppID?
    package nonisolated let role: Role

    /// The provider of the app's filters; nil if it has none.
    nonisolated let provider: (any FilterProvider)?
    /// The provider that changes remote notifications; nil in all but a service extension.
    private(set) var service: (any NotificationServiceProvider)?
    /// Receives messages for the app's developer.
    nonisolated let report: @Sendable (String) -> Void

    private let address: String?
    private var link: SessionLink?
    private var observers: [Observer] = []
    private var revival: SessionRevival?

    /// Creates a session without connecting it.
    ///
    /// - Parameters:
    ///   - provider: The provider of the filters that the connected session serves.
    ///   - address: The bus; nil for the bus of the environment.
    ///   - report: Receives messages for the app's developer, a sentence at a time.
    package nonisolated init(
        app: AppID?, role: Role = .app, provider: (any FilterProvider)? = nil,
        address: String? = nil, report: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.app = app
        self.role = role
        self.provider = provider
        self.address = address
        self.report = report
    }

    /// Returns the connection. Callers may send, subscribe and export on it, but must not set its
    /// `onDisconnect`.
    ///
    /// - Throws: `notReachable` if there is no bus.
    package func connection() throws(ControlError) -> Connection {
        try connectedLink().connection
    }

    /// Returns the app's client of focusd.
    ///
    /// - Throws: `notReachable` if there is no bus; `refused` in a process without an app id.
    package func apps() throws(ControlError) -> AppsClient {
        guard let app else { throw .noAppID }
        return AppsClient(try connection(), app: app)
    }

    /// Returns the client of ``apps()`` after focusd has received the process's declarations.
    ///
    /// Asks the bus to start focusd if necessary.
    package func declaredApps() async throws(ControlError) -> AppsClient {
        let apps = try apps()
        try await connectedLink().declare()
        return apps
    }

    /// True if the process owns the name of its role. False in the second instance of an app, which
    /// can send requests but receives none.
    package var ownsName: Bool { link?.ownsName ?? false }

    /// True while calls to the filters are being answered.
    package var isBusy: Bool { link?.calls?.isBusy ?? false }

    /// Called when a call to a filter arrives, when the last one is answered, and when the process
    /// gains or loses the name of its role.
    var onActivity: (@LoopActor () -> Void)?

    /// Time limit of one call to a filter, and the handler for a call that exceeds it; nil for no
    /// limit.
    private(set) var callLimit: (time: Duration, handler: @Sendable (_ filter: String) -> Void)?

    /// Limits the time of each later connection's calls to a filter.
    ///
    /// - Parameter handler: Called with the filter's id when a call takes longer.
    package func limitCalls(
        to time: Duration, _ handler: @escaping @Sendable (_ filter: String) -> Void
    ) {
        callLimit = (time, handler)
    }

    /// Lets `provider` change remote notifications, from the next connection on.
    package func use(_ provider: any NotificationServiceProvider) {
        service = provider
    }

    /// Connects, and serves the calls to the session's providers.
    package func serve() throws(ControlError) {
        guard app != nil else { throw .noAppID }
        _ = try connectedLink()
    }

    /// Calls `handler` now with the present connection, later with each new connection, and with
    /// nil after a connection was closed. Ends when the token is dropped.
    package func observe(_ handler: @escaping @LoopActor (Connection?) -> Void) -> AnyObject {
        let token = Token()
        observers.removeAll { $0.token == nil }
        observers.append(Observer(token: token, handler: handler))
        if let link { handler(link.connection) }
        return token
    }

    /// Releases the name, answers the calls that have arrived, and disconnects.
    package func end() async {
        revival = nil
        guard let link else { return }
        await link.end()
        if self.link === link { self.link = nil }
    }

    /// Connects, or tries again after a time if there is no bus.
    package func connectSoon() {
        if (try? connectedLink()) == nil { revive() }
    }

    // MARK: Connecting

    private func connectedLink() throws(ControlError) -> SessionLink {
        if let link, link.connection.isConnected { return link }
        let bus: String
        if let address { bus = address } else { bus = try BusAddress.find(role) }
        let link = try SessionLink(self, SessionBus.connect(bus))
        self.link = link
        revival = nil
        link.connection.onDisconnect = { [weak self, weak link] in
            if let self, let link { lost(link) }
        }
        link.start { [weak self] in self?.onActivity?() }
        tellObservers(link.connection)
        return link
    }

    private func lost(_ link: SessionLink) {
        guard self.link === link else { return }
        self.link = nil
        tellObservers(nil)
        revive()
    }

    /// True if something waits for events of the bus. An extension ends with its bus.
    private var needsConnection: Bool {
        guard role != .filterExtension, role != .serviceExtension else { return false }
        return (provider != nil && app != nil) || observers.contains { $0.token != nil }
    }

    private func revive() {
        guard needsConnection else { return }
        revival = SessionRevival { [weak self] in
            guard let self, needsConnection else { return true }
            return (try? connectedLink()) != nil
        }
    }

    private func tellObservers(_ connection: Connection?) {
        for observer in observers where observer.token != nil { observer.handler(connection) }
    }

    private final class Token {}

    private struct Observer {
        weak var token: Token?
        let handler: @LoopActor (Connection?) -> Void
    }
}

extension ControlError {
    package static let noAppID = ControlError.refused(
        .other,
        message: "the program has no app id: no Info.plist with CFBundleIdentifier beside it, no "
            + "FLATPAK_ID, no FOCUSD_APP_ID")
}
