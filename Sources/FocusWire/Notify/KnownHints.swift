// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore
import Glibc

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
