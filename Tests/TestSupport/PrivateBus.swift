// SPDX-License-Identifier: Apache-2.0
package import DBus
package import GLibLoop
import Glibc

/// A private message bus: a real dbus-daemon on a socket in a new directory.
///
/// It ends when it is stopped or dropped, and with the test process in every case. It starts
/// services only from the given directories.
@LoopActor package final class PrivateBus {
    /// The address to connect to.
    package nonisolated let address: String
    /// The process id of the dbus-daemon.
    package nonisolated let pid: Int32
    /// The bus's own directory, in which tests may create files. Removed when the bus stops.
    package nonisolated let directory: String

    private let daemon: ChildProcess
    private let exits: Recorder<ChildProcess.ExitStatus>
    private var isStopped = false

    /// Starts a bus and waits until it listens.
    ///
    /// A client may take a test's deadline to join it, and a service to start; without these limits
    /// a bus gives them 5 s and 25 s, which is too little on a busy machine.
    ///
    /// - Parameters:
    ///   - serviceDirectories: Directories with the `*.service` files of the bus.
    ///   - configuration: More elements for the bus's configuration, such as limits and policies.
    ///   - environment: All variables of the bus; nil for those of this process.
    ///   - place: The directory of a stopped bus, to reuse its address; nil for a new one.
    package init(
        serviceDirectories: [String] = [], configuration: String = "",
        environment: [String: String]? = nil, at place: String? = nil
    ) throws {
        let directory = try place ?? makeTemporaryDirectory("bus")
        if let place { unsafe mkdir(place, 0o700) }
        let socket = directory + "/socket"
        let services = serviceDirectories.map { "<servicedir>\($0)</servicedir>" }.joined()
        let file = directory + "/bus.conf"
        try write(
            """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <listen>unix:path=\(socket)</listen>
              <auth>EXTERNAL</auth>
              \(services)
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
              <limit name="service_start_timeout">180000</limit>
              <limit name="auth_timeout">180000</limit>
              <limit name="max_incoming_bytes">1000000000</limit>
              <limit name="max_outgoing_bytes">1000000000</limit>
              <limit name="max_message_size">134217728</limit>
              <limit name="max_replies_per_connection">50000</limit>
              <limit name="max_match_rules_per_connection">50000</limit>
              \(configuration)
            </busconfig>
            """, to: file)
        var ready: [Int32] = [-1, -1]
        guard unsafe pipe(&ready) == 0 else { throw TestSupportError("pipe", errno) }
        let exits = Recorder<ChildProcess.ExitStatus>()
        defer { close(ready[0]) }
        do {
            defer { close(ready[1]) }
            daemon = try ChildProcess(
                ["dbus-daemon", "--nofork", "--config-file=\(file)", "--print-address=3"],
                environment: environment,
                keepFileDescriptors: [ready[1]: 3], endsWithParent: true
            ) { exits.record($0) }
        }
        // The daemon prints its address when it listens. The end of the pipe means a failed start.
        var byte: UInt8 = 0
        guard unsafe read(ready[0], &byte, 1) == 1 else {
            throw TestSupportError("dbus-daemon does not start")
        }
        self.exits = exits
        self.directory = directory
        address = "unix:path=\(socket)"
        pid = daemon.pid
    }

    /// Returns a new connection to the bus.
    package func connect() throws(ConnectionError) -> Connection {
        try Connection(address: address)
    }

    /// Ends the bus as a crash would, without waiting.
    package func stop() {
        if isStopped { return }
        isStopped = true
        daemon.signal(SIGKILL)
        for name in ["/socket", "/bus.conf"] { unsafe unlink(directory + name) }
        unsafe rmdir(directory)
    }

    /// Ends the bus and waits for the end of its process.
    package func stopAndWait() async throws {
        stop()
        _ = try await exits.next()
    }

    isolated deinit {
        stop()
    }
}

private func write(_ text: String, to file: String) throws {
    let descriptor = unsafe open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw TestSupportError(file, errno) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    let count = unsafe Glibc.write(descriptor, bytes, bytes.count)
    if count != bytes.count { throw TestSupportError(file, errno) }
}

/// The reason why a part of a test could not be set up.
package struct TestSupportError: Error, CustomStringConvertible {
    package let description: String

    package init(_ what: String) { description = what }

    init(_ what: String, _ number: Int32) {
        description = unsafe "\(what): \(String(cString: strerror(number)))"
    }
}
