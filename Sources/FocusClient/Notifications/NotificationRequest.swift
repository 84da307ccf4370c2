// SPDX-License-Identifier: Apache-2.0

import DBus
package import FocusCore
import FocusWire

/// A notification to send: the arguments of `Notify`, and hints of the notification specification,
/// of servers that extend it, and of focusd.
package struct NotificationRequest: Hashable, Sendable {
    package var appName = ""
    /// The notification to replace.
    package var replaces: ClientID?
    package var summary: String
    package var body = ""
    package var actions: [Action] = []
    /// The hint `desktop-entry`: the app of the notification.
    package var app: AppID?
    package var urgency: Urgency?
    package var level: InterruptionLevel?
    package var category: String?
    package var filterCriteria: String?
    package var people: [String] = []
    /// A `file:` URI or the name of an icon.
    package var imagePath: String?
    package var sound: Sound?
    /// The hint `x-focusd-thread`: the group of the notification within its app.
    package var thread: String?
    package var reply: ReplyField?
    /// Hints without a property of their own, by name. They follow the others.
    package var otherHints: [String: Hint] = [:]

    package init(summary: String, body: String = "") {
        self.summary = summary
        self.body = body
    }

    /// The arguments of `Notify`, in the specification's order.
    var arguments: [Value] {
        [
            .string(appName), .uint32(replaces?.rawValue ?? 0), .string(""), .string(summary),
            .string(body),
            .array(of: "s", actions.flatMap { [.string($0.key), .string($0.label)] }),
            hints, .int32(-1),
        ]
    }

    private var hints: Value {
        var hints = FieldsBuilder()
        hints.set("desktop-entry", app?.rawValue)
        hints.set("urgency", urgency.map { .byte($0.rawValue) })
        hints.set("interruption-level", level?.name)
        hints.set("category", category)
        hints.set("filterCriteria", filterCriteria)
        hints.set("x-focusd-person", people.isEmpty ? nil : .strings(people))
        hints.set("x-focusd-thread", thread)
        hints.set("image-path", imagePath)
        sound?.add(to: &hints)
        hints.set("x-kde-reply-placeholder-text", reply?.placeholder)
        hints.set("x-kde-reply-submit-button-text", reply?.submitButton)
        for (name, hint) in otherHints.sorted(by: { $0.key < $1.key }) {
            hints.set(name, hint.value)
        }
        return hints.value
    }
}

extension NotificationRequest {
    /// The sound of the notification. Without one the server chooses.
    package enum Sound: Hashable, Sendable {
        /// The hint `suppress-sound`.
        case silent
        /// The hint `sound-name`: a name of the sound naming specification.
        case named(String)
        /// The hint `sound-file`: an absolute path.
        case file(String)

        fileprivate func add(to hints: inout FieldsBuilder) {
            switch self {
            case .silent: hints.set("suppress-sound", .boolean(true))
            case .named(let name): hints.set("sound-name", name)
            case .file(let path): hints.set("sound-file", path)
            }
        }
    }

    /// The texts of the reply field. Its action is `Action.inlineReply`.
    package struct ReplyField: Hashable, Sendable {
        package var placeholder: String?
        package var submitButton: String?

        package init(placeholder: String? = nil, submitButton: String? = nil) {
            self.placeholder = placeholder
            self.submitButton = submitButton
        }
    }

    /// The value of a hint of any name.
    package enum Hint: Hashable, Sendable {
        case text(String)
        case number(Double)

        fileprivate var value: Value {
            switch self {
            case .text(let text): .string(text)
            case .number(let number): .double(number)
            }
        }
    }
}

extension Action {
    /// The key of the action for a click on the notification itself.
    package static let defaultKey = "default"
}
