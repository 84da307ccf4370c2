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
