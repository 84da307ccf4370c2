// SPDX-License-Identifier: Apache-2.0

// focusd may outlive a login session (lingering, ssh, a log-in shortly after the log-out), and so
// may the session bus. The environment of a unit has no session, or that of an earlier log-in. So a
// focusd that systemd started, or one without a session, follows the session that logind names.

import DBus
import FocusWire
import GLibLoop
import Glibc

/// The login session of the user.
@LoopActor final class LoginSession {
    /// logind reports changes from the path with the user's number only.
    private static let user = ServiceObject(
        name: "org.freedesktop.login1",
        path: (try? ObjectPath("/org/freedesktop/login1/user/_\(getuid())")) ?? .root,
        interface: "org.freedesktop.login1.User")

    private let line: BusLine
    private var first: String
    /// True if logind knows better.
    private let isFollowing: Bool
    private var prefix = ""
    /// Time for logind to answer at the start of focusd.
    private static let patience = Duration.seconds(2)
    private var properties: ServiceProperties?
    private var onChange: ((String) -> Void)?

    /// - Parameter environment: returns a variable of focusd's environment.
    init(_ systemBus: BusLine, environment: (String) -> String?) {
        line = systemBus
        first = environment("XDG_SESSION_ID") ?? ""
        // systemd sets the other variable for each unit.
        isFollowing = first.isEmpty || environment("INVOCATION_ID") != nil
    }

    /// Asks logind for the session. A Focus that the user turns on right after the start of focusd
    /// must not belong to another session.
    func ask() async {
        guard isFollowing,
            let connection = try? await Connection.open(
                address: line.address, within: Self.patience)
        else { return }
        defer { connection.close() }
        let call = Message.methodCall(
            destination: Self.user.name, path: Self.user.path,
            interface: "org.freedesktop.DBus.Properties", member: "Get")
        call.setNoAutoStart()
        let arguments: [Value] = [.string(Self.user.interface.rawValue), .string("Display")]
        guard (try? call.append(contentsOf: arguments)) != nil,
            let reply = try? await connection.call(call, timeout: Self.patience),
            case .variant(let value)? = (try? reply.arguments())?.first,
            let id = value.elements?.first?.asString
        else { return }
        first = id
    }

    /// Returns the name of the session at the start.
    ///
    /// - Parameter bus: the id of the session bus.
    func name(onBus bus: String) -> String {
        prefix = bus + "-"
        return name(first)
    }

    private func name(_ id: String) -> String {
        prefix + id.filter { $0.isASCII && !$0.isWhitespace }
    }

    /// Calls the body with the name that logind knows, and with that of each later session.
    func follow(_ onChange: @escaping (String) -> Void) {
        guard isFollowing else { return }
        self.onChange = onChange
        line.join(self) { [weak self] in self?.connectionChanged() }
    }

    private func connectionChanged() {
        properties = nil
        guard let connection = line.connection else { return }
        properties = ServiceProperties(connection, Self.user) { [weak self] in self?.read() }
    }

    private func read() {
        // Without an answer, the session is the last one known.
        guard case .structure(let parts)? = properties?.fields?["Display"],
            let id = parts.first?.asString
        else { return }
        onChange?(name(id))
    }
}
