// SPDX-License-Identifier: Apache-2.0

import DBus

/// A notification's number on the bus; never 0.
struct NotificationID: RawRepresentable, Hashable, Sendable {
    let rawValue: UInt32
}

/// The importance of a notification ("Urgency Levels" of the specification).
enum Urgency: UInt8, Sendable {
    case low = 0
    case normal = 1
    case critical = 2
}

/// An action that the user can invoke on a notification.
struct Action: Hashable, Sendable {
    let key: String
    let label: String

    /// The key of the action for the notification itself.
    static let defaultKey = "default"
    /// The key of the action with a text, introduced by KDE.
    static let replyKey = "inline-reply"
}

/// The arguments of `Notify` that a terminal can use. Every text is untrusted.
struct Notification: Hashable, Sendable {
    var appName = ""
    var summary = ""
    var body = ""
    var actions: [Action] = []
    var urgency = Urgency.normal
    /// True if the notification stays open after one of its actions was invoked.
    var isResident = false
    /// Milliseconds until the notification expires; 0 for never, negative for the server's default.
    var expireTimeout: Int32 = -1

    /// The actions with a number on the screen, at most nine.
    var numberedActions: ArraySlice<Action> {
        actions.filter { $0.key != Action.defaultKey }.prefix(9)
    }

    /// The action for the notification itself; nil if it has none.
    var defaultAction: Action? { actions.first { $0.key == Action.defaultKey } }

    /// The time until the notification expires; nil for never. "Urgency Levels": critical ones
    /// "should not automatically expire".
    var lifetime: Duration? {
        if urgency == .critical || expireTimeout == 0 { return nil }
        if expireTimeout > 0 { return .milliseconds(expireTimeout) }
        return urgency == .low ? .seconds(5) : .seconds(10)
    }
}

extension Notification {
    /// Maximum number of stored actions of one notification.
    static let actionLimit = 32
    /// Maximum bytes of an action's key. The app gets the key back, so it is never cut.
    static let actionKeyLimit = 1_024

    /// Reads the arguments of `Notify`, whose types have been checked. Keeps of each text the part
    /// that can be drawn: an app's texts may have a megabyte each.
    ///
    /// - Returns: The notification and the id that it replaces, 0 for none.
    static func read(
        _ untrusted: MessageReader
    ) throws(UnmarshalError) -> (Notification, replaces: UInt32) {
        var reader = untrusted
        var result = Notification()
        result.appName = try reader.string().bounded(to: HarmlessLimits.name)
        let replaces = try reader.uint32()
        // A terminal draws no icon.
        reader.skip()
        result.summary = try reader.string().bounded(to: HarmlessLimits.summary)
        result.body = try reader.string().bounded(to: HarmlessLimits.body)
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
                let entry = try value.value().unwrapped.asString ?? ""
                result.appName = entry.bounded(to: HarmlessLimits.name)
            default:
                // Pictures are large, so unused hints are not read.
                break
            }
        }
        result.expireTimeout = try reader.int32()
        return (result, replaces)
    }

    /// Returns pairs of key and label. Drops an action with a long key, and a final key without a
    /// label.
    private static func actions(
        _ reader: inout MessageReader
    ) throws(UnmarshalError) -> [Action] {
        var texts: [String?] = []
        try reader.array { element throws(UnmarshalError) in
            guard texts.count < 2 * actionLimit else { return }
            let text = try element.string()
            if !texts.count.isMultiple(of: 2) {
                texts.append(text.bounded(to: HarmlessLimits.name))
            } else {
                texts.append(text.utf8.count <= actionKeyLimit ? text : nil)
            }
        }
        return stride(from: 0, to: texts.count - texts.count % 2, by: 2).compactMap { index in
            guard let key = texts[index], let label = texts[index + 1] else { return nil }
            return Action(key: key, label: label)
        }
    }
}
