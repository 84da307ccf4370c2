// SPDX-License-Identifier: Apache-2.0

package import DBus
import FocusCore

/// A notification as `org.gtk.Notifications` and the notification portal carry it, versions 1 and
/// 2.
package struct GateNotification: Hashable, Sendable {
    /// A picture or a sound.
    package enum File: Hashable, Sendable {
        case bytes([UInt8])
        case descriptor(UnixFD)
    }

    package enum Icon: Hashable, Sendable {
        /// Names of an icon in the theme, the best first.
        case themed([String])
        /// A file's path or URI.
        case named(String)
        case file(File)
    }

    package enum Sound: Hashable, Sendable {
        case standard
        case silent
        case file(File)
    }

    package struct Button: Hashable, Sendable {
        package var label: String
        package var purpose: String?
        package var invocation: Route.Invocation
    }

    package enum Priority: String, Sendable {
        case low, normal, high, urgent
    }

    package var name: RouteName
    package var title = ""
    /// The text without markup.
    package var body = ""
    /// The text with the markup `b`, `i` and `a href`; nil if the app sent none.
    package var markupBody: String?
    package var icon: Icon?
    package var sound: Sound?
    package var priority = Priority.normal
    package var category: String?
    package var displayHints: Set<String> = []
    package var defaultAction: Route.Invocation?
    package var buttons: [Button] = []

    /// Reads a call of `AddNotification` whose signature was checked.
    ///
    /// Unknown keys, and known ones of another type or with a descriptor that was closed on
    /// receipt, count as absent: an app can be newer than focusd.
    ///
    /// - Throws: `LimitsExceeded` for a call that is too long, before its content is read;
    ///   `InvalidArgs` for ids that nobody can have, for too many buttons and for an action whose
    ///   name is too long.
    package init(_ untrusted: Message, at gate: Gate) throws(ErrorReply) {
        guard untrusted.byteCount <= GateLimits.callBytes else {
            throw Self.tooLong(GateLimits.callBytes)
        }
        do throws(UnmarshalError) {
            name = try RouteName(untrusted, at: gate)
            let (picture, pictureBytes) = try Self.icon(in: untrusted)
            icon = picture
            guard untrusted.byteCount - pictureBytes <= GateLimits.fieldBytes else {
                throw UnmarshalError(
                    "longer than \(GateLimits.fieldBytes) bytes beside the picture")
            }
            var reader = untrusted.reader
            reader.skip()
            reader.skip()
            try unsafe reader.namedEntries { name, value throws(UnmarshalError) in
                // The bytes: an app may send any key.
                let known = Self.keys.first { unsafe name.elementsEqual($0.utf8) }
                guard let key = known, let value = try? value.value()
                else { return }
                try read(key, value.unwrapped)
            }
        } catch {
            throw ErrorReply(WireError.invalidArgs, error.description)
        }
    }

    private static func tooLong(_ bytes: Int) -> ErrorReply {
        ErrorReply(WireError.limitsExceeded, "the notification is longer than \(bytes) bytes")
    }

    private static let keys: Set<String> = [
        "title", "body", "markup-body", "sound", "priority", "category", "display-hint",
        "default-action", "default-action-target", "buttons",
    ]

    private mutating func read(_ key: String, _ value: Value) throws(UnmarshalError) {
        switch key {
        case "title": title = value.asString ?? title
        case "body": body = value.asString ?? body
        case "markup-body": markupBody = value.asString
        case "priority": priority = value.asString.flatMap(Priority.init) ?? priority
        case "category": category = value.asString
        case "display-hint": displayHints = Set(value.asStrings ?? [])
        case "sound": sound = Self.sound(value)
        case "default-action":
            guard let action = value.asString else { return }
            try Self.check(action, "default-action")
            defaultAction = Route.Invocation(action: action, target: defaultAction?.target)
        case "default-action-target":
            defaultAction = Route.Invocation(
                action: defaultAction?.action ?? "", target: value)
        default: try readButtons(value)
        }
    }

    private mutating func readButtons(_ value: Value) throws(UnmarshalError) {
        for fields in Fields.list(value) ?? [] {
            guard buttons.count < Limits.actions else {
                throw UnmarshalError("buttons: there are more than \(Limits.actions)")
            }
            guard let action = fields.string("action") else { continue }
            try Self.check(action, "buttons")
            let purpose = fields.string("purpose")
            let label = fields.string("label") ?? purpose.flatMap(ButtonPurpose.label) ?? action
            buttons.append(
                Button(
                    label: label, purpose: purpose,
                    invocation: Route.Invocation(
                        action: action, target: fields["target"]?.unwrapped)))
        }
    }
}

// MARK: Pictures and sounds

extension GateNotification {
    /// Checks the name of an action.
    private static func check(_ action: String, _ key: StaticString) throws(UnmarshalError) {
        guard action.utf8.count <= GateLimits.actionBytes else {
            throw UnmarshalError(
                "\(key): the name of an action is longer than \(GateLimits.actionBytes) bytes")
        }
    }

    /// Reads the picture alone, and returns its bytes in the message.
    private static func icon(
        in message: Message
    ) throws(UnmarshalError) -> (icon: Icon?, bytes: Int) {
        var icon: Icon?
        var bytes = 0
        let isLong = message.byteCount > GateLimits.fieldBytes
        var reader = message.reader
        reader.skip()
        reader.skip()
        try unsafe reader.namedEntries { key, value throws(UnmarshalError) in
            guard unsafe key.elementsEqual("icon".utf8) else { return }
            // The serialised form of a GIcon, or the portal's: a name, or a kind and its content.
            icon = try value.variant { inner throws(UnmarshalError) in
                if inner.current == .string {
                    guard !isLong else { return nil }
                    return Icon.themed([try inner.string()])
                }
                guard inner.currentSignature == "(sv)" else { return nil }
                return try inner.structure { fields throws(UnmarshalError) in
                    let kind = try fields.string(upTo: longestKind)
                    return try fields.variant { content throws(UnmarshalError) in
                        try Self.icon(kind, &content, &bytes, isLong: isLong)
                    }
                }
            }
        }
        return (icon, bytes)
    }

    /// Bytes of the longest kind of picture, `file-descriptor`.
    private static let longestKind = 15

    /// - Parameter isLong: true for a call that is refused unless its picture explains its length.
    private static func icon(
        _ kind: String, _ content: inout MessageReader, _ bytes: inout Int, isLong: Bool
    ) throws(UnmarshalError) -> Icon? {
        switch (kind, content.currentSignature) {
        case ("themed", "as") where !isLong:
            var names: [String] = []
            try content.array { name throws(UnmarshalError) in
                if names.count < Limits.namesPerApp { names.append(try name.string()) }
            }
            return names.isEmpty ? nil : .themed(names)
        case ("file", "s") where !isLong: return .named(try content.string())
        case ("bytes", "ay"):
            let picture = unsafe try content.withBytes { buffer -> [UInt8]? in
                bytes = buffer.count
                return unsafe buffer.count <= GateLimits.fileBytes ? [UInt8](buffer) : nil
            }
            return picture.map { .file(.bytes($0)) }
        case ("file-descriptor", "h"):
            // It may have been closed on receipt: the notification comes without the picture.
            return (try? content.unixFD()).map { .file(.descriptor($0)) }
        default: return nil
        }
    }

    private static func sound(_ value: Value) -> Sound? {
        switch value {
        case .string("default"): return .standard
        case .string("silent"): return .silent
        case .structure(let fields) where fields.count == 2:
            guard fields[0].asString == "file-descriptor",
                case .unixFD(let descriptor) = fields[1].unwrapped
            else { return nil }
            return .file(.descriptor(descriptor))
        default: return nil
        }
    }
}

extension RouteName {
    /// Reads the first two arguments of `AddNotification` or `RemoveNotification`.
    ///
    /// - Throws: An error for an id that is too long, and for an app id that is a client's unique
    ///   name. At `org.gtk.Notifications`, the app id is a bus name. The portal's app id may be
    ///   empty, and for a program outside a sandbox it is any desktop file's id, such as `code`.
    package init(_ untrusted: Message, at gate: Gate) throws(UnmarshalError) {
        var reader = untrusted.reader
        let app = try reader.string()
        let id = try reader.string()
        guard (try? BusName(app)).map({ !$0.isUnique }) ?? (gate == .portal) else {
            throw UnmarshalError("app_id is not an id of the form org.example.App")
        }
        guard app.utf8.count <= Limits.appIDBytes else {
            throw UnmarshalError("app_id: longer than \(Limits.appIDBytes) bytes")
        }
        guard id.utf8.count <= GateLimits.idBytes else {
            throw UnmarshalError("id: longer than \(GateLimits.idBytes) bytes")
        }
        self.init(gate: gate, app: app, id: id)
    }
}

/// The purposes of buttons, in version 2 of the portal.
package enum ButtonPurpose {
    package static let reply = "im.reply-with-text"

    /// All purposes that focusd names to apps.
    package static let all = [
        reply, "call.accept", "call.decline", "call.hang-up", "call.enable-speakerphone",
        "call.disable-speakerphone", "system.custom-alert",
    ]

    /// The label of a button that has a purpose alone.
    package static func label(_ purpose: String) -> String? {
        switch purpose {
        case reply: "Reply"
        case "call.accept": "Accept"
        case "call.decline": "Decline"
        case "call.hang-up": "Hang up"
        case "call.enable-speakerphone": "Speaker on"
        case "call.disable-speakerphone": "Speaker off"
        default: nil
        }
    }
}
