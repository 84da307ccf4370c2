// SPDX-License-Identifier: Apache-2.0
package import DBus
package import GLibLoop

/// A desktop's shell on a session bus: it owns its own name, and shows notifications on its own
/// object, as gnome-shell 43.9 and plasmashell 5.27.5 do.
@LoopActor package final class FakeShell {
    package nonisolated static let gnome: BusName = "org.gnome.Shell"
    package nonisolated static let plasma: BusName = "org.kde.plasmashell"

    /// The object that shows notifications.
    package let server: FakeServer
    /// True if the shell became the owner of the server's name when it started; plasmashell asks
    /// once.
    package private(set) var ownsServerName = false
    /// Each call to the shell's own object of `org.gtk.Notifications`: the member and the
    /// arguments.
    package let gtkCalls = Recorder<[Value]>()
    /// True to refuse these calls, as the shell does for an app without a desktop file.
    package var refusesGtk = false
    /// True to delay the answers to these calls until this is false again.
    package var holdsGtk = false {
        didSet {
            guard !holdsGtk else { return }
            let calls = heldGtkCalls
            heldGtkCalls = []
            for call in calls { call.reply() }
        }
    }
    private var heldGtkCalls: [MethodCall] = []
    private var gtk: Registration?
    package nonisolated static let gtkName: BusName = "org.gtk.Notifications"

    /// Starts gnome-shell 43, which never answers a notification without the sender's process, or
    /// plasmashell, which takes the name of the server where its owner allows that.
    ///
    /// - Parameter asksLater: True if the test calls ``askForServerName()``. plasmashell owns its
    ///   own name some time before it asks for the server's.
    package init(_ name: BusName, at address: String, asksLater: Bool = false) throws {
        server = try FakeServer(address: address, name: name)
        // The shell's signals reach every client on the bus: no id of focusd's is the same.
        server.nextID = 1_000
        if name == Self.gnome {
            server.information = ["gnome-shell", "GNOME", "43.9", "1.2"]
            server.answerTo = { notification in
                let pid = notification.hints["sender-pid"]
                if case .uint32(1...)? = pid { return nil }
                return .never
            }
            try serveGtk()
        } else {
            server.information = ["Plasma", "KDE", "5.27.5", "1.2"]
            if !asksLater { try askForServerName() }
        }
    }

    /// Asks for the name of the server, once, as plasmashell does at its start.
    package func askForServerName() throws {
        let reply = try server.connection?.requestName(
            FakeServer.name, [.replaceExisting, .doNotQueue])
        ownsServerName = reply == .primaryOwner
    }

    /// Ends as a crash does.
    package func leave() {
        gtk = nil
        server.leave()
    }

    private func serveGtk() throws {
        let xml = """
            <node><interface name="org.gtk.Notifications">
            <method name="AddNotification"><arg type="s" direction="in"/>
            <arg type="s" direction="in"/><arg type="a{sv}" direction="in"/></method>
            <method name="RemoveNotification"><arg type="s" direction="in"/>
            <arg type="s" direction="in"/></method></interface></node>
            """
        gtk = server.connection?.export(
            try Interface("org.gtk.Notifications", xml: xml), at: "/org/gtk/Notifications"
        ) { [weak self] call in
            guard let self else { return }
            if refusesGtk {
                return call.fail("org.gtk.Notifications.InvalidApp", "no desktop file")
            }
            gtkCalls.record([.string(call.member)] + ((try? call.message.arguments()) ?? []))
            if holdsGtk { heldGtkCalls.append(call) } else { call.reply() }
        }
        _ = try server.connection?.requestName(Self.gtkName, [.replaceExisting])
    }

    /// Emits the signal of an action that the shell does not activate itself.
    package func emitGtkAction(_ values: Value...) throws {
        let signal = Message.signal(
            path: "/org/gtk/Notifications", interface: "org.gtk.Notifications",
            member: "ActionInvoked")
        try signal.append(contentsOf: values)
        server.connection?.send(signal)
    }
}

/// GNOME's helper: owns the server's name in the shell's place, and leaves when it loses its own.
@LoopActor package final class FakeHelper {
    package nonisolated static let name: BusName = "org.gnome.Shell.Notifications"

    private var connection: Connection?
    private var loss: Subscription?
    /// Records the end of the helper.
    package let ends = Recorder<Void>()
    /// True if the helper became the owner of the server's name.
    package private(set) var ownsServerName = false

    package init(at address: String) throws {
        let connection = try Connection(address: address)
        self.connection = connection
        let rule = MatchRule(
            sender: .bus, interface: "org.freedesktop.DBus", member: "NameLost",
            arguments: [0: Self.name.rawValue])
        loss = connection.subscribe(rule) { [weak self] _ in self?.leave() }
        // It waits for the server's name in the queue, and leaves without its own.
        ownsServerName =
            try connection.requestName(FakeServer.name, [.replaceExisting]) == .primaryOwner
        let reply = try connection.requestName(Self.name, [.allowReplacement, .doNotQueue])
        if reply != .primaryOwner { leave() }
    }

    package func leave() {
        guard let connection else { return }
        connection.close()
        self.connection = nil
        ends.record(())
    }
}
