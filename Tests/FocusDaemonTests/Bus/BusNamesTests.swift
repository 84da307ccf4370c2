// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop
import TestSupport
import Testing

@testable import FocusDaemon

@Suite(.timeLimit(.minutes(5))) @LoopActor struct BusNamesTests {
    private nonisolated static let name: BusName = "org.freedesktop.Notifications"

    private let session: TestSupport.PrivateBus
    private let front: Connection
    private let observer: Connection

    init() throws {
        session = try TestSupport.PrivateBus()
        front = try session.connect()
        observer = try session.connect()
    }

    /// focusd gave up when the bus had not noticed yet that mako had ended.
    @Test func theBusMayNoticeTheOwnersEndLater() async throws {
        let server = try await startServer("ends")
        try BusNames.own(Self.name, on: front, replacing: true, patience: .testDeadline)
        #expect(try observer.nameOwner(Self.name) == front.uniqueName)
        withExtendedLifetime(server) {}
    }

    @Test func theErrorSaysThatTheConnectionOutlivesTheOwner() async throws {
        let server = try await startServer("answers")
        let error = #expect(throws: StartError.self) {
            try BusNames.own(Self.name, on: front, replacing: true, patience: .testDeadline)
        }
        #expect(
            error?.description
                == "\(Self.name) is owned by process \(server.pid) (mako), which has ended,"
                + " but another process keeps its connection to the bus")
    }

    /// Starts a server with a connection that another process keeps: until a call comes for the
    /// server ("ends"), or as long as the bus runs, with an answer to each call ("answers").
    /// Returns once the server owns the name.
    private func startServer(_ end: String) async throws -> ChildProcess {
        let owners = Recorder<String>()
        let subscription = observer.subscribe(BusDaemon.ownerChanges(of: Self.name)) {
            owners.record((try? $0.arguments())?.last?.asString ?? "")
        }
        defer { subscription.cancel() }
        // The bus knows of the subscription once it has answered.
        _ = try observer.busID()
        // The kernel calls a script by the name of its file.
        let path = try makeTemporaryDirectory("server") + "/mako"
        try await Programs.make(Self.server, at: path)
        let server = try ChildProcess(
            [path, session.directory + "/socket", Self.name.rawValue, end], endsWithParent: true
        ) { _ in }
        _ = try await owners.next { !$0.isEmpty }
        return server
    }

    private nonisolated static let server = #"""
        #!/usr/bin/python3
        # Takes a name on the bus at a socket. A child process keeps the connection when this one ends.
        import os, re, signal, socket, struct, sys

        def string(text):
            return struct.pack("<I", len(text)) + text.encode() + b"\0"

        def message(kind, serial, values, body=b""):
            fields = b""
            for code, signature, value in values:
                fields += bytes(-len(fields) % 8) + bytes([code, 1]) + signature + b"\0" + value
            head = struct.pack("<cBBBIII", b"l", kind, 1, 1, len(body), serial, len(fields))
            return head + fields + bytes(-len(fields) % 8) + body

        def ask(serial, member, signature="", body=b""):
            service = "org.freedesktop.DBus"
            bus.sendall(message(1, serial, [
                (1, b"o", string("/org/freedesktop/DBus")), (2, b"s", string(service)),
                (3, b"s", string(member)), (6, b"s", string(service)),
                (8, b"g", bytes([len(signature)]) + signature.encode() + b"\0"),
            ], body))

        def read(count):
            data = b""
            while len(data) < count:
                part = bus.recv(count - len(data))
                if not part:
                    sys.exit()
                data += part
            return data

        def keep():
            while True:
                head = read(16)
                body, serial, length = struct.unpack("<III", head[4:])
                fields = read(length + -length % 8 + body)
                if head[1] != 1:
                    continue
                if end == "ends":
                    sys.exit()
                sender = re.search(rb"\x07\x01s\0....(:[0-9.]+)", fields, re.S)[1].decode()
                number = struct.pack("<I", serial)
                bus.sendall(message(2, 9, [(5, b"u", number), (6, b"s", string(sender))]))

        path, name, end = sys.argv[1:]
        bus = socket.socket(socket.AF_UNIX)
        bus.connect(path)
        bus.sendall(b"\0AUTH EXTERNAL " + str(os.getuid()).encode().hex().encode() + b"\r\n")
        while read(1) != b"\n":
            pass
        bus.sendall(b"BEGIN\r\n")
        ask(1, "Hello")
        if os.fork() == 0:
            signal.alarm(300)
            keep()
        text = string(name)
        ask(2, "RequestName", "su", text + bytes(-len(text) % 4) + bytes(4))
        signal.pause()
        """#
}
