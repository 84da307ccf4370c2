// SPDX-License-Identifier: Apache-2.0

/// A sequence of complete types, such as "susssasa{sv}i".
///
/// The limits of the specification ("Valid Signatures") apply: at most 255 bytes, arrays nested at
/// most 32 deep, structures and dictionary entries together at most 32 deep.
public struct Signature: ValidatedName {
    /// Maximum number of bytes of a signature.
    public static let maximumLength = 255
    /// Maximum depth of nested arrays in a signature.
    public static let maximumArrayDepth = 32
    /// Maximum depth of nested structures and dictionary entries in a signature.
    public static let maximumStructureDepth = 32

    /// The text of the signature.
    public let rawValue: String
    /// Wraps a text that is known to be valid.
    public init(unchecked text: String) { rawValue = text }
    /// The kind of name in errors.
    public static let kind = "signature"

    /// Returns the reason why `text` is not a valid signature, or nil.
    public static func flaw(in text: borrowing String) -> String? {
        if text.utf8.count > maximumLength { return "it is longer than \(maximumLength) bytes" }
        var scanner = SignatureScanner(text)
        do throws(SignatureScanner.Flaw) {
            while !scanner.isAtEnd { try scanner.skipCompleteType() }
            return nil
        } catch {
            return error.reason
        }
    }

    /// The signature of one variant.
    public static let variant = Signature(unchecked: "v")
    /// The signature of one string.
    public static let string = Signature(unchecked: "s")

    /// The complete types of the signature, in order.
    public var elements: [Signature] {
        var elements: [Signature] = []
        var scanner = SignatureScanner(rawValue)
        while !scanner.isAtEnd {
            // The text was checked in init, so there is always a type.
            guard let range = try? scanner.skipCompleteType() else { break }
            elements.append(Signature(unchecked: scanner.text(in: range)))
        }
        return elements
    }

    /// True if the signature is one complete type, as a variant requires.
    public var isSingleCompleteType: Bool {
        var scanner = SignatureScanner(rawValue)
        return (try? scanner.skipCompleteType()) != nil && scanner.isAtEnd
    }

    /// The code of the first type; nil for an empty signature.
    public var firstCode: TypeCode? {
        switch rawValue.utf8.first {
        case UInt8(ascii: "("): .structure
        case UInt8(ascii: "{"): .dictionaryEntry
        case let byte?: TypeCode(rawValue: byte)
        case nil: nil
        }
    }
}

/// Scans the complete types of a signature.
struct SignatureScanner {
    /// A broken rule of "Valid Signatures".
    struct Flaw: Error {
        let reason: String
    }

    private let bytes: [UInt8]
    private(set) var position = 0

    init(_ text: borrowing String) {
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { position == bytes.count }

    func text(in range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }

    /// Skips one complete type and returns its range.
    @discardableResult
    mutating func skipCompleteType() throws(Flaw) -> Range<Int> {
        let start = position
        try skip(arrays: 0, structures: 0)
        return start..<position
    }

    // The two depths limit the recursion.
    private mutating func skip(arrays: Int, structures: Int) throws(Flaw) {
        guard let byte = take() else { throw Flaw(reason: "it ends inside a type") }
        switch byte {
        case UInt8(ascii: "a"):
            try Self.check(arrays: arrays + 1)
            if peek == UInt8(ascii: "{") {
                try skipEntry(arrays: arrays + 1, structures: structures + 1)
            } else {
                try skip(arrays: arrays + 1, structures: structures)
            }
        case UInt8(ascii: "("):
            try Self.check(structures: structures + 1)
            if peek == UInt8(ascii: ")") { throw Flaw(reason: "a structure has no fields") }
            while peek != UInt8(ascii: ")") {
                try skip(arrays: arrays, structures: structures + 1)
            }
            position += 1
        case UInt8(ascii: "{"):
            throw Flaw(reason: "a dictionary entry stands outside an array")
        case UInt8(ascii: "r"), UInt8(ascii: "e"):
            throw Flaw(reason: "it holds a code that is reserved")
        default:
            guard TypeCode(rawValue: byte) != nil else {
                throw Flaw(reason: "it holds an unknown type code")
            }
        }
    }

    private mutating func skipEntry(arrays: Int, structures: Int) throws(Flaw) {
        try Self.check(structures: structures)
        position += 1
        guard let key = peek, key != UInt8(ascii: "r"), key != UInt8(ascii: "e"),
            TypeCode(rawValue: key)?.isBasic == true
        else { throw Flaw(reason: "the key of a dictionary is not a basic type") }
        position += 1
        if peek == UInt8(ascii: "}") { throw Flaw(reason: "a dictionary entry has no value") }
        try skip(arrays: arrays, structures: structures)
        guard take() == UInt8(ascii: "}") else {
            throw Flaw(reason: "a dictionary entry has more than two fields")
        }
    }

    private static func check(arrays: Int = 0, structures: Int = 0) throws(Flaw) {
        if arrays > Signature.maximumArrayDepth {
            throw Flaw(reason: "arrays nest deeper than \(Signature.maximumArrayDepth)")
        }
        if structures > Signature.maximumStructureDepth {
            throw Flaw(reason: "structures nest deeper than \(Signature.maximumStructureDepth)")
        }
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take() -> UInt8? {
        guard let byte = peek else { return nil }
        position += 1
        return byte
    }
}
