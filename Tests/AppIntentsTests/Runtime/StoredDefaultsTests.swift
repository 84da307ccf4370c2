// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import TestSupport
import Testing

@testable import AppIntents

private let appID = "org.example.Stored"
private let name: BusName = "org.example.Stored"
private let extensionName: BusName = "org.example.Stored.FocusFilter"
private let path: ObjectPath = "/org/example/Stored/FocusFilter/StoredFilter"
private let quietPath: ObjectPath = "/org/example/Stored/FocusFilter/QuietFilter"

/// Issue 18: the UserDefaults of an app are available in its other processes. The app and the
/// extension are two programs: `Tests/SDKClients/StoredApp` and `StoredExtension`.
@Suite(.timeLimit(.minutes(5))) @LoopActor struct StoredDefaultsTests {
    private let bus: PrivateBus
    private let folder: String

    init() throws {
        bus = try PrivateBus()
        folder = try makeTemporaryDirectory("defaults")
    }

    private func start(_ program: String) throws -> SDKProgram {
        try SDKProgram(
            program,
            environment: [
                "DBUS_SESSION_BUS_ADDRESS": bus.address, "FOCUSD_APP_ID": appID,
                "XDG_CONFIG_HOME": folder, "HOME": folder,
            ])
    }

    /// Starts the extension and waits until it owns its name.
    private func startExtension(_ connection: Connection) async throws -> SDKProgram {
        let owners = Recorder<Void>()
        let rule = MatchRule(
            sender: .bus, member: "NameOwnerChanged", arguments: [0: extensionName.rawValue])
        let subscription = connection.subscribe(rule) { _ in owners.record(()) }
        let program = try start("StoredExtension")
        try await owners.next()
        subscription.cancel()
        return program
    }

    private func look(_ look: String) -> Value { .vardict(["look": .string(look)]) }

    @Test func aRunningAppSeesWhatItsExtensionWrote() async throws {
        let focusd = try FakeFocusd(bus)
        let app = try start("StoredApp")
        _ = try await focusd.calls.next { $0.member == "Declare" }
        #expect(try await app.ask("look") == "none")
        let helper = try await startExtension(focusd.connection)
        _ = try await focusd.ask(extensionName, path, "Perform", look("dark"))
        // The app has the extension's value once it asks focusd or focusd calls it.
        focusd.answers["CurrentFilter"] = [look("dark")]
        #expect(try await app.ask("current") == "dark")
        #expect(try await app.ask("look") == "dark")
        _ = try await focusd.ask(extensionName, path, "Perform", look("dim"))
        _ = try await focusd.ask(name, path, "Perform", look("light"))
        #expect(try await app.ask("looks") == "dark,dim,light")
        // The order also holds for later changes.
        _ = try await focusd.ask(extensionName, path, "Perform", look("grey"))
        _ = try await focusd.ask(name, path, "Perform", look("blue"))
        #expect(try await app.ask("looks") == "dark,dim,light,grey,blue")
        #expect(try await app.finish() == .exited(0))
        withExtendedLifetime(helper) {}
    }

    @Test func defaultsOfAnExtensionAreWrittenBeforeItsAnswer() async throws {
        let focusd = try FakeFocusd(bus)
        let helper = try await startExtension(focusd.connection)
        _ = try await focusd.ask(extensionName, path, "Perform", look("dark"))
        // The extension still runs.
        let reader = try start("StoredApp")
        #expect(try await reader.ask("look") == "dark")
        #expect(try await reader.ask("contexts") == "1")
        _ = try await focusd.ask(extensionName, path, "AppContext", look("dark"))
        _ = try await focusd.ask(extensionName, quietPath, "Perform", .vardict([:]))
        let second = try start("StoredApp")
        #expect(try await second.ask("contexts") == "2")
        #expect(try await second.ask("quiet") == "1")
        withExtendedLifetime(helper) {}
    }

    @Test func defaultsSetBeforeAnErrorAreWrittenAndTheErrorIsOneLine() async throws {
        let focusd = try FakeFocusd(bus)
        let helper = try await startExtension(focusd.connection)
        await #expect(
            throws: CallError(name: WireError.failed, message: "The look is broken.")
        ) {
            _ = try await focusd.ask(extensionName, path, "Perform", look("broken"))
        }
        let reader = try start("StoredApp")
        #expect(try await reader.ask("look") == "broken")
        let pid = try #require(helper.process).pid
        kill(pid, SIGTERM)
        #expect(try await helper.exits.next() == .exited(0))
        #expect(
            helper.errors
                == "AppIntents: the Focus filter StoredFilter: perform() failed: The look is broken.\n"
        )
    }

    @Test(arguments: [true, false])
    func defaultsOfAnAppAreWrittenWhenItEnds(_ byExit: Bool) async throws {
        let app = try start("StoredApp")
        #expect(try await app.ask("green") == "set")
        if byExit {
            try app.type("exit")
            #expect(try await app.exits.next() == .exited(0))
        } else {
            #expect(try await app.finish() == .exited(0))
        }
        let next = try start("StoredApp")
        #expect(try await next.ask("look") == "green")
        #expect(try await next.ask("last") == "green")
    }

    @Test func onlyFilesThatChangedAreReadAgain() throws {
        var files = DefaultsFiles()
        let first = folder + "/first.plist"
        #expect(files.changes(in: folder) == [])
        try "1".write(toFile: first, atomically: true, encoding: .utf8)
        try "1".write(toFile: folder + "/other.txt", atomically: true, encoding: .utf8)
        #expect(files.changes(in: folder) == ["first"])
        #expect(files.changes(in: folder) == [])
        try "2".write(toFile: first, atomically: true, encoding: .utf8)
        #expect(files.changes(in: folder) == ["first"])
        try FileManager.default.removeItem(atPath: first)
        #expect(files.changes(in: folder) == ["first"])
        #expect(files.changes(in: folder + "/missing") == [])
    }
}
