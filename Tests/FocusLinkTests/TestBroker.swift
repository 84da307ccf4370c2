// SPDX-License-Identifier: Apache-2.0

import Foundation
import GLibLoop
import Glibc
import TestSupport

/// A real mosquitto on the loopback address, with TLS and certificates of its own.
@LoopActor final class TestBroker {
    nonisolated static let program = "/usr/sbin/mosquitto"
    nonisolated static let isInstalled = unsafe access(program, X_OK) == 0

    nonisolated let directory: String
    nonisolated let port: Int32
    /// Keeps the port for the broker's whole life, also between two runs.
    private nonisolated let reservation: Int32
    private var process: ChildProcess?
    private let exits = Recorder<ChildProcess.ExitStatus>()
    /// Gets nil once the broker that was started last takes connections, and what it has said if it
    /// ends before.
    private var running = Recorder<String?>()
    private var isRunning = false
    private var output: FileDescriptorSource?

    /// - Parameter rules: the lines of an `acl_file`; nil if every client may use every topic.
    init(rules: String? = nil) async throws {
        directory = try makeTemporaryDirectory("broker")
        let free = try LoopbackSocket()
        port = free.port
        reservation = free.descriptor
        // Linux shares a port where both sockets have this option, and the other does not listen.
        var yes: Int32 = 1
        _ = unsafe setsockopt(
            reservation, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        try await makeCertificates()
        try rules?.write(toFile: directory + "/rules", atomically: true, encoding: .utf8)
        // mosquitto would give up root's rights, if it has them, and could not read the files.
        // Without these rights, the line has no effect.
        try """
        user root
        listener \(port) 127.0.0.1
        cafile \(authority)
        certfile \(directory)/broker.pem
        keyfile \(directory)/broker.key
        allow_anonymous true
        persistence false
        max_queued_messages 10000
        set_tcp_nodelay true
        log_dest stderr
        log_type information
        connection_messages false
        \(rules == nil ? "" : "acl_file \(directory)/rules")
        """.write(toFile: directory + "/broker.conf", atomically: true, encoding: .utf8)
        try start()
    }

    deinit { close(reservation) }

    /// The authority that vouches for the broker.
    nonisolated var authority: String { directory + "/ca.pem" }

    func start() throws {
        let exits = exits
        let pipe = Pipe()
        isRunning = false
        process = try ChildProcess(
            [Self.program, "-c", directory + "/broker.conf"],
            keepFileDescriptors: [pipe.fileHandleForWriting.fileDescriptor: STDERR_FILENO],
            endsWithParent: true
        ) { exits.record($0) }
        try pipe.fileHandleForWriting.close()
        var text = ""
        var isKnown = false
        let running = Recorder<String?>()
        self.running = running
        output = FileDescriptorSource(
            fd: pipe.fileHandleForReading.fileDescriptor, events: .readable
        ) { [weak self] _ in
            let read = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
            if read.isEmpty { self?.output = nil }
            guard !isKnown else { return }
            text += read
            // mosquitto's last line before it takes connections.
            guard read.isEmpty || text.contains(" running\n") else { return }
            isKnown = true
            running.record(read.isEmpty ? text : nil)
        }
    }

    /// Waits until the broker takes connections.
    func waitUntilListening() async throws {
        guard !isRunning else { return }
        if let text = try await running.next() {
            throw TestSupportError("mosquitto does not start: \(text)")
        }
        isRunning = true
    }

    /// Ends the broker as a crash would; it forgets everything.
    func kill() async throws {
        process?.signal(SIGKILL)
        _ = try await exits.next()
    }

    func stop() async throws {
        try await kill()
        try FileManager.default.removeItem(atPath: directory)
    }

    private func makeCertificates() async throws {
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes"
        let script = """
            set -e; cd '\(directory)'; exec 2>errors
            openssl req -x509 \(key) -keyout ca.key -out ca.pem -days 2 -subj /CN=authority
            openssl req -x509 \(key) -keyout x.key -out stranger.pem -days 2 -subj /CN=stranger
            openssl req \(key) -keyout broker.key -out broker.csr -subj /CN=localhost
            echo subjectAltName=DNS:localhost > names
            openssl x509 -req -in broker.csr -CA ca.pem -CAkey ca.key -CAcreateserial \
                -out broker.pem -days 2 -extfile names
            chmod 644 broker.key
            """
        let ended = Recorder<ChildProcess.ExitStatus>()
        let shell = try ChildProcess(["sh", "-c", script], endsWithParent: true) {
            ended.record($0)
        }
        defer { _ = shell }
        guard try await ended.next() == .exited(0) else { throw TestSupportError("openssl") }
    }
}

/// A socket at a free port of the loopback address, below the ports that the system gives to
/// connections (from 32,768 on).
struct LoopbackSocket {
    let descriptor: Int32
    let port: Int32

    init() throws {
        for _ in 0..<100 {
            guard let free = LoopbackSocket(port: .random(in: 20_000..<32_000)) else { continue }
            self = free
            return
        }
        throw TestSupportError("no free port")
    }

    private init?(port: UInt16) {
        let free = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(free, pointer, size) == 0
            }
        }
        guard isBound else {
            close(free)
            return nil
        }
        descriptor = free
        self.port = Int32(port)
    }
}
