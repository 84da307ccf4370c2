// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Shows badges in docks and launchers with `com.canonical.Unity.LauncherEntry.Update`, for apps
/// that do not send this signal themselves. The number in an app's own signal is for the docks
/// alone: it changes no badge in focusd.
///
/// The signal is a broadcast that names an app. A sandboxed client receives broadcasts from each
/// client that it may talk to. The signal therefore comes from a connection without a name that a
/// sandbox may talk to.
@LoopActor final class LauncherBadges {
    private let connection: Connection
    private let senders: SenderDirectory
    private weak var engine: Engine?
    private var subscriptions: [Subscription] = []
    private var timer: Timer?
    /// Changed badges that docks do not know yet.
    private var waiting: [AppID: UInt32] = [:]
    /// Badges that docks know and show, with the ids under which they show them.
    private var told: [AppID: (id: AppID, count: UInt32)] = [:]
    private var lastTold = ContinuousClock.now - pause
    private var next: Timer?
    private lazy var turns = LongWork { [weak self] in self?.tellSome() ?? false }
    private var isPausing = false
    /// Apps that show their badges themselves, with the client that sent the signal and is still on
    /// the bus.
    private var own: [AppID: PeerName] = [:]

    /// Bus name of docks. A new dock does not know the existing badges.
    private static let dock: BusName = "com.canonical.Unity"
    /// Minimum life of a dock before it gets the badges. A dock that exits at once costs nothing.
    private static let settling = Duration.milliseconds(200)
    /// Minimum pause between two updates. The bus checks each signal against every client's rules,
    /// so a signal costs as much as a notification.
    static let pause = Duration.milliseconds(100)
    /// Maximum number of remembered apps that show their badges themselves.
    static let maximumOwn = 4_096

    /// - Parameters:
    ///   - connection: sends the signals; owns no name.
    ///   - listening: receives the apps' signals and the appearance of docks.
    ///   - engine: has the badges.
    ///   - senders: tells which clients may speak for which apps.
    init(
        _ connection: Connection, listening: Connection, engine: Engine, senders: SenderDirectory
    ) {
        self.connection = connection
        self.senders = senders
        self.engine = engine
        let rule = MatchRule(interface: WireName.launcherEntry, member: "Update")
        let docks = BusDaemon.ownerChanges(of: Self.dock)
        subscriptions = [
            listening.subscribe(rule) { [weak self] message in self?.heard(message) },
            listening.subscribe(docks) { [weak self] message in
                let owner = try? message.arguments().last?.asString
                if owner?.isEmpty == false { self?.dockAppeared() }
            },
        ]
        // The dock no longer shows the badges of a previous focusd.
        updateAllSoon()
    }

    private func dockAppeared() {
        told = [:]
        updateAllSoon()
    }

    /// Sends the badges of apps whose desktop files were unknown until now, or have changed.
    func appsListed() { updateAllSoon() }

    private func updateAllSoon() {
        timer = Timer(after: Self.settling) { [weak self] in
            guard let self, let engine else { return }
            timer = nil
            waiting.merge(engine.state.live.badges.all) { $1 }
            tellWaiting()
        }
    }

    /// Handles an app's own badge signal. Accepts only a client that may speak for the app: a
    /// sandboxed client may speak for its own app only.
    private func heard(_ message: Message) {
        var reader = message.reader
        guard let sender = message.sender, sender != connection.uniqueName.rawValue,
            message.byteCount <= Limits.launcherSignalBytes, let uri = try? reader.string(),
            let app = Self.app(ofURI: uri), own[app] == nil,
            let properties = (try? reader.value()).flatMap(Fields.init),
            // An app that shows its progress, or asks for attention, may have no badge of its own.
            properties["count"] != nil || properties["count-visible"] != nil
        else { return }
        let peer = PeerName(rawValue: sender)
        _ = senders.identify(peer) { [weak self] identity in
            guard identity.maySpeak(for: app) else { return }
            self?.remember(app, of: peer)
        }
    }

    private func remember(_ app: AppID, of peer: PeerName) {
        guard own.count < Self.maximumOwn,
            own.values.count(where: { $0 == peer }) < Limits.launcherAppsPerClient
        else { return }
        own[app] = peer
    }

    /// Shows the badges again of apps whose own signals came from a client that left the bus: docks
    /// take the client's badges away.
    func peerLeft(_ peer: PeerName) {
        let apps = Set(own.filter { $0.value == peer }.keys)
        guard !apps.isEmpty, let engine else { return }
        for app in apps { own[app] = nil }
        // The signal named an app by its desktop file, a badge has the app's id.
        let shown = engine.desktopFiles.lookingOnce {
            engine.state.live.badges.all.filter { app, _ in
                apps.contains(app) || apps.contains(engine.desktopFiles.file(of: app)?.id ?? app)
            }
        }
        for app in shown.keys { told[app] = nil }
        update(shown.map { (app: $0.key, count: $0.value) })
    }

    /// Returns the app of `application://ID.desktop`, or nil for any other text.
    private static func app(ofURI uri: String) -> AppID? {
        let (prefix, suffix) = ("application://", ".desktop")
        guard uri.utf8.starts(with: prefix.utf8),
            uri.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8),
            let id = String(uri.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)),
            (1...Limits.appIDBytes).contains(id.utf8.count)
        else { return nil }
        return AppID(rawValue: id)
    }

    /// Sends changed badges to docks, at once or after the pause.
    func update(_ changes: [(app: AppID, count: UInt32)]) {
        for change in changes { waiting[change.app] = change.count }
        guard !isPausing else { return }
        let left = Self.pause - (ContinuousClock.now - lastTold)
        if left <= .zero { return tellWaiting() }
        isPausing = true
        let timer = next ?? Timer { [weak self] in self?.tellWaiting() }
        next = timer
        timer.reset(after: left)
    }

    private func tellWaiting() {
        isPausing = false
        if tellSome() { turns.begin() }
    }

    /// Sends some of the waiting badges: the end of a Focus can change those of all apps. Returns
    /// true if more are left.
    private func tellSome() -> Bool {
        lastTold = .now
        let part = Array(waiting.prefix(Self.badgesPerTurn))
        engine?.desktopFiles.lookingOnce {
            for (app, count) in part { tell(app, count) }
        }
        for (app, _) in part { waiting[app] = nil }
        return !waiting.isEmpty
    }

    private static let badgesPerTurn = 64

    private func tell(_ app: AppID, _ count: UInt32) {
        let id = engine?.desktopFiles.file(of: app)?.id ?? app
        if let earlier = told[app]?.id, earlier != id {
            if own[earlier] == nil, let end = LauncherEntry.update(earlier, 0) {
                connection.send(end)
            }
            told[app] = nil
        }
        guard own[app] == nil, own[id] == nil, count == 0 || told[app]?.count != count,
            let signal = LauncherEntry.update(id, count)
        else { return }
        connection.send(signal)
        told[app] = count > 0 ? (id, count) : nil
    }
}
