// SPDX-License-Identifier: Apache-2.0

package import DBus
package import FocusCore
import Glibc

/// A checked call of `Notify`.
package struct NotifyCall {
    /// The call as it arrived, for the server.
    package let message: Message
    /// The id to replace, 0 for none; its owner is not checked yet.
    package let untrustedReplaces: UInt32
    package let notification: Notification
    /// True if the call names a picture that can be a file; ``PictureNames`` reads the name.
    package let namesPicture: Bool
    /// True if the call has the hint by which focus-bridge gets an original call of GNOME's own
    /// interface. An app that sent it could speak for another app there.
    package let carriesOriginal: Bool

    /// Reads a call whose signature was checked.
    ///
    /// - Throws: `InvalidArgs`, with the argument and the problem, for a hint of focusd's own that
    ///   has another type or is too long, for too many actions, hints or people, and for a text
    ///   that is too long. An empty summary or body is valid. `Engine.receive` refuses for want of
    ///   room.
    package init(
        _ message: Message, from identity: SenderIdentity
    ) throws(ErrorReply) {
        let arguments: NotifyArguments
        do throws(UnmarshalError) {
            arguments = try NotifyArguments(message)
        } catch {
            throw ErrorReply(WireError.invalidArgs, error.description)
        }
        self.message = message
        untrustedReplaces = arguments.replaces
        namesPicture = arguments.namesPicture
        carriesOriginal = arguments.hints.carriesOriginal
        let hints = arguments.hints
        var notification = Notification(
            app: identity.app(desktopEntry: hints.desktopEntry, appName: arguments.appName),
            appName: arguments.appName,
            program: identity.program(
                desktopEntry: hints.desktopEntry, appName: arguments.appName),
            summary: arguments.summary, body: arguments.body, category: hints.category,
            urgency: Self.urgency(hints.urgency ?? .normal, from: identity),
            level: hints.level, people: hints.people,
            thread: hints.thread, filterCriteria: hints.filterCriteria,
            // No feedback asks for an answer; any app may claim to send feedback.
            isFeedback: hints.isFeedback && arguments.actions.isEmpty,
            isTransient: hints.isTransient,
            actions: arguments.actions, hints: MessageHints(message: message))
        notification.tag = hints.tag
        notification.findPeople()
        notification.findSite(origin: hints.origin)
        self.notification = notification
    }

    /// Returns the urgency by which focusd decides. “critical” of GTK's back end may be the
    /// priority `high`, which chats send: normal interrupts less, and a silenced one is in the
    /// missed list.
    private static func urgency(_ sent: Urgency, from identity: SenderIdentity) -> Urgency {
        sent == .critical && identity.isGtkPortal ? .normal : sent
    }

    /// Returns the urgency for the server's hint `urgency`, always one byte.
    ///
    /// - Parameter hint: a reader before the variant that the client sent.
    package static func sentUrgency(_ hint: inout MessageReader) -> UInt8 {
        (KnownHints.urgency(&hint) ?? .normal).rawValue
    }

    /// Returns the expire timeout of a stored message in milliseconds, which is its last argument;
    /// nil if the bytes are no ends of a message.
    ///
    /// - Parameters:
    ///   - first: the message's first byte, which tells the byte order.
    ///   - last: its last four bytes.
    package static func expireTimeout(first: UInt8?, last: some Collection<UInt8>) -> Int32? {
        guard last.count == 4 else { return nil }
        let bits = last.reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
        switch first {
        case UInt8(ascii: "B"): return Int32(bitPattern: bits)
        case UInt8(ascii: "l"): return Int32(bitPattern: bits.byteSwapped)
        default: return nil
        }
    }

    /// Returns true if the popup of a stored message stays until the user deals with it: a popup
    /// that never expires, or a critical one that leaves its time to the server, and no transient
    /// one.
    ///
    /// - Parameter bytes: the whole message, as the store lends it.
    package static func popupStays(_ bytes: UnsafeRawBufferPointer) -> Bool {
        guard let message = try? unsafe Message.demarshal(bytes),
            let hints = try? NotifyArguments(message).hints, !hints.isTransient
        else { return false }
        var reader = message.reader
        for _ in 0..<7 { reader.skip() }
        guard let timeout = try? reader.int32() else { return false }
        return timeout == 0 || (timeout < 0 && hints.urgency == .critical)
    }
}

/// The arguments of a `Notify` call that focusd uses.
struct NotifyArguments {
    private(set) var appName = ""
    private(set) var replaces: UInt32 = 0
    private(set) var summary = ""
    private(set) var body = ""
    private(set) var actions: [Action] = []
    private(set) var hints = KnownHints()
    /// True if `app_icon` or a hint names a picture that can be a file.
    private(set) var namesPicture = false

    /// Reads the arguments.
    ///
    /// - Parameters:
    ///   - nameBytes: Bytes of the app's name that are read; the rest is cut.
    ///   - textBytes: Bytes of a summary, a body or an action's text that are read; the rest is
    ///     cut.
    ///   - listBytes: Bytes of all actions that are read. One further action stands for the rest,
    ///     so that the list is found to be too long.
    /// - Throws: An error with the place of the first problem.
    init(
        _ message: Message, nameBytes: Int = Limits.nameBytes,
        textBytes: Int = Limits.storedTextBytes, listBytes: Int = Limits.storedListBytes
    ) throws(UnmarshalError) {
        var reader = message.reader
        appName = try Self.text(&reader, "app_name", nameBytes)
        replaces = try reader.uint32()
        let isFile = try unsafe PictureNames.isFile(reader.utf8())
        summary = try Self.text(&reader, "summary", textBytes)
        body = try Self.text(&reader, "body", textBytes)
        actions = try Self.actions(&reader, textBytes, listBytes)
        var count = 0
        try unsafe reader.namedEntries { name, value throws(UnmarshalError) in
            count += 1
            guard count <= Limits.hints else {
                throw UnmarshalError("hints: there are more than \(Limits.hints)")
            }
            if let hint = unsafe KnownHint(name) { try hints.read(hint, &value) }
        }
        namesPicture = isFile || hints.namesPicture
    }

    private static func text(
        _ reader: inout MessageReader, _ place: StaticString, _ limit: Int
    ) throws(UnmarshalError) -> String {
        let utf8 = try unsafe reader.utf8()
        guard utf8.count <= Limits.textBytes else {
            throw UnmarshalError("\(place): longer than \(Limits.textBytes) bytes")
        }
        // Made stream-safe first (no long runs of combining marks): the cut text is, too.
        return unsafe StreamSafeText.string(utf8, upTo: limit).scalars(inBytes: limit)
    }

    /// Reads pairs of key and label; drops a single text at the end, like servers do.
    private static func actions(
        _ reader: inout MessageReader, _ textBytes: Int, _ listBytes: Int
    ) throws(UnmarshalError) -> [Action] {
        var actions: [Action] = []
        var key: String?
        var count = 0
        var bytes = 0
        try reader.array { element throws(UnmarshalError) in
            count += 1
            guard count / 2 <= Limits.actions else {
                throw UnmarshalError("actions: there are more than \(Limits.actions)")
            }
            let isRead = bytes <= listBytes || key != nil
            let text = try Self.text(&element, "actions", isRead ? textBytes : 0)
            guard isRead else { return }
            bytes += text.utf8.count
            guard let first = key else {
                key = text
                return
            }
            key = nil
            actions.append(Action(key: first, label: text))
        }
        return actions
    }
}

/// A hint that focusd itself reads.
enum KnownHint {
    case urgency, category, desktopEntry, level, filterCriteria, person, origin, thread, transient
    /// Tags of servers that show the last notification with a tag in place of the others.
    case synchronous, stackTag
    /// Hints whose presence matters, but not their values.
    case value, picture, original

    /// Returns the hint with this name, in UTF-8; nil for all other hints.
    init?(_ name: UnsafeRawBufferPointer) {
        let hint: KnownHint
        let text: StaticString
        // The length of a name identifies almost all of them.
        switch name.count {
        case 5: (hint, text) = (.value, "value")
        case 7: (hint, text) = (.urgency, "urgency")
        case 8: (hint, text) = (.category, "category")
        case 9: (hint, text) = (.transient, "transient")
        case 10:
            let isOld = unsafe name[5] == UInt8(ascii: "_")
            (hint, text) = (.picture, isOld ? "image_path" : "image-path")
        case 11: (hint, text) = (.synchronous, "synchronous")
        case 12: (hint, text) = (.original, "x-focusd-gtk")
        case 13: (hint, text) = (.desktopEntry, "desktop-entry")
        case 14: (hint, text) = (.filterCriteria, "filterCriteria")
        case 15:
            let isThread = unsafe name[9] == UInt8(ascii: "t")
            (hint, text) = isThread ? (.thread, "x-focusd-thread") : (.person, "x-focusd-person")
        case 17:
            let isOrigin = unsafe name[2] == UInt8(ascii: "k")
            (hint, text) =
                isOrigin ? (.origin, "x-kde-origin-name") : (.stackTag, "x-dunst-stack-tag")
        case 18: (hint, text) = (.level, "interruption-level")
        case 31: (hint, text) = (.synchronous, "x-canonical-private-synchronous")
        default: return nil
        }
        guard let start = name.baseAddress, text.utf8CodeUnitCount == name.count,
            unsafe memcmp(start, text.utf8Start, name.count) == 0
        else { return nil }
        self = hint
    }
}

/// The values of the hints that focusd itself reads.
struct KnownHints {
    var urgency: Urgency?
    var level: InterruptionLevel?
    var category: String?
    var desktopEntry: String?
    var people: [String] = []
    var filterCriteria: String?
    /// The web site, telephone or account that the notification is from, as KDE's hint names it.
    var origin: String?
    /// The app's name for a group of its notifications, cut to ``Limits/threadBytes``.
    var thread: String?
    /// The tag with which a server shows the notification in place of an older one, cut to
    /// ``Limits/threadBytes``.
    var tag: String?
    /// True for the hint `transient`: the notification counts as read as soon as it is to be shown.
    var isTransient = false
    private(set) var namesPicture = false
    /// True if the hint ``Route/originalHint`` is there.
    private(set) var carriesOriginal = false
    private var isSynchronous = false
    private var hasStackTag = false
    private var hasValue = false

    /// True for volume, brightness and the like, if the notification has no actions (step 2 of
    /// Design.md, "The decision").
    var isFeedback: Bool { isSynchronous || (hasStackTag && hasValue) }

    init() {}

    /// Records the presence of the hints with these names, without their values.
    init(present names: [String]) {
        for var name in names {
            let hint = name.withUTF8 { unsafe KnownHint(UnsafeRawBufferPointer($0)) }
            if let hint { note(hint) }
        }
    }

    /// Reads one hint. A common hint of an unexpected type counts as absent; the server handles it.
    ///
    /// - Throws: An error for focusd's own hints of a wrong type, and for a value that is too long.
    mutating func read(
        _ hint: KnownHint, _ value: inout MessageReader
    ) throws(UnmarshalError) {
        switch hint {
        case .urgency: urgency = Self.urgency(&value)
        case .category: category = try Self.string(&value, "category")
        case .desktopEntry: desktopEntry = try Self.string(&value, "desktop-entry")
        case .level:
            level = try Self.string(&value, "interruption-level")
                .flatMap(InterruptionLevel.init(name:))
        case .filterCriteria: filterCriteria = try Self.criteria(&value)
        case .person: try readPeople(&value)
        case .origin: origin = try Self.string(&value, "x-kde-origin-name")
        case .thread: thread = Self.name(&value)
        case .synchronous, .stackTag:
            tag = Self.name(&value) ?? tag
            note(hint)
        case .transient: isTransient = Self.flag(&value)
        case .value, .picture, .original: note(hint)
        }
    }

    /// Records the presence of a hint whose value does not matter.
    mutating func note(_ hint: KnownHint) {
        switch hint {
        case .synchronous: isSynchronous = true
        case .stackTag: hasStackTag = true
        case .value: hasValue = true
        case .picture: namesPicture = true
        case .original: carriesOriginal = true
        default: break
        }
    }

    /// Reads the urgency as y, u or i; any other type counts as absent.
    static func urgency(_ value: inout MessageReader) -> Urgency? {
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

    /// Reads a flag as b, y, u or i, as scripts send it; any other type counts as false.
    private static func flag(_ value: inout MessageReader) -> Bool {
        let flag = try? value.variant { inner throws(UnmarshalError) -> Bool in
            switch inner.current {
            case .boolean: try inner.boolean()
            case .byte: try inner.byte() != 0
            case .uint32: try inner.uint32() != 0
            case .int32: try inner.int32() != 0
            default: false
            }
        }
        return flag ?? false
    }

    /// Reads a name that apps choose freely, and of which no decision needs the end.
    private static func name(_ value: inout MessageReader) -> String? {
        guard let text = (try? value.stringVariant(upTo: Limits.threadBytes)) ?? nil, !text.isEmpty
        else { return nil }
        return text.cut(toBytes: Limits.threadBytes)
    }

    private static func string(
        _ value: inout MessageReader, _ name: StaticString
    ) throws(UnmarshalError) -> String? {
        let text = (try? value.stringVariant(upTo: Limits.shortHintBytes)) ?? nil
        guard text?.utf8.count ?? 0 <= Limits.shortHintBytes else {
            throw UnmarshalError("hint \(name): longer than \(Limits.shortHintBytes) bytes")
        }
        return text
    }

    private static func criteria(
        _ value: inout MessageReader
    ) throws(UnmarshalError) -> String {
        guard let text = try value.stringVariant(upTo: Limits.filterCriteriaBytes) else {
            let found = try value.variant { inner throws(UnmarshalError) in inner.currentSignature }
            throw UnmarshalError("hint filterCriteria: expected type s, found \(found)")
        }
        guard text.utf8.count <= Limits.filterCriteriaBytes else {
            throw UnmarshalError(
                "hint filterCriteria: longer than \(Limits.filterCriteriaBytes) bytes")
        }
        return text
    }

    private mutating func readPeople(_ value: inout MessageReader) throws(UnmarshalError) {
        people += try value.variant { [count = people.count] inner throws(UnmarshalError) in
            var names: [String] = []
            switch inner.current {
            case .string: names.append(try Self.person(&inner))
            case .array where inner.currentSignature == "as":
                try inner.array { element throws(UnmarshalError) in
                    guard count + names.count < Limits.people else {
                        throw UnmarshalError(
                            "hint x-focusd-person: more than \(Limits.people) people")
                    }
                    names.append(try Self.person(&element))
                }
            default:
                throw UnmarshalError(
                    "hint x-focusd-person: expected type s or as, found "
                        + inner.currentSignature)
            }
            return names
        }
        guard people.count <= Limits.people else {
            throw UnmarshalError("hint x-focusd-person: more than \(Limits.people) people")
        }
    }

    private static func person(_ value: inout MessageReader) throws(UnmarshalError) -> String {
        let name = try value.string(upTo: Limits.personBytes)
        guard name.utf8.count <= Limits.personBytes else {
            throw UnmarshalError(
                "hint x-focusd-person: a name is longer than \(Limits.personBytes) bytes")
        }
        return name
    }
}
