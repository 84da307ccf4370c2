// SPDX-License-Identifier: Apache-2.0

/// Why a notification is no longer open (`NotificationClosed` of the specification).
enum CloseReason: UInt32, Sendable {
    case expired = 1
    /// By the user.
    case dismissed = 2
    /// By `CloseNotification`.
    case closed = 3
    /// Any other: it made room for newer ones.
    case undefined = 4
}

/// What the table wants told on the bus, in this order.
enum TableSignal: Hashable, Sendable {
    case actionInvoked(NotificationID, key: String)
    case replied(NotificationID, text: String)
    case closed(NotificationID, CloseReason, Notification)
}

/// The open notifications, oldest first, and what happens to them. It does no I/O: what is to be
/// told is returned.
struct NotificationTable: Sendable {
    /// Most notifications that are open at one time; the oldest makes room for one more.
    static let limit = 1000

    private var open: [NotificationID: Notification] = [:]
    private var order: [NotificationID] = []
    private var lastID: UInt32

    /// - Parameter lastID: the id before the first that is given out.
    init(lastID: UInt32 = 0) {
        self.lastID = lastID
    }

    var count: Int { order.count }

    /// What keys act on.
    var newest: (id: NotificationID, notification: Notification)? {
        order.last.flatMap { id in open[id].map { (id, $0) } }
    }

    subscript(id: NotificationID) -> Notification? { open[id] }

    /// Adds a notification, as the newest.
    ///
    /// - Parameter replaces: the id that it keeps, open or not ("If replaces_id is not 0, the
    ///   returned value is the same value as replaces_id"); 0 for a new one.
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

    /// Closes a notification; nothing is told of one that is not open.
    mutating func close(_ id: NotificationID, _ reason: CloseReason) -> [TableSignal] {
        guard let notification = open.removeValue(forKey: id) else { return [] }
        order.removeAll { $0 == id }
        return [.closed(id, reason, notification)]
    }

    /// Closes all, oldest first.
    mutating func clear() -> [TableSignal] {
        order.flatMap { close($0, .dismissed) }
    }

    /// Invokes an action, which ends the notification unless it is resident.
    mutating func invoke(_ action: Action, of id: NotificationID) -> [TableSignal] {
        end(id, with: .actionInvoked(id, key: action.key))
    }

    /// Sends what the user has typed.
    mutating func reply(_ text: String, to id: NotificationID) -> [TableSignal] {
        end(id, with: .replied(id, text: text))
    }

    private mutating func end(
        _ id: NotificationID, with signal: TableSignal
    ) -> [TableSignal] {
        guard let notification = open[id] else { return [] }
        return [signal] + (notification.isResident ? [] : close(id, .dismissed))
    }

    /// The next id that no open notification has.
    private mutating func nextID() -> NotificationID {
        repeat { lastID &+= 1 } while lastID == 0 || open[NotificationID(rawValue: lastID)] != nil
        return NotificationID(rawValue: lastID)
    }
}
