// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Glibc
import TestSupport
import Testing

@testable import FocusDaemon

@Suite struct OptionsTests {
    /// Issue 17: the help had lines of 159 columns.
    @Test func helpFits80Columns() {
        let lines = Options.parser.help.split(separator: "\n")
        #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines)")
    }
}

/// The small parts of the service.
@Suite struct PartsTests {
    @Test func backOffDoublesUpToItsLimitAndBeginsAgain() {
        var backoff = RestartDelay()
        let delays = (0..<12).map { _ in backoff.next() }
        #expect(delays[0] == RestartDelay.first)
        #expect(delays[1] == RestartDelay.first * 2)
        #expect(delays.max() == RestartDelay.longest)
        backoff.succeeded()
        #expect(backoff.next() == RestartDelay.first)
    }

    @Test func lineOfTheLogIsOneLineThatNoTerminalActsOn() {
        #expect(Log.flat("a\nb\r\n\u{1B}[31mc\u{7}\u{202E}d\u{2028}e") == "a b   [31mc  d e")
        #expect(Log.flat("Grüße, 日本 🎉") == "Grüße, 日本 🎉")
        let long = String(repeating: "e\u{301}", count: Log.maximumLength / 2)
        #expect(Log.flat(long) == long)
        #expect(Log.flat(long + "x") == long + "…")
    }

    @Test func addressEscapesWhatAddressesMayNotHold() {
        #expect(PrivateBus.address(in: "/run/user/1000") == "unix:path=/run/user/1000/bus")
        #expect(PrivateBus.address(in: "/tmp/a b,é") == "unix:path=/tmp/a%20b%2c%c3%a9/bus")
    }

    @Test func commandLineIsRead() throws {
        let options = try Options(
            Options.parser.parseOptions([
                "--server", "dunst -conf '/a b'", "--session-bus=unix:path=/x", "--replace",
            ]))
        #expect(options.server == ["dunst", "-conf", "/a b"])
        #expect(options.sessionBus == "unix:path=/x")
        #expect(options.replaces)
        #expect(options.serverBus == nil)
    }

    @Test(
        arguments: [
            (["--server"], "--server"), (["x"], "“x”"), (["--server=a 'b"], "--server:"),
            (["--server=a", "--server-bus=b"], "exclude"), (["--no-such"], "--no-such"),
        ])
    func wrongCommandLineIsNamed(_ arguments: [String], _ word: String) {
        let error = #expect(throws: OptionError.self) {
            try Options(Options.parser.parseOptions(arguments))
        }
        #expect(error?.message.contains(word) == true)
    }

    @Test func serverFitsTheDisplay() throws {
        let directory = try makeTemporaryDirectory("path")
        defer { _ = unsafe rmdir(directory) }
        for program in ["mako", "dunst"] {
            unsafe close(open("\(directory)/\(program)", O_CREAT | O_WRONLY, 0o700))
        }
        defer { for name in ["mako", "dunst"] { _ = unsafe unlink("\(directory)/\(name)") } }
        func command(
            _ display: [String: String], _ earlier: String..., hasTerminal: Bool = false
        ) -> [String]? {
            InstalledServer.command(
                environment: { name in name == "PATH" ? directory : display[name] },
                earlier: earlier, hasTerminal: hasTerminal)
        }
        // Issue 17: `setup` said “in front of dunst”, and then mako showed the popups.
        let dunst = "\(directory)/dunst"
        #expect(command(["WAYLAND_DISPLAY": "w"], dunst, "-conf", "a") == [dunst, "-conf", "a"])
        #expect(command(["DISPLAY": ":0"], "mako") == ["dunst"])
        #expect(command(["WAYLAND_DISPLAY": "w"], "/nonexistent/dunst") == ["mako"])
        #expect(command(["WAYLAND_DISPLAY": "w"], "sh", "-c", "dunst") == ["mako"])
        #expect(command(["DISPLAY": ":0"]) == ["dunst"])
        #expect(command(["DISPLAY": ":0", "WAYLAND_DISPLAY": "w"]) == ["mako"])
        _ = unsafe unlink("\(directory)/dunst")
        #expect(command(["DISPLAY": ":0"])?.first?.hasPrefix("/usr/lib") != false)
        #expect(command([:], hasTerminal: true)?.first?.hasSuffix("focus-console") == true)
        // A log cannot show popups (issue 17).
        #expect(command([:]) == nil)
    }

    @Test func summaryCountsAppsTheBusiestFirst() {
        let some = ["Chat": 2, "Mail": 1, "id": 1]
        #expect(Engine.summaryText(some) == "2 from Chat, 1 from Mail, 1 from id")
        #expect(Engine.summaryText(["Chat": 2], others: 3) == "2 from Chat, 3 from others")
        let many = Dictionary(uniqueKeysWithValues: (0..<7).map { ("App<\($0)>", 1) })
        #expect(
            Engine.summaryText(many).hasPrefix("1 from App&lt;0&gt;, ")
                && Engine.summaryText(many, others: 3).hasSuffix(", 5 from others"))
    }

    @Test func messageMadeFromARecordIsANotifyCall() throws {
        let record = EntryRecord(
            key: EntryKey(rawValue: 1), id: ClientID(rawValue: 5), time: Timestamp(rawValue: 0),
            notification: Notification(
                app: AppID("org.example.Chat"), appName: "Chat", summary: "s", body: "b",
                actions: [Action(key: "k", label: "l")]),
            decision: Decision(verdict: .silence, reason: .app, level: .active), focus: nil,
            sender: PeerName(rawValue: ""), sandbox: nil, state: .silenced)
        let message = try Message.notify(record)
        #expect(message.hasSignature("susssasa{sv}i"))
        #expect(try message.arguments()[5] == .strings(["k", "l"]))
    }
}

/// The test process.
var ownProcessID: Int32 { getpid() }
