// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// All processes and files of a run: processes, ended one by one by their ids, and a directory.
final class Stage {
    let directory: String
    private let programs: String
    private var children: [Child] = []
    private var names = 0

    init(programs: String) throws {
        self.programs = programs
        var template = Array("\(NSTemporaryDirectory())/focus-bench-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw Failure("no temporary directory") }
        directory = String(
            decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        // sway runs as nobody, in a directory of nobody's below this one.
        unsafe chmod(directory, 0o711)
        removeWhenInterrupted(directory)
    }

    /// Returns the path of a program of the package.
    func program(_ name: String) -> String { "\(programs)/\(name)" }

    /// Creates a directory with a path that is short enough for sockets.
    func place(_ name: String) throws -> String {
        names += 1
        let path = "\(directory)/\(name)\(names)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        return path
    }

    /// Returns an environment without the variables of the present desktop.
    func environment(_ home: String, bus: String? = nil) -> [String: String] {
        var environment = [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            "LANG": "C.UTF-8", "HOME": home, "XDG_CONFIG_HOME": home + "/config",
            "XDG_DATA_HOME": home + "/data", "XDG_STATE_HOME": home + "/state",
            "XDG_CACHE_HOME": home + "/cache", "XDG_RUNTIME_DIR": home,
            "GSETTINGS_BACKEND": "memory", "NO_AT_BRIDGE": "1",
        ]
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus
        return environment
    }

    /// Starts a program that keeps running. A file receives its error output.
    func start(
        _ command: [String], environment: [String: String], log: String, output: Int32? = nil
    ) throws -> Child {
        let errors = unsafe open(log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        defer { Glibc.close(errors) }
        let child = try Child(
            command, environment: environment, output: output, errors: errors)
        children.append(child)
        return child
    }

    /// Ends a program.
    func end(_ child: Child) {
        child.end()
        children.removeAll { $0 === child }
    }

    /// Runs a program to its successful end and returns its output.
    func run(_ command: [String], environment: [String: String]) throws -> String {
        let pipe = Pipe()
        let child = try Child(
            command, environment: environment, output: pipe.fileHandleForWriting.fileDescriptor,
            errors: STDERR_FILENO)
        try pipe.fileHandleForWriting.close()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        let text = String(decoding: output, as: UTF8.self)
        let status = child.wait()
        guard status == 0 else { throw Failure("\(child.name) ended with \(status)") }
        return text
    }

    /// Starts a separate bus.
    func bus(_ place: String) throws -> Bus {
        let services = place + "/services"
        try FileManager.default.createDirectory(
            atPath: services, withIntermediateDirectories: true)
        let limits = [
            "max_incoming_bytes", "max_outgoing_bytes", "max_message_size",
            "max_names_per_connection", "max_match_rules_per_connection",
            "max_replies_per_connection", "max_completed_connections", "max_connections_per_user",
        ].map { "<limit name=\"\($0)\">100000000</limit>" }.joined()
        try """
        <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
         "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
        <busconfig><listen>unix:path=\(place)/bus</listen><auth>EXTERNAL</auth>
        <servicedir>\(services)</servicedir><policy context="default"><allow own="*"/>
        <allow send_destination="*" eavesdrop="true"/><allow eavesdrop="true"/></policy>
        \(limits)</busconfig>
        """.write(toFile: place + "/bus.conf", atomically: true, encoding: .utf8)
        let pipe = Pipe()
        let daemon = try start(
            ["dbus-daemon", "--nofork", "--config-file=\(place)/bus.conf", "--print-address=1"],
            environment: environment(place), log: place + "/bus.log",
            output: pipe.fileHandleForWriting.fileDescriptor)
        try pipe.fileHandleForWriting.close()
        // dbus-daemon prints its address when it listens.
        guard !pipe.fileHandleForReading.availableData.isEmpty else {
            throw Failure("dbus-daemon does not start")
        }
        return Bus(address: "unix:path=\(place)/bus", daemon: daemon, services: services)
    }

    /// Ends all processes and removes the directory.
    func close() {
        for child in children.reversed() { child.end() }
        children = []
        try? FileManager.default.removeItem(atPath: directory)
    }
}

/// A message bus of a run.
struct Bus {
    let address: String
    let daemon: Child
    /// The directory of its service files.
    let services: String
}

/// Removes the directory when the user stops the run. The children end by themselves.
private func removeWhenInterrupted(_ directory: String) {
    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe sigaddset(&signals, SIGINT)
    unsafe sigaddset(&signals, SIGTERM)
    unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    let waited = signals
    Thread.detachNewThread {
        var waited = waited
        var number: Int32 = 0
        _ = unsafe sigwait(&waited, &number)
        try? FileManager.default.removeItem(atPath: directory)
        _exit(128 + number)
    }
}
