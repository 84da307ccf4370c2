// SPDX-License-Identifier: Apache-2.0

// A session is locked when logind says so (`LockedHint`), or when the desktop's screen saver is
// active. GNOME, Plasma, Cinnamon, MATE and Xfce set the one or the other. Lockers without either,
// such as swaylock, cannot be detected; `loginctl lock-session` with a locker that sets the hint
// can.

import DBus
import FocusCore
import FocusWire
import GLibLoop

/// Detects that the session is locked, while anybody wants to know.
@LoopActor final class LockWatch {
    private static let sessionInterface: InterfaceName = "org.freedesktop.login1.Session"

    private let line: BusLine
    private let savers: [ScreenSaverWatch]
    private var userProperties: ServiceProperties?
    private var session: ServiceProperties?
    private var users: [ObjectIdentifier: @LoopActor () -> Void] = [:]

    init(systemBus: BusLine, sessionBus: Connection) {
        line = systemBus
        savers = ScreenSaverWatch.services.map { ScreenSaverWatch(sessionBus, $0) }
        for saver in savers { saver.onChange = { [weak self] in self?.tell() } }
    }

    /// True while the session is known to be locked.
    var isLocked: Bool {
        session?.fields?.boolean("LockedHint") == true || savers.contains(where: \.isActive)
    }

    /// True once every source has answered.
    var isKnown: Bool {
        savers.allSatisfy(\.isKnown) && (line.failure != nil || isSessionKnown)
    }

    private var isSessionKnown: Bool {
        guard let userProperties, userProperties.isKnown else { return false }
        return sessionPath == nil || session?.isKnown == true
    }

    /// True if logind or a screen saver can tell.
    var canTell: Bool { session?.fields != nil || savers.contains(where: \.isPresent) }

    /// Watches for a user, who is told about each possible change.
    func follow(_ user: AnyObject, _ onChange: @escaping @LoopActor () -> Void) {
        let isFirst = users.isEmpty
        users[ObjectIdentifier(user)] = onChange
        guard isFirst else { return onChange() }
        for saver in savers { saver.start() }
        line.join(self) { [weak self] in self?.connectionChanged() }
    }

    /// Ends the watch for a user.
    func unfollow(_ user: AnyObject) {
        guard users.removeValue(forKey: ObjectIdentifier(user)) != nil, users.isEmpty else {
            return
        }
        for saver in savers { saver.stop() }
        userProperties = nil
        session = nil
        line.leave(self)
    }

    private func connectionChanged() {
        userProperties = nil
        session = nil
        guard let connection = line.connection else { return tell() }
        userProperties = ServiceProperties(connection, LoginSession.user, startsService: true) {
            [weak self] in self?.userChanged()
        }
    }

    /// The user's graphical session.
    private var sessionPath: ObjectPath? {
        guard case .structure(let parts)? = userProperties?.fields?["Display"], parts.count == 2,
            let path = parts[1].asObjectPath, path != .root
        else { return nil }
        return path
    }

    private func userChanged() {
        guard let connection = line.connection else { return }
        guard let path = sessionPath else {
            session = nil
            return tell()
        }
        guard session?.object.path != path else { return tell() }
        let object = ServiceObject(
            name: LoginSession.user.name, path: path, interface: Self.sessionInterface)
        session = ServiceProperties(connection, object) { [weak self] in self?.tell() }
    }

    private func tell() {
        guard isKnown else { return }
        for body in Array(users.values) { body() }
    }
}
