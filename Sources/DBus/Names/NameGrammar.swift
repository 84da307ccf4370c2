// SPDX-License-Identifier: Apache-2.0

/// The grammar of names and paths: D-Bus specification, "Valid Object Paths" and "Valid Names".
enum NameGrammar {
    /// Maximum number of bytes of a bus, interface, member or error name.
    static let maximumLength = 255

    static func busNameFlaw(_ text: borrowing String) -> String? {
        let isUnique = text.utf8.first == UInt8(ascii: ":")
        return dottedFlaw(
            text, dropping: isUnique ? 1 : 0, allowsHyphen: true, allowsLeadingDigit: isUnique)
    }

    static func interfaceNameFlaw(_ text: borrowing String) -> String? {
        dottedFlaw(text, dropping: 0, allowsHyphen: false, allowsLeadingDigit: false)
    }

    static func memberNameFlaw(_ text: borrowing String) -> String? {
        if text.utf8.isEmpty { return "it is empty" }
        if text.utf8.count > maximumLength { return tooLong }
        var previous: UInt8?
        for byte in text.utf8 {
            guard isWordCharacter(byte) else { return "it holds a character outside [A-Za-z0-9_]" }
            if previous == nil, isDigit(byte) { return "it begins with a digit" }
            previous = byte
        }
        return nil
    }

    static func pathFlaw(_ text: borrowing String) -> String? {
        let slash = UInt8(ascii: "/")
        guard text.utf8.first == slash else { return "it does not begin with a slash" }
        if text.utf8.count == 1 { return nil }
        var previous: UInt8 = 0
        for byte in text.utf8 {
            if byte == slash {
                if previous == slash { return "it has an empty element" }
            } else if !isWordCharacter(byte) {
                return "it holds a character outside [A-Za-z0-9_/]"
            }
            previous = byte
        }
        return previous == slash ? "it ends with a slash" : nil
    }

    private static let tooLong = "it is longer than \(maximumLength) bytes"

    /// Checks for two or more non-empty elements with dots between them, after `dropping` bytes.
    private static func dottedFlaw(
        _ text: borrowing String, dropping: Int, allowsHyphen: Bool, allowsLeadingDigit: Bool
    ) -> String? {
        if text.utf8.count > maximumLength { return tooLong }
        var elements = 0
        var lengthOfElement = 0
        for byte in text.utf8.dropFirst(dropping) {
            if byte == UInt8(ascii: ".") {
                if lengthOfElement == 0 { return "it has an empty element" }
                lengthOfElement = 0
                continue
            }
            guard isWordCharacter(byte) || (allowsHyphen && byte == UInt8(ascii: "-")) else {
                return allowsHyphen
                    ? "it holds a character outside [A-Za-z0-9_.-]"
                    : "it holds a character outside [A-Za-z0-9_.]"
            }
            if lengthOfElement == 0 {
                if isDigit(byte), !allowsLeadingDigit { return "an element begins with a digit" }
                elements += 1
            }
            lengthOfElement += 1
        }
        if lengthOfElement == 0 { return "it has an empty element" }
        return elements < 2 ? "it has fewer than two elements" : nil
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    private static func isWordCharacter(_ byte: UInt8) -> Bool {
        isDigit(byte) || byte == UInt8(ascii: "_")
            || (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
    }
}
