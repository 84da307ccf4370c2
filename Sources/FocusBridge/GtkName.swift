// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop

/// The name `org.gtk.Notifications` on the session bus, which belongs to focusd while it runs.
///
/// If focusd dies, the bus would give the name to gnome-shell, which never gives it back. So the
/// bridge waits in the bus's queue before the shell, passes calls on unchanged while it has the
/// name, and lets the next focusd take it. It also does so for some seconds after focusd has ended
/// in the ordinary way, which may be a restart.
///
/// The place in the queue: a request that would replace the owner if it could is placed second,
/// before all earlier ones. The shell makes such a request when it starts, so the bridge makes one
/// later.
@LoopActor final class GtkName {
    static let name: BusName = "org.gtk.Notifications"
    static let path: ObjectPath = "/org/gtk/Notifications"
    static let interface: InterfaceName = "org.gtk.Notifications"

    private let session: Connection
    private var registration: Registration?
    private var signals: Subscription?
    private var ownership: [Subscription] = []
    /// True while the bridge has the name; the bus tells it.
    private var isOwner = false
    /// The moment after the loss of the name in which the bus's last calls to it come.
    private var moment: Timer?
    private var later: Timer?
    /// The end of the time in which a restarted focusd may take the name.
    private var restart: Timer?
    /// Called when the bridge has given the name up; set by ``leave(within:_:)``.
    private var onEnd: (() -> Void)?
    /// The calls that wait for the shell's answer.
    private var calls = WaitingCalls()
    private var callCount = 0
    /// Time in which a shell that has described itself has also asked for the name.
    private static let delay = Duration.seconds(2)

    init(_ session: Connection) {
        self.session = session
    }

    func start() throws {
        registration = session.export(
            try Interface(Self.interface, xml: Self.xml), at: Self.path
        ) { [weak self] call in
            self?.pass(call)
        }
        let rule = MatchRule(
            sender: Shell.gnome.name, path: Self.path, interface: Self.interface,
            member: "ActionInvoked")
        signals = session.subscribe(rule) { [weak self] in self?.passBack($0) }
        let changes: [(MemberName, Bool)] = [("NameAcquired", true), ("NameLost", false)]
        ownership = changes.map { member, isOwner in
            let rule = MatchRule(
                sender: .bus, interface: "org.freedesktop.DBus", member: member,
                arguments: [0: Self.name.rawValue])
            return session.subscribe(rule) { [weak self] _ in self?.changed(isOwner: isOwner) }
        }
        goBeforeShell()
    }

    /// Takes the place before a shell that has appeared.
    func shellAppeared() {
        goBeforeShell()
        later = Timer(after: Self.delay) { [weak self] in self?.goBeforeShell() }
    }

    private func goBeforeShell() {
        _ = try? session.requestName(Self.name, [.allowReplacement, .replaceExisting])
    }

    private func changed(isOwner: Bool) {
        if self.isOwner, !isOwner {
            moment = Timer(after: BridgeLimits.lateCallTime) { [weak self] in
                guard let self else { return }
                moment = nil
                if onEnd != nil { stop() }
            }
        }
        self.isOwner = isOwner
    }

    /// Gives the name up when focusd has ended: once a restarted focusd has taken it, or after the
    /// time that a restart may take.
    ///
    /// - Parameter onEnd: called when the bridge has given the name up.
    func leave(
        within time: Duration = BridgeLimits.restartTime, _ onEnd: @escaping () -> Void
    ) {
        later = nil
        self.onEnd = onEnd
        // focusd gave its names up before it ended.
        let owner = try? session.nameOwner(Self.name)
        guard owner == session.uniqueName else { return stop() }
        restart = Timer(after: time) { [weak self] in self?.stop() }
    }

    /// Gives the name up, and passes the waiting calls on first. Not for a handler of this
    /// connection: the calls would be lost there.
    func stop() {
        later = nil
        restart = nil
        // After the bus's answer, no further call comes to the bridge. Those that came before are
        // for the shell, too: their apps do not try again.
        _ = try? session.releaseName(Self.name)
        if isOwner || moment != nil { session.handleWaitingCalls() }
        // The loss of the name has started the timer again.
        moment = nil
        registration = nil
        signals = nil
        ownership = []
        isOwner = false
        onEnd.take()?()
    }

    /// Sends a call on to the shell, and its answer back.
    ///
    /// A call to another name of the bridge would reach the shell undecided.
    private func pass(_ call: MethodCall) {
        guard isOwner || moment != nil else {
            return call.fail(.serviceUnknown, "focusd serves \(Self.name)")
        }
        let bytes = call.message.byteCount
        guard call.message.expectsReply else {
            if session.unsentBytes + bytes <= BridgeLimits.unsentBytes {
                session.send(call.message.copy(destination: Shell.gnome.name))
            }
            return
        }
        callCount += 1
        let id = Bridge.CallID(rawValue: callCount)
        guard calls.add(WaitingCall(caller: .client(call.sender), bytes: bytes), id) else {
            return call.fail(.limitsExceeded, "too many calls wait for the desktop's shell")
        }
        let kept = call.withoutArguments()
        let copy = call.message.copy(destination: Shell.gnome.name)
        session.call(copy, timeout: BridgeLimits.passedCallTimeout) { [weak self] result in
            guard let self else { return }
            calls.remove(id)
            switch result {
            case .success(let answer):
                guard isShort(answer) else {
                    return kept.fail(.limitsExceeded, "the shell's answer is too long")
                }
                kept.reply(answer.copy(asReplyTo: kept.message))
            case .failure(let error): kept.fail(error.name, error.message)
            }
        }
    }

    /// Sends the shell's signal to the clients that listen to the name's owner.
    private func passBack(_ signal: Message) {
        guard isOwner, isShort(signal) else { return }
        session.send(signal.copy(destination: nil))
    }

    /// Returns true if a message of the shell may be passed on.
    private func isShort(_ message: Message) -> Bool {
        let bytes = message.byteCount
        return bytes <= BridgeLimits.signalBytes
            && session.unsentBytes + bytes <= BridgeLimits.unsentBytes
    }

    static let xml = """
        <node>
          <interface name="org.gtk.Notifications">
            <method name="AddNotification">
              <arg name="app_id" type="s" direction="in"/>
              <arg name="id" type="s" direction="in"/>
              <arg name="notification" type="a{sv}" direction="in"/>
            </method>
            <method name="RemoveNotification">
              <arg name="app_id" type="s" direction="in"/>
              <arg name="id" type="s" direction="in"/>
            </method>
            <signal name="ActionInvoked">
              <arg name="app_id" type="s"/>
              <arg name="id" type="s"/>
              <arg name="action" type="s"/>
              <arg name="parameter" type="av"/>
              <arg name="platform_data" type="a{sv}"/>
            </signal>
          </interface>
        </node>
        """
}

extension Ports {
    /// Makes the call of an app to gnome-shell's own object.
    func addOriginal(_ bytes: [UInt8], _ life: ShellLife, _ id: Bridge.CallID) {
        guard let call = try? Message.demarshal(bytes), call.hasSignature("ssa{sv}"),
            let values = try? call.arguments(), let app = values[0].asString,
            let name = values[1].asString
        else { return post(.answer(id, .originalRefused)) }
        self.call(to: life, "AddNotification", values) { [weak self] error in
            if error?.code == .noReply || error?.code == .serviceUnknown { return }
            self?.post(
                .answer(
                    id, error == nil ? .added(OriginalName(app: app, id: name)) : .originalRefused))
        }
    }

    func removeOriginal(_ name: OriginalName, _ life: ShellLife, _ id: Bridge.CallID) {
        call(to: life, "RemoveNotification", [.string(name.app), .string(name.id)]) {
            [weak self] _ in self?.post(.answer(id, .done))
        }
    }

    private func call(
        to life: ShellLife, _ member: MemberName, _ values: [Value],
        _ body: @escaping @LoopActor (CallError?) -> Void
    ) {
        session.call(
            life.owner, GtkName.path, GtkName.interface, member, values, nil
        ) { result in
            if case .failure(let error) = result { body(error) } else { body(nil) }
        }
    }
}
