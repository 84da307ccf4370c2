// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// Detects running apps by their bus names and by their units in the user's systemd.
@LoopActor final class AppSource: TriggerSource {
    /// State of an app's bus name.
    private final class Entry {
        var subscription: Subscription?
        var isOwned = false
        var isKnown = false
    }

    let source = Trigger.Source.apps
    var onChange: ((Set<Trigger>) -> Void)?
    private let connection: Connection
    private let units: AppUnits
    private let hasAppUnits: Bool
    private var apps: Set<AppID> = []
    private var entries: [AppID: Entry] = [:]

    /// - Parameters:
    ///   - unitDirectory: the control group of the user's systemd, or nil if there is none.
    ///   - desktop: the desktop's name, as in `XDG_CURRENT_DESKTOP`.
    init(_ connection: Connection, unitDirectory: String?, desktop: String?, log: Log) {
        self.connection = connection
        hasAppUnits = DesktopShell(currentDesktop: desktop) != nil
        units = AppUnits(directory: unitDirectory, log: log)
        units.onChange = { [weak self] in self?.tell() }
    }

    func follow(_ triggers: Set<Trigger>) {
        apps = []
        for case .app(let app) in triggers { apps.insert(app) }
        for app in entries.keys where !apps.contains(app) { entries[app] = nil }
        for app in apps where entries[app] == nil {
            guard let name = app.busName else { continue }
            let entry = Entry()
            entries[app] = entry
            follow(name, entry)
        }
        if apps.isEmpty { units.stop() } else { units.start() }
        tell()
    }

    var problems: [TriggerProblem] {
        // GNOME and Plasma start each app in a scope; sway, i3 and others start theirs as children.
        guard !units.isWatching || !(hasAppUnits || units.hasSeenScope) else { return [] }
        let unseen = apps.filter { $0.busName == nil && !units.apps.contains($0) }
        return unseen.sorted { $0.rawValue < $1.rawValue }.map { app in
            TriggerProblem(
                trigger: .app(app),
                detail: "focusd cannot see whether \(app.rawValue) runs: this session does not"
                    + " start its apps through systemd, and “\(app.rawValue)” is not a name on the"
                    + " session bus",
                remedy: "use the app's name on the bus, if it has one, as app:org.example.App; the"
                    + " names on the bus while it runs: busctl --user --acquired")
        }
    }

    func survey(_ body: @escaping @LoopActor ([Trigger.Kind: KindFinding]) -> Void) {
        guard !hasAppUnits, !units.hasSeenScope else { return body([:]) }
        body([
            .app: .partly(
                "only apps with a name on the session bus: this session does not start its apps"
                    + " through systemd")
        ])
    }

    private func follow(_ name: BusName, _ entry: Entry) {
        // Each name has its own rule: a rule for all names would wake focusd for every client that
        // connects or disconnects.
        let rule = BusDaemon.ownerChanges(of: name)
        entry.subscription = connection.subscribe(rule) { [weak self, weak entry] message in
            guard let entry, let owner = (try? message.arguments())?.last?.asString else { return }
            entry.isOwned = !owner.isEmpty
            entry.isKnown = true
            self?.tell()
        }
        connection.bus.hasOwner(name, within: .seconds(25)) { [weak self, weak entry] isOwned in
            guard let entry else { return }
            if let isOwned { entry.isOwned = isOwned }
            entry.isKnown = true
            self?.tell()
        }
    }

    /// Reports the running apps once the bus has answered for every name. An earlier, incomplete
    /// report would end a Focus whose app runs.
    private func tell() {
        guard entries.values.allSatisfy(\.isKnown) else { return }
        let running = apps.filter { entries[$0]?.isOwned ?? false || units.apps.contains($0) }
        onChange?(Set(running.map(Trigger.app)))
    }
}
