// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The column of a value (Apple's `OSLogStringAlignment`).
public struct OSLogStringAlignment: Hashable, Sendable {
    private let columns: Int
    private let isLeft: Bool

    /// No column.
    public static let none = OSLogStringAlignment(columns: 0, isLeft: true)

    /// Aligns the value at the right edge.
    ///
    /// - Parameter columns: The minimum width, in characters.
    public static func right(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isLeft: false)
    }

    /// Aligns the value at the left edge.
    ///
    /// - Parameter columns: The minimum width, in characters.
    public static func left(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isLeft: true)
    }

    func apply(to text: String) -> String {
        let missing = min(columns, LogDestination.maximumText) - text.count
        guard missing > 0 else { return text }
        let blanks = String(repeating: " ", count: missing)
        return isLeft ? text + blanks : blanks + text
    }
}

/// The words of a truth value (Apple's `OSLogBoolFormat`).
public enum OSLogBoolFormat: Hashable, Sendable {
    /// `true` or `false`.
    case truth
    /// `YES` or `NO`.
    case answer

    func text(_ value: Bool) -> String {
        switch self {
        case .truth: value ? "true" : "false"
        case .answer: value ? "YES" : "NO"
        }
    }
}

/// The format of a whole number (Apple's `OSLogIntegerFormatting`).
public struct OSLogIntegerFormatting: Hashable, Sendable {
    private var radix = 10
    private var hasSign = false
    private var prefix = ""
    private var isUppercase = false
    private var minimumDigits = 1

    /// Base 10.
    public static let decimal = OSLogIntegerFormatting()
    /// Base 16.
    public static let hex = OSLogIntegerFormatting(radix: 16)
    /// Base 8.
    public static let octal = OSLogIntegerFormatting(radix: 8)

    /// Returns a format with base 10.
    ///
    /// - Parameters:
    ///   - explicitPositiveSign: True to write a plus sign for a positive number.
    ///   - minDigits: The minimum number of digits, with leading zeros.
    public static func decimal(
        explicitPositiveSign: Bool = false, minDigits: Int = 1
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(hasSign: explicitPositiveSign, minimumDigits: minDigits)
    }

    /// Returns a format with base 16.
    ///
    /// - Parameters:
    ///   - explicitPositiveSign: True to write a plus sign for a positive number.
    ///   - includePrefix: True to write `0x` first.
    ///   - uppercase: True for capital letters.
    ///   - minDigits: The minimum number of digits, with leading zeros.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
        minDigits: Int = 1
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 16, hasSign: explicitPositiveSign, prefix: includePrefix ? "0x" : "",
            isUppercase: uppercase, minimumDigits: minDigits)
    }

    /// Returns a format with base 8.
    ///
    /// - Parameters:
    ///   - explicitPositiveSign: True to write a plus sign for a positive number.
    ///   - includePrefix: True to write `0o` first.
    ///   - uppercase: True for a capital letter in the prefix.
    ///   - minDigits: The minimum number of digits, with leading zeros.
    public static func octal(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
        minDigits: Int = 1
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 8, hasSign: explicitPositiveSign, prefix: includePrefix ? "0o" : "",
            isUppercase: uppercase, minimumDigits: minDigits)
    }

    func text(_ number: some FixedWidthInteger) -> String {
        let digits = String(number.magnitude, radix: radix, uppercase: isUppercase)
        let missing = min(minimumDigits, LogDestination.maximumText) - digits.count
        let zeros = String(repeating: "0", count: max(0, missing))
        let sign = number < 0 ? "-" : hasSign ? "+" : ""
        return sign + (isUppercase ? prefix.uppercased() : prefix) + zeros + digits
    }
}

/// The format of a number with a fraction (Apple's `OSLogFloatFormatting`).
public struct OSLogFloatFormatting: Hashable, Sendable {
    private var conversion = "f"
    private var precision: Int?
    private var hasSign = false

    /// A fraction of six digits.
    public static let fixed = OSLogFloatFormatting()
    /// The format of C's `%a`.
    public static let hex = OSLogFloatFormatting(conversion: "a")
    /// An exponent.
    public static let exponential = OSLogFloatFormatting(conversion: "e")
    /// An exponent if that is shorter.
    public static let hybrid = OSLogFloatFormatting(conversion: "g")

    /// Returns a format with a fraction.
    ///
    /// - Parameters:
    ///   - precision: The number of digits of the fraction.
    ///   - explicitPositiveSign: True to write a plus sign for a positive number.
    ///   - uppercase: True for capital letters.
    public static func fixed(
        precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(
            conversion: uppercase ? "F" : "f", precision: precision, hasSign: explicitPositiveSign)
    }

    /// Returns the format of C's `%a`.
    ///
    /// - Parameters:
    ///   - explicitPositiveSign: True to write a plus sign for a positive number.
    ///   - uppercase: True for capital letters.
    public static func hex(
        explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(conversion: uppercase ? "A" : "a", hasSign: explicitPositiveSign)
    }

    /// Returns a format with an exponent.
    ///
    /// - Parameters:
    ///   - precision: The number of digits of the fraction.
    ///   - explicitPositiveSign: True to write a plus sign for a positive number.
    ///   - uppercase: True for capital letters.
    public static func exponential(
        precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(
            conversion: uppercase ? "E" : "e", precision: precision, hasSign: explicitPositiveSign)
    }

    /// Returns a format with an exponent if that is shorter.
    ///
    /// - Parameters:
    ///   - precision: The number of digits.
    ///   - explicitPositiveSign: True to write a plus sign for a positive number.
    ///   - uppercase: True for capital letters.
    public static func hybrid(
        precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(
            conversion: uppercase ? "G" : "g", precision: precision, hasSign: explicitPositiveSign)
    }

    /// Maximum number of digits; no number has more significant ones.
    private static let maximumPrecision = 1100

    func text(_ number: Double) -> String {
        let places = precision.map { ".\(min(max(0, $0), Self.maximumPrecision))" } ?? ""
        return String(format: "%" + (hasSign ? "+" : "") + places + conversion, number)
    }
}
