// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// Positions of the arguments of `Notify` ("org.freedesktop.Notifications.Notify" in the
/// specification).
enum NotifyPosition {
    static let appName = 0
    static let appIcon = 2
    static let summary = 3
    static let body = 4
    static let actions = 5
    static let hints = 6
}

extension Message {
    /// A call of `Notify` without arguments.
    static var emptyNotify: Message {
        .methodCall(
            destination: nil, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "Notify")
    }

    /// Returns a call of `Notify` that focusd makes itself.
    ///
    /// - Parameters:
    ///   - actions: a key and a label for each action.
    ///   - hints: a dictionary of variants.
    ///   - expires: milliseconds until the popup goes; -1 for as long as the server likes.
    package static func notify(
        appName: String, replaces: UInt32 = 0, icon: String = "", summary: String,
        body: String = "", actions: [String] = [], hints: Value = .vardict([:] as [String: Value]),
        expires: Int32 = -1
    ) throws(MarshalError) -> Message {
        let message = emptyNotify
        try message.append(
            .string(appName), .uint32(replaces), .string(icon), .string(summary), .string(body),
            .strings(actions), hints, .int32(expires))
        return message
    }

    /// Returns a call of `Notify` made from the stored columns of a notification.
    package static func notify(_ record: EntryRecord) throws(MarshalError) -> Message {
        try notify(
            appName: record.appName, replaces: record.id.rawValue, summary: record.summary,
            body: record.body, actions: record.actions.flatMap { [$0.key, $0.label] },
            hints: .vardict([
                "urgency": .byte(record.urgency.rawValue),
                "desktop-entry": .string(record.app.rawValue),
            ]))
    }
}
