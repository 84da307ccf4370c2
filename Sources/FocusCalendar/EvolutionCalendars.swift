// SPDX-License-Identifier: Apache-2.0

// Evolution Data Server keeps the calendars of GNOME, and those of online accounts. Its registry
// lists the sources. A calendar is an object that lives as long as the client that opened it, and a
// view of it reports changes. After a report the events near today are read again.

import DBus
import GLibLoop
import Glibc
import ICal

/// The calendars of Evolution Data Server.
@LoopActor final class EvolutionCalendars: CalendarPlace {
    var onChange: (() -> Void)?
    private let address: String
    private var connection: Connection?
    private var subscriptions: [Subscription] = []
    private var open: [EvolutionCalendar] = []
    private var reader: CalendarReader?
    /// The reason why the sources cannot be listed.
    private var problem: String?
    private var isListed = false
    private var timer: Timer?
    /// Pause before the sources are read again.
    private(set) var pause = EvolutionCalendars.settling
    private var sources: [(id: String, name: String)] = []

    /// Maximum number of calendars.
    static let maximumCalendars = 64
    /// Time for Evolution Data Server to start and to answer.
    static let patience = Duration.seconds(25)
    /// Time after a change of the sources until they are read.
    static let settling = Duration.seconds(1)
    /// Longest pause before they are read again.
    static let longestPause = Duration.seconds(300)

    private static let prefix = "org.gnome.evolution.dataserver."
    private static let manager: ObjectPath = "/org/gnome/evolution/dataserver/SourceManager"

    /// - Parameter bus: the address of the session bus.
    init(bus: String) {
        address = bus
    }

    var calendars: [Calendar] { open.map(\.calendar) }

    let steps: [String] = []
    var problems: [String] { [problem].compactMap(\.self) + open.compactMap(\.problem) }

    var isKnown: Bool { isListed && open.allSatisfy(\.isKnown) }

    func read(with reader: CalendarReader) {
        self.reader = reader
        pause = Self.settling
        if connection == nil { return connect() }
        for calendar in open { calendar.read(with: reader) }
    }

    // MARK: The bus

    private func connect() {
        do throws(ConnectionError) {
            let connection = try Connection(address: address)
            self.connection = connection
            // focusd starts this program again.
            connection.onDisconnect = { LoopActor.quit() }
            connection.bus.activatableNames(within: Self.patience) { [weak self] names in
                self?.found(names ?? [])
            }
        } catch {
            finish("\(error)")
        }
    }

    /// Chooses the services by their names, which end in the version of their interfaces.
    private func found(_ names: [String]) {
        func service(_ kind: String) -> BusName? {
            names.filter { $0.hasPrefix(Self.prefix + kind) }.sorted { left, right in
                (left.count, left) < (right.count, right)
            }.last.flatMap { BusName(rawValue: $0) }
        }
        guard let sources = service("Sources"), let factory = service("Calendar") else {
            return finish(nil)
        }
        guard let connection else { return }
        let changes = MatchRule(sender: sources, pathNamespace: Self.manager)
        let owner = BusDaemon.ownerChanges(of: factory)
        subscriptions = [
            connection.subscribe(changes) { [weak self] message in
                // The state of a connection is another property of a source.
                if Self.isAboutSources(message) { self?.listSoon(sources, factory) }
            },
            connection.subscribe(owner) { [weak self] message in
                guard let owner = (try? message.arguments())?.last?.asString, owner.isEmpty
                else { return }
                // The calendars ended with the service; a call starts it again.
                self?.sources = []
                self?.listSoon(sources, factory)
            },
        ]
        list(sources, factory)
    }

    private func listSoon(_ sources: BusName, _ factory: BusName) {
        guard timer == nil else { return }
        timer = Timer(after: pause) { [weak self] in
            self?.timer = nil
            self?.list(sources, factory)
        }
        pause = min(pause * 2, Self.longestPause)
    }

    private static func isAboutSources(_ message: Message) -> Bool {
        guard message.member == "PropertiesChanged" else {
            return message.member?.hasPrefix("Interfaces") == true
        }
        guard let values = try? message.arguments(), values.count == 3,
            case .dictionary(_, _, let changed) = values[1]
        else { return false }
        return changed.contains { $0.key.asString == "Data" }
    }

    private func finish(_ problem: String?) {
        self.problem = problem.map { "Evolution Data Server: \($0)" }
        isListed = true
        onChange?()
    }

    // MARK: The sources

    private func list(_ sources: BusName, _ factory: BusName) {
        let call = Message.methodCall(
            destination: sources, path: Self.manager,
            interface: "org.freedesktop.DBus.ObjectManager", member: "GetManagedObjects")
        connection?.call(call, timeout: Self.patience) { [weak self] result in
            guard let self else { return }
            switch result {
            case .success(let reply):
                pause = Self.settling
                use(Self.sources(in: reply), factory)
            case .failure(let error):
                finish("\(error)")
                listSoon(sources, factory)
            }
        }
    }

    private func use(_ sources: [(id: String, name: String)], _ factory: BusName) {
        guard let connection, let reader else { return }
        guard !sources.elementsEqual(self.sources, by: { $0 == $1 }) else { return finish(nil) }
        self.sources = sources
        // The events read last stay until the calendar is read again.
        let known = open.map { ($0.id, $0.calendar.spans) }
        let spans = Dictionary(known) { first, _ in first }
        open = sources.prefix(Self.maximumCalendars).map { id, name in
            let calendar = EvolutionCalendar(
                id, name, factory, connection, reader, spans: spans[id] ?? [])
            calendar.onChange = { [weak self] in self?.onChange?() }
            calendar.start()
            return calendar
        }
        finish(nil)
    }

    /// Returns the ids and names of the enabled calendars. Birthdays last whole days.
    private static func sources(in reply: Message) -> [(id: String, name: String)] {
        guard case .dictionary(_, _, let objects)? = (try? reply.arguments())?.first else {
            return []
        }
        var found: [(id: String, name: String)] = []
        for object in objects {
            guard case .dictionary(_, _, let interfaces) = object.value else { continue }
            for interface in interfaces where interface.key.asString == prefix + "Source" {
                guard case .dictionary(_, _, let properties) = interface.value else { continue }
                var texts: [String: String] = [:]
                for property in properties {
                    guard let name = property.key.asString else { continue }
                    texts[name] = property.value.unwrapped.asString
                }
                guard let id = texts["UID"], let data = texts["Data"],
                    let name = name(ofSource: data)
                else { continue }
                found.append((id, name))
            }
        }
        return found.sorted { $0.id < $1.id }
    }

    /// Returns the name of an enabled calendar from the text of its source; nil for other sources.
    static func name(ofSource text: String) -> String? {
        guard let file = try? KeyFile(bytes: Array(text.utf8)), file.groups.contains("Calendar"),
            (try? file.boolean("Data Source", "Enabled")) ?? true,
            (try? file.boolean("Calendar", "Enabled")) ?? true,
            (try? file.string("Calendar", "BackendName")) != "contacts",
            let name = try? file.string("Data Source", "DisplayName"), !name.isEmpty
        else { return nil }
        return name
    }
}
