// SPDX-License-Identifier: Apache-2.0
import Foundation

/// The column that a value stands in (Apple's `OSLogStringAlignment`).
public struct OSLogStringAlignment: Hashable, Sendable {
    private let columns: Int
    private let isLeft: Bool

    /// No column.
    public static let none = OSLogStringAlignment(columns: 0, isLeft: true)

    /// Against the right edge.
    ///
    /// - Parameter columns: The least width, in characters.
    public static func right(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(columns: columns, isLeft: false)
    }

    /// Against the left edge.
    ///
    /// - Parameter columns: The least width, in characters.
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

/// How a whole number is written (Apple's `OSLogIntegerFormatting`).
public struct OSLogIntegerFormatting: Hashable, Sendable {
    private var radix = 10
    private var hasSign = false
    private var prefix = ""
    private var isUppercase = false
    private var minimumDigits = 1

    /// With base 10.
    public static let decimal = OSLogIntegerFormatting()
    /// With base 16.
    public static let hex = OSLogIntegerFormatting(radix: 16)
    /// With base 8.
    public static let octal = OSLogIntegerFormatting(radix: 8)

    /// With base 10.
    ///
    /// - Parameters:
    ///   - explicitPositiveSign: Whether a positive number has a plus sign.
    ///   - minDigits: The least number of digits; zeros fill up.
    public static func decimal(
        explicitPositiveSign: Bool = false, minDigits: Int = 1
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(hasSign: explicitPositiveSign, minimumDigits: minDigits)
    }

    /// With base 16.
    ///
    /// - Parameters:
    ///   - explicitPositiveSign: Whether a positive number has a plus sign.
    ///   - includePrefix: Whether `0x` goes before.
    ///   - uppercase: Whether the letters are capital.
    ///   - minDigits: The least number of digits; zeros fill up.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
        minDigits: Int = 1
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 16, hasSign: explicitPositiveSign, prefix: includePrefix ? "0x" : "",
            isUppercase: uppercase, minimumDigits: minDigits)
    }

    /// With base 8.
    ///
    /// - Parameters:
    ///   - explicitPositiveSign: Whether a positive number has a plus sign.
    ///   - includePrefix: Whether `0o` goes before.
    ///   - uppercase: Whether that letter is capital.
    ///   - minDigits: The least number of digits; zeros fill up.
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

/// How a number with a fraction is written (Apple's `OSLogFloatFormatting`).
public struct OSLogFloatFormatting: Hashable, Sendable {
    private var conversion = "f"
    private var precision: Int?
    private var hasSign = false

    /// With a fraction of six digits.
    public static let fixed = OSLogFloatFormatting()
    /// As C's `%a`.
    public static let hex = OSLogFloatFormatting(conversion: "a")
    /// With an exponent.
    public static let exponential = OSLogFloatFormatting(conversion: "e")
    /// With an exponent where that is shorter.
    public static let hybrid = OSLogFloatFormatting(conversion: "g")

    /// With a fraction.
    ///
    /// - Parameters:
    ///   - precision: The number of digits of the fraction.
    ///   - explicitPositiveSign: Whether a positive number has a plus sign.
    ///   - uppercase: Whether letters are capital.
    public static func fixed(
        precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(
            conversion: uppercase ? "F" : "f", precision: precision, hasSign: explicitPositiveSign)
    }

    /// As C's `%a`.
    ///
    /// - Parameters:
    ///   - explicitPositiveSign: Whether a positive number has a plus sign.
    ///   - uppercase: Whether letters are capital.
    public static func hex(
        explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(conversion: uppercase ? "A" : "a", hasSign: explicitPositiveSign)
    }

    /// With an exponent.
    ///
    /// - Parameters:
    ///   - precision: The number of digits of the fraction.
    ///   - explicitPositiveSign: Whether a positive number has a plus sign.
    ///   - uppercase: Whether letters are capital.
    public static func exponential(
        precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(
            conversion: uppercase ? "E" : "e", precision: precision, hasSign: explicitPositiveSign)
    }

    /// With an exponent where that is shorter.
    ///
    /// - Parameters:
    ///   - precision: The number of digits.
    ///   - explicitPositiveSign: Whether a positive number has a plus sign.
    ///   - uppercase: Whether letters are capital.
    public static func hybrid(
        precision: Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(
            conversion: uppercase ? "G" : "g", precision: precision, hasSign: explicitPositiveSign)
    }

    /// No number has more digits that tell anything.
    private static let maximumPrecision = 1100

    func text(_ number: Double) -> String {
        let places = precision.map { ".\(min(max(0, $0), Self.maximumPrecision))" } ?? ""
        return String(format: "%" + (hasSign ? "+" : "") + places + conversion, number)
    }
}
