// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop

/// Shows badges in docks and launchers: `com.canonical.Unity.LauncherEntry.Update`, for the apps
/// that do not send it themselves.
///
/// That signal goes to everybody and names an app. A sandbox hears what goes to everybody from
/// whoever it may talk to, so it comes from a connection that owns no name to talk to.
@LoopActor final class LauncherBadges {
    private let connection: Connection
    private let senders: SenderDirectory
    private weak var engine: Engine?
    private var subscriptions: [Subscription] = []
    private var timer: Timer?
    /// What has changed since docks were told.
    private var waiting: [AppID: UInt32] = [:]
    private var lastTold = ContinuousClock.now - pause
    private var next: Timer?
    private var isPausing = false
    /// Apps that show their badges themselves, and the client that said so of each.
    private var own: [AppID: PeerName] = [:]

    /// What docks own: they know none of the badges that were there before them.
    private static let dock: BusName = "com.canonical.Unity"
    /// How long a dock must have been there; one that comes and goes costs nothing.
    private static let settling = Duration.milliseconds(200)
    /// How soon an update may follow another: a storm of notifications is no storm of signals, of
    /// which the bus asks everybody's rules, and each of which costs as much as a notification.
    static let pause = Duration.milliseconds(100)
    /// How many apps that send their own badges are remembered.
    static let maximumOwn = 4_096

    /// - Parameters:
    ///   - connection: sends the signals; it owns no name.
    ///   - listening: hears what apps send, and which docks come.
    ///   - engine: knows the badges.
    ///   - senders: knows which clients may speak for which apps.
    init(
        _ connection: Connection, listening: Connection, engine: Engine, senders: SenderDirectory
    ) {
        self.connection = connection
        self.senders = senders
        self.engine = engine
        let rule = MatchRule(interface: WireName.launcherEntry, member: "Update")
        let docks = MatchRule(
            sender: WireName.bus, interface: WireName.busInterface, member: "NameOwnerChanged",
            arguments: [0: Self.dock.rawValue])
        subscriptions = [
            listening.subscribe(rule) { [weak self] message in self?.heard(message) },
            listening.subscribe(docks) { [weak self] message in
                let owner = try? message.arguments().last?.asString
                if owner?.isEmpty == false { self?.updateAllSoon() }
            },
        ]
        // A dock forgets what another focusd has told it.
        updateAllSoon()
    }

    private func updateAllSoon() {
        timer = Timer(after: Self.settling) { [weak self] in
            guard let self, let engine else { return }
            timer = nil
            for (app, count) in engine.proxy.badges.all { tell(app, count) }
        }
    }

    /// An app shows a badge itself. Only a client that may speak for the app is believed: a sandboxed
    /// one may for its own app alone.
    private func heard(_ message: Message) {
        var reader = message.reader
        guard let sender = message.sender, sender != connection.uniqueName.rawValue,
            message.byteCount <= Limits.otherCallBytes, let uri = try? reader.string(),
            let app = Self.app(ofURI: uri), own[app] == nil
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

    /// The app of `application://ID.desktop`; nil for any other text.
    private static func app(ofURI uri: String) -> AppID? {
        let (prefix, suffix) = ("application://", ".desktop")
        guard uri.utf8.starts(with: prefix.utf8),
            uri.utf8.suffix(suffix.utf8.count).elementsEqual(suffix.utf8),
            let id = String(uri.utf8.dropFirst(prefix.utf8.count).dropLast(suffix.utf8.count)),
            (1...Limits.appIDBytes).contains(id.utf8.count)
        else { return nil }
        return AppID(rawValue: id)
    }

    /// Tells docks of badges that have changed: at once, unless they were told a moment ago.
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
        lastTold = .now
        for (app, count) in waiting { tell(app, count) }
        waiting.removeAll(keepingCapacity: true)
    }

    private func tell(_ app: AppID, _ count: UInt32) {
        let id = engine?.desktopFiles.file(of: app)?.id ?? app
        let uri = "application://\(id).desktop"
        guard own[app] == nil, own[id] == nil else { return }
        var properties = FieldsBuilder()
        properties.set("count", .int64(Int64(count)))
        properties.set("count-visible", .boolean(count > 0))
        let signal = Message.signal(
            path: Self.path(uri), interface: WireName.launcherEntry, member: "Update")
        // An app name with a NUL cannot be sent, nor can it name a desktop file.
        guard (try? signal.append(.string(uri), properties.value)) != nil else { return }
        connection.send(signal)
    }

    /// One object per app, as libunity does; the number is FNV-1a of the URI.
    private static func path(_ uri: String) -> ObjectPath {
        var hash: UInt32 = 2_166_136_261
        for byte in uri.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return (try? ObjectPath("/com/canonical/unity/launcherentry/\(hash)")) ?? .root
    }
}
