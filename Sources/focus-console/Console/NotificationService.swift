// SPDX-License-Identifier: Apache-2.0

import DBus
import GLibLoop

/// `org.freedesktop.Notifications` on the bus (Desktop Notifications Specification 1.2).
@LoopActor final class NotificationService {
    static let name: BusName = "org.freedesktop.Notifications"

    private(set) var table = NotificationTable()
    private let capabilities: [String]
    private let registration: Registration
    private var timers: [NotificationID: Timer] = [:]

    /// Called for a new notification and for one that replaces another.
    var onShow: ((Notification, _ isUpdate: Bool) -> Void)?
    /// Called for a notification that is no longer open.
    var onClose: ((Notification, CloseReason) -> Void)?

    /// - Parameter hasKeys: True if the user can type a reply.
    /// - Throws: Only for an invalid interface; this one is valid.
    init(_ connection: Connection, hasKeys: Bool) throws(InterfaceError) {
        // Actions are offered also without keys: behind focusd, focus-switch invokes them.
        capabilities =
            ["actions", "body", "body-hyperlinks", "body-markup", "persistence"]
            + (hasKeys ? ["inline-reply"] : [])
        let interface = try NotificationsInterface.make()
        let box = Box()
        registration = connection.export(interface, at: "/org/freedesktop/Notifications") { call in
            box.service?.answer(call)
        }
        box.service = self
    }

    /// Executes a command of the user.
    func perform(_ command: KeyCommand) {
        switch command {
        case .invoke(let action, let id): change { $0.invoke(action, of: id) }
        case .reply(let text, let id): change { $0.reply(text, to: id) }
        case .dismiss(let id): change { $0.close(id, .dismissed) }
        case .clear: change { $0.clear() }
        case .quit, .suspend: break
        }
    }

    // MARK: Calls

    private func answer(_ call: MethodCall) {
        switch call.member {
        case "Notify": notify(call)
        case "CloseNotification": close(call)
        case "GetCapabilities": call.reply(.strings(capabilities))
        default:
            call.reply(
                .string("focus-console"), .string("focusd"), .string(Release.version),
                .string("1.2"))
        }
    }

    private func notify(_ call: MethodCall) {
        do throws(UnmarshalError) {
            let (notification, replaces) = try Notification.read(call.arguments)
            let (id, isUpdate, signals) = table.add(notification, replaces: replaces)
            // Shown first: a client with an answer may rely on the popup.
            onShow?(notification, isUpdate)
            call.reply(.uint32(id.rawValue))
            tell(signals)
            timers[id] = notification.lifetime.map { lifetime in
                Timer(after: lifetime) { [weak self] in
                    self?.change { $0.close(id, .expired) }
                }
            }
        } catch {
            call.fail(.invalidArgs, error.description)
        }
    }

    private func close(_ call: MethodCall) {
        var arguments = call.arguments
        let id = NotificationID(rawValue: (try? arguments.uint32()) ?? 0)
        // "If the notification no longer exists, an empty D-BUS Error message is sent back."
        guard table[id] != nil else { return call.fail(.invalidArgs, "") }
        call.reply()
        change { $0.close(id, .closed) }
    }

    // MARK: Signals

    private func change(_ body: (inout NotificationTable) -> [TableSignal]) {
        tell(body(&table))
    }

    /// Emits the signals to all clients, as every server does. After a restart of focusd, another
    /// connection than the sender's waits for them.
    private func tell(_ signals: [TableSignal]) {
        for signal in signals {
            // Only a text with a NUL could be refused, and none is typed or received.
            switch signal {
            case .actionInvoked(let id, let key):
                try? registration.emit("ActionInvoked", .uint32(id.rawValue), .string(key))
            case .replied(let id, let text):
                try? registration.emit("NotificationReplied", .uint32(id.rawValue), .string(text))
            case .closed(let id, let reason, let notification):
                timers[id] = nil
                try? registration.emit(
                    "NotificationClosed", .uint32(id.rawValue), .uint32(reason.rawValue))
                onClose?(notification, reason)
            }
        }
    }

    /// A box for the handler, which must exist before the service.
    @LoopActor private final class Box {
        weak var service: NotificationService?
    }
}
