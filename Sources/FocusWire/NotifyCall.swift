// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore
import Glibc

/// A checked call of `Notify`.
package struct NotifyCall {
    /// The call as it arrived, for the real server.
    package let message: Message
    /// The id to replace, 0 for none; whose it is has not been checked.
    package let untrustedReplaces: UInt32
    package let notification: Notification
    /// Whether it names a picture that may be a file; ``PictureNames`` tells which.
    package let namesPicture: Bool

    /// Reads a call whose signature has been checked.
    ///
    /// - Throws: `InvalidArgs` for a hint of focusd's own that has another type or is too long and
    ///   for too many actions, hints or people or too long a text, naming what and where; nothing else is refused.
    package init(
        _ message: Message, from identity: SenderIdentity
    ) throws(ErrorReply) {
        try self.init(message, message.reader, identity)
    }

    /// Reads a call whose signature has been checked from its bytes, which is quicker.
    ///
    /// - Parameter bytes: `message` as its `withMarshalledBytes` lends it.
    /// - Throws: as ``init(_:from:)``.
    package init(
        _ message: Message, marshalled bytes: UnsafeRawBufferPointer, from identity: SenderIdentity
    ) throws(ErrorReply) {
        let reader: MarshalledReader
        do throws(UnmarshalError) {
            unsafe reader = try MarshalledReader(bytes)
        } catch {
            throw ErrorReply(WireError.invalidArgs, error.description)
        }
        try self.init(message, reader, identity)
    }

    private init(
        _ message: Message, _ reader: some ArgumentReader, _ identity: SenderIdentity
    ) throws(ErrorReply) {
        self.message = message
        var hints = KnownHints()
        var count = 0
        do throws(UnmarshalError) {
            var reader = reader
            let appName = try Self.text(&reader, "app_name")
            untrustedReplaces = try reader.uint32()
            let appIcon = try reader.string()
            let summary = try Self.text(&reader, "summary")
            let body = try Self.text(&reader, "body")
            let actions = try Self.actions(&reader)
            unsafe try reader.namedEntries { name, value throws(UnmarshalError) in
                count += 1
                guard count <= Limits.hints else {
                    throw UnmarshalError("hints: there are more than \(Limits.hints)")
                }
                unsafe try hints.read(HintName(name), &value)
            }
            namesPicture = hints.namesPicture || PictureNames.isFile(appIcon)
            notification = Notification(
                app: identity.app(desktopEntry: hints.desktopEntry, appName: appName),
                appName: appName, summary: summary, body: body, category: hints.category,
                urgency: hints.urgency ?? .normal, level: hints.level, people: hints.people,
                filterCriteria: hints.filterCriteria, isFeedback: hints.isFeedback,
                actions: actions, hints: MessageHints(message: message))
        } catch {
            throw ErrorReply(WireError.invalidArgs, error.description)
        }
    }

    /// The urgency that the real server is told, always one byte (DESIGN §7).
    package static func urgency(of message: Message) -> Urgency {
        var urgency: Urgency?
        MessageHints(message: message).find("urgency") { urgency = KnownHints.urgency(&$0) }
        return urgency ?? .normal
    }

    private static func text(
        _ reader: inout some ArgumentReader, _ place: StaticString
    ) throws(UnmarshalError) -> String {
        let text = try reader.string()
        guard text.utf8.count <= Limits.textBytes else {
            throw UnmarshalError("\(place): longer than \(Limits.textBytes) bytes")
        }
        return text
    }

    /// Pairs of key and label; an odd one at the end is dropped, as servers do.
    private static func actions(
        _ reader: inout some ArgumentReader
    ) throws(UnmarshalError) -> [Action] {
        var actions: [Action] = []
        var key: String?
        try reader.array { element throws(UnmarshalError) in
            let text = try Self.text(&element, "actions")
            guard let first = key else {
                key = text
                return
            }
            key = nil
            guard actions.count < Limits.actions else {
                throw UnmarshalError("actions: there are more than \(Limits.actions)")
            }
            actions.append(Action(key: first, label: text))
        }
        return actions
    }
}

/// A hint's name, lent as UTF-8 while the hint is read, and compared without becoming a String.
@safe private struct HintName {
    // @safe: it does not outlive the reading of its hint.
    private let utf8: UnsafeRawBufferPointer

    @unsafe init(_ utf8: UnsafeRawBufferPointer) {
        unsafe self.utf8 = utf8
    }

    static func ~= (pattern: StaticString, name: HintName) -> Bool {
        guard let start = unsafe name.utf8.baseAddress else { return false }
        return unsafe name.utf8.count == pattern.utf8CodeUnitCount
            && memcmp(start, pattern.utf8Start, name.utf8.count) == 0
    }
}

/// The hints that focusd itself reads.
private struct KnownHints {
    var urgency: Urgency?
    var level: InterruptionLevel?
    var category: String?
    var desktopEntry: String?
    var people: [String] = []
    var filterCriteria: String?
    var namesPicture = false
    private var isSynchronous = false
    private var hasStackTag = false
    private var hasValue = false

    /// Volume, brightness and the like (DESIGN §3, step 2).
    var isFeedback: Bool { isSynchronous || (hasStackTag && hasValue) }

    /// Reads one hint, if it is one of them. One of another program's that has an odd type is the
    /// real server's business.
    mutating func read(
        _ name: HintName, _ value: inout some ArgumentReader
    ) throws(UnmarshalError) {
        switch name {
        case "urgency": urgency = Self.urgency(&value)
        case "category": category = Self.string(&value)
        case "desktop-entry": desktopEntry = Self.string(&value)
        case "interruption-level":
            level = Self.string(&value).flatMap(InterruptionLevel.init(name:))
        case "filterCriteria": filterCriteria = try Self.criteria(&value)
        case "x-focusd-person": try readPeople(&value)
        case "x-canonical-private-synchronous", "synchronous": isSynchronous = true
        case "x-dunst-stack-tag": hasStackTag = true
        case "value": hasValue = true
        case "image-path", "image_path": namesPicture = true
        default: break
        }
    }

    /// Urgency arrives as y, u or i; anything else counts as absent.
    static func urgency(_ value: inout some ArgumentReader) -> Urgency? {
        let number = try? value.variant { inner throws(UnmarshalError) -> Int? in
            switch inner.current {
            case .byte: Int(try inner.byte())
            case .uint32: Int(try inner.uint32())
            case .int32: Int(try inner.int32())
            default: nil
            }
        }
        return (number ?? nil).flatMap(UInt8.init(exactly:)).flatMap(Urgency.init)
    }

    private static func string(_ value: inout some ArgumentReader) -> String? {
        (try? value.stringVariant()) ?? nil
    }

    private static func criteria(
        _ value: inout some ArgumentReader
    ) throws(UnmarshalError) -> String {
        guard let text = try value.stringVariant() else {
            let found = try value.variant { inner throws(UnmarshalError) in inner.currentSignature }
            throw UnmarshalError("hint filterCriteria: expected type s, found \(found)")
        }
        guard text.utf8.count <= Limits.filterCriteriaBytes else {
            throw UnmarshalError(
                "hint filterCriteria: longer than \(Limits.filterCriteriaBytes) bytes")
        }
        return text
    }

    private mutating func readPeople(_ value: inout some ArgumentReader) throws(UnmarshalError) {
        let names = try value.variant { inner throws(UnmarshalError) -> [String] in
            switch inner.current {
            case .string: return [try inner.string()]
            case .array where inner.currentSignature == "as":
                var names: [String] = []
                try inner.array { element throws(UnmarshalError) in
                    names.append(try element.string())
                }
                return names
            default:
                throw UnmarshalError(
                    "hint x-focusd-person: expected type s or as, found "
                        + inner.currentSignature)
            }
        }
        people += names
        guard people.count <= Limits.people else {
            throw UnmarshalError("hint x-focusd-person: more than \(Limits.people) people")
        }
    }
}
