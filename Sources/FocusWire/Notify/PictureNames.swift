// SPDX-License-Identifier: Apache-2.0

package import DBus
import FocusCore

/// The names of pictures in a `Notify` call, which does not contain these pictures itself ("Icons
/// and Images" of the notification specification).
package struct PictureNames: Hashable, Sendable {
    /// The argument `app_icon`: a file's URI or path, or an icon's name.
    package var appIcon = ""
    /// The hint `image-path`, or `image_path` from before version 1.2.
    package var imagePath: String?

    /// Reads the names from a call whose signature was checked. A name that is too long for a file
    /// counts as absent, unread.
    package init(_ message: Message) {
        var reader = message.reader
        do throws(UnmarshalError) {
            reader.skip()
            reader.skip()
            appIcon = try Self.name(&reader) ?? ""
            for _ in 0..<3 { reader.skip() }
            unsafe try reader.namedEntries { name, value throws(UnmarshalError) in
                let isNew = unsafe name.elementsEqual("image-path".utf8)
                guard unsafe isNew || name.elementsEqual("image_path".utf8),
                    let text = try Self.nameInVariant(&value)
                else { return }
                // The newer name has precedence, like in servers.
                if imagePath == nil || isNew { imagePath = text }
            }
        } catch {
            // An unreadable rest has no further names.
        }
    }

    private static func name(_ reader: inout MessageReader) throws(UnmarshalError) -> String? {
        let utf8 = try unsafe reader.utf8()
        guard utf8.count <= Limits.pictureNameBytes else { return nil }
        return unsafe StreamSafeText.string(utf8, upTo: Limits.pictureNameBytes)
    }

    private static func nameInVariant(
        _ value: inout MessageReader
    ) throws(UnmarshalError) -> String? {
        try value.variant { inner throws(UnmarshalError) in
            guard inner.current == .string else { return nil }
            return try name(&inner)
        }
    }

    /// Returns true for the name of a file in UTF-8, false for an icon of a theme.
    static func isFile(_ name: UnsafeRawBufferPointer) -> Bool {
        guard let first = unsafe name.first else { return false }
        return unsafe first == UInt8(ascii: "/") || name.starts(with: "file:".utf8)
    }
}
