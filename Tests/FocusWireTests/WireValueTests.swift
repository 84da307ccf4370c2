// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import Foundation
import Testing

/// Values of the control interface, which stay equal after encoding and decoding.
@Suite struct WireValueTests {
    static let record = EntryRecord(
        key: EntryKey(rawValue: 9), id: ClientID(rawValue: 4), time: Timestamp(rawValue: 1_000),
        notification: FocusCore.Notification(
            app: AppID("org.example.Chat"), appName: "Chat", summary: "s", body: "b",
            category: "im", urgency: .critical, people: ["alex"], filterCriteria: "work",
            actions: [Action(key: "k", label: "l")]),
        decision: Decision(verdict: .silence, reason: .rule("r"), level: .timeSensitive),
        focus: FocusID("work"), sender: PeerName(rawValue: ""), sandbox: nil, state: .silenced)

    @Test func entrySurvivesTheWire() throws {
        var entry = EntryWire(Self.record, isLive: true)
        // Not sent, because only the badge needs this value.
        entry.record.isHeldFromBadge = true
        let fields = try #require(Fields(entry.value))
        #expect(EntryWire(fields) == entry)
    }

    @Test(arguments: ["id", "key", "time", "app", "verdict", "reason", "state"])
    func entryWithoutANeededFieldIsRefused(_ name: String) throws {
        guard
            case .dictionary(let key, let value, let entries) = EntryWire(
                Self.record, isLive: true
            ).value
        else { throw CancellationError() }
        let rest = entries.filter { $0.key != .string(name) }
        let fields = try #require(Fields(.dictionary(key: key, value: value, rest)))
        #expect(EntryWire(fields) == nil)
    }

    @Test func statusSurvivesTheWire() throws {
        var status = ServiceStatus()
        status.version = "1"
        status.processID = 7
        status.activation = Activation(
            focus: FocusID("work"), since: Timestamp(rawValue: 5), cause: .schedule)
        status.focusName = "Work"
        status.covered = UpcomingChange(
            Agenda.Change(time: Timestamp(rawValue: 9), outcome: nil), name: "")
        status.lost = LostFocus(
            focus: FocusID("a"), name: "A", time: Timestamp(rawValue: 4), isRefused: true)
        status.isInhibited = true
        status.inhibitors = [.init(app: AppID("a"), reason: "r")]
        status.missed = 3
        status.queued = 2
        status.server.isRunning = true
        status.server.name = "dunst"
        status.problems = ["a:1: b"]
        let fields = try #require(Fields(status.value))
        #expect(ServiceStatus(fields) == status)
    }

    @Test func queryHasALimit() throws {
        func limit(_ number: UInt32) throws -> Int {
            HistoryQuery(try #require(Fields(.vardict(["limit": .uint32(number)])))).limit
        }
        #expect(try limit(UInt32(Limits.queryEntries)) == Limits.queryEntries)
        #expect(try limit(UInt32(Limits.queryEntries) + 1) == Limits.queryEntries)
    }

    @Test func explanationSurvivesTheWire() throws {
        var request = ExplainRequest()
        request.app = "a"
        request.program = "backup.sh"
        request.level = "critical"
        request.urgency = 2
        request.people = ["p"]
        request.criteria = "c"
        request.hints = ["x-a": "1"]
        request.focus = "work"
        let read = try ExplainRequest(try #require(Fields(request.value)))
        #expect(read.hints == request.hints)
        #expect(read.notification?.level == .critical)
        #expect(read.notification?.program == AppID("backup.sh"))
        #expect(read.notification?.filterCriteria == "c")
        request.level = "loud"
        #expect(request.notification == nil)
        let answer = ExplainAnswer(
            Decision(
                verdict: .deliver, reason: .allowed, level: .active,
                faults: []), focus: nil)
        #expect(ExplainAnswer(try #require(Fields(answer.value))) == answer)
    }

    /// The answer about an example is the one that a real notification gets, whose texts are cut.
    @Test func explanationHasTheLimitsOfNotify() throws {
        func read(_ name: String, _ value: Value) throws -> ExplainRequest {
            try ExplainRequest(try #require(Fields(.vardict([name: value]))))
        }
        let long = String(repeating: "x", count: Limits.storedTextBytes + 1)
        #expect(try read("body", .string(long)).body.utf8.count == Limits.storedTextBytes)
        #expect(try read("summary", .string(long)).summary.utf8.count == Limits.storedTextBytes)
        #expect(try read("app-name", .string(long)).appName.utf8.count == Limits.nameBytes)
        for name in ["app", "program", "category", "level", "criteria", "site", "focus"] {
            #expect(throws: ErrorReply.self) { try read(name, .string(long)) }
        }
        #expect(throws: ErrorReply.self) { try read("people", .strings([long])) }
        let hints = Value.vardict(["long": .string(long), "short": .string("x")])
        #expect(try read("hints", hints).hints == ["short": "x"])
    }

    /// The served XML equals the file, byte by byte.
    @Test func interfacesAreTheFilesOfTheProject() throws {
        let interfaces = try [WireInterface.notifications, WireInterface.apps]
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        for interface in interfaces {
            let name = interface.name.rawValue
            let file = try String(
                contentsOf: root.appending(path: "dbus/\(name).xml"), encoding: .utf8)
            let served = interface.xml.trimmingCharacters(in: .whitespacesAndNewlines)
            #expect(file.contains(served), "\(name)")
        }
    }

    /// The control interface has a file for each of its parts.
    @Test func controlInterfaceIsItsThreeFiles() throws {
        let served = try WireInterface.control
        let root = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        var members = 0
        for part in ["", ".Files", ".Entries"] {
            let file = try String(
                contentsOf: root.appending(path: "dbus/org.focusd.Focus1.Control\(part).xml"),
                encoding: .utf8)
            let parts = file.components(separatedBy: "<interface name=\"\(served.name)\">\n")
            let part = try #require(parts.last?.components(separatedBy: "  </interface>").first)
            #expect(served.xml.contains(part))
            members += part.components(separatedBy: "    <method ").count - 1
        }
        #expect(members == served.methods.count)
    }
}
