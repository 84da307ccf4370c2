// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusClient
import FocusCore
import FocusWire
import GLibLoop
import Tray

/// Asks focusd when it says that something changed, has the icon show it, and does what is clicked.
@LoopActor final class Controller {
    /// Whoever has the name has the icon: one is enough for a session.
    private static let name: BusName = "org.focusd.Tray"
    /// How soon one picture may follow another: a storm of notifications is no storm of pictures.
    private static let pause = Duration.milliseconds(100)

    private let connection: Connection
    private let client: ControlClient
    private var icon: TrayIcon?
    private var subscription: ControlSubscription?
    private var state: TrayState?
    private var trouble: String?
    /// What was read is older than what focusd has told since.
    private var readsAgain = false
    private var isReading = false
    private var showsAgain = false
    private var isShowing = false

    init() throws(TrayError) {
        do throws(ConnectionError) {
            connection = try Connection.session()
        } catch {
            throw TrayError(exitCode: 1, message: "no session bus: \(error.message)")
        }
        client = ControlClient(connection)
        guard let reply = try? connection.requestName(Self.name, .doNotQueue),
            reply == .primaryOwner
        else { throw TrayError(exitCode: 0, message: "the icon is there already") }
        // The program ends before the controller goes.
        subscription = client.subscribe { event in self.handle(event) }
        // focusd answers that it is there; that it is not, nobody says.
        if !client.isRunning { change(to: .stopped) }
    }

    private func handle(_ event: ControlEvent) {
        switch event {
        case .appeared, .focusChanged, .focusesChanged, .activationChanged: read()
        case .missedChanged(let count):
            // What is being read may be from before it.
            guard !isReading, case .running(var status, let focuses) = state else { return read() }
            status.missed = count
            change(to: .running(status, focuses))
        case .vanished: change(to: .stopped)
        case .disconnected: Program.finish(1, saying: "the session bus is gone")
        case .decided, .badgeChanged, .filtersChanged: break
        }
    }

    /// Reads all that is shown, once more where something changes meanwhile.
    private func read() {
        readsAgain = true
        guard !isReading else { return }
        isReading = true
        Task {
            while readsAgain {
                readsAgain = false
                guard let status = try? await client.send(.status),
                    let focuses = try? await client.send(.focuses)
                else { continue }
                // Should it have left since, it will say so when it is back.
                if client.isRunning { change(to: .running(status, focuses)) }
            }
            isReading = false
        }
    }

    private func change(to new: TrayState) {
        guard new != state else { return }
        state = new
        show()
    }

    /// Shows the newest state, when the one before has been shown.
    private func show() {
        showsAgain = true
        guard !isShowing else { return }
        isShowing = true
        Task {
            while showsAgain, let state {
                showsAgain = false
                let picture = state.picture(trouble: trouble, at: .now)
                let icon = await shownIcon(picture)
                self.icon = icon
                try? await Task.sleep(for: Self.pause)
            }
            isShowing = false
        }
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
        let icon = icon ?? TrayIcon(id: "focusd", onClick: onClick)
        icon.show(picture)
        return icon
    }

    // MARK: What is clicked

    private func clicked(_ id: String) {
        guard let command = TrayCommand(id: id) else { return }
        Task {
            do throws(ControlError) {
                try await perform(command)
                trouble = nil
            } catch {
                trouble = error.sentence
                Program.complain(error.sentence)
            }
            // A click moves the mark of a choice, whatever comes of it.
            show()
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
        case .start: _ = try await client.send(.status)
        }
    }
}

extension ControlError {
    /// What to tell the user.
    fileprivate var sentence: String {
        switch self {
        case .notReachable(let reason): "focusd cannot be reached: \(reason)"
        case .refused(_, let message): message
        case .malformedAnswer: "focusd answers what it should not; its version is another"
        }
    }
}
