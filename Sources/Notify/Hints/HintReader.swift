// SPDX-License-Identifier: Apache-2.0
import CNotify
import DBus
import Glibc

/// Converts the values of hints to GVariants, reading the message in place.
///
/// A GVariant has the same signature as its D-Bus type, but libnotify cannot send file descriptors.
/// Arrays of numbers are copied in one step. Any other value is an object of GLib's with many times
/// its bytes, so the hints of one notification have a limit in values. GDBus's own parser is not
/// used, because it misreads some legal arrays of dictionary entries.
struct HintReader {
    /// Maximum number of values of all hints of one notification, those inside others included.
    /// Arrays of numbers count once.
    static let maximumValues = 65_536

    /// Values that further hints may have.
    private var left = HintReader.maximumValues
    /// True if the last hint has more values than were left for it.
    private(set) var isTooLarge = false
    /// True while every value read so far can be sent. Other values become placeholders of their
    /// type, so that the reader keeps its position.
    private var isComplete = true

    /// Reads the value of one hint: a variant, without the variant around it.
    ///
    /// - Returns: Nil if the value contains a file descriptor or a name that GLib refuses, and if
    ///   it ``isTooLarge``.
    mutating func hint(_ reader: inout MessageReader) throws(UnmarshalError) -> Variant? {
        isComplete = true
        isTooLarge = false
        let before = left
        do throws(UnmarshalError) {
            let value = try content(ofVariant: &reader)
            return if isComplete { value } else { nil }
        } catch {
            guard left < 0 else { throw error }
            // Nothing of the hint is kept, but reading it took time. If all of `before` were left,
            // each of many such hints could take as long. With half of it, all of them together
            // take at most twice as long as one.
            left = before / 2
            isTooLarge = true
            return nil
        }
    }

    // Bounds the recursion: a legal message has at most 64 levels.
    private mutating func value(_ reader: inout MessageReader) throws(UnmarshalError) -> Variant {
        left -= 1
        if left < 0 { throw UnmarshalError("too many values") }
        return switch reader.current {
        case .byte: unsafe Variant(taking: g_variant_new_byte(try reader.byte()))
        case .boolean: unsafe Variant(taking: g_variant_new_boolean(try reader.boolean() ? 1 : 0))
        case .int16: unsafe Variant(taking: g_variant_new_int16(try reader.int16()))
        case .uint16: unsafe Variant(taking: g_variant_new_uint16(try reader.uint16()))
        case .int32: unsafe Variant(taking: g_variant_new_int32(try reader.int32()))
        case .uint32: unsafe Variant(taking: g_variant_new_uint32(try reader.uint32()))
        case .int64: unsafe Variant(taking: g_variant_new_int64(gint64(try reader.int64())))
        case .uint64: unsafe Variant(taking: g_variant_new_uint64(guint64(try reader.uint64())))
        case .double: unsafe Variant(taking: g_variant_new_double(try reader.double()))
        case .string: unsafe Variant(taking: g_variant_new_string(try reader.cString()))
        case .objectPath: objectPath(try reader.objectPath().rawValue)
        case .signature: signature(try reader.signature().rawValue)
        case .unixFD: unsupported(&reader)
        case .variant:
            try unsafe content(ofVariant: &reader).withPointer {
                unsafe Variant(taking: g_variant_new_variant($0))
            }
        case .array: try array(&reader)
        case .structure: try structure(&reader)
        case .dictionaryEntry, nil: throw UnmarshalError("expected a value")
        }
    }

    private mutating func content(
        ofVariant reader: inout MessageReader
    ) throws(UnmarshalError) -> Variant {
        var content: Variant?
        try reader.variant { (inner: inout MessageReader) throws(UnmarshalError) in
            content = try value(&inner)
        }
        guard let content = content.take() else { throw UnmarshalError("expected a value") }
        return content
    }
}

// Containers and the types that need a check.
extension HintReader {
    private mutating func array(_ reader: inout MessageReader) throws(UnmarshalError) -> Variant {
        let type = reader.currentSignature
        switch type {
        case "ay", "an", "aq", "ai", "au", "ax", "at", "ad":
            return try numbers(&reader, type)
        case _ where type.hasPrefix("a{"):
            return try dictionary(&reader, type)
        default:
            guard let builder = VariantBuilder(type) else { return unsupported(&reader) }
            try reader.array { (element: inout MessageReader) throws(UnmarshalError) in
                builder.add(try value(&element))
            }
            return builder.end()
        }
    }

    private func numbers(
        _ reader: inout MessageReader, _ type: String
    ) throws(UnmarshalError) -> Variant {
        let size =
            switch type {
            case "ay": 1
            case "an", "aq": 2
            case "ai", "au": 4
            default: 8
            }
        var numbers: Variant?
        try unsafe reader.withBytes { bytes in
            unsafe type.withCString { type in
                // The element's type follows the "a".
                let array = unsafe g_variant_new_fixed_array(
                    cnotify_variant_type(type + 1), bytes.baseAddress, gsize(bytes.count / size),
                    gsize(size))
                // GLib returns NULL only for types without a fixed size.
                unsafe numbers = Variant(taking: array.unsafelyUnwrapped)
            }
        }
        guard let numbers = numbers.take() else { throw UnmarshalError("expected numbers") }
        return numbers
    }

    private mutating func dictionary(
        _ reader: inout MessageReader, _ type: String
    ) throws(UnmarshalError) -> Variant {
        guard let builder = VariantBuilder(type) else { return unsupported(&reader) }
        try reader.entries { (entry: inout MessageReader) throws(UnmarshalError) in
            let key = try value(&entry)
            let value = try value(&entry)
            builder.add(Variant(key: key, value: value))
        }
        return builder.end()
    }

    private mutating func structure(
        _ reader: inout MessageReader
    ) throws(UnmarshalError) -> Variant {
        guard let builder = VariantBuilder(reader.currentSignature) else {
            return unsupported(&reader)
        }
        try reader.structure { (fields: inout MessageReader) throws(UnmarshalError) in
            while !fields.atEnd { builder.add(try value(&fields)) }
        }
        return builder.end()
    }

    private mutating func objectPath(_ path: String) -> Variant {
        guard unsafe g_variant_is_object_path(path) != 0 else {
            isComplete = false
            return unsafe Variant(taking: g_variant_new_object_path("/"))
        }
        return unsafe Variant(taking: g_variant_new_object_path(path))
    }

    private mutating func signature(_ signature: String) -> Variant {
        guard unsafe g_variant_is_signature(signature) != 0 else {
            isComplete = false
            return unsafe Variant(taking: g_variant_new_signature(""))
        }
        return unsafe Variant(taking: g_variant_new_signature(signature))
    }

    private mutating func unsupported(_ reader: inout MessageReader) -> Variant {
        reader.skip()
        isComplete = false
        return unsafe Variant(taking: g_variant_new_handle(0))
    }
}
