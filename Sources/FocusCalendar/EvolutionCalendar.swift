// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import Glibc
import ICal

/// One open calendar of Evolution Data Server.
@LoopActor final class EvolutionCalendar {
    private let id: String
    private let factory: BusName
    private let connection: Connection
    private var reader: CalendarReader
    /// The user's address in this calendar.
    private var address: String?
    private var place: (name: BusName, path: ObjectPath)?
    private var changes: Subscription?
    private var timer: Timer?
    private(set) var calendar: Calendar
    /// True once the calendar was read, or cannot be.
    private(set) var isKnown = false
    var onChange: (() -> Void)?

    /// Time after a change until the events are read: a synchronisation changes many of them.
    private static let settling = Duration.milliseconds(300)
    private static let interface: InterfaceName = "org.gnome.evolution.dataserver.Calendar"
    private static let viewInterface: InterfaceName =
        "org.gnome.evolution.dataserver.CalendarView"

    init(
        _ id: String, _ name: String, _ factory: BusName, _ connection: Connection,
        _ reader: CalendarReader
    ) {
        self.id = id
        self.factory = factory
        self.connection = connection
        self.reader = reader
        calendar = Calendar(name: name, spans: [])
    }

    func start() {
        call(
            factory, "/org/gnome/evolution/dataserver/CalendarFactory",
            "org.gnome.evolution.dataserver.CalendarFactory", "OpenCalendar", [.string(id)]
        ) { calendar, values in
            guard values.count == 2,
                let path = values[0].asString.flatMap(ObjectPath.init(rawValue:)),
                let name = values[1].asString.flatMap(BusName.init(rawValue:))
            else { return calendar.finish() }
            calendar.place = (name, path)
            calendar.open(name, path)
        }
    }

    private func open(_ name: BusName, _ path: ObjectPath) {
        call(name, path, Self.interface, "Open") { calendar, values in
            // Names and values by turns, the values as GLib prints them.
            let properties = values.first?.asStrings ?? []
            for (index, key) in properties.enumerated()
            where key == "cal-email-address" && index + 1 < properties.count {
                calendar.address = properties[index + 1].filter { $0 != "'" }.lowercased()
            }
            calendar.watch(name, path)
        }
    }

    /// Has the calendar report changes, then reads it.
    private func watch(_ name: BusName, _ path: ObjectPath) {
        call(name, path, Self.interface, "GetView", [.string("#t")]) { calendar, values in
            guard let view = values.first?.asObjectPath else { return calendar.read() }
            let rule = MatchRule(path: view, interface: Self.viewInterface)
            calendar.changes = calendar.connection.subscribe(rule) { [weak calendar] message in
                guard message.member?.hasPrefix("Objects") == true else { return }
                calendar?.readSoon()
            }
            // The reports need not contain the events.
            calendar.call(
                name, view, Self.viewInterface, "SetFieldsOfInterest", [.strings(["UID"])]
            ) { calendar, _ in
                calendar.call(name, view, Self.viewInterface, "Start") { calendar, _ in
                    calendar.read()
                }
            }
        }
    }

    /// Reads the events for another window.
    func read(with reader: CalendarReader) {
        self.reader = reader
        if place != nil { readSoon() }
    }

    private func readSoon() {
        guard timer == nil else { return }
        timer = Timer(after: Self.settling) { [weak self] in
            self?.timer = nil
            self?.read()
        }
    }

    private func read() {
        guard let place else { return finish() }
        let query =
            "(occur-in-time-range? (make-time \"\(Self.text(reader.window.lowerBound))\")"
            + " (make-time \"\(Self.text(reader.window.upperBound))\"))"
        call(place.name, place.path, Self.interface, "GetObjectList", [.string(query)]) {
            calendar, values in
            calendar.take(values.first?.asStrings ?? [])
        }
    }

    private func take(_ events: [String]) {
        var reader = reader
        if let address, !address.isEmpty { reader.addresses.insert(address) }
        // A changed occurrence and its event must be in one text.
        let text = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + events.joined() + "END:VCALENDAR\r\n"
        calendar.spans = reader.read(text)?.spans ?? []
        finish()
    }

    private func finish() {
        isKnown = true
        onChange?()
    }

    /// Calls a method. An error answers with no values.
    private func call(
        _ name: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
        _ arguments: [Value] = [],
        then body: @escaping @LoopActor (EvolutionCalendar, [Value]) -> Void
    ) {
        let message = Message.methodCall(
            destination: name, path: path, interface: interface, member: member)
        guard (try? message.append(contentsOf: arguments)) != nil else { return finish() }
        connection.call(message, timeout: EvolutionCalendars.patience) { [weak self] result in
            guard let self else { return }
            body(self, (try? result.get().arguments()) ?? [])
        }
    }

    /// Returns a second of Unix time as `20261123T090000Z`.
    private static func text(_ second: Int64) -> String {
        var time = time_t(second)
        var parts = unsafe tm()
        _ = unsafe gmtime_r(&time, &parts)
        var text = [CChar](repeating: 0, count: 32)
        let length = unsafe strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &parts)
        return String(decoding: text[..<length].map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
