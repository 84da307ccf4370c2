// SPDX-License-Identifier: Apache-2.0

import DBus
package import FocusCore
import FocusWire
package import GLibLoop

/// Messages between the processes of one app, as signals on the session bus.
///
/// The object path contains the app's id, so that apps do not hear each other by accident. Every
/// program of the user can listen: post nothing secret.
@LoopActor package final class Broadcasts {
    /// One message.
    package struct Message: Hashable, Sendable {
        /// The name of the centre that the app posted to.
        package let center: String
        package let name: String
        package let object: String
        /// A property list; empty for none.
        package let info: String

        package init(center: String, name: String, object: String = "", info: String = "") {
            self.center = center
            self.name = name
            self.object = object
            self.info = info
        }
    }

    /// The process's connection to the bus. It owns no bus name.
    private let session: AppSession
    private let path: ObjectPath
    private var observers: [UInt64: Observer] = [:]
    private var last: UInt64 = 0

    private final class Observer {
        var subscription: Subscription?
        var link: AnyObject?
    }

    private static let interface: InterfaceName = "org.focusd.DistributedNotifications1"
    private static let member: MemberName = "Posted"

    /// - Parameters:
    ///   - app: nil for a process without an app id. Such processes hear one another.
    ///   - address: The bus; nil for the one that the environment names.
    package init(app: AppID?, address: String? = nil) {
        session = AppSession(app: nil, address: address)
        let elements = (app?.rawValue ?? "org.focusd").split(separator: ".").map {
            $0.map { $0 == "-" ? "_" : String($0) }.joined()
        }
        let text = "/" + elements.joined(separator: "/") + "/DistributedNotifications"
        path = (try? ObjectPath(text)) ?? "/org/focusd/DistributedNotifications"
    }

    /// Sends a message to every process that observes it, including this one. Does nothing without
    /// a bus.
    package func post(_ message: Message) {
        let signal = DBus.Message.signal(
            path: path, interface: Self.interface, member: Self.member)
        let texts = [message.center, message.name, message.object, message.info]
        guard let connection = try? session.connection(),
            (try? signal.append(contentsOf: texts.map(Value.string))) != nil
        else { return }
        connection.send(signal)
        connection.flush()
    }

    /// Calls `handler` with each message of a centre that has the name, or with every message of
    /// the centre for nil. Returns the number for ``stop(_:)``.
    package func observe(
        _ center: String, _ name: String?, _ handler: @escaping @LoopActor (Message) -> Void
    ) -> UInt64 {
        last += 1
        let observer = Observer()
        observers[last] = observer
        var arguments: [Int: String] = [0: center]
        arguments[1] = name
        let rule = MatchRule(
            path: path, interface: Self.interface, member: Self.member, arguments: arguments)
        // Subscribes again after a restart of the bus, to which the session reconnects by itself.
        observer.link = session.observe { [weak observer] connection in
            observer?.subscription = connection?.subscribe(rule) { signal in
                let texts = ((try? signal.arguments()) ?? []).compactMap(\.asString)
                guard texts.count == 4 else { return }
                handler(
                    Message(center: texts[0], name: texts[1], object: texts[2], info: texts[3]))
            }
        }
        session.connectSoon()
        return last
    }

    /// Ends an observation.
    package func stop(_ number: UInt64) {
        observers.removeValue(forKey: number)?.subscription?.cancel()
    }
}
