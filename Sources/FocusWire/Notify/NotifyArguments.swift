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
    init(_ message: Message) throws(UnmarshalError) {
        var reader = message.reader
        appName = try Self.text(&reader, "app_name").prefix(bytes: Limits.nameBytes)
        replaces = try reader.uint32()
        let isFile = try unsafe PictureNames.isFile(reader.utf8())
        summary = try Self.text(&reader, "summary")
        body = try Self.text(&reader, "body")
        actions = try Self.actions(&reader)
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
        _ reader: inout MessageReader, _ place: StaticString
    ) throws(UnmarshalError) -> String {
        let text = try reader.string()
        guard text.utf8.count <= Limits.textBytes else {
            throw UnmarshalError("\(place): longer than \(Limits.textBytes) bytes")
        }
        return text.prefix(bytes: Limits.storedTextBytes)
    }

    /// Reads pairs of key and label; drops a single text at the end, like servers do.
    private static func actions(
        _ reader: inout MessageReader
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
