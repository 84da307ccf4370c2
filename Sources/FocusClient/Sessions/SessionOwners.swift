// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusWire
package import GLibLoop
import Glibc

/// The owners of well-known names on the session bus.
@LoopActor package struct SessionOwners {
    /// A process that owns a name.
    package struct Owner: Hashable, Sendable {
        package let processID: UInt32
        /// The kernel's name of the process, at most 15 bytes.
        package let program: String

        package init(processID: UInt32, program: String) {
            self.processID = processID
            self.program = program
        }
    }

    private let connection: Connection

    /// Connects to the session bus of the environment.
    package init() throws(ControlError) {
        connection = try SessionBus.connect(nil)
    }

    /// The notification server; nil if there is none.
    package var notifications: Owner? { owner(of: WireName.notifications) }

    /// The running focusd.
    package var focusd: Owner? { owner(of: WireName.focus) }

    /// True if the user's systemd is on the bus.
    package var hasSystemd: Bool { owner(of: BusService.systemd.name) != nil }

    /// True if the user's systemd runs the units of a graphical session; nil if it does not say.
    /// Some compositors and desktops never start the target of these units.
    package var hasGraphicalTarget: Bool? {
        activeState(of: "graphical-session.target").map { $0 == "active" }
    }

    /// True if the user's systemd runs the files of `/etc/xdg/autostart`; nil if it does not say.
    package var hasAutostartTarget: Bool? {
        activeState(of: "xdg-desktop-autostart.target").map { $0 == "active" }
    }

    /// True if the user's systemd has given up a unit; nil if it does not say.
    ///
    /// A unit with `Restart=on-failure` keeps this state only if its starts reach their limit. The
    /// unit's `Result` is then often that of the last start.
    package func hasGivenUp(_ unit: String) -> Bool? {
        activeState(of: unit).map { $0 == "failed" }
    }

    /// Returns the word of the user's systemd for a unit's state; nil if it does not say.
    private func activeState(of unit: String) -> String? {
        let names = Value.strings([unit])
        let answer = try? connection.askBlocking("ListUnitsByNames", [names], of: .systemd)
        // Name, description, load state, active state, …
        guard let fields = answer?.first?.elements?.first?.elements, fields.count > 3 else {
            return nil
        }
        return fields[3].asString
    }

    /// The process of a desktop's shell; nil if the shell is not on the bus.
    package func shell(_ shell: DesktopShell) -> Owner? { owner(of: shell.name) }

    /// Calls `body` with true once the condition on the owners holds, or with false after some
    /// seconds.
    ///
    /// Checks the condition now and after each change of an owner.
    ///
    /// - Parameters:
    ///   - names: the names whose owners decide.
    ///   - patience: the longest wait.
    package func wait(
        on names: [BusName] = [WireName.notifications, WireName.focus],
        for patience: Duration = .seconds(15),
        until condition: @escaping @LoopActor (SessionOwners) -> Bool,
        _ body: @escaping @LoopActor (Bool) -> Void
    ) {
        let wait = OwnerWait(self, condition, body)
        for name in names {
            let rule = BusDaemon.ownerChanges(of: name)
            wait.subscriptions.append(connection.subscribe(rule) { _ in wait.look() })
        }
        wait.timer = Timer(after: patience) { wait.end(false) }
        wait.look()
    }

    /// Returns true if the bus can start an owner of the name; nil if it does not say.
    package func canStart(_ name: BusName) -> Bool? {
        let answer = try? connection.askBlocking("ListActivatableNames", [], of: bus)
        return answer?.first?.asStrings?.contains(name.rawValue)
    }

    /// The environment that the bus was started with, which tells where it looks for service files;
    /// nil if it cannot be read.
    package var busEnvironment: [String: String]? {
        owner(of: WireName.bus).flatMap { Self.environment(of: $0.processID) }
    }

    /// The environment that the running focusd was started with; nil if it cannot be read.
    package var focusdEnvironment: [String: String]? {
        // In a sandbox, the number may be that of another process.
        guard let focusd, focusd.program == "focusd" else { return nil }
        return Self.environment(of: focusd.processID)
    }

    /// The environment of the programs that the user's systemd starts; nil if it does not say.
    package var systemdEnvironment: [String: String]? {
        let systemd = BusService.systemd
        let properties = BusService(
            name: systemd.name, path: systemd.path, interface: "org.freedesktop.DBus.Properties",
            isActivatable: false)
        let arguments: [Value] = [.string(systemd.interface.rawValue), .string("Environment")]
        let answer = try? connection.askBlocking("Get", arguments, of: properties)
        return answer?.first?.unwrapped.asStrings.map { Self.variables($0) }
    }

    private static func environment(of processID: UInt32) -> [String: String]? {
        file("environ", of: processID).map {
            variables($0.split(separator: "\0").map(String.init))
        }
    }

    /// Returns the variables of entries such as `HOME=/home/me`.
    private static func variables(_ entries: [String]) -> [String: String] {
        let pairs = entries.compactMap { entry -> (String, String)? in
            let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return parts.count == 2 ? (String(parts[0]), String(parts[1])) : nil
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// Makes the bus read its service files again.
    package func reloadServices() {
        _ = try? connection.askBlocking("ReloadConfig", [], of: bus)
    }

    /// Returns true if a bus listens on the socket of focusd's private bus in its directory.
    package static func hasPrivateBus(in directory: String) -> Bool {
        let address = Connection.address(ofSocket: directory + "/bus")
        guard let connection = try? Connection(address: address) else { return false }
        connection.close()
        return true
    }

    /// Returns the programs on the private bus in a directory of focusd's, without this program and
    /// the notification server; none if no bus listens there.
    ///
    /// Another run of this program may look at the private bus at the same time. A server that
    /// starts has no name yet: until a program has it, all that focusd has started count as the
    /// server, also a program that a script of focusd's has started.
    package static func besidesServer(in directory: String, of focusd: UInt32) -> [Owner] {
        let address = Connection.address(ofSocket: directory + "/bus")
        guard let connection = try? Connection(address: address) else { return [] }
        defer { connection.close() }
        let answer = try? connection.askBlocking("ListNames", [], of: BusService.bus)
        let clients = (answer?.first?.asStrings ?? []).filter { $0.hasPrefix(":") }
        var processes = Set(clients.compactMap { processID(of: $0, on: connection) })
        let own = ProgramFile.name(ofProcess: UInt32(getpid()))
        if let server = processID(of: WireName.notifications.rawValue, on: connection) {
            processes.remove(server)
        } else {
            processes = processes.filter { !isDescendant($0, of: focusd) }
        }
        return processes.sorted().compactMap { process in
            // A process without a name has ended since.
            guard let program = ProgramFile.name(ofProcess: process), program != own else {
                return nil
            }
            return Owner(processID: process, program: program)
        }
    }

    /// Asks a notification server, which may hang.
    func answer(_ member: MemberName, _ arguments: [Value], of service: BusService) -> Value? {
        try? connection.askBlocking(member, arguments, of: service, timeout: .seconds(2)).first
    }

    private var bus: BusService {
        BusService.bus
    }

    /// The owner of a name; nil for none.
    package func owner(of name: BusName) -> Owner? {
        guard let processID = Self.processID(of: name.rawValue, on: connection) else { return nil }
        return Owner(processID: processID, program: Self.program(processID))
    }

    private static func processID(of name: String, on connection: Connection) -> UInt32? {
        let answer = try? connection.askBlocking(
            "GetConnectionUnixProcessID", [.string(name)], of: BusService.bus)
        return answer?.first?.asUInt32
    }

    private static func program(_ processID: UInt32) -> String {
        ProgramFile.name(ofProcess: processID) ?? "another program"
    }

    /// Returns true for a process that another one has started, or that a descendant of it has.
    private static func isDescendant(_ processID: UInt32, of ancestor: UInt32) -> Bool {
        var next = parent(of: processID)
        while let process = next, process != ancestor { next = parent(of: process) }
        return next != nil
    }

    private static func parent(of processID: UInt32) -> UInt32? {
        // "PPid:\t1234" (proc_pid_status(5)).
        let line = file("status", of: processID)?.split(separator: "\n")
            .first { $0.hasPrefix("PPid:") }
        return line?.split(separator: "\t").last.flatMap { UInt32($0) }
    }

    /// The words that a process was started with; none if they cannot be read.
    package static func commandLine(of processID: UInt32) -> [String] {
        let text = file("cmdline", of: processID) ?? ""
        return text.split(separator: "\0", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
    }

    /// The unit of the user's systemd that a process belongs to; nil for none.
    package static func unit(of processID: UInt32) -> String? {
        let lines = file("cgroup", of: processID)?.split(separator: "\n") ?? []
        // "0::/user.slice/…/app.slice/mako.service" (cgroups(7)).
        let path =
            lines.first { $0.hasPrefix("0::") } ?? lines.first { $0.contains("name=systemd") }
        guard let name = path?.split(separator: "/").last, name.hasSuffix(".service") else {
            return nil
        }
        return String(name)
    }

    /// A file of a process's directory in /proc, up to 64 KiB.
    private static func file(_ name: String, of processID: UInt32) -> String? {
        OpenFile.read(path: "/proc/\(processID)/\(name)", upTo: 64 << 10)
            .map { String(decoding: $0, as: UTF8.self) }
    }
}

extension BusService {
    /// The user's systemd.
    fileprivate static let systemd = BusService(
        name: "org.freedesktop.systemd1", path: "/org/freedesktop/systemd1",
        interface: "org.freedesktop.systemd1.Manager", isActivatable: false)
}

/// One wait for a change of owners; its handlers keep it until it ends.
@LoopActor private final class OwnerWait {
    var subscriptions: [Subscription] = []
    var timer: Timer?
    private let owners: SessionOwners
    private let condition: @LoopActor (SessionOwners) -> Bool
    private var body: (@LoopActor (Bool) -> Void)?

    init(
        _ owners: SessionOwners, _ condition: @escaping @LoopActor (SessionOwners) -> Bool,
        _ body: @escaping @LoopActor (Bool) -> Void
    ) {
        self.owners = owners
        self.condition = condition
        self.body = body
    }

    func look() {
        if body != nil, condition(owners) { end(true) }
    }

    func end(_ holds: Bool) {
        guard let body else { return }
        self.body = nil
        subscriptions = []
        timer = nil
        body(holds)
    }
}
