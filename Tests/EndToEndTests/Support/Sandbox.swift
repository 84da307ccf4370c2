// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusWire
import Foundation
import GLibLoop
import Glibc
import TestSupport

/// A sandbox as Flatpak makes it: bubblewrap, with the app's name in a file at the root that it
/// sees, and around xdg-dbus-proxy, through which what runs in it reaches the session bus.
///
/// The bus sees the proxy's process, and so does focusd: a program that connects to the proxy's
/// socket is in the sandbox, as far as the bus knows.
@LoopActor final class Sandbox {
    /// Where a program in the sandbox finds the session bus.
    nonisolated let address: String
    private let proxy: ChildProcess
    private let exits = Recorder<ChildProcess.ExitStatus>()
    /// The proxy ends when nobody holds the other end.
    private let holder: FileHandle

    /// True if this machine has the programs, and lets them make a sandbox.
    nonisolated static let isPossible: Bool = {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["bwrap"] + root + ["xdg-dbus-proxy", "--version"]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        guard (try? process.run()) != nil else { return false }
        process.waitUntilExit()
        return process.terminationStatus == 0
    }()

    /// The part of the file system that every sandbox sees.
    private nonisolated static let root: [String] =
        ["--ro-bind", "/usr", "/usr", "--ro-bind", "/etc", "/etc", "--proc", "/proc"]
        + ["--dev", "/dev", "--die-with-parent"]
        + ["bin", "lib", "lib64", "sbin"].flatMap { ["--symlink", "usr/\($0)", "/\($0)"] }

    /// The proxy's rules for a Flatpak that may send notifications and set its Focus filters.
    nonisolated static func usual(_ app: String) -> [String] {
        [
            "--filter", "--own=\(app).*", "--talk=\(WireName.notifications)",
            "--talk=\(WireName.focus)",
        ]
    }

    /// It lasts until ``end()``, or as long as the desktop.
    ///
    /// - Parameter filter: the proxy's rules; none for everything, as with `--socket=session-bus`.
    init(_ desktop: Desktop, _ app: String, filter: [String] = []) async throws {
        let place = "\(desktop.home)/sandbox-\(UUID().uuidString.prefix(8))"
        try desktop.writeFile(
            place + "/info", "[Application]\nname=\(app)\nruntime=runtime/org.example.Platform\n")
        address = "unix:path=\(place)/bus"
        let box =
            ["bwrap"] + Self.root + ["--bind", desktop.home, desktop.home]
            + ["--bind", desktop.session.directory, desktop.session.directory]
            + ["--ro-bind", place + "/info", "/.flatpak-info"]
        let ready = Pipe()
        let exits = exits
        proxy = try ChildProcess(
            box + ["xdg-dbus-proxy", "--fd=3", desktop.session.address, place + "/bus"]
                + filter,
            environment: desktop.environment,
            keepFileDescriptors: [ready.fileHandleForWriting.fileDescriptor: 3],
            endsWithParent: true
        ) { exits.record($0) }
        try ready.fileHandleForWriting.close()
        holder = ready.fileHandleForReading
        // It writes a byte when it listens.
        let listens = Recorder<Int>()
        let handle = holder
        let source = FileDescriptorSource(fd: handle.fileDescriptor, events: .readable) { _ in
            listens.record(handle.availableData.count)
        }
        defer { source.cancel() }
        guard try await listens.next() > 0 else { throw TestSupportError("the proxy ended") }
        desktop.belongings.append(self)
    }

    /// A program in the sandbox, as the bus sees it.
    func client() throws -> Client {
        try Client(Connection(address: address))
    }

    /// Ends the sandbox and all that is in it.
    func end() async throws {
        proxy.signal(SIGKILL)
        _ = try await exits.next()
    }

    /// Returns the output of a program that runs in a sandbox of its own and reaches the session
    /// bus directly.
    ///
    /// - Parameter info: further arguments of bubblewrap, for `/.flatpak-info`.
    static func run(
        _ desktop: Desktop, info: [String], _ program: [String]
    ) async throws -> String {
        let tool = try Tool(
            ["bwrap"] + root + ["--bind", desktop.home, desktop.home]
                + ["--bind", desktop.session.directory, desktop.session.directory]
                + info + ["sh", "-c", #"exec "$@" 2>&1"#, "sh"] + program,
            environment: desktop.environment)
        _ = try await tool.exits.next()
        try await tool.ended()
        return tool.text
    }
}
