// SPDX-License-Identifier: Apache-2.0

extension NSString {
    /// Returns the text of a key in the app's bundle, with arguments in place of the specifiers.
    ///
    /// Source: Apple's documentation of `localizedUserNotificationString(forKey:arguments:)`.
    /// Apple's systems look the text up when the notification is shown, this function immediately.
    ///
    /// - Parameters:
    ///   - key: The key in `Localizable.strings`; also the text if the bundle has no such key.
    ///   - arguments: The values for `%@`, `%d`, `%.1f`, `%2$@` and the like, of any type. A
    ///     specifier without an argument stays unchanged.
    public static func localizedUserNotificationString(
        forKey key: String, arguments: [Any]?
    ) -> String {
        String.localizedUserNotificationString(forKey: key, arguments: arguments)
    }
}

extension String {
    /// Returns the text of a key in the app's bundle, with arguments in place of the specifiers.
    ///
    /// See `NSString.localizedUserNotificationString(forKey:arguments:)`.
    public static func localizedUserNotificationString(
        forKey key: String, arguments: [Any]? = nil
    ) -> String {
        let text = Bundle.main.localizedString(forKey: key, value: key, table: nil)
        guard let arguments, !arguments.isEmpty else { return text }
        return FormatText(text).filled(with: arguments)
    }
}

/// A format string for arguments of any type.
///
/// `String(format:)` trusts the types in the format, but a translation is an untrusted file. This
/// type checks the type of each argument instead.
struct FormatText {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    func filled(with arguments: [Any]) -> String {
        var result = ""
        var rest = text[...]
        var next = 0
        while let percent = rest.firstIndex(of: "%") {
            result += rest[..<percent]
            rest = rest[percent...]
            guard let place = Place(&rest) else {
                result.append(rest.removeFirst())
                continue
            }
            if place.conversion == "%" {
                result.append("%")
                continue
            }
            let index = place.position.map { $0 - 1 } ?? next
            if place.position == nil { next += 1 }
            result +=
                arguments.indices.contains(index) ? place.text(arguments[index]) : place.original
        }
        return result + rest
    }

    /// A specifier of a format, such as `%2$@`.
    private struct Place {
        var original = ""
        /// The position of the argument, from 1; nil for the next argument.
        var position: Int?
        var flags = ""
        var width = ""
        var precision: String?
        var conversion: Character = "@"

        /// Removes a specifier from the front of the text. Returns nil, and removes nothing, if the
        /// text begins with no valid specifier.
        init?(_ rest: inout Substring) {
            var scan = rest.dropFirst()
            let number = Self.digits(&scan)
            if !number.isEmpty, scan.first == "$" {
                scan.removeFirst()
                position = Int(number)
                if position == nil || position == 0 { return nil }
            } else {
                // The digits were flags and width.
                scan = rest.dropFirst()
            }
            while let flag = scan.first, "-+ #0".contains(flag) {
                flags.append(flag)
                scan.removeFirst()
            }
            width = Self.digits(&scan)
            if scan.first == "." {
                scan.removeFirst()
                precision = Self.digits(&scan)
            }
            while let length = scan.first, "hlqLzjt".contains(length) { scan.removeFirst() }
            guard let last = scan.popFirst(), "@dDiuUxXofFeEgGaAcsCS%".contains(last),
                width.count <= 3, (precision?.count ?? 0) <= 3
            else { return nil }
            conversion = last
            original = String(rest[..<scan.startIndex])
            rest = scan
        }

        private static func digits(_ scan: inout Substring) -> String {
            let digits = scan.prefix { $0.isASCII && $0.isNumber }
            scan = scan.dropFirst(digits.count)
            return String(digits)
        }

        func text(_ argument: Any) -> String {
            let dot = precision.map { "." + $0 } ?? ""
            let number = argument as? NSNumber
            switch conversion {
            case "d", "D", "i", "u", "U", "x", "X", "o":
                guard let number else { return "\(argument)" }
                let sign = "dDi".contains(conversion) ? "d" : conversion.lowercased()
                let letter = conversion == "X" ? "X" : sign
                return String(format: "%\(flags)\(width)\(dot)ll\(letter)", number.int64Value)
            case "f", "F", "e", "E", "g", "G", "a", "A":
                guard let number else { return "\(argument)" }
                return String(format: "%\(flags)\(width)\(dot)\(conversion)", number.doubleValue)
            default: return "\(argument)"
            }
        }
    }
}
