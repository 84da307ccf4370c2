// SPDX-License-Identifier: Apache-2.0

import Foundation
import Glibc

/// A notification server for clients, or focusd in front of one.
struct Server {
    let name: String
    /// The address for clients.
    let address: String
    let process: Child
    /// The directory of its files, if it has any.
    let home: String
    /// The address and the process of the server behind it.
    var back: (address: String, process: Child)?

    var figures: ProcessFigures { ProcessFigures(pid: process.pid) }
}

/// The setup of a focusd.
struct Setup {
    /// True to activate a Focus that silences all notifications.
    var silences = false
    /// Additional files, by their path below the home directory.
    var files: [String: String] = [:]
    /// The database at the start.
    var store: String?
    /// A command that runs focusd, such as strace.
    var prefix: [String] = []
    /// The service files of the bus, by file name.
    var services: [String: String] = [:]
}

extension Stage {
    /// Starts the empty server, on a bus of its own.
    ///
    /// - Parameter asks: The source that identifies the sender before each answer: "bus" or
    ///   "process".
    func echo(
        _ name: String = "echo", prefix: [String] = [], asks: String? = nil
    ) throws -> Server {
        let place = try place("e")
        let bus = try bus(place)
        let command = [program("bench-echo")] + (asks.map { ["--asks", $0] } ?? [])
        return try server(name, prefix + command, bus, place, environment(place))
    }

    /// Starts the empty server that reads every argument and writes it to a file before it answers.
    func floor(_ name: String = "floor") throws -> Server {
        let place = try place("e")
        let bus = try bus(place)
        let command = [program("bench-echo"), "--journal", place + "/journal"]
        return try server(name, command, bus, place, environment(place))
    }

    /// Starts the same server with another one behind it. A second thread shows every notification
    /// there with libnotify.
    func relay(_ name: String = "relay", before back: Server) throws -> Server {
        let place = try place("e")
        let bus = try bus(place)
        let command = [
            program("bench-relay"), "--address", bus.address, "--forward", back.address,
            "--journal", place + "/journal",
        ]
        var relay = try server(name, command, bus, place, environment(place))
        relay.back = (back.address, back.process)
        return relay
    }

    /// Starts focusd in front of another server.
    func focusd(_ name: String, before back: Server, _ setup: Setup = Setup()) throws -> Server {
        let place = try place("f")
        let bus = try bus(place)
        try write(setup.services, below: bus.services)
        try write(
            [
                "config/focusd/focuses/quiet.focus": Self.quiet,
                // One client sends as many notifications as several do.
                "config/focusd/focusd.conf": "[Limits]\nBurst=0\n",
            ], below: place)
        try write(setup.files, below: place)
        if let store = setup.store {
            try write(["state/focusd/.keep": ""], below: place)
            try FileManager.default.copyItem(
                atPath: store, toPath: place + "/state/focusd/focusd.sqlite")
        }
        let command = [
            program("focusd"), "--session-bus", bus.address, "--server-bus", back.address,
        ]
        let environment = environment(place, bus: bus.address)
        func start(_ prefix: [String]) throws -> Server {
            var started = try server(name, prefix + command, bus, place, environment)
            started.back = (back.address, back.process)
            // focusd owns its other name last, and tools need it.
            _ = try client("wait", ["address": bus.address, "name": "org.focusd.Focus1"])
            return started
        }
        let plain = try start([])
        if setup.silences { try focusSwitch(plain, "on", "quiet") }
        if setup.prefix.isEmpty { return plain }
        // The Focus stays active after a restart. Within valgrind, focusd cannot identify its
        // callers and accepts none as the user's tool.
        end(plain)
        return try start(setup.prefix)
    }

    static let quiet = "[Focus]\nName=Quiet\nApps=allow\n"

    /// Starts an installed server, on an invisible screen.
    func installed(_ name: String) throws -> Server {
        let place = try place(name)
        let bus = try bus(place)
        var environment = environment(place, bus: bus.address)
        try environment.merge(name == "mako" ? compositor(place) : screen(place)) { $1 }
        let command =
            name == "dunst" ? ["dunst", "-conf", "/etc/xdg/dunst/dunstrc"] : [name]
        return try server(name, command, bus, place, environment)
    }

    /// Ends a server with its bus. The server behind it stays.
    func end(_ server: Server) {
        end(server.process)
    }

    private func server(
        _ name: String, _ command: [String], _ bus: Bus, _ place: String,
        _ environment: [String: String]
    ) throws -> Server {
        var environment = environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = bus.address
        let process = try start(command, environment: environment, log: place + "/log")
        _ = try client("wait", ["address": bus.address])
        return Server(name: name, address: bus.address, process: process, home: place)
    }

    /// Runs `focus-switch` and returns its output.
    @discardableResult
    func focusSwitch(_ server: Server, _ arguments: String...) throws -> String {
        try run(
            [program("focus-switch")] + arguments,
            environment: environment(server.home, bus: server.address))
    }

    /// Runs a verb of the load client with options, and returns its figures by name.
    func client(
        _ verb: String, _ options: [String: String], program words: [String] = [],
        environment: [String: String]? = nil
    ) throws -> [String: Double] {
        let arguments = options.flatMap { ["--\($0.key)", $0.value] }
        let command =
            [program("bench-client"), verb] + arguments + (words.isEmpty ? [] : ["--"] + words)
        let text = try run(command, environment: environment ?? self.environment(directory))
        let pairs = text.split(separator: "\n").compactMap { line -> (String, Double)? in
            let words = line.split(separator: " ")
            guard words.count == 2, let value = Double(words[1]) else { return nil }
            return (String(words[0]), value)
        }
        return Dictionary(pairs) { $1 }
    }

    /// Writes files below a directory.
    func write(_ files: [String: String], below place: String) throws {
        for (name, text) in files {
            let path = "\(place)/\(name)"
            try FileManager.default.createDirectory(
                atPath: (path as NSString).deletingLastPathComponent,
                withIntermediateDirectories: true)
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
    }

    /// Starts an X server.
    private func screen(_ place: String) throws -> [String: String] {
        try require("Xvfb")
        let pipe = Pipe()
        _ = try start(
            [
                "Xvfb", "-displayfd", "1", "-screen", "0", "1280x800x24", "-nolisten", "tcp",
                "-noreset",
            ], environment: environment(place), log: place + "/display.log",
            output: pipe.fileHandleForWriting.fileDescriptor)
        try pipe.fileHandleForWriting.close()
        var number = ""
        while !number.hasSuffix("\n") {
            let more = String(decoding: pipe.fileHandleForReading.availableData, as: UTF8.self)
            guard !more.isEmpty else { throw Failure("Xvfb does not start") }
            number += more
        }
        return ["DISPLAY": ":\(number.dropLast())"]
    }

    /// Starts sway without a screen. sway refuses to run as root, so root runs it as nobody.
    private func compositor(_ place: String) throws -> [String: String] {
        try require("sway")
        let directory = place + "/wayland"
        try write(
            ["sway.conf": "xwayland disable\nexec echo \"$WAYLAND_DISPLAY\" > ready\n"],
            below: directory)
        guard unsafe mkfifo(directory + "/ready", 0o600) == 0 else { throw Failure("no FIFO") }
        var command = ["sway", "-c", directory + "/sway.conf"]
        if geteuid() == 0 {
            for path in [directory, directory + "/ready", directory + "/sway.conf"] {
                unsafe chown(path, 65_534, 65_534)
            }
            command =
                [
                    "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups",
                    "--pdeathsig=TERM", "env", "-C", directory,
                ] + command
        } else {
            command = ["env", "-C", directory] + command
        }
        var environment = environment(directory)
        environment["XDG_RUNTIME_DIR"] = directory
        environment["WLR_BACKENDS"] = "headless"
        environment["WLR_RENDERER"] = "pixman"
        environment["WLR_LIBINPUT_NO_DEVICES"] = "1"
        _ = try start(command, environment: environment, log: place + "/display.log")
        // Opened for both directions, so that opening does not wait for sway.
        let ready = unsafe open(directory + "/ready", O_RDWR | O_CLOEXEC)
        defer { _ = Glibc.close(ready) }
        var poll = pollfd(fd: ready, events: Int16(POLLIN), revents: 0)
        guard unsafe Glibc.poll(&poll, 1, 10_000) == 1 else { throw Failure("sway does not start") }
        let data = FileHandle(fileDescriptor: ready).availableData
        let display = String(decoding: data, as: UTF8.self).dropLast()
        return ["WAYLAND_DISPLAY": "\(directory)/\(display)", "XDG_CURRENT_DESKTOP": "sway"]
    }

    /// Skips the benchmark unless a program is installed.
    func require(_ program: String) throws {
        let directories = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        guard directories.contains(where: { unsafe access("\($0)/\(program)", X_OK) == 0 }) else {
            throw Skipped("\(program) is not installed")
        }
    }
}
