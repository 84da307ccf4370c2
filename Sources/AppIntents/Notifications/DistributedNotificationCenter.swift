// SPDX-License-Identifier: Apache-2.0

import FocusClient
public import Foundation
import Synchronization

/// Posts notifications to the other processes of the app, and observes their notifications.
///
/// The notifications are signals on the session bus, on an object that has the name of the app. An
/// app and its extensions receive each other's notifications if their app ids agree; other apps do
/// not listen on that object. Signals are not stored: a process receives nothing that was posted
/// before its observation, or while the session bus restarts. `userInfo` holds property list
/// values.
///
/// Source: Apple's documentation of `DistributedNotificationCenter`, which Foundation lacks on
/// Linux.
open class DistributedNotificationCenter: NSObject, @unchecked Sendable {
    // Unchecked because a lock protects the mutable state.

    /// The kind of a center.
    public struct CenterType: RawRepresentable, Hashable, Sendable {
        /// The kind's name.
        public let rawValue: String

        /// Makes a kind of center.
        ///
        /// - Parameter rawValue: The name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The center of the user's processes.
        public static let localNotificationCenterType = CenterType(rawValue: "local")
    }

    /// The delivery of notifications to a suspended app. Has no effect here: all are delivered
    /// immediately.
    public enum SuspensionBehavior: UInt, Sendable {
        /// No notifications while the app is suspended.
        case drop = 1
        /// Only the last notification.
        case coalesce = 2
        /// All notifications.
        case hold = 3
        /// All notifications, immediately.
        case deliverImmediately = 4
    }

    /// The options of posting. They have no effect here: all notifications are posted immediately.
    public struct Options: OptionSet, Sendable {
        /// The set's bits.
        public let rawValue: UInt

        /// Makes a set from its bits.
        ///
        /// - Parameter rawValue: The bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// Posts to suspended apps too.
        public static let deliverImmediately = Options(rawValue: 1)
        /// Posts to all sessions of the user. Other sessions do not exist here.
        public static let postToAllSessions = Options(rawValue: 2)
    }

    static let center = "distributed"
    private static let shared = DistributedNotificationCenter()

    private let observers = Mutex<[ObjectIdentifier: [ProcessBroadcasts.Observation]]>([:])

    /// Returns the only center.
    ///
    /// - Returns: the center.
    open class func `default`() -> DistributedNotificationCenter { shared }

    /// Returns the center of a kind, which is the same for all kinds.
    ///
    /// - Parameter type: The kind.
    /// - Returns: the center.
    open class func forType(_ type: CenterType) -> DistributedNotificationCenter { shared }

    /// True to hold back notifications. Always false; setting the property has no effect.
    open var suspended: Bool {
        get { false }
        set {}
    }

    /// Observes the notifications with a name, or all notifications.
    ///
    /// - Parameters:
    ///   - name: The name; nil for all names.
    ///   - object: The text that the sender gives as its object; nil for any.
    ///   - queue: The queue that calls the block; nil is the SDK's own thread.
    ///   - block: The function that receives each notification.
    /// - Returns: a token for ``removeObserver(_:)``.
    open func addObserver(
        forName name: Notification.Name?, object: Any?, queue: OperationQueue?,
        using block: @escaping @Sendable (Notification) -> Void
    ) -> any NSObjectProtocol {
        let wanted = object as? String
        let observation = ProcessBroadcasts.shared.observe(Self.center, name?.rawValue) {
            message in
            if let wanted, wanted != message.object { return }
            let call: @Sendable () -> Void = { block(Self.notification(message)) }
            if let queue { queue.addOperation(call) } else { call() }
        }
        let token = NSObject()
        observers.withLock { $0[ObjectIdentifier(token), default: []].append(observation) }
        return ObserverToken(token)
    }

    /// Ends an observation.
    ///
    /// - Parameter observer: The token of ``addObserver(forName:object:queue:using:)``.
    open func removeObserver(_ observer: Any) {
        guard let token = observer as? ObserverToken else { return }
        let ended = observers.withLock { $0.removeValue(forKey: ObjectIdentifier(token.key)) }
        for observation in ended ?? [] { ProcessBroadcasts.shared.stop(observation) }
    }

    /// Posts a notification.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - object: A text that identifies the sender.
    open func post(name: Notification.Name, object: String?) {
        postNotificationName(name, object: object)
    }

    /// Posts a notification.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - object: A text that identifies the sender.
    ///   - userInfo: Values of a property list. A dictionary with any other value is not sent.
    ///   - deliverImmediately: Has no effect here.
    open func postNotificationName(
        _ name: Notification.Name, object: String? = nil,
        userInfo: [AnyHashable: Any]? = nil, deliverImmediately: Bool = true
    ) {
        let info = userInfo.flatMap {
            try? PropertyListSerialization.data(fromPropertyList: $0, format: .xml, options: 0)
        }
        ProcessBroadcasts.post(
            Broadcasts.Message(
                center: Self.center, name: name.rawValue, object: object ?? "",
                info: info.map { String(decoding: $0, as: UTF8.self) } ?? ""))
    }

    /// Posts a notification.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - object: A text that identifies the sender.
    ///   - userInfo: Values of a property list. A dictionary with any other value is not sent.
    ///   - options: Has no effect here.
    open func postNotificationName(
        _ name: Notification.Name, object: String?, userInfo: [AnyHashable: Any]? = nil,
        options: Options
    ) {
        postNotificationName(name, object: object, userInfo: userInfo)
    }

    private static func notification(_ message: Broadcasts.Message) -> Notification {
        let info = try? unsafe PropertyListSerialization.propertyList(
            from: Data(message.info.utf8), format: nil)
        return Notification(
            name: Notification.Name(message.name),
            object: message.object.isEmpty ? nil : message.object,
            userInfo: info as? [AnyHashable: Any])
    }

    /// A token of an observation.
    private final class ObserverToken: NSObject {
        let key: NSObject

        init(_ key: NSObject) { self.key = key }
    }
}
