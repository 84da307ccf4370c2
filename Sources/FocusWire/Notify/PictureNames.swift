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

    /// Reads the names from a call whose signature was checked.
    package init(_ message: Message) {
        var reader = message.reader
        do throws(UnmarshalError) {
            reader.skip()
            reader.skip()
            appIcon = try reader.string()
            for _ in 0..<3 { reader.skip() }
            unsafe try reader.namedEntries { name, value throws(UnmarshalError) in
                let isNew = unsafe name.elementsEqual("image-path".utf8)
                guard unsafe isNew || name.elementsEqual("image_path".utf8),
                    let text = try value.stringVariant(upTo: Limits.textBytes)
                else { return }
                // The newer name has precedence, like in servers.
                if imagePath == nil || isNew { imagePath = text }
            }
        } catch {
            // An unreadable rest has no further names.
        }
    }

    /// Returns true for the name of a file in UTF-8, false for an icon of a theme.
    static func isFile(_ name: UnsafeRawBufferPointer) -> Bool {
        guard let first = unsafe name.first else { return false }
        return unsafe first == UInt8(ascii: "/") || name.starts(with: "file:".utf8)
    }
}
