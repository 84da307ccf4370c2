// SPDX-License-Identifier: Apache-2.0

// Presence of the apps with Focus filters on the session bus. An app owns its id as a bus name. The
// app's extension owns that id followed by `.FocusFilter`. The bus may also be able to start the
// extension.
//
// The bus gives a name to the first client that asks. A sandboxed app may own names that its bus
// filter does not withhold. Therefore the owner of a name counts as the app only when the owner's
// identity may speak for the app. While a foreign sandbox owns the name, the name counts as not
// owned.
//
// Each app has its own match rule. A single rule for all NameOwnerChanged signals would be simpler,
// but would wake focusd twice for every client that connects and disconnects.

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// Follows the presence of the apps that have Focus filters.
@LoopActor final class AppPresences {
    /// Bus names of one app and their owners.
    private final class Entry {
        let appName: BusName
        let extensionName: BusName
        var app = Owned()
        var appExtension = Owned()
        var subscription: Subscription?
        /// Number of unanswered questions about names and about their owners.
        var questions = 2
        /// Functions to call once all questions are answered.
        var waiting: [@LoopActor () -> Void] = []

        init(_ appName: BusName, _ extensionName: BusName) {
            self.appName = appName
            self.extensionName = extensionName
        }
    }

    /// Owner of one of an app's bus names.
    private struct Owned {
        /// Client that owns the name, even if it may not speak for the app.
        var holder: BusName?
        /// Last holder that may speak for the app. Stays until the successor is identified.
        var owner: BusName?
    }

    private let connection: Connection
    private let senders: SenderDirectory
    private var entries: [AppID: Entry] = [:]
    private var activatable: Set<String> = []
    private var knowsActivatable = false
    private var activations: Subscription?
    /// Called when the presence of an app changes. `hasNewOwner` is true when the app's own name
    /// passed from one program to another.
    var onChange: ((AppID, _ hasNewOwner: Bool) -> Void)?
    /// Called once, when the bus has answered all questions.
    private var onKnown: (@LoopActor () -> Void)?

    init(_ connection: Connection, senders: SenderDirectory) {
        self.connection = connection
        self.senders = senders
    }

    /// Begins to follow the activatable names. Calls `onKnown` once the presence of all apps
    /// followed so far is reported.
    func start(onKnown: @escaping @LoopActor () -> Void) {
        self.onKnown = onKnown
        let rule = MatchRule(
            sender: WireName.bus, interface: WireName.busInterface,
            member: "ActivatableServicesChanged")
        activations = connection.subscribe(rule) { [weak self] _ in self?.askForActivatable() }
        askForActivatable()
    }

    // MARK: Known presence

    /// The unique name of the running app, or nil.
    func owner(of app: AppID) -> BusName? { entries[app]?.app.owner }

    /// The unique name of the app's running extension, or nil.
    func extensionOwner(of app: AppID) -> BusName? { entries[app]?.appExtension.owner }

    /// The bus name of the app's extension, running or activatable, or nil if there is no
    /// extension.
    func extensionName(of app: AppID) -> BusName? {
        presence(of: app).extension == .absent ? nil : entries[app]?.extensionName
    }

    func presence(of app: AppID) -> AppPresence {
        guard let entry = entries[app] else { return .absent }
        let isActivatable = activatable.contains(entry.extensionName.rawValue)
        return AppPresence(
            isRunning: entry.app.owner != nil,
            extension: entry.appExtension.owner != nil
                ? .running : isActivatable ? .activatable : .absent)
    }

    /// Runs `body` once the presence of the app is known. This is at once, except shortly after the
    /// app is first followed or one of its names changes owner.
    func whenKnown(_ app: AppID, _ body: @escaping @LoopActor () -> Void) {
        guard let entry = entries[app], !isKnown(entry) else {
            body()
            return
        }
        entry.waiting.append(body)
    }

    private func isKnown(_ entry: Entry) -> Bool {
        knowsActivatable && entry.questions == 0
    }

    // MARK: Following

    /// Follows exactly these apps. Ignores ids that are not bus names: no client can own them.
    func follow(_ apps: Set<AppID>) {
        for app in Set(entries.keys).subtracting(apps) {
            let waiting = entries.removeValue(forKey: app)?.waiting ?? []
            for body in waiting { body() }
        }
        for app in apps where entries[app] == nil {
            guard let appName = app.busName, let extensionName = app.extensionName else {
                continue
            }
            let entry = Entry(appName, extensionName)
            entries[app] = entry
            follow(app, entry)
            if presence(of: app) != .absent { onChange?(app, false) }
        }
    }

    private func follow(_ app: AppID, _ entry: Entry) {
        // Matches the app's name and all names below it, such as the name of its extension.
        let rule = MatchRule(
            sender: WireName.bus, interface: WireName.busInterface, member: "NameOwnerChanged",
            argument0Namespace: entry.appName.rawValue)
        entry.subscription = connection.subscribe(rule) { [weak self, weak entry] message in
            var reader = message.reader
            guard let entry, let name = try? reader.string() else { return }
            reader.skip()
            self?.set(app, entry, name, owner: (try? reader.string()) ?? "")
        }
        for name in [entry.appName, entry.extensionName] { ask(app, entry, name) }
    }

    /// Asks for the owner of a name. The bus sends replies and signals in order, so the latest
    /// message is right.
    private func ask(_ app: AppID, _ entry: Entry, _ name: BusName) {
        connection.bus.owner(of: name, within: .seconds(25)) { [weak self, weak entry] owner in
            guard let self, let entry else { return }
            if let owner { set(app, entry, name.rawValue, owner: owner.rawValue) }
            answered(entry)
        }
    }

    private func answered(_ entry: Entry) {
        entry.questions -= 1
        tellWhenKnown()
    }

    /// Records the owner of a name, once the owner is identified.
    private func set(_ app: AppID, _ entry: Entry, _ name: String, owner: String) {
        let holder = owner.isEmpty ? nil : try? BusName(owner)
        let place: ReferenceWritableKeyPath<Entry, Owned>? =
            name == entry.appName.rawValue
            ? \.app : name == entry.extensionName.rawValue ? \.appExtension : nil
        guard let place, entry[keyPath: place].holder != holder else { return }
        entry[keyPath: place].holder = holder
        guard let holder else { return setOwner(of: app, entry, place, nil) }
        entry.questions += 1
        let isAccepted = senders.identify(PeerName(rawValue: holder.rawValue)) {
            [weak self, weak entry] identity in
            guard let self, let entry else { return }
            if entry[keyPath: place].holder == holder {
                setOwner(of: app, entry, place, identity.maySpeak(for: app) ? holder : nil)
            }
            answered(entry)
        }
        if !isAccepted {
            setOwner(of: app, entry, place, nil)
            answered(entry)
        }
    }

    private func setOwner(
        of app: AppID, _ entry: Entry, _ place: ReferenceWritableKeyPath<Entry, Owned>,
        _ owner: BusName?
    ) {
        let before = entry[keyPath: place].owner
        guard before != owner else { return }
        entry[keyPath: place].owner = owner
        onChange?(app, place == \.app && before != nil && owner != nil)
    }

    // MARK: Activatable names

    private func askForActivatable() {
        connection.bus.activatableNames(within: .seconds(25)) { [weak self] names in
            self?.setActivatable(Set(names ?? []))
        }
    }

    private func setActivatable(_ names: Set<String>) {
        knowsActivatable = true
        let changed = names.symmetricDifference(activatable)
        activatable = names
        for (app, entry) in entries where changed.contains(entry.extensionName.rawValue) {
            onChange?(app, false)
        }
        tellWhenKnown()
    }

    private func tellWhenKnown() {
        for entry in entries.values where !entry.waiting.isEmpty && isKnown(entry) {
            let waiting = entry.waiting
            entry.waiting = []
            for body in waiting { body() }
        }
        guard let body = onKnown, entries.values.allSatisfy(isKnown) else { return }
        onKnown = nil
        body()
    }
}
