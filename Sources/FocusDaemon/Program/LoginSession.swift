// SPDX-License-Identifier: Apache-2.0

// focusd may outlive a login session (lingering, ssh, a log-in shortly after the log-out), and so
// may the session bus. The environment of a unit has no session, or that of an earlier log-in. So a
// focusd that systemd started, or one without a session, follows the session that logind names.
//
// logind names a graphical session, or else the first one on a terminal, and keeps the name while
// that session lasts. With ssh before startx that is the session of ssh, which may end first. So
// the user's session on a seat then counts instead.

import DBus
import FocusWire
import GLibLoop
import Glibc

/// The login session of the user.
@LoopActor final class LoginSession {
    /// The user in logind, whose properties name the session. logind answers calls to the path
    /// `…/user/self`, but reports changes from the path with the user's number only.
    static let user = ServiceObject(
        name: "org.freedesktop.login1",
        path: (try? ObjectPath("/org/freedesktop/login1/user/_\(getuid())")) ?? .root,
        interface: "org.freedesktop.login1.User")

    private let line: BusLine
    private var first: String
    /// True if logind knows better.
    private let isFollowing: Bool
    private var prefix = ""
    /// The id of the session that counted last.
    private var known = ""
    /// The name that was told last; nil before the first one.
    private var told: String?
    /// Number of the last reading; earlier readings no longer count.
    private var reading = 0
    /// Time for logind to answer at the start of focusd.
    private static let patience = Duration.seconds(2)
    private var properties: ServiceProperties?
    /// The session on a seat that counts instead of the one that logind names.
    private var seated: ServiceProperties?
    private var arrivals: [Subscription] = []
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
        let patience = Self.patience
        guard let user = await Self.fields(of: Self.user, on: connection, within: patience),
            let session = await Self.session(
                of: user, preferring: "", on: connection, within: patience)
        else { return }
        (first, known) = (session.id, session.id)
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

    /// Calls the body with the name of the session that counts, and with that of each later one.
    func follow(_ onChange: @escaping (String) -> Void) {
        guard isFollowing else { return }
        self.onChange = onChange
        line.join(self) { [weak self] in self?.connectionChanged() }
    }

    private func connectionChanged() {
        properties = nil
        seated = nil
        arrivals = []
        guard let connection = line.connection else { return }
        properties = ServiceProperties(connection, Self.user) { [weak self] in self?.read() }
        // logind reports no change of the user's list of sessions.
        let members: [MemberName] = ["SessionNew", "SessionRemoved"]
        arrivals = members.map { member in
            let rule = MatchRule(
                sender: Self.user.name, interface: "org.freedesktop.login1.Manager",
                member: member)
            return connection.subscribe(rule) { [weak self] _ in self?.properties?.read() }
        }
    }

    private func read() {
        reading += 1
        let reading = reading
        Task { @LoopActor [weak self] in
            // Without an answer, the session is the last one known.
            guard let self, let connection = line.connection, let user = properties?.fields,
                let session = await Self.session(
                    of: user, preferring: known, on: connection,
                    within: ServiceProperties.patience),
                reading == self.reading
            else { return }
            known = session.id
            follow(session.isNamed ? nil : session.object, on: connection)
            tell(name(session.id))
        }
    }

    private func tell(_ name: String) {
        guard name != told else { return }
        told = name
        onChange?(name)
    }

    /// Follows the session on a seat, which can end without a word about the user.
    private func follow(_ object: ServiceObject?, on connection: Connection) {
        guard object != seated?.object else { return }
        seated = object.map { object in
            ServiceProperties(connection, object) { [weak self] in self?.properties?.read() }
        }
    }

    // MARK: logind

    private struct Session {
        let id: String
        let object: ServiceObject
        /// True if logind names the session as the user's.
        let isNamed: Bool

        /// Reads the id and the path of a session.
        init?(_ value: Value, isNamed: Bool) {
            guard case .structure(let parts) = value, parts.count == 2,
                let id = parts[0].asString, let path = parts[1].asObjectPath
            else { return nil }
            self.id = id
            self.isNamed = isNamed
            object = ServiceObject(
                name: "org.freedesktop.login1", path: path,
                interface: "org.freedesktop.login1.Session")
        }
    }

    /// Maximum number of sessions that are asked about.
    private static let maximumSessions = 16

    /// Returns the session of a user, with an empty id for none; nil without an answer, as about a
    /// session that has ended meanwhile. A later report then tells of the next session.
    ///
    /// - Parameter known: the id of the session that counts if several are on seats.
    private static func session(
        of user: Fields, preferring known: String, on connection: Connection,
        within patience: Duration
    ) async -> Session? {
        guard let named = user["Display"].flatMap({ Session($0, isNamed: true) }) else {
            return nil
        }
        if named.id.isEmpty { return named }
        guard let shown = await fields(of: named.object, on: connection, within: patience)
        else { return nil }
        guard let type = shown.string("Type"), ["tty", "unspecified"].contains(type),
            !isOnSeat(shown)
        else { return named }
        let all = (user["Sessions"]?.elements ?? []).prefix(maximumSessions).compactMap {
            Session($0, isNamed: false)
        }
        for session in all.filter({ $0.id == known }) + all.filter({ $0.id != known }) {
            guard
                let other = await fields(of: session.object, on: connection, within: patience)
            else {
                if session.id == known { return nil }
                continue
            }
            if isOnSeat(other), other.string("Class") == "user",
                other.string("State") != "closing"
            {
                return session
            }
        }
        return named
    }

    private static func isOnSeat(_ session: Fields) -> Bool {
        session["Seat"]?.elements?.first?.asString?.isEmpty == false
    }

    /// Returns the properties of an object; nil without an answer.
    private static func fields(
        of object: ServiceObject, on connection: Connection, within patience: Duration
    ) async -> Fields? {
        let call = Message.methodCall(
            destination: object.name, path: object.path,
            interface: "org.freedesktop.DBus.Properties", member: "GetAll")
        call.setNoAutoStart()
        guard (try? call.append(contentsOf: [.string(object.interface.rawValue)])) != nil,
            let reply = try? await connection.call(call, timeout: patience),
            reply.byteCount <= ServiceProperties.maximumBytes
        else { return nil }
        return (try? reply.arguments())?.first.flatMap(Fields.init)
    }
}
