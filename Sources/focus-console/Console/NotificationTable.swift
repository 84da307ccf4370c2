// SPDX-License-Identifier: Apache-2.0

/// The reason for the end of a notification (`NotificationClosed` of the specification).
enum CloseReason: UInt32, Sendable {
    case expired = 1
    /// The user dismissed it.
    case dismissed = 2
    /// `CloseNotification` was called.
    case closed = 3
    /// Any other reason: it made room for newer ones.
    case undefined = 4
}

/// The signals to emit on the bus, in this order.
enum TableSignal: Hashable, Sendable {
    case actionInvoked(NotificationID, key: String)
    case replied(NotificationID, text: String)
    case closed(NotificationID, CloseReason, Notification)
}

/// The open notifications, oldest first, and their changes. A table performs no I/O: it returns the
/// signals to emit.
struct NotificationTable: Sendable {
    /// Maximum number of open notifications. A further one replaces the oldest.
    static let limit = 1000

    private var open: [NotificationID: Notification] = [:]
    private var order: [NotificationID] = []
    private var lastID: UInt32

    /// - Parameter lastID: The id before the first assigned one.
    init(lastID: UInt32 = 0) {
        self.lastID = lastID
    }

    var count: Int { order.count }

    /// The notification to which keys apply.
    var newest: (id: NotificationID, notification: Notification)? {
        order.last.flatMap { id in open[id].map { (id, $0) } }
    }

    subscript(id: NotificationID) -> Notification? { open[id] }

    /// Adds a notification, as the newest.
    ///
    /// - Parameter replaces: The id to reuse, open or not ("If replaces_id is not 0, the returned
    ///   value is the same value as replaces_id"); 0 for a new one.
    mutating func add(
        _ notification: Notification, replaces: UInt32
    ) -> (id: NotificationID, isUpdate: Bool, signals: [TableSignal]) {
        let id = replaces == 0 ? nextID() : NotificationID(rawValue: replaces)
        let isUpdate = open.updateValue(notification, forKey: id) != nil
        if isUpdate { order.removeAll { $0 == id } }
        order.append(id)
        guard order.count > Self.limit, let oldest = order.first else { return (id, isUpdate, []) }
        return (id, isUpdate, close(oldest, .undefined))
    }

    /// Closes a notification. Returns no signal for one that is not open.
    mutating func close(_ id: NotificationID, _ reason: CloseReason) -> [TableSignal] {
        guard let notification = open.removeValue(forKey: id) else { return [] }
        order.removeAll { $0 == id }
        return [.closed(id, reason, notification)]
    }

    /// Closes all notifications, oldest first.
    mutating func clear() -> [TableSignal] {
        order.flatMap { close($0, .dismissed) }
    }

    /// Invokes an action, which closes the notification unless it is resident.
    mutating func invoke(_ action: Action, of id: NotificationID) -> [TableSignal] {
        end(id, with: .actionInvoked(id, key: action.key))
    }

    /// Sends the user's reply.
    mutating func reply(_ text: String, to id: NotificationID) -> [TableSignal] {
        end(id, with: .replied(id, text: text))
    }

    private mutating func end(
        _ id: NotificationID, with signal: TableSignal
    ) -> [TableSignal] {
        guard let notification = open[id] else { return [] }
        return [signal] + (notification.isResident ? [] : close(id, .dismissed))
    }

    /// Returns the next id that no open notification has.
    private mutating func nextID() -> NotificationID {
        repeat { lastID &+= 1 } while lastID == 0 || open[NotificationID(rawValue: lastID)] != nil
        return NotificationID(rawValue: lastID)
    }
}
