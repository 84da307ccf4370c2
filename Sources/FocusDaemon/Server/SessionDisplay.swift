// SPDX-License-Identifier: Apache-2.0

// A bus or a systemd that started before the desktop has no display in its environment, and neither
// has focusd. focusd then looks for the display in the session, in this order:
// - the environment that the desktop gave to the user's systemd;
// - the compositors' sockets in the user's runtime directory;
// - logind's session of this user;
// - the X sockets of this user.
//
// focusd may outlive a log-out, and the next session may have another display. When the server has
// ended and the display is gone, focusd looks for the next one in the same order. So it does when
// the watch of the windows has failed. The display of the next session may have the same name; a
// new sway has a new socket all the same.

import DBus
import FocusCore
import FocusWire
import GLibLoop
import Glibc

/// Finds the display of the user's session.
@LoopActor enum SessionDisplay {
    /// Variables that name a display or that programs need to open it.
    nonisolated static let variables = [
        "WAYLAND_DISPLAY", "DISPLAY", "XAUTHORITY", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE",
        swaySocket, "I3SOCK", "TERMINAL",
    ]

    /// The variable that names the socket of sway's own protocol.
    nonisolated static let swaySocket = "SWAYSOCK"

    /// Time limit for the answers of systemd and logind.
    private static let patience = Duration.seconds(2)

    /// Found variables that this process's environment lacks.
    ///
    /// Child processes get them in their environments. setenv(3) is not safe beside other threads.
    private(set) static var adopted: [String: String] = [:]

    /// True once another display has replaced that of this process's environment.
    private static var isReplaced = false

    /// Returns a variable of this process or of the session's display, or nil if it is unset or
    /// empty.
    static func variable(_ name: String) -> String? {
        let isOld = isReplaced && variables.contains(name)
        let value = (isOld ? nil : Environment.variable(name)) ?? adopted[name]
        guard name == swaySocket, let value else { return value }
        return liveSwaySocket(value, in: Environment.variable("XDG_RUNTIME_DIR"))
    }

    /// True if a display is known.
    static var isKnown: Bool {
        variable("WAYLAND_DISPLAY") != nil || variable("DISPLAY") != nil
    }

    /// Environment for a program that may use the display, or nil if the inherited one suffices.
    static var childEnvironment: [String: String]? {
        var environment: [String: String]?
        if isReplaced {
            environment = inherited.filter { !variables.contains($0.key) }.merging(adopted) { $1 }
        } else if !adopted.isEmpty {
            environment = inherited.merging(adopted) { own, _ in own }
        }
        let socket = variable(swaySocket)
        if socket != environment?[swaySocket] ?? Environment.variable(swaySocket) {
            environment = environment ?? inherited
            environment?[swaySocket] = socket
        }
        return environment
    }

    /// True if the known display accepts no connections any more.
    static var isGone: Bool { isKnown && lacksDisplay(in: xSockets) { variable($0) } }

    /// Returns true if the display that the variables name accepts no connections, or if its file
    /// of authority is missing. A display of another machine counts as there.
    nonisolated static func lacksDisplay(
        in xSockets: String, _ variable: (String) -> String?
    ) -> Bool {
        if let name = variable("WAYLAND_DISPLAY") {
            let runtime = Environment.variable("XDG_RUNTIME_DIR")
            let path = name.hasPrefix("/") ? name : runtime.map { "\($0)/\(name)" }
            return path.map { !accepts($0) } ?? false
        }
        guard let display = variable("DISPLAY"), display.hasPrefix(":"),
            let number = display.dropFirst().split(separator: ".").first
        else { return false }
        if let file = variable("XAUTHORITY"), unsafe access(file, F_OK) != 0 { return true }
        return !accepts("\(xSockets)/X\(number)")
    }

    /// Takes another display if the known one is gone. Returns true if there is another one.
    static func replace(sessionBus: String, log: Log) -> Bool {
        guard isGone, let found = find(sessionBus: sessionBus) else { return false }
        isReplaced = true
        adopted = found.variables
        log.notice("the session's display is now \(found.name), by \(found.source)")
        return true
    }

    /// Looks for the session's display, unless a display is known.
    static func adopt(sessionBus: String, log: Log) {
        guard !isKnown, let found = find(sessionBus: sessionBus) else { return }
        adopted = found.variables
        log.notice("the session's display is \(found.name), by \(found.source)")
    }

    /// Variables of this process.
    static var inherited: [String: String] {
        var variables: [String: String] = [:]
        var next = unsafe environ
        while let text = unsafe next.pointee {
            let variable = unsafe String(cString: text)
            if let equals = variable.firstIndex(of: "="), equals != variable.startIndex {
                variables[String(variable[..<equals])] = String(
                    variable[variable.index(after: equals)...])
            }
            unsafe next += 1
        }
        return variables
    }

    /// Display that was found.
    struct Found: Sendable {
        let variables: [String: String]
        let source: String

        var name: String { variables["WAYLAND_DISPLAY"] ?? variables["DISPLAY"] ?? "" }
    }

    private static func find(sessionBus: String) -> Found? {
        // The variables of an earlier session may still be there.
        if let variables = fromSystemd(sessionBus),
            !lacksDisplay(in: xSockets, { variables[$0] })
        {
            return Found(variables: variables, source: "the environment of systemd")
        }
        if let socket = waylandSocket(in: Environment.variable("XDG_RUNTIME_DIR")) {
            return Found(variables: ["WAYLAND_DISPLAY": socket], source: "its socket")
        }
        // logind names the display of a session until the session has ended.
        if let display = fromLogind(),
            !lacksDisplay(in: xSockets, { $0 == "DISPLAY" ? display : nil })
        {
            return Found(variables: ["DISPLAY": display], source: "logind")
        }
        if let display = xDisplay(in: xSockets) {
            return Found(variables: ["DISPLAY": display], source: "its socket")
        }
        return nil
    }

    // MARK: systemd and logind

    /// Returns the display variables in the environment of the user's systemd.
    private static func fromSystemd(_ sessionBus: String) -> [String: String]? {
        guard let connection = try? Connection(address: sessionBus) else { return nil }
        defer { connection.close() }
        let value = property(
            "Environment", of: "org.freedesktop.systemd1.Manager", at: "/org/freedesktop/systemd1",
            by: "org.freedesktop.systemd1", connection)
        return displayVariables(value?.asStrings ?? [])
    }

    /// Returns the display variables among `NAME=VALUE` texts, or nil if none names a display.
    nonisolated static func displayVariables(_ environment: [String]) -> [String: String]? {
        var found: [String: String] = [:]
        for text in environment {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count == 2, variables.contains(parts[0]) { found[parts[0]] = parts[1] }
        }
        return found["WAYLAND_DISPLAY"] ?? found["DISPLAY"] == nil ? nil : found
    }

    /// Returns the X display of this user's graphical session.
    private static func fromLogind() -> String? {
        let address =
            Environment.variable("DBUS_SYSTEM_BUS_ADDRESS")
            ?? "unix:path=/run/dbus/system_bus_socket"
        guard let connection = try? Connection(address: address) else { return nil }
        defer { connection.close() }
        let service: BusName = "org.freedesktop.login1"
        let session = property(
            "Display", of: "org.freedesktop.login1.User", at: "/org/freedesktop/login1/user/self",
            by: service, connection)
        guard case .structure(let parts)? = session, parts.count == 2,
            let path = parts[1].asObjectPath
        else { return nil }
        let display = property(
            "Display", of: "org.freedesktop.login1.Session", at: path, by: service, connection)
        return display?.asString.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func property(
        _ name: String, of interface: String, at path: ObjectPath, by service: BusName,
        _ connection: Connection
    ) -> Value? {
        let call = Message.methodCall(
            destination: service, path: path, interface: "org.freedesktop.DBus.Properties",
            member: "Get")
        call.setNoAutoStart()
        guard (try? call.append(contentsOf: [.string(interface), .string(name)])) != nil,
            let reply = try? connection.callBlocking(call, timeout: patience),
            case .variant(let value)? = try? reply.arguments().first
        else { return nil }
        return value
    }

    // MARK: Sockets

    nonisolated static let xSockets = "/tmp/.X11-unix"

    /// Returns the name of the first compositor socket in the runtime directory that accepts
    /// connections.
    nonisolated static func waylandSocket(in runtime: String?) -> String? {
        guard let runtime else { return nil }
        let sockets = DirectoryNames.read(runtime) { name in
            name.hasPrefix("wayland-") && !name.hasSuffix(".lock")
        }
        return sockets.sorted().first { accepts("\(runtime)/\($0)") }
    }

    /// Returns sway's socket: the named one if sway listens there, else that of the only sway of
    /// this user that listens, else nil.
    nonisolated static func liveSwaySocket(_ path: String, in runtime: String?) -> String? {
        if accepts(path) { return path }
        guard let runtime else { return nil }
        let sockets = DirectoryNames.read(runtime) { name in
            name.hasPrefix("sway-ipc.\(getuid()).") && name.hasSuffix(".sock")
        }
        let live = sockets.map { "\(runtime)/\($0)" }.filter { accepts($0) }
        return live.count == 1 ? live[0] : nil
    }

    /// Returns a name such as `:0`, if exactly one X server of this user listens.
    nonisolated static func xDisplay(in directory: String) -> String? {
        let found = DirectoryNames.read(directory).sorted().filter { name in
            var status = stat()
            guard name.hasPrefix("X"), UInt(name.dropFirst()) != nil,
                unsafe stat("\(directory)/\(name)", &status) == 0, status.st_uid == getuid()
            else { return false }
            return accepts("\(directory)/\(name)")
        }
        return found.count == 1 ? ":\(found[0].dropFirst())" : nil
    }

    /// Returns true if a process listens on a socket. Socket files of ended servers stay.
    ///
    /// Does not wait for a process that accepts no connections: it listens.
    private nonisolated static func accepts(_ path: String) -> Bool {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else { return false }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let flags = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        let descriptor = socket(AF_UNIX, Int32(flags), 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let isConnected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                unsafe connect(descriptor, address, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        return isConnected || errno == EAGAIN
    }
}

/// Waits for a display, and calls back when a display appears.
@LoopActor final class DisplayWait {
    private var monitors: [FileMonitor] = []
    private let sessionBus: String
    private let log: Log
    private let onDisplay: () -> Void

    init(sessionBus: String, log: Log, onDisplay: @escaping () -> Void) {
        self.sessionBus = sessionBus
        self.log = log
        self.onDisplay = onDisplay
        // A new display creates a socket in one of these directories.
        let directories = [Environment.variable("XDG_RUNTIME_DIR"), SessionDisplay.xSockets]
        monitors = directories.compactMap(\.self).compactMap { directory in
            try? FileMonitor(directory: directory) { [weak self] _ in self?.look() }
        }
    }

    /// Looks for a display now.
    func look() {
        guard !monitors.isEmpty else { return }
        if SessionDisplay.isGone {
            guard SessionDisplay.replace(sessionBus: sessionBus, log: log) else { return }
        } else {
            SessionDisplay.adopt(sessionBus: sessionBus, log: log)
        }
        guard SessionDisplay.isKnown else { return }
        monitors = []
        onDisplay()
    }
}
