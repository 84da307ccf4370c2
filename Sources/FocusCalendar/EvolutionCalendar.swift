// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import Glibc
import ICal

/// One open calendar of Evolution Data Server.
///
/// After a failure the calendar keeps its busy times, and is opened again after a growing pause.
@LoopActor final class EvolutionCalendar {
    let id: String
    private let factory: BusName
    private let connection: Connection
    private var reader: CalendarReader
    /// The user's address in this calendar.
    private var address: String?
    private var place: (name: BusName, path: ObjectPath)?
    private var changes: Subscription?
    private var timer: Timer?
    /// Waits to open the calendar again.
    private var retry: Timer?
    private var pause = EvolutionCalendar.firstPause
    private(set) var calendar: Calendar
    /// A sentence about a calendar that cannot be read, or not completely.
    private(set) var problem: String?
    /// True once the calendar was read, or cannot be.
    private(set) var isKnown = false
    var onChange: (() -> Void)?

    /// Time after a change until the events are read: a synchronisation changes many of them.
    private static let settling = Duration.milliseconds(300)
    /// Time after a failure until the calendar is opened again, doubled each time.
    private static let firstPause = Duration.seconds(1)
    private static let longestPause = Duration.seconds(300)
    private static let interface: InterfaceName = "org.gnome.evolution.dataserver.Calendar"
    private static let viewInterface: InterfaceName =
        "org.gnome.evolution.dataserver.CalendarView"

    /// - Parameter spans: the busy times that are known from before.
    init(
        _ id: String, _ name: String, _ factory: BusName, _ connection: Connection,
        _ reader: CalendarReader, spans: [Range<Int64>]
    ) {
        self.id = id
        self.factory = factory
        self.connection = connection
        self.reader = reader
        calendar = Calendar(name: name, spans: spans)
    }

    func start() {
        call(
            factory, "/org/gnome/evolution/dataserver/CalendarFactory",
            "org.gnome.evolution.dataserver.CalendarFactory", "OpenCalendar", [.string(id)]
        ) { calendar, values in
            guard let values else { return calendar.finish() }
            guard values.count == 2,
                let path = values[0].asString.flatMap(ObjectPath.init(rawValue:)),
                let name = values[1].asString.flatMap(BusName.init(rawValue:))
            else {
                calendar.failed("the answer to OpenCalendar is not understood")
                return calendar.finish()
            }
            if let place = calendar.place, place != (name, path) { calendar.changes = nil }
            calendar.place = (name, path)
            calendar.open(name, path)
        }
    }

    private func open(_ name: BusName, _ path: ObjectPath) {
        call(name, path, Self.interface, "Open") { calendar, values in
            // Names and values by turns, the values as GLib prints them.
            let properties = values?.first?.asStrings ?? []
            for (index, key) in properties.enumerated()
            where key == "cal-email-address" && index + 1 < properties.count {
                calendar.address = properties[index + 1].filter { $0 != "'" }.lowercased()
            }
            calendar.watch(name, path)
        }
    }

    /// Has the calendar report changes, then reads it.
    private func watch(_ name: BusName, _ path: ObjectPath) {
        guard changes == nil else { return read() }
        call(name, path, Self.interface, "GetView", [.string("#t")]) { calendar, values in
            guard let view = values?.first?.asObjectPath else { return calendar.read() }
            let rule = MatchRule(path: view, interface: Self.viewInterface)
            calendar.changes = calendar.connection.subscribe(rule) { [weak calendar] message in
                guard message.member?.hasPrefix("Objects") == true else { return }
                calendar?.readSoon()
            }
            // The reports need not contain the events.
            calendar.call(
                name, view, Self.viewInterface, "SetFieldsOfInterest", [.strings(["UID"])]
            ) { calendar, values in
                // The next attempt needs another view.
                if values == nil { calendar.changes = nil }
                calendar.call(name, view, Self.viewInterface, "Start") { calendar, values in
                    if values == nil { calendar.changes = nil }
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
            guard let values else { return calendar.finish() }
            calendar.readSeries(of: values.first?.asStrings ?? [])
        }
    }

    /// Reads the repeating events whole. The query by time finds a repeating event by its rule,
    /// but not an occurrence that was moved out of the window, which still replaces the one in it.
    private func readSeries(of events: [String]) {
        guard let place else { return finish() }
        let series = CalendarReader.repeatingEvents(in: Self.calendar(of: events))
        guard !series.isEmpty else { return readZones(of: events) }
        let conditions = series.prefix(Self.maximumSeries).map { "(uid? \(Self.quoted($0)))" }
        let query = "(or \(conditions.joined(separator: " ")))"
        call(place.name, place.path, Self.interface, "GetObjectList", [.string(query)]) {
            calendar, values in
            guard let values else { return calendar.finish() }
            // An event that comes twice makes nobody busier.
            calendar.readZones(of: events + (values.first?.asStrings ?? []))
        }
    }

    /// Reads the zones of the events that only the calendar defines, such as those of invitations
    /// from Outlook.
    private func readZones(of events: [String]) {
        readZones(CalendarReader.unknownZones(in: Self.calendar(of: events))[...], events)
    }

    /// - Parameter parts: the events, behind the zones that were read already.
    private func readZones(_ zones: ArraySlice<String>, _ parts: [String]) {
        guard let place, let zone = zones.first else { return take(parts) }
        call(
            place.name, place.path, Self.interface, "GetTimezone", [.string(zone)],
            isNeeded: false
        ) { calendar, values in
            // Without the zone, an event takes place at the user's own time of day.
            let text = values?.first?.asString.flatMap { $0.hasPrefix(Self.zone) ? $0 : nil }
            calendar.readZones(zones.dropFirst(), (text.map { [$0] } ?? []) + parts)
        }
    }

    /// Beginning of the definition of a zone.
    private static let zone = "BEGIN:VTIMEZONE"

    /// Maximum number of repeating events that are read whole.
    private static let maximumSeries = 1_000

    /// Returns a string of the query language.
    private static func quoted(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : String(scalar)
        }
        return "\"\(escaped.joined())\""
    }

    /// Returns the text of a calendar with these events and zones. A changed occurrence and its
    /// event must be in one text.
    private static func calendar(of parts: [String]) -> String {
        "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + parts.joined() + "END:VCALENDAR\r\n"
    }

    private func take(_ parts: [String]) {
        var reader = reader
        if let address, !address.isEmpty { reader.addresses.insert(address) }
        guard let times = reader.read(Self.calendar(of: parts)) else {
            failed("its events are not understood, or too many")
            return finish()
        }
        calendar.spans = times.spans
        // A call before this one may have failed.
        if retry == nil {
            problem = nil
            pause = Self.firstPause
        }
        finish()
    }

    /// Notes a failure, and opens the calendar again after a pause.
    private func failed(_ reason: String) {
        problem = "the calendar “\(calendar.name)” cannot be read: \(reason)"
        guard retry == nil else { return }
        retry = Timer(after: pause) { [weak self] in
            self?.retry = nil
            self?.start()
        }
        pause = min(pause * 2, Self.longestPause)
    }

    private func finish() {
        isKnown = true
        onChange?()
    }

    /// Calls a method. Passes nil to the body after an error.
    ///
    /// - Parameter isNeeded: true if an error counts as a failure.
    private func call(
        _ name: BusName, _ path: ObjectPath, _ interface: InterfaceName, _ member: MemberName,
        _ arguments: [Value] = [], isNeeded: Bool = true,
        then body: @escaping @LoopActor (EvolutionCalendar, [Value]?) -> Void
    ) {
        let message = Message.methodCall(
            destination: name, path: path, interface: interface, member: member)
        guard (try? message.append(contentsOf: arguments)) != nil else { return finish() }
        connection.call(message, timeout: EvolutionCalendars.patience) { [weak self] result in
            guard let self else { return }
            do {
                body(self, try result.get().arguments())
            } catch {
                if isNeeded { failed("\(error)") }
                body(self, nil)
            }
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
