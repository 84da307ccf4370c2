// SPDX-License-Identifier: Apache-2.0

/// The form of a person for comparisons with the People list: a contact's name or an address.
///
/// Ignores letter case, the scheme before an address (`mailto:`, `tel:`, …) and the format of a
/// telephone number. Of `Name <address>` only the address counts, which belongs to one person.
package struct PersonKey: Hashable, Sendable {
    package let folded: String

    package init(_ person: String) {
        self.init(plain: Self.parts(of: person)?.address ?? person[...])
    }

    private init(plain text: Substring) {
        let folded = Self.trimmed(text).lowercased()
        let address = Self.withoutScheme(folded)
        self.folded = Self.telephoneNumber(address) ?? String(address)
    }

    /// Returns all forms under which a list may name a notification's person: the address, and the
    /// name beside it.
    package static func keys(of person: String) -> [PersonKey] {
        guard let parts = parts(of: person), !parts.name.isEmpty else { return [PersonKey(person)] }
        return [PersonKey(plain: parts.address), PersonKey(plain: parts.name)]
    }

    /// Returns name and address of `Name <address>`; nil for any other text.
    private static func parts(of person: String) -> (name: Substring, address: Substring)? {
        let text = trimmed(person[...])
        guard text.last == ">", let open = text.lastIndex(of: "<") else { return nil }
        let address = text[text.index(after: open)...].dropLast()
        guard !address.isEmpty else { return nil }
        var name = trimmed(text[..<open])
        if name.count >= 2, name.first == "\"", name.last == "\"" {
            name = name.dropFirst().dropLast()
        }
        return (name, address)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    private static func withoutScheme(_ folded: String) -> Substring {
        for scheme in ["mailto:", "tel:", "sms:", "xmpp:", "sip:"] where folded.hasPrefix(scheme) {
            return folded.dropFirst(scheme.count)
        }
        return folded[...]
    }

    /// Returns the digits of a telephone number, with its plus sign; nil for any other text.
    private static func telephoneNumber(_ text: Substring) -> String? {
        var number = ""
        for character in text.utf8 {
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                number.unicodeScalars.append(Unicode.Scalar(character))
            case UInt8(ascii: "+") where number.isEmpty: number = "+"
            case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."),
                UInt8(ascii: "("), UInt8(ascii: ")"):
                continue
            default: return nil
            }
        }
        return number.utf8.count >= shortestNumber ? number : nil
    }

    /// Shorter digits are a name: a service's short code, a room.
    private static let shortestNumber = 5
}
