// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Glibc
import Presentation
import Tray

/// Asks focusd for its state after each change, updates the icon, and performs the clicked
/// commands.
@LoopActor final class Controller {
    /// Minimum time between two updates of the icon, also during a flood of notifications.
    private static let pause = Duration.milliseconds(100)
    /// Minimum time between two counts of the missed notifications, and the number of the newest
    /// ones that are counted.
    private static let countPause = Duration.seconds(2)
    private static let counted = 1_000
    /// Time until focusd is read again after a failure.
    private static let retryPause = Duration.seconds(5)

    private let connection: Connection
    private let client: ControlClient
    private var icon: TrayIcon?
    private var subscription: ControlSubscription?
    private var state: TrayState?
    private var failure: String?
    /// False while nothing can show an icon.
    private var hasPlace = true
    private var tray: Subscription?
    private lazy var reading = CoalescedTask { [weak self] in await self?.read() }
    private lazy var counting = CoalescedTask { [weak self] in await self?.countApps() }
    private lazy var showing = CoalescedTask { [weak self] in await self?.show() }
    /// Reads again after a failure.
    private lazy var retry = Timer { [weak self] in self?.reading.run() }

    init() throws(TrayError) {
        do throws(ConnectionError) {
            connection = try Connection.session()
        } catch {
            throw TrayError(exitCode: 1, message: "no session bus: \(error.message)")
        }
        client = ControlClient(connection)
        guard let reply = try? connection.requestName(WireName.tray, .doNotQueue),
            reply == .primaryOwner
        else { throw TrayError(exitCode: 0, message: "the icon is already in the tray") }
        if (try? connection.nameOwner(WireName.trayHost)) == nil { awaitTray() }
        // The program ends before the controller is freed.
        subscription = client.subscribe { event in self.handle(event) }
        // A running focusd sends an event, but a missing one does not.
        if !client.isRunning { change(to: .stopped) }
    }

    /// Says that no tray is there, and waits for one where no other place can show the icon.
    private func awaitTray() {
        let shell = DesktopShell(currentDesktop: Environment.variable("XDG_CURRENT_DESKTOP"))
        let installed = shell?.trayExtension(Environment.variable) {
            unsafe access($0, F_OK) == 0
        }
        Program.complain(MissingTray.text(on: shell, installed: installed))
        guard MissingTray.isNeeded(on: shell) else { return }
        hasPlace = false
        tray = connection.subscribe(BusDaemon.ownerChanges(of: WireName.trayHost)) {
            [weak self] message in
            guard let owner = (try? message.arguments())?.last?.asString, !owner.isEmpty else {
                return
            }
            self?.trayAppeared()
        }
        // It may have come before the subscription.
        if (try? connection.nameOwner(WireName.trayHost)) != nil { trayAppeared() }
    }

    private func trayAppeared() {
        hasPlace = true
        showing.run()
    }

    private func handle(_ event: ControlEvent) {
        switch event {
        case .appeared, .focusChanged, .focusesChanged, .activationChanged: reading.run()
        case .missedChanged(let count):
            // The status that is being read may be older than this event.
            guard !reading.isRunning, case .running(var status, let focuses, let apps) = state
            else { return reading.run() }
            status.missed = count
            change(to: .running(status, focuses, apps: count == 0 ? [] : apps))
            counting.run()
        case .vanished:
            retry.pause()
            change(to: .stopped)
        case .disconnected: Program.finish(1, saying: "the session bus is gone")
        case .decided, .badgeChanged, .filtersChanged, .switched, .changed, .entryChanged,
            .entriesRemoved, .waitingChanged:
            break
        }
    }

    /// Reads the whole state, and again later if a call fails although focusd runs: it was too
    /// slow, or refused one call too many.
    private func read() async {
        let status = try? await client.send(.status)
        let focuses = status == nil ? nil : try? await client.send(.focuses)
        // A focusd that has left since then sends an event when it is back.
        guard client.isRunning else { return }
        guard let status, let focuses else { return retry.reset(after: Self.retryPause) }
        change(to: .running(status, focuses, apps: status.missed == 0 ? [] : apps))
        counting.run()
    }

    /// The apps in the menu.
    private var apps: [MissedApp] {
        if case .running(_, _, let apps) = state { apps } else { [] }
    }

    /// Counts the missed notifications of each app, and pauses before the next count.
    private func countApps() async {
        guard case .running(let status, _, _) = state else { return }
        let counted = status.missed == 0 ? [] : await appsToMute()
        if case .running(let status, let focuses, _) = state {
            let apps = status.missed == 0 ? [] : counted
            change(to: .running(status, focuses, apps: apps))
        }
        try? await Task.sleep(for: Self.countPause)
    }

    /// Returns the apps that were missed most often and are not muted.
    private func appsToMute() async -> [MissedApp] {
        guard let apps = try? await client.send(.missedApps(ofNewest: Self.counted)),
            let mutes = try? await client.send(.mutes)
        else { return [] }
        let muted = Set(mutes.map(\.app))
        let open = apps.filter { !muted.contains($0.app) && $0.app != .unknown }
        return Array(open.prefix(TrayState.maximumApps))
    }

    private func change(to new: TrayState) {
        guard new != state else { return }
        state = new
        showing.run()
    }

    /// Shows the newest state, after the previous update.
    private func show() async {
        guard let state, hasPlace else { return }
        let picture = state.picture(
            failure: failure, hasWindow: ProgramFile.beside("focus-settings") != nil,
            at: .wallClock)
        let icon = await shownIcon(picture)
        self.icon = icon
        try? await Task.sleep(for: Self.pause)
    }

    private func shownIcon(_ picture: TrayPicture) async -> TrayIcon {
        let icon = icon
        return await Self.show(picture, on: icon) { id in
            Task { @LoopActor in self.clicked(id) }
        }
    }

    @TrayActor private static func show(
        _ picture: TrayPicture, on icon: TrayIcon?, onClick: @escaping @Sendable (String) -> Void
    ) -> TrayIcon {
        let icon = icon ?? TrayIcon(id: "focusd", folder: InstalledFiles.icons, onClick: onClick)
        icon.show(picture)
        return icon
    }

    // MARK: Clicks

    private func clicked(_ id: String) {
        guard let command = TrayCommand(id: id) else { return }
        Task {
            do throws(ControlError) {
                try await perform(command)
                failure = nil
            } catch {
                failure = error.sentence
                Program.complain(error.sentence)
            }
            // A click moves the mark of a choice, even if the command fails.
            showing.run()
        }
    }

    private func perform(_ command: TrayCommand) async throws(ControlError) {
        switch command {
        case .focus(let focus):
            if state?.isOn(focus) == true {
                try await client.send(.deactivate)
            } else {
                try await client.send(.activate(focus.rawValue))
            }
        case .forAnHour(let focus):
            try await client.send(
                .activate(focus.rawValue, until: .after(milliseconds: 3_600_000)))
        case .turnOff: try await client.send(.deactivate)
        case .openMissed: try await client.send(.openMissed())
        case .deliverMissed:
            let query = HistoryQuery(state: .silenced, limit: Limits.queryEntries)
            let missed = try await client.entries(query).map(\.record.id)
            _ = try await client.send(.deliver(missed))
        case .mute(let app):
            try await client.send(.mute(app, until: .never))
            counting.run()
        case .settings: openWindow()
        case .start: try client.start()
        }
    }
}

extension Controller {
    /// Starts the settings window, or brings it to the front.
    private func openWindow() {
        guard let window = ProgramFile.beside("focus-settings") else { return }
        do throws(SpawnError) {
            // The window outlives the icon.
            _ = try ChildProcess([window], endsWithParent: false) { _ in }
        } catch {
            Program.complain("the settings window does not start: \(error)")
        }
    }
}

extension ControlError {
    /// The sentence for the user.
    fileprivate var sentence: String {
        switch self {
        case .notReachable(let reason): "focusd cannot be reached: \(reason)"
        case .refused(_, let message): message
        case .malformedAnswer: "focusd sent an invalid answer; restart focusd after an update"
        }
    }
}
