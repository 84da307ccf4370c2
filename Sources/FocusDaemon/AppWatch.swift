// SPDX-License-Identifier: Apache-2.0

// What there is of an app on the session bus (DESIGN §6): the app itself under its own id, its
// extension under that id with `.FocusFilter` behind, or the means to start that extension.
//
// The bus gives a name to whoever asks first, and a sandbox may own names that its own bus filter
// does not keep from it. So who owns a name counts as the app only when its identity may speak for
// the app; as long as another's sandbox owns it, the name counts as owned by nobody.
//
// Each app has a match rule of its own. One rule for all NameOwnerChanged signals would be simpler
// and would wake focusd twice for every client that comes and goes.

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// Follows the apps that have Focus filters.
@LoopActor final class AppWatch {
    /// One app's names and who owns them.
    private final class Entry {
        let appName: BusName
        let extensionName: BusName
        var app = Owned()
        var appExtension = Owned()
        var subscription: Subscription?
        /// Questions, about names and about who owns them, that are not answered yet.
        var questions = 2
        /// What waits for the answers.
        var waiting: [@LoopActor () -> Void] = []

        init(_ appName: BusName, _ extensionName: BusName) {
            self.appName = appName
            self.extensionName = extensionName
        }
    }

    /// Who owns one of an app's names.
    private struct Owned {
        /// Whoever it is.
        var holder: BusName?
        /// The last holder that may speak for the app, until its successor is known.
        var owner: BusName?
    }

    private let connection: Connection
    private let senders: SenderDirectory
    private var entries: [AppID: Entry] = [:]
    private var activatable: Set<String> = []
    private var knowsActivatable = false
    private var activations: Subscription?
    /// What there is of an app has changed; `isAnew` when its own name went from one program to
    /// another.
    var onChange: ((AppID, _ isAnew: Bool) -> Void)?
    /// Everything that was asked of the bus is answered; called once.
    private var onKnown: (@LoopActor () -> Void)?

    init(_ connection: Connection, senders: SenderDirectory) {
        self.connection = connection
        self.senders = senders
    }

    /// Begins to follow which names can be started; calls back when all that is known of the apps
    /// followed so far has been told.
    func start(onKnown: @escaping @LoopActor () -> Void) {
        self.onKnown = onKnown
        let rule = MatchRule(
            sender: WireName.bus, interface: WireName.busInterface,
            member: "ActivatableServicesChanged")
        activations = connection.subscribe(rule) { [weak self] _ in self?.askForActivatable() }
        askForActivatable()
    }

    // MARK: What is known

    /// The unique name of the app itself while it runs.
    func owner(of app: AppID) -> BusName? { entries[app]?.app.owner }

    /// The unique name of the app's extension while it runs.
    func extensionOwner(of app: AppID) -> BusName? { entries[app]?.appExtension.owner }

    /// The name that the app's extension owns, or owns once it is started; nil where there is none.
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

    /// Runs `body` once it is known what there is of an app: at once, but for the moments after it is
    /// first followed and after somebody came to own one of its names.
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

    /// Follows these apps and no others; ids that are no bus names stand for apps that never come.
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
        // Matches the app's name and whatever begins with it and a dot, such as its extension's.
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

    /// Asks who owns a name. The bus answers in the order of its signals, so what comes last is so.
    private func ask(_ app: AppID, _ entry: Entry, _ name: BusName) {
        let call = Self.busCall("GetNameOwner")
        // A name holds no U+0000.
        try? call.append(name.rawValue)
        connection.call(call, timeout: .seconds(25)) { [weak self, weak entry] result in
            var reader = (try? result.get())?.reader
            guard let self, let entry else { return }
            if let owner = try? reader?.string() {
                set(app, entry, name.rawValue, owner: owner)
            }
            answered(entry)
        }
    }

    private func answered(_ entry: Entry) {
        entry.questions -= 1
        tellWhenKnown()
    }

    /// Takes in who owns a name, once it is known whether that is the app.
    private func set(_ app: AppID, _ entry: Entry, _ name: String, owner: String) {
        let holder = owner.isEmpty ? nil : try? BusName(owner)
        let place: ReferenceWritableKeyPath<Entry, Owned>? =
            name == entry.appName.rawValue
            ? \.app : name == entry.extensionName.rawValue ? \.appExtension : nil
        guard let place, entry[keyPath: place].holder != holder else { return }
        entry[keyPath: place].holder = holder
        guard let holder else { return settle(app, entry, place, nil) }
        entry.questions += 1
        let isHeld = senders.identify(PeerName(rawValue: holder.rawValue)) {
            [weak self, weak entry] identity in
            guard let self, let entry else { return }
            if entry[keyPath: place].holder == holder {
                settle(app, entry, place, identity.maySpeak(for: app) ? holder : nil)
            }
            answered(entry)
        }
        if !isHeld {
            settle(app, entry, place, nil)
            answered(entry)
        }
    }

    private func settle(
        _ app: AppID, _ entry: Entry, _ place: ReferenceWritableKeyPath<Entry, Owned>,
        _ owner: BusName?
    ) {
        let before = entry[keyPath: place].owner
        guard before != owner else { return }
        entry[keyPath: place].owner = owner
        onChange?(app, place == \.app && before != nil && owner != nil)
    }

    // MARK: What can be started

    private func askForActivatable() {
        connection.call(Self.busCall("ListActivatableNames"), timeout: .seconds(25)) {
            [weak self] result in
            var reader = (try? result.get())?.reader
            let names = (try? reader?.value())?.asStrings
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

    private static func busCall(_ member: MemberName) -> Message {
        .methodCall(
            destination: WireName.bus, path: WireName.busPath, interface: WireName.busInterface,
            member: member)
    }
}
