// SPDX-License-Identifier: Apache-2.0
public import Foundation

/// A number that can be in a localised text without a format style.
///
/// The name is the name in Apple's interface, where apps do not conform to the protocol either.
public protocol _FormatSpecifiable: Equatable, Sendable {
    /// The printf specifier of the type, as in the key of a translation.
    var _specifier: String { get }

    /// The number as an argument of the formatter.
    var _argument: LocalizationArgument { get }
}

extension _FormatSpecifiable where Self: BinaryInteger {
    /// `%d` and `%u` up to 32 bits, `%lld` and `%llu` for wider types.
    public var _specifier: String {
        switch (Self.isSigned, bitWidth > 32) {
        case (true, false): "%d"
        case (true, true): "%lld"
        case (false, false): "%u"
        case (false, true): "%llu"
        }
    }

    /// The number in 64 bits.
    public var _argument: LocalizationArgument {
        Self.isSigned
            ? .signed(Int64(truncatingIfNeeded: self))
            : .unsigned(UInt64(truncatingIfNeeded: self))
    }
}

extension _FormatSpecifiable where Self: BinaryFloatingPoint {
    /// `%f` for single precision, `%lf` for double.
    public var _specifier: String { Self.significandBitCount < 24 ? "%f" : "%lf" }

    /// The number in double precision.
    public var _argument: LocalizationArgument { .real(Double(self)) }
}

extension Int: _FormatSpecifiable {}
extension Int8: _FormatSpecifiable {}
extension Int16: _FormatSpecifiable {}
extension Int32: _FormatSpecifiable {}
extension Int64: _FormatSpecifiable {}
extension UInt: _FormatSpecifiable {}
extension UInt8: _FormatSpecifiable {}
extension UInt16: _FormatSpecifiable {}
extension UInt32: _FormatSpecifiable {}
extension UInt64: _FormatSpecifiable {}
extension Float: _FormatSpecifiable {}
extension Double: _FormatSpecifiable {}
extension CGFloat: _FormatSpecifiable {}
