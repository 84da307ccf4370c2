// SPDX-License-Identifier: Apache-2.0

import FocusClient
public import Foundation
import Synchronization

/// Posts notifications to the other processes of the app, and observes theirs.
///
/// They are signals on the session bus, on an object that is named after the app, so an app and its
/// extensions hear each other where the app ids agree; other apps do not listen there. A process that
/// observes nothing hears nothing later: signals are not kept. `userInfo` is what a property list can
/// hold.
///
/// Source: Apple's documentation of `DistributedNotificationCenter`, which Foundation lacks on Linux.
open class DistributedNotificationCenter: NSObject, @unchecked Sendable {
    // Unchecked: what changes is behind a lock.

    /// The kind of a center.
    public struct CenterType: RawRepresentable, Hashable, Sendable {
        /// The kind's name.
        public let rawValue: String

        /// A kind with that name.
        ///
        /// - Parameter rawValue: The name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The center of the user's processes.
        public static let localNotificationCenterType = CenterType(rawValue: "local")
    }

    /// How notifications are to be handed over; without effect here: all are, at once.
    public enum SuspensionBehavior: UInt, Sendable {
        /// None while the app is suspended.
        case drop = 1
        /// The last one.
        case coalesce = 2
        /// All.
        case hold = 3
        /// All, at once.
        case deliverImmediately = 4
    }

    /// How a notification is to be posted; without effect here: all are posted at once.
    public struct Options: OptionSet, Sendable {
        /// The set's bits.
        public let rawValue: UInt

        /// A set of those bits.
        ///
        /// - Parameter rawValue: The bits.
        public init(rawValue: UInt) { self.rawValue = rawValue }

        /// To suspended apps as well.
        public static let deliverImmediately = Options(rawValue: 1)
        /// To all sessions of the user, which there are none of here.
        public static let postToAllSessions = Options(rawValue: 2)
    }

    static let center = "distributed"
    private static let shared = DistributedNotificationCenter()

    private let observers = Mutex<[ObjectIdentifier: [ProcessBroadcasts.Observation]]>([:])

    /// The one center.
    ///
    /// - Returns: the center.
    open class func `default`() -> DistributedNotificationCenter { shared }

    /// The center of a kind; there is one for all.
    ///
    /// - Parameter type: The kind.
    /// - Returns: the center.
    open class func forType(_ type: CenterType) -> DistributedNotificationCenter { shared }

    /// Whether notifications are held back; they never are.
    open var suspended: Bool {
        get { false }
        set {}
    }

    /// Observes notifications of a name, nil for all.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - object: The text that the sender names as its object; nil for any.
    ///   - queue: Where the block is called; nil is the SDK's own thread.
    ///   - block: Called with each notification.
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
    /// - Parameter observer: What ``addObserver(forName:object:queue:using:)`` answered.
    open func removeObserver(_ observer: Any) {
        guard let token = observer as? ObserverToken else { return }
        let ended = observers.withLock { $0.removeValue(forKey: ObjectIdentifier(token.key)) }
        for observation in ended ?? [] { ProcessBroadcasts.shared.stop(observation) }
    }

    /// Posts a notification.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - object: A text that stands for the sender.
    open func post(name: Notification.Name, object: String?) {
        postNotificationName(name, object: object)
    }

    /// Posts a notification.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - object: A text that stands for the sender.
    ///   - userInfo: What a property list can hold; anything else is left out.
    ///   - deliverImmediately: Without effect here.
    open func postNotificationName(
        _ name: Notification.Name, object: String? = nil,
        userInfo: [AnyHashable: Any]? = nil, deliverImmediately: Bool = true
    ) {
        let info = userInfo.flatMap {
            try? PropertyListSerialization.data(fromPropertyList: $0, format: .xml, options: 0)
        }
        ProcessBroadcasts.shared.post(
            Broadcasts.Message(
                center: Self.center, name: name.rawValue, object: object ?? "",
                info: info.map { String(decoding: $0, as: UTF8.self) } ?? ""))
    }

    /// Posts a notification.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - object: A text that stands for the sender.
    ///   - userInfo: What a property list can hold.
    ///   - options: Without effect here.
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

    /// Stands for an observation.
    private final class ObserverToken: NSObject {
        let key: NSObject

        init(_ key: NSObject) { self.key = key }
    }
}
