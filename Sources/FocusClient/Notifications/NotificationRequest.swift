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
    package var icon = ""
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
    package var image: Image?
    package var sound: Sound?
    /// The hint `x-focusd-thread`: the group of the notification within its app.
    package var thread: String?
    package var reply: ReplyField?
    /// True if the keys of the actions are names of icons.
    package var usesActionIcons = false
    /// True if the notification stays after an action was invoked.
    package var isResident = false
    /// True if the notification is not kept after its popup has closed.
    package var isTransient = false
    /// The point on the screen to which the notification refers.
    package var position: Position?
    /// Hints without a property of their own, by name. They follow the others.
    package var otherHints: [String: Hint] = [:]
    /// Milliseconds until the popup closes. Nil leaves the time to the server, 0 means never.
    package var expireTimeout: Int32?

    package init(summary: String, body: String = "") {
        self.summary = summary
        self.body = body
    }

    /// The arguments of `Notify`, in the specification's order.
    var arguments: [Value] {
        [
            .string(appName), .uint32(replaces?.rawValue ?? 0), .string(icon), .string(summary),
            .string(body),
            .array(of: "s", actions.flatMap { [.string($0.key), .string($0.label)] }),
            hints, .int32(expireTimeout ?? -1),
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
        image?.add(to: &hints)
        sound?.add(to: &hints)
        hints.set("x-kde-reply-placeholder-text", reply?.placeholder)
        hints.set("x-kde-reply-submit-button-text", reply?.submitButton)
        hints.set("action-icons", usesActionIcons ? .boolean(true) : nil)
        hints.set("resident", isResident ? .boolean(true) : nil)
        hints.set("transient", isTransient ? .boolean(true) : nil)
        hints.set("x", position.map { .int32($0.x) })
        hints.set("y", position.map { .int32($0.y) })
        for (name, hint) in otherHints.sorted(by: { $0.key < $1.key }) {
            hints.set(name, hint.value)
        }
        return hints.value
    }
}

extension NotificationRequest {
    /// A picture of the notification.
    package enum Image: Hashable, Sendable {
        /// The hint `image-path`: a `file:` URI or the name of an icon.
        case path(String)
        /// The hint `image-data`: the picture itself.
        case data(Pixels)

        fileprivate func add(to hints: inout FieldsBuilder) {
            switch self {
            case .path(let path): hints.set("image-path", path)
            case .data(let pixels): hints.set("image-data", pixels.value)
            }
        }
    }

    /// A picture in the form of `image-data` ("Icons and Images" of the specification): rows of RGB
    /// or RGBA samples of eight bits.
    package struct Pixels: Hashable, Sendable {
        package let width: Int32
        package let height: Int32
        /// Bytes from the start of one row to the start of the next.
        package let rowStride: Int32
        package let hasAlpha: Bool
        package let bytes: [UInt8]

        /// Returns nil unless the bytes contain that many rows of that length, because servers
        /// trust these numbers.
        package init?(width: Int32, height: Int32, rowStride: Int32, hasAlpha: Bool, bytes: [UInt8])
        {
            let channels = hasAlpha ? 4 : 3
            guard width > 0, height > 0, Int(rowStride) >= Int(width) * channels,
                bytes.count >= Int(rowStride) * (Int(height) - 1) + Int(width) * channels
            else { return nil }
            self.width = width
            self.height = height
            self.rowStride = rowStride
            self.hasAlpha = hasAlpha
            self.bytes = bytes
        }

        fileprivate var value: Value {
            .structure([
                .int32(width), .int32(height), .int32(rowStride), .boolean(hasAlpha), .int32(8),
                .int32(hasAlpha ? 4 : 3), .bytes(bytes),
            ])
        }
    }

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

    /// A point on the screen.
    package struct Position: Hashable, Sendable {
        package var x: Int32
        package var y: Int32

        package init(x: Int32, y: Int32) {
            self.x = x
            self.y = y
        }
    }

    /// The value of a hint of any name.
    package enum Hint: Hashable, Sendable {
        case text(String)
        case texts([String])
        case integer(Int64)
        case number(Double)
        case flag(Bool)

        fileprivate var value: Value {
            switch self {
            case .text(let text): .string(text)
            case .texts(let texts): .strings(texts)
            case .integer(let number): .int64(number)
            case .number(let number): .double(number)
            case .flag(let flag): .boolean(flag)
            }
        }
    }
}

extension Action {
    /// The key of the action for a click on the notification itself.
    package static let defaultKey = "default"
}
