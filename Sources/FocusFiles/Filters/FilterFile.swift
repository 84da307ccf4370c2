// SPDX-License-Identifier: Apache-2.0

package import FocusCore
import GLibLoop

/// A `.focus-filter` file: the filters that an app declares, read at install time.
package enum FilterFile {
    /// The ending of the file's name, which follows the app's id.
    package static let ending = ".focus-filter"

    /// Reads a file's bytes, which must be UTF-8.
    ///
    /// - Parameters:
    ///   - path: the path for problems.
    ///   - locale: the language of the translations (`de_DE.UTF-8`); nil for the languages of the
    ///     environment (`LANGUAGE`, `LC_ALL`, `LC_MESSAGES`, `LANG`), as GLib reads them.
    /// - Throws: All problems of the file.
    package static func read(
        _ bytes: [UInt8], of app: AppID, path: String, locale: String? = nil
    ) throws(FileProblems) -> [FilterDeclaration] {
        let file = try KeyFile(bytes: bytes, path: path)
        var reader = FilterFileReader(
            reader: KeyFileReader(file, path: path), app: app, locale: locale)
        return try reader.read()
    }

    /// Returns the app of a file with this name; nil for other files and for invalid app ids.
    package static func app(ofFileName name: String) -> AppID? {
        guard name.hasSuffix(ending), !name.hasPrefix(".") else { return nil }
        let id = String(name.dropLast(ending.count))
        return isAppID(id) ? AppID(rawValue: id) : nil
    }

    /// Returns true for a valid id of an app with filters, which is also its bus name: two or more
    /// elements of ASCII letters, digits, `_` and `-`, none beginning with a digit. The last
    /// element must not make the id an extension's name.
    package static func isAppID(_ id: String) -> Bool {
        let elements = id.utf8.split(
            separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return id.utf8.count <= Limits.appIDBytes && elements.count >= 2
            && !id.hasSuffix(".FocusFilter") && !id.hasSuffix(".NotificationService")
            && elements.allSatisfy { element in
                guard let first = element.first, !isDigit(first) else { return false }
                return element.allSatisfy { byte in
                    isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
                        || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
                }
            }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
