// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore
import FocusWire
package import GLibLoop

/// A process's line to the session bus: one connection, on which it is known by its app's name,
/// serves its Focus filters and asks focusd.
///
/// It connects when it is first used. A bus that goes takes nothing with it: what was asked fails,
/// and the next use connects anew, as does a session that serves filters by itself.
@LoopActor package final class AppSession {
    /// What the process is to its app.
    package enum Role: Hashable, Sendable {
        /// The app itself, on the bus as `APPID`.
        case app
        /// The app itself, where its toolkit has that name on a connection of its own: GApplication
        /// takes it, and takes itself for a second instance where somebody else in the process
        /// was quicker. On the bus as `APPID.FocusFilter`, in the place of the extension.
        case appOfToolkit
        /// What focusd has the bus start where the app does not run, as `APPID.FocusFilter`.
        case filterExtension
    }

    /// The app; nil for a process that nothing says the app id of. It is on the bus then, but
    /// nobody there, and serves nothing.
    package nonisolated let app: AppID?
    package nonisolated let role: Role

    /// What answers for the app's filters; nil where it has none.
    nonisolated let provider: (any FilterProvider)?
    /// Takes what the app's developer should know and nobody else is told.
    nonisolated let report: @Sendable (String) -> Void

    private let address: String?
    private var link: SessionLink?
    private var observers: [Observer] = []
    private var revival: SessionRevival?

    /// A session that is not connected yet.
    ///
    /// - Parameters:
    ///   - provider: Its filters are served from the moment the session connects.
    ///   - address: The bus; nil for the one that the environment names.
    ///   - report: Takes what the app's developer should know, a sentence at a time.
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

    /// The connection. Others may send, subscribe and export on it, but not set its `onDisconnect`.
    ///
    /// - Throws: `notReachable` when there is no bus.
    package func connection() throws(ControlError) -> Connection {
        try connectedLink().connection
    }

    /// focusd, as the app sees it.
    ///
    /// - Throws: `notReachable` when there is no bus; `refused` in a process without an app id.
    package func apps() throws(ControlError) -> AppsClient {
        guard let app else { throw .noAppID }
        return AppsClient(try connection(), app: app)
    }

    /// As ``apps()``, when focusd knows the filters that this process declares.
    ///
    /// Has the bus start focusd where it can.
    package func declaredApps() async throws(ControlError) -> AppsClient {
        let apps = try apps()
        try await connectedLink().declare()
        return apps
    }

    /// Whether the process has the name of its role; false in the second instance of an app, which
    /// can ask but is not asked.
    package var ownsName: Bool { link?.ownsName ?? false }

    /// Whether calls to the filters are being answered.
    package var isBusy: Bool { link?.server?.isBusy ?? false }

    /// Called when a call to a filter has come, when none is left to answer, and when the name of
    /// the role has become the process's or another's.
    var onActivity: (@LoopActor () -> Void)?

    /// Connects, and has what the provider answers for served; again after the bus was gone.
    package func serve() throws(ControlError) {
        guard app != nil else { throw .noAppID }
        _ = try connectedLink()
    }

    /// Calls `handler` with every connection: now with the one there is, later with new ones, and
    /// with nil when one is gone. Ends when the token goes.
    package func observe(_ handler: @escaping @LoopActor (Connection?) -> Void) -> AnyObject {
        let token = Token()
        observers.removeAll { $0.token == nil }
        observers.append(Observer(token: token, handler: handler))
        if let link { handler(link.connection) }
        return token
    }

    /// Gives the name back, answers what has come until then, and leaves the bus.
    package func end() async {
        revival = nil
        guard let link else { return }
        await link.end()
        if self.link === link { self.link = nil }
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
        guard role != .filterExtension, provider != nil, app != nil else { return }
        revival = SessionRevival { [weak self] in (try? self?.connectedLink()) != nil }
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
