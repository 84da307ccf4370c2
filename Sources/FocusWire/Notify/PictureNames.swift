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

    /// Returns a copy of the call with these names of the pictures; nil if the copy fails.
    package func replacing(in message: Message) -> Message? {
        guard var values = try? message.arguments(), values.count == 8,
            case .dictionary(let key, let type, let hints) = values[6]
        else { return nil }
        values[2] = .string(appIcon)
        if let imagePath {
            values[6] = .dictionary(
                key: key, value: type,
                hints.map { hint in
                    guard case .string(let name) = hint.key,
                        ["image-path", "image_path"].contains(name)
                    else {
                        return hint
                    }
                    return DictionaryEntry(key: hint.key, value: .variant(.string(imagePath)))
                })
        }
        let copy = Message.methodCall(
            destination: nil, path: WireName.notificationsPath,
            interface: WireName.notificationsInterface, member: "Notify")
        return (try? copy.append(contentsOf: values)) == nil ? nil : copy
    }

    /// Returns true for the name of a file, false for an icon of a theme.
    package static func isFile(_ name: String) -> Bool {
        name.utf8.first == UInt8(ascii: "/") || name.utf8.starts(with: "file:".utf8)
    }

    /// Returns true for the name of a file in UTF-8.
    static func isFile(_ name: UnsafeRawBufferPointer) -> Bool {
        guard let first = unsafe name.first else { return false }
        return unsafe first == UInt8(ascii: "/") || name.starts(with: "file:".utf8)
    }
}
