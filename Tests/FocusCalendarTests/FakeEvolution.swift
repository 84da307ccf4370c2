// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import Glibc
import TestSupport

/// An Evolution Data Server with one calendar, on a private bus, whose calls can fail.
@LoopActor final class FakeEvolution {
    let bus: PrivateBus
    private let connection: Connection
    private let directory: String
    /// The names of the methods whose next call fails.
    var failing: Set<String> = []
    /// The calendar's events that occur in the window, by their own dates and rules.
    var events: [String] = []
    /// Its other events, by identifier.
    var others: [String: String] = [:]
    /// The definitions of zones, by name.
    var zones: [String: String] = [:]
    /// The names of the methods that were called.
    let calls = Recorder<String>()

    private static let prefix = "org.gnome.evolution.dataserver."
    private static let view: ObjectPath = "/view"

    init() throws {
        directory = try makeTemporaryDirectory("services")
        // The names are owned, so the bus starts nothing; it lists what it could start.
        for name in ["Sources5", "Calendar8"] {
            try Self.write(
                "[D-BUS Service]\nName=\(Self.prefix)\(name)\nExec=/bin/false\n",
                "\(directory)/\(name).service")
        }
        bus = try PrivateBus(serviceDirectories: [directory])
        connection = try bus.connect()
        connection.onUnhandledCall = { [weak self] call in self?.take(call) ?? false }
        for name in ["Sources5", "Calendar8"] {
            guard try connection.requestName(try BusName(Self.prefix + name)) == .primaryOwner
            else { throw TestSupportError("\(name) has an owner") }
        }
    }

    func stop() {
        bus.stop()
        for name in ["Sources5", "Calendar8"] { unsafe unlink("\(directory)/\(name).service") }
        unsafe rmdir(directory)
    }

    /// Reports a change of the calendar.
    func reportChange() throws {
        let signal = Message.signal(
            path: Self.view, interface: "org.gnome.evolution.dataserver.CalendarView",
            member: "ObjectsModified")
        try signal.append(contentsOf: [.strings(["1"])])
        connection.send(signal)
    }

    /// Reports a change of the list of calendars.
    func reportSourceChange() throws {
        let signal = Message.signal(
            path: "/org/gnome/evolution/dataserver/SourceManager/Source",
            interface: "org.freedesktop.DBus.Properties", member: "PropertiesChanged")
        try signal.append(contentsOf: [
            .string(Self.prefix + "Source"), .vardict(["Data": .string("changed")]), .strings([]),
        ])
        connection.send(signal)
    }

    private func take(_ call: MethodCall) -> Bool {
        calls.record(call.member)
        if failing.remove(call.member) != nil {
            call.fail(.failed, "not now")
            return true
        }
        switch call.member {
        case "GetManagedObjects": call.reply(Self.sources)
        case "OpenCalendar": call.reply(.string("/calendar"), .string(Self.prefix + "Calendar8"))
        case "Open": call.reply(.strings([]))
        case "GetView": call.reply(.objectPath(Self.view))
        case "SetFieldsOfInterest", "Start": call.reply()
        case "GetObjectList":
            let query = (try? call.message.arguments().first?.asString) ?? ""
            let series = others.filter { query.contains("(uid? \"\($0.key)\")") }
            call.reply(.strings(query.hasPrefix("(occur") ? events : Array(series.values)))
        case "GetTimezone":
            let name = (try? call.message.arguments().first?.asString) ?? ""
            guard let zone = zones[name] else {
                call.fail(.failed, "no such zone")
                return true
            }
            call.reply(.string(zone))
        default: return false
        }
        return true
    }

    private static var sources: Value {
        let text = "[Data Source]\nDisplayName=Work\n[Calendar]\nBackendName=local\n"
        let properties = Value.dictionary(
            key: "s", value: "v",
            [
                DictionaryEntry(key: .string("UID"), value: .variant(.string("work"))),
                DictionaryEntry(key: .string("Data"), value: .variant(.string(text))),
            ])
        let interfaces = Value.dictionary(
            key: "s", value: "a{sv}",
            [DictionaryEntry(key: .string(prefix + "Source"), value: properties)])
        return .dictionary(
            key: "o", value: "a{sa{sv}}",
            [DictionaryEntry(key: .objectPath("/source"), value: interfaces)])
    }

    private static func write(_ text: String, _ path: String) throws {
        let descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0, OpenFile.write(text, to: descriptor) else {
            throw TestSupportError("\(path) cannot be written")
        }
        close(descriptor)
    }
}
