// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore

/// Calls of `Notify` without texts that others in front of a locked screen should not read.
package enum HiddenText {
    /// Hints without a text, a picture or a name of a person.
    private static let harmless: Set<String> = [
        "urgency", "category", "desktop-entry", "transient", "resident", "sound-file", "sound-name",
        "suppress-sound", "sender-pid", "action-icons",
    ]

    /// Returns a copy of the call without the hidden part; nil if the call cannot be read.
    ///
    /// - Parameter title: the summary in place of a hidden one: the app's name.
    package static func message(
        _ message: Message, without hidden: LockScreenRules.Hidden, title: String
    ) -> Message? {
        guard var values = try? message.arguments(), values.count == 8 else { return nil }
        values[4] = .string("")
        if hidden == .everything {
            values[3] = .string(title)
            // The picture of a person is a file; an icon's name tells the app alone.
            if let icon = values[2].asString, icon.contains("/") { values[2] = .string("") }
            values[5] = .strings(defaultAction(values[5].asStrings ?? []))
            values[6] = hints(values[6])
        }
        let copy = Message.methodCall(
            destination: nil, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "Notify")
        return (try? copy.append(contentsOf: values)) == nil ? nil : copy
    }

    /// Returns a call for a message that cannot be read.
    package static func placeholder(title: String) -> Message? {
        let message = Message.methodCall(
            destination: nil, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "Notify")
        let values: [Value] = [
            .string(""), .uint32(0), .string(""), .string(title), .string(""), .strings([]),
            .vardict([:] as [String: Value]), .int32(-1),
        ]
        return (try? message.append(contentsOf: values)) == nil ? nil : message
    }

    /// Returns the action of a click on the popup, without its label; the labels of buttons can repeat
    /// the text.
    private static func defaultAction(_ actions: [String]) -> [String] {
        let keys = stride(from: 0, to: actions.count - 1, by: 2).map { actions[$0] }
        return keys.contains("default") ? ["default", ""] : []
    }

    private static func hints(_ value: Value) -> Value {
        guard case .dictionary(let key, let element, let entries) = value else {
            return .vardict([:] as [String: Value])
        }
        return .dictionary(
            key: key, value: element,
            entries.filter { $0.key.asString.map(harmless.contains) ?? false })
    }
}
