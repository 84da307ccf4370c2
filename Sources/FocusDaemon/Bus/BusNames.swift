// SPDX-License-Identifier: Apache-2.0

// With `--replace`, focusd takes the name from another owner. Another focusd gives the name up on
// request. Most other servers do not, so focusd terminates the servers that it knows, as the user
// would. focusd never terminates a program that is more than a notification server, such as a
// desktop's shell.
//
// A desktop's shell takes the name of the notification server from an owner that allows it, each
// time that the shell or its helper starts. On such a desktop focusd does not allow it, and waits
// in the bus's queue for an owner that will leave:
// - GNOME's helper leaves at once when it loses its own name, which focusd takes and keeps;
// - plasmashell leaves when it is restarted;
// - the bridge of an earlier focusd leaves when `org.focusd.Focus1` has an owner;
// - another focusd leaves when it loses `org.focusd.Focus1`, which it lets a newer focusd take.

import DBus
import FocusWire
import GLibLoop
import Glibc

/// Acquires the bus names that focusd serves.
@LoopActor enum BusNames {
    /// Names of programs that are notification servers and nothing else, as in `/proc/PID/comm` (at
    /// most 15 bytes).
    static let servers: Set<String> = [
        "dunst", "mako", "swaync", "fnott", "notification-da", "xfce4-notifyd", "mate-notificati",
        "lxqt-notificati", "notify-osd", "deadd-notificat", "wired", "tiramisu", "focus-console",
    ]
    /// Time that such a server may take to end, and then the bus to notice it.
    static let patience = Duration.seconds(5)

    /// Takes both names of focusd, and on GNOME that of the shell's helper.
    static func own(
        _ notifications: Connection, _ control: Connection, replacing isReplacing: Bool,
        shell: DesktopShell?, _ log: Log
    ) throws {
        guard let shell else {
            try own(WireName.notifications, on: notifications, replacing: isReplacing)
            return try own(WireName.focus, on: control, replacing: isReplacing)
        }
        let holder = process(of: WireName.notifications, notifications)
        let program = holder.map(Self.program)
        let isShells =
            holder != nil && holder == process(of: shell.helper ?? shell.name, notifications)
        let isFocusd = holder != nil && holder == process(of: WireName.focus, notifications)
        let leaves =
            holder == nil || program == DesktopShell.bridge
            || isReplacing && (isFocusd || isShells)
        if !leaves {
            // Another server, which is told to end or is named in the error.
            try own(WireName.notifications, on: notifications, replacing: isReplacing)
        }
        // Joins the name's queue before the owner is asked to leave. The flags of the last request
        // count.
        let isOwner = try request(WireName.notifications, [.replaceExisting], notifications)
        try own(WireName.focus, on: control, replacing: isReplacing)
        if let helper = shell.helper { _ = try request(helper, [.replaceExisting], notifications) }
        if !isOwner, isShells, shell.helper == nil {
            log.notice(
                "\(shell.title)'s shell shows notifications until it is restarted; run:"
                    + " systemctl --user restart plasma-plasmashell")
        }
    }

    /// Acquires a name, or throws an error with the name's owner and the user's next step.
    ///
    /// - Parameters:
    ///   - isReplacing: true to make another owner give way.
    ///   - patience: the time for the owner to end, and for the bus to notice it.
    static func own(
        _ name: BusName, on connection: Connection, replacing isReplacing: Bool,
        patience: Duration = BusNames.patience
    ) throws {
        var flags: NameFlags = [.doNotQueue, .allowReplacement]
        if isReplacing { flags.insert(.replaceExisting) }
        if try request(name, flags, connection) { return }
        // The unique name stays that of this owner, while `name` may pass to another one.
        let owner = try? connection.nameOwner(name)
        // The owner may have left since the request.
        if owner == nil, try request(name, flags, connection) { return }
        let processID = process(of: owner ?? name, connection)
        let program = processID.map(Self.program) ?? "another program"
        let text = "\(name) is owned by process \(processID ?? 0) (\(program))"
        guard isReplacing else {
            throw StartError("\(text); end that program, or start focusd with --replace")
        }
        guard let processID, servers.contains(program), let process = ProcessHandle(processID),
            Self.program(processID) == program
        else {
            throw StartError("\(text), which does not let itself be replaced")
        }
        // focusd waits in the name's queue so that no other client takes the name in between.
        flags.remove(.doNotQueue)
        _ = try request(name, flags, connection)
        process.signal(SIGTERM)
        guard process.waitForEnd(within: patience) else {
            throw StartError("\(text), which does not end")
        }
        if try request(name, flags, connection) { return }
        // The bus notices the end of a connection later than the kernel that of the process.
        let hasLeft = owner.map { connection.bus.waitForDepartureBlocking(of: $0, patience) }
        if try request(name, flags, connection) { return }
        if hasLeft != false, let next = Self.process(of: name, connection), next != processID {
            throw StartError(
                "\(name) passed from process \(processID) (\(program)) to process \(next)"
                    + " (\(Self.program(next))); end that program")
        }
        throw StartError(
            "\(text), which has ended, but another process keeps its connection to the bus")
    }

    /// Keeps the notification server's name from programs that would take it.
    static func keep(_ notifications: Connection) {
        // The flags of the last request count.
        _ = try? request(WireName.notifications, [.doNotQueue], notifications)
    }

    /// Returns the desktop's shell that owns the notification server's name itself or by its
    /// helper; nil if another program owns it.
    static func servingShell(_ connection: Connection) -> DesktopShell? {
        guard let holder = process(of: WireName.notifications, connection) else { return nil }
        let program = Self.program(holder)
        return DesktopShell.allCases.first { shell in
            shell.programs.contains(program) || holder == process(of: shell.name, connection)
        }
    }

    private static func request(
        _ name: BusName, _ flags: NameFlags, _ connection: Connection
    ) throws(CallError) -> Bool {
        let reply = try connection.requestName(name, flags)
        return reply == .primaryOwner || reply == .alreadyOwner
    }

    private static func process(of name: BusName, _ connection: Connection) -> UInt32? {
        connection.bus.processIDBlocking(of: name, within: .seconds(2))
    }

    /// Returns the name of the program that a process runs.
    private static func program(_ processID: UInt32) -> String {
        ProgramFile.name(ofProcess: processID) ?? "another program"
    }
}

/// Reason for focusd not to start.
struct StartError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}
