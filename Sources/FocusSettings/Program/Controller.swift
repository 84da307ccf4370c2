// SPDX-License-Identifier: Apache-2.0

import Adwaita
import DBus
import FocusClient
import FocusCore
import FocusFiles
import FocusWire
import GLibLoop
import Glibc
import Presentation

/// Performs what the state asks for, on the loop's own thread, and shows each new state.
///
/// Nothing that waits for focusd, an app or a file runs on the window's thread.
@LoopActor final class Controller {
    /// Minimum time between two contents, also during a flood of notifications.
    private static let pause = Duration.milliseconds(40)
    /// Maximum time until an answer of focusd counts as missing.
    static let patience = Duration.seconds(5)
    /// Time until the status is read again after a call without an answer.
    static let retryPause = Duration.seconds(5)
    /// Time from the first drawn page to the reading of what the page does not need.
    private static let settlingTime = Duration.milliseconds(500)

    let directory = FocusDirectory()
    let always = FocusDirectory(always: AlwaysFile())
    let configurationFile = ConfigurationFile()
    var client: ControlClient?
    var connection: Connection?
    private(set) var state: SettingsState
    private let show: @Sendable (WindowContent<Intent>) -> Void
    private(set) var subscription: ControlSubscription?
    private var servers: [Subscription] = []
    var watch: FocusDirectoryWatch?
    /// True while the files are read that the window itself has changed.
    var isReadingOwn = false
    var configurationWatch: ConfigurationWatch?
    /// The bytes of `always.focus` as the window has last written them; nil before that.
    var ownAlways: [UInt8]?
    /// Does on the window's thread what only the window can do.
    let ask: @Sendable (WindowRequest) -> Void
    private var tick: Timer?
    private var settling: Timer?
    private var isSettling = false
    private var isShowing = false
    private var showsAgain = false
    private var reading: Set<Part> = []
    private var readAgain: Set<Part> = []
    /// The number of waiting notifications that focusd has told since the window last began to read
    /// the status, which may be older.
    private var newestWaiting: UInt32?
    /// Reads the status of a focusd that has not answered; its signals alone may not come.
    private(set) lazy var retry = Timer { [weak self] in
        guard let self, client?.isRunning == true else { return }
        switch state.service {
        case .unreachable, .unknown: read(.status)
        case .running, .stopped: return
        }
    }

    /// - Parameters:
    ///   - show: Called on the loop's thread with each new content of the window.
    ///   - ask: Called with requests that only the window can perform.
    init(
        _ state: SettingsState, _ show: @escaping @Sendable (WindowContent<Intent>) -> Void,
        ask: @escaping @Sendable (WindowRequest) -> Void
    ) {
        self.state = state
        self.show = show
        self.ask = ask
        watchConfiguration()
        watchFiles()
        connect()
        startTick()
        // A window on another workspace may not be drawn for long.
        settling = Timer(after: .seconds(2)) { [weak self] in self?.settle() }
    }

    /// Begins the work that the first page does not need, once the page was drawn.
    func settle() {
        guard !isSettling else { return }
        isSettling = true
        readNames()
        findServers()
        // The answers for the first page come first.
        settling = Timer(after: Self.settlingTime) { [weak self] in self?.handle(.settled) }
    }

    /// Handles an event, performs its effects, and shows the result.
    func handle(_ event: SettingsEvent) {
        var effects: [Effect] = []
        state.handle(.time(.wallClock), into: &effects)
        state.handle(event, into: &effects)
        for effect in effects { perform(effect) }
        showNewest()
    }

    // MARK: Sources of events

    /// Looks for notification servers in the folders of `PATH`.
    private func findServers() {
        Task {
            let found = await BlockingCall.run(within: .seconds(5)) {
                // Not shown: the name of a variable.
                let path = Environment.variable("PATH")
                return KnownServer.all.filter { $0.isInstalled(in: path) }
                    .compactMap(\.command.first)
            }
            handle(.servers(found ?? []))
        }
    }

    private func connect() {
        do throws(ConnectionError) {
            let connection = try Connection.session()
            let client = ControlClient(connection)
            self.connection = connection
            self.client = client
            subscription = client.subscribe { [weak self] in
                self?.handle($0)
            } onRefusal: { [weak self] reason in
                self?.handle(.subscriptionRefused(reason))
            }
            // A running focusd sends an event, but a missing one does not.
            if client.isRunning {
                // A focusd that hangs answers no subscription.
                retry.reset(after: Self.retryPause)
            } else {
                handle(.stopped)
            }
            servers = watchOwners(connection)
        } catch {
            handle(.unreachable(tr("there is no session bus: \(error.message)")))
        }
    }

    private func handle(_ event: ControlEvent) {
        switch event {
        case .appeared: handle(.running)
        case .vanished: handle(.stopped)
        case .disconnected: handle(.unreachable(tr("the session bus is gone")))
        case .focusChanged, .activationChanged, .switched:
            handle(.changed([.status, .upcoming]))
        case .focusesChanged:
            handle(.changed([.status, .upcoming, .checks]))
            // focusd has read the file, whose filters may have other values.
            handle(SettingsEvent.filtersChanged)
        case .decided(let entry):
            handle(.arrived(entry))
        case .entryChanged(let key, let state, let isRead):
            handle(SettingsEvent.entryChanged(key, state, isRead: isRead))
        case .entriesRemoved(let app): handle(SettingsEvent.entriesRemoved(app))
        case .missedChanged: handle(.changed([.status, .missedNews]))
        case .waitingChanged(let count):
            newestWaiting = count
            handle(.waiting(count))
        case .filtersChanged: handle(SettingsEvent.filtersChanged)
        case .changed(let part): handle(.changed(Part.parts(of: part)))
        case .badgeChanged(let app, let count):
            handle(SettingsEvent.badgeChanged(app, Int(count)))
        }
    }

    /// Reads the apps' desktop files, on a thread of its own because there are many.
    private func readNames() {
        Task {
            let installed = await BlockingCall.run(within: .seconds(30)) { AppNames().installed }
            handle(.installed(DesktopIndex(installed ?? [])))
        }
    }

    /// Keeps texts such as "until 18:00" true.
    private func startTick() {
        tick = Timer(after: .seconds(30)) { [weak self] in
            self?.handle(.time(.wallClock))
            self?.startTick()
        }
    }

    // MARK: Contents

    /// Shows the newest content, after the previous one.
    private func showNewest() {
        showsAgain = true
        guard !isShowing else { return }
        isShowing = true
        Task {
            while showsAgain {
                showsAgain = false
                show(state.content)
                try? await Task.sleep(for: Self.pause)
            }
            isShowing = false
        }
    }

    // MARK: Reading

    /// Reads a part, and once more if it changes meanwhile, with a pause between.
    func read(_ part: Part) {
        guard reading.insert(part).inserted else {
            readAgain.insert(part)
            return
        }
        Task {
            repeat {
                readAgain.remove(part)
                let start = ContinuousClock.now
                await readOnce(part)
                try? await Task.sleep(for: ReadPace.pause(after: .now - start))
            } while readAgain.contains(part)
            reading.remove(part)
        }
    }

    private func readOnce(_ part: Part) async {
        switch part {
        case .session: await readSession()
        case .setup: await readSetup()
        default: await readFromFocusd(part)
        }
    }

    /// Reads the status. A waiting number that focusd has told meanwhile replaces the answer's.
    private func readStatus(of client: ControlClient) async throws(ControlError) -> ServiceStatus {
        newestWaiting = nil
        var status: ServiceStatus = try await client.send(.status.within(Self.patience))
        if let newestWaiting { status.queued = newestWaiting }
        return status
    }

    private func readFromFocusd(_ part: Part) async {
        guard let client else { return }
        let patience = Self.patience
        do throws(ControlError) {
            switch part {
            case .status: handle(.status(try await readStatus(of: client)))
            case .upcoming:
                handle(.upcoming(try await client.send(.upcoming(limit: 5).within(patience))))
            case .missed:
                let query = HistoryQuery(state: .silenced, limit: Limits.queryEntries)
                handle(.missed(try await client.entries(query)))
            case .missedNews:
                guard let known = state.missed else { return }
                var query = HistoryQuery(state: .silenced, limit: Limits.queryEntries)
                query.after = known.first?.record.key
                handle(.missedNews(try await client.entries(query)))
            case .apps: handle(.apps(try await client.send(.apps.within(patience))))
            case .mutes: handle(.mutes(try await client.send(.mutes.within(patience))))
            case .skips: handle(.skips(try await client.send(.skips.within(patience))))
            case .people: handle(.people(try await client.send(.people.within(patience))))
            case .checks: handle(.checks(try await client.send(.doctor)))
            case .counters:
                handle(.counters(try await client.send(.counters.within(patience))))
            case .session, .setup: break
            }
        } catch .refused(_, let message) {
            handle(.readFailed(.part(part), message))
        } catch {
            failed(error)
        }
    }

    /// Asks a focusd once more that has not answered. There is always an event.
    func askFocusd() {
        guard let client else { return connect() }
        guard client.isRunning else { return handle(.stopped) }
        Task {
            do throws(ControlError) {
                handle(.status(try await readStatus(of: client)))
            } catch .notReachable(let reason) {
                handle(.unreachable(reason))
            } catch .refused(_, let message) {
                handle(.unreachable(message))
            } catch {
                handle(.unreachable(Self.invalidAnswer))
            }
        }
    }

    private static var invalidAnswer: String {
        tr("focusd sent an invalid answer; restart focusd after an update")
    }

    /// Shows the reason of a failure; a focusd that left sends an event of its own.
    func failed(_ error: ControlError) {
        switch error {
        case .notReachable(let reason):
            if client?.isRunning == true { handle(.unreachable(reason)) }
        case .refused(_, let message): handle(.said(message))
        case .malformedAnswer: handle(.said(Self.invalidAnswer))
        }
    }
}
