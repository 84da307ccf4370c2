// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport
import Testing

/// Focuses that are on during the events of a calendar: the real focusd and focus-calendar, with a
/// folder of files and with the real Evolution Data Server.
extension EndToEnd.Focuses {
    @Suite(.timeLimit(.minutes(20))) @LoopActor struct CalendarTriggerTests {
        private static let focus = "[Focus]\nName=Meeting\nApps=allow\n[Triggers]\nGrace=0\n"

        /// Returns an event from now on.
        private static func event(_ uid: String) -> String {
            var time = Glibc.time(nil) - 60
            func stamp() -> String {
                var parts = unsafe tm()
                _ = unsafe gmtime_r(&time, &parts)
                var text = [CChar](repeating: 0, count: 32)
                let length = unsafe strftime(&text, text.count, "%Y%m%dT%H%M%SZ", &parts)
                let bytes = text[..<length].map(UInt8.init(bitPattern:))
                return String(decoding: bytes, as: UTF8.self)
            }
            let start = stamp()
            time += 7_200
            return "BEGIN:VEVENT\r\nUID:\(uid)\r\nDTSTAMP:\(start)\r\nSUMMARY:Secret\r\n"
                + "DTSTART:\(start)\r\nDTEND:\(stamp())\r\nEND:VEVENT\r\n"
        }

        @Test func focusIsOnDuringAnEventOfAFile() async throws {
            let files = ["focuses/meeting.focus": Self.focus + "Calendars=Work;\n"]
            try await withDesktop(files: files) { desktop in
                let folder = desktop.home + "/data/focusd/calendars"
                try desktop.writeFile(folder + "/Home.ics", "BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n")
                try await desktop.start()
                let listener = try await FocusListener(desktop)
                let check = try await listener.client.doctor("trigger calendar:Work")
                #expect(check.detail.contains("there is no such calendar; there are: Home"))
                let calendar = "BEGIN:VCALENDAR\r\n\(Self.event("1"))END:VCALENDAR\r\n"
                try desktop.writeFile(folder + "/Work.ics", calendar)
                #expect(try await listener.changes.next() == "meeting")
                let text = try await desktop.run(Programs.path("focus-switch"), "status")
                #expect(text.contains("is on during the events of the calendar Work"))
                // After its next start, focusd does not know the calendars at once.
                let kinds = try await desktop.run(
                    Programs.path("focus-switch"), "trigger", "kinds")
                #expect(kinds.contains("calendars: Home, Work"))
                // It goes on, whatever happens to focusd.
                try await desktop.end(SIGKILL)
                try await desktop.start()
                let second = try await FocusListener(desktop)
                #expect(try await second.client.status().activation?.trigger == .calendar("Work"))
                try FileManager.default.removeItem(atPath: folder + "/Work.ics")
                #expect(try await second.changes.next() == "")
                #expect(!desktop.log.contains("Secret"))
            }
        }

        nonisolated private static let services = [
            "Sources5": "evolution-source-registry", "Calendar8": "evolution-calendar-factory",
        ]

        nonisolated private static let hasEvolution = services.values.allSatisfy {
            FileManager.default.isExecutableFile(atPath: "/usr/libexec/\($0)")
        }

        /// Has the session bus start the programs of Evolution Data Server.
        private static func install(_ desktop: Desktop) throws {
            for (name, program) in services {
                let variables =
                    "HOME=\(desktop.home) XDG_DATA_HOME=\(desktop.home)/data"
                    + " XDG_CONFIG_HOME=\(desktop.home)/config"
                    + " XDG_CACHE_HOME=\(desktop.home)/cache"
                    + " DBUS_SESSION_BUS_ADDRESS=\(desktop.session.address)"
                    + " XDG_RUNTIME_DIR=\(desktop.home)/runtime GSETTINGS_BACKEND=memory"
                try desktop.writeFile(
                    "\(desktop.home)/services/\(name).service",
                    "[D-BUS Service]\nName=org.gnome.evolution.dataserver.\(name)\n"
                        + "Exec=/usr/bin/env \(variables) /usr/libexec/\(program)\n")
            }
        }

        @Test(.enabled(if: hasEvolution))
        func calendarsOfEvolutionDataServerCount() async throws {
            let files = ["focuses/meeting.focus": Self.focus + "Calendar=true\n"]
            try await withDesktop(files: files) { desktop in
                try Self.install(desktop)
                try await desktop.start()
                let listener = try await FocusListener(desktop)
                let connection = listener.client.connection
                @LoopActor func call(
                    _ name: BusName, _ path: ObjectPath, _ interface: InterfaceName,
                    _ member: MemberName, _ values: Value...
                ) async throws -> [Value] {
                    let call = Message.methodCall(
                        destination: name, path: path, interface: interface, member: member)
                    try call.append(contentsOf: values)
                    return try await connection.call(call, timeout: .testDeadline).arguments()
                }
                let prefix = "org.gnome.evolution.dataserver."
                let opened = try await call(
                    try BusName(prefix + "Calendar8"),
                    "/org/gnome/evolution/dataserver/CalendarFactory",
                    try InterfaceName(prefix + "CalendarFactory"), "OpenCalendar",
                    .string("system-calendar"))
                let path = try ObjectPath(opened[0].asString ?? "")
                let name = try BusName(opened[1].asString ?? "")
                let interface = try InterfaceName(prefix + "Calendar")
                _ = try await call(name, path, interface, "Open")
                _ = try await call(
                    name, path, interface, "CreateObjects", .strings([Self.event("eds")]),
                    .uint32(0))
                #expect(try await listener.changes.next() == "meeting")
                #expect(try await listener.client.status().activation?.trigger == .calendar(""))
                let none = Value.array(
                    of: "(ss)", [.structure([.string("eds"), .string("")])])
                _ = try await call(
                    name, path, interface, "RemoveObjects", none, .string("all"), .uint32(0))
                #expect(try await listener.changes.next() == "")
                try await desktop.end()
            }
        }
    }
}
