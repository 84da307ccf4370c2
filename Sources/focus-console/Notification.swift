// SPDX-License-Identifier: Apache-2.0

import DBus

/// A notification's number on the bus; never 0.
struct NotificationID: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt32
}

/// How much a notification matters ("Urgency Levels" of the specification).
enum Urgency: UInt8, Sendable {
    case low = 0
    case normal = 1
    case critical = 2
}

/// Something the user can do about a notification.
struct Action: Hashable, Sendable {
    let key: String
    let label: String

    /// What activating the notification itself means.
    static let defaultKey = "default"
    /// The action that takes a text, as KDE introduced it.
    static let replyKey = "inline-reply"
}

/// What `Notify` was given, as far as a terminal can use it. Every text is untrusted.
struct Notification: Hashable, Sendable {
    var appName = ""
    var summary = ""
    var body = ""
    var actions: [Action] = []
    var urgency = Urgency.normal
    /// Stays open when one of its actions is invoked.
    var isResident = false
    /// Milliseconds; 0 for never, negative to leave it to us.
    var expireTimeout: Int32 = -1

    /// The actions that have a number on the screen, at most nine.
    var numberedActions: ArraySlice<Action> {
        actions.filter { $0.key != Action.defaultKey }.prefix(9)
    }

    /// What activating the notification invokes; nil where it says nothing of it.
    var defaultAction: Action? { actions.first { $0.key == Action.defaultKey } }

    /// How long it stays; nil for until somebody closes it. "Urgency Levels": critical ones
    /// "should not automatically expire".
    var lifetime: Duration? {
        if urgency == .critical || expireTimeout == 0 { return nil }
        if expireTimeout > 0 { return .milliseconds(expireTimeout) }
        return urgency == .low ? .seconds(5) : .seconds(10)
    }
}

extension Notification {
    /// Most actions that are kept of one notification.
    static let actionLimit = 32

    /// Reads the arguments of `Notify`, whose types have been checked.
    ///
    /// - Returns: the notification and the id that it replaces, 0 for none.
    static func read(
        _ untrusted: MessageReader
    ) throws(UnmarshalError) -> (Notification, replaces: UInt32) {
        var reader = untrusted
        var result = Notification()
        result.appName = try reader.string()
        let replaces = try reader.uint32()
        // A terminal draws no icon.
        reader.skip()
        result.summary = try reader.string()
        result.body = try reader.string()
        result.actions = try actions(&reader)
        try reader.dictionary { name, value throws(UnmarshalError) in
            switch name {
            case "urgency":
                let number = try value.value().unwrapped.asInteger
                result.urgency =
                    number.flatMap(UInt8.init(exactly:)).flatMap(Urgency.init) ?? .normal
            case "resident":
                result.isResident = try value.value().unwrapped.asBool ?? false
            case "desktop-entry" where result.appName.isEmpty:
                result.appName = try value.value().unwrapped.asString ?? ""
            default:
                // Pictures are large, so nothing is read that is not used.
                break
            }
        }
        result.expireTimeout = try reader.int32()
        return (result, replaces)
    }

    /// Pairs of key and label; a key without a label at the end is dropped.
    private static func actions(
        _ reader: inout MessageReader
    ) throws(UnmarshalError) -> [Action] {
        var texts: [String] = []
        try reader.array { element throws(UnmarshalError) in
            if texts.count < 2 * actionLimit { texts.append(try element.string()) }
        }
        return stride(from: 0, to: texts.count - texts.count % 2, by: 2).map {
            Action(key: texts[$0], label: texts[$0 + 1])
        }
    }
}
