// SPDX-License-Identifier: Apache-2.0

/// The form of a person for comparisons with the People list: a contact's name or an address.
///
/// Ignores letter case, the scheme before an address (`mailto:`, `tel:`, …), the format of a
/// telephone number, and invisible characters around a name or in a number. Of `Name <address>`
/// only the address counts, which belongs to one person.
package struct PersonKey: Hashable, Sendable {
    package let folded: String

    /// Creates the form of a list's entry: of `Name <address>` the address. For the person of a
    /// notification, ``lists(_:_:)`` also compares the name.
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
        guard let parts = parts(of: person) else { return [PersonKey(plain: person[...])] }
        let address = PersonKey(plain: parts.address)
        return parts.name.isEmpty ? [address] : [address, PersonKey(plain: parts.name)]
    }

    /// Returns the text of a notification's person, and of `Name <address>` also address and name.
    static func texts(of person: String) -> [String] {
        guard let parts = parts(of: person) else { return [person] }
        let texts = [person, String(trimmed(parts.address))]
        return parts.name.isEmpty ? texts : texts + [String(parts.name)]
    }

    /// Returns true if a list with these entries names the person of a notification.
    package static func lists(_ entries: Set<PersonKey>, _ person: String) -> Bool {
        !entries.isEmpty && keys(of: person).contains(where: entries.contains)
    }

    // Texts are read by bytes and scalars: to find the end of a character takes the library many
    // times as long, and a call of `Notify` has up to 64 names.

    /// Returns name and address of `Name <address>`; nil for any other text.
    private static func parts(of person: String) -> (name: Substring, address: Substring)? {
        let text = trimmed(person[...])
        guard text.utf8.last == UInt8(ascii: ">"),
            let open = text.utf8.lastIndex(of: UInt8(ascii: "<"))
        else { return nil }
        let address = Substring(text.utf8[text.utf8.index(after: open)...].dropLast())
        guard !address.isEmpty else { return nil }
        var name = trimmed(Substring(text.utf8[..<open])).utf8
        let quote = UInt8(ascii: "\"")
        if name.count >= 2, name.first == quote, name.last == quote {
            name = name.dropFirst().dropLast()
        }
        return (Substring(name), address)
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var scalars = text.unicodeScalars.drop(while: isBlank)
        while let last = scalars.last, isBlank(last) { scalars.removeLast() }
        return Substring(scalars)
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isWhitespace || scalar.isInvisible
    }

    private static func withoutScheme(_ folded: String) -> Substring {
        let bytes = folded.utf8
        for scheme in schemes where bytes.starts(with: scheme.utf8) {
            return Substring(bytes.dropFirst(scheme.utf8.count))
        }
        return folded[...]
    }

    private static let schemes = ["mailto:", "tel:", "sms:", "xmpp:", "sip:"]

    /// Returns the digits of a telephone number, with its plus sign; nil for any other text.
    private static func telephoneNumber(_ text: Substring) -> String? {
        var number = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "0"..."9": number.unicodeScalars.append(scalar)
            case "+" where number.isEmpty: number = "+"
            case " ", "-", "/", ".", "(", ")": continue
            default:
                guard isBlank(scalar) else { return nil }
            }
        }
        return number.utf8.count >= shortestNumber ? number : nil
    }

    /// Shorter digits are a name: a service's short code, a room.
    static let shortestNumber = 5
}

extension Unicode.Scalar {
    /// True for marks of the text's direction, for joiners and for blanks without width. Apps and
    /// address books put them around names and into numbers, and nobody can type them.
    var isInvisible: Bool {
        switch value {
        case 0xAD, 0x61C, 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF: true
        default: false
        }
    }
}
