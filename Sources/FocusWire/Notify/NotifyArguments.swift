// SPDX-License-Identifier: Apache-2.0

import DBus
import FocusCore

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
    /// - Throws: An error with the place of the first problem.
    init(_ reader: consuming some ArgumentReader) throws(UnmarshalError) {
        appName = try Self.text(&reader, "app_name").prefix(bytes: Limits.nameBytes)
        replaces = try reader.uint32()
        let appIcon = try reader.string()
        summary = try Self.text(&reader, "summary")
        body = try Self.text(&reader, "body")
        actions = try Self.actions(&reader)
        var count = 0
        unsafe try reader.namedEntries { name, value throws(UnmarshalError) in
            count += 1
            guard count <= Limits.hints else {
                throw UnmarshalError("hints: there are more than \(Limits.hints)")
            }
            if let hint = unsafe KnownHint(name) { try hints.read(hint, &value) }
        }
        namesPicture = hints.namesPicture || PictureNames.isFile(appIcon)
    }

    private static func text(
        _ reader: inout some ArgumentReader, _ place: StaticString
    ) throws(UnmarshalError) -> String {
        let text = try reader.string()
        guard text.utf8.count <= Limits.textBytes else {
            throw UnmarshalError("\(place): longer than \(Limits.textBytes) bytes")
        }
        return text.prefix(bytes: Limits.storedTextBytes)
    }

    /// Reads pairs of key and label; drops a single text at the end, like servers do.
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

// MARK: - The fast path

extension NotifyArguments {
    /// Number of containers around the value of a hint: the dictionary, its entry, the variant.
    private static let depthOfHints = 3

    /// Reads the arguments of a common call.
    ///
    /// Returns nil for calls that are damaged or beyond a limit, and for some that are only
    /// unusual.
    init?(plain bytes: UnsafeRawBufferPointer) {
        var cursor = unsafe MarshalledCursor(bytes)
        guard let appName = cursor.string(limit: Limits.textBytes, keeping: Limits.nameBytes) else {
            return nil
        }
        self.appName = appName
        replaces = cursor.uint32()
        namesPicture = unsafe PictureNames.isFile(cursor.text())
        guard let summary = Self.text(&cursor), let body = Self.text(&cursor),
            readActions(&cursor), readHints(&cursor), !cursor.isLost
        else { return nil }
        self.summary = summary
        self.body = body
    }

    private static func text(_ cursor: inout MarshalledCursor) -> String? {
        cursor.string(limit: Limits.textBytes, keeping: Limits.storedTextBytes)
    }

    private mutating func readActions(_ cursor: inout MarshalledCursor) -> Bool {
        let end = cursor.array(alignment: 4)
        while cursor.position < end {
            guard let key = Self.text(&cursor) else { return false }
            if cursor.position >= end { break }
            guard actions.count < Limits.actions, let label = Self.text(&cursor) else {
                return false
            }
            actions.append(Action(key: key, label: label))
        }
        return cursor.position == end
    }

    private mutating func readHints(_ cursor: inout MarshalledCursor) -> Bool {
        let end = cursor.array(alignment: 8)
        var count = 0
        while cursor.position < end {
            count += 1
            guard count <= Limits.hints else { return false }
            cursor.beginEntry()
            let hint = unsafe KnownHint(cursor.text())
            let type = cursor.variantType()
            switch hint {
            case .urgency where type.isBasic(.byte):
                hints.urgency = Urgency(rawValue: cursor.byte())
            case .category where type.isBasic(.string):
                guard let text = cursor.string(limit: Limits.shortHintBytes) else { return false }
                hints.category = text
            case .desktopEntry where type.isBasic(.string):
                guard let text = cursor.string(limit: Limits.shortHintBytes) else { return false }
                hints.desktopEntry = text
            case .origin where type.isBasic(.string):
                guard let text = cursor.string(limit: Limits.shortHintBytes) else { return false }
                hints.origin = text
            case .level where type.isBasic(.string):
                guard let text = cursor.string(limit: Limits.shortHintBytes) else { return false }
                hints.level = InterruptionLevel(name: text)
            case .filterCriteria where type.isBasic(.string):
                guard let text = cursor.string(limit: Limits.filterCriteriaBytes) else {
                    return false
                }
                hints.filterCriteria = text
            case .urgency, .category, .desktopEntry, .level, .filterCriteria, .person, .origin:
                return false
            case .synchronous?, .stackTag?, .value?, .picture?, .original?, nil:
                if let hint { hints.note(hint) }
                cursor.skip(type, depth: Self.depthOfHints)
            }
        }
        namesPicture = namesPicture || hints.namesPicture
        return cursor.position == end
    }
}
