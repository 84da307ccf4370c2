// SPDX-License-Identifier: Apache-2.0

package import DBus

/// The pictures that a `Notify` call names, rather than brings along ("Icons and Images" of the
/// notification specification).
package struct PictureNames: Hashable, Sendable {
    /// The argument `app_icon`: a file's URI or path, or an icon's name.
    package var appIcon = ""
    /// The hint `image-path`, or `image_path` as it was before version 1.2.
    package var imagePath: String?

    /// What a call names whose signature has been checked.
    package init(_ message: Message) {
        var reader = message.reader
        do throws(UnmarshalError) {
            reader.skip()
            reader.skip()
            appIcon = try reader.string()
            for _ in 0..<3 { reader.skip() }
            try reader.dictionary { name, value throws(UnmarshalError) in
                if Self.isName(name), case .variant(.string(let text)) = try value.value() {
                    // The newer name has precedence, as servers have it.
                    if imagePath == nil || Self.isNewName(name) { imagePath = text }
                }
            }
        } catch {
            // What cannot be read names nothing more.
        }
    }

    /// The same call with other names for the pictures; nil where it cannot be made.
    package func replacing(in message: Message) -> Message? {
        guard var values = try? message.arguments(), values.count == 8,
            case .dictionary(let key, let type, let hints) = values[6]
        else { return nil }
        values[2] = .string(appIcon)
        if let imagePath {
            values[6] = .dictionary(
                key: key, value: type,
                hints.map { hint in
                    guard case .string(let name) = hint.key, Self.isName(name) else {
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

    /// Whether that names a file, and not an icon of a theme.
    package static func isFile(_ name: String) -> Bool {
        name.utf8.first == UInt8(ascii: "/") || name.utf8.starts(with: "file:".utf8)
    }

    /// The same for UTF-8.
    static func isFile(_ name: UnsafeRawBufferPointer) -> Bool {
        guard let first = unsafe name.first else { return false }
        return unsafe first == UInt8(ascii: "/") || name.starts(with: "file:".utf8)
    }

    /// Whether a hint of that name names a picture.
    private static func isName(_ hint: String) -> Bool {
        isNewName(hint) || hint.utf8.elementsEqual("image_path".utf8)
    }

    private static func isNewName(_ hint: String) -> Bool {
        hint.utf8.elementsEqual("image-path".utf8)
    }
}
